/* SPDX-License-Identifier: Apache-2.0 */
/* In which order some variables and n_constants ascending constants lie. Constant c
 * ends cell c; the last cell has no end. */
#ifndef COUPLET_DRAW_ORDER_H
#define COUPLET_DRAW_ORDER_H

#include <glib.h>

/* Variables of an order; one of them is being integrated. */
#define MOST_VARIABLES 4

/* Cells that a key can tell apart. */
#define MOST_CELLS 4095

typedef struct {
  guint n;
  guint8 variable[MOST_VARIABLES]; /* ascending by value */
  guint16 cell[MOST_VARIABLES];    /* of each */
} DrawOrder;

/* An end of a gap. */
typedef enum { END_INFINITE, END_VARIABLE, END_CONSTANT } GapEndKind;

typedef struct {
  GapEndKind kind;
  guint index; /* of the variable, or of the constant */
} GapEnd;

/* Between two neighbours of an order: before variable number place, within cell. */
typedef struct {
  guint place;
  guint cell;
  GapEnd low, high;
} OrderGap;

/* A number that no other order of variables below MOST_VARIABLES has. */
guint64 draw_order_key (const DrawOrder *order);

/* The first gap, below everything, and the one after gap; FALSE after the last. */
OrderGap draw_order_first_gap (const DrawOrder *order, guint n_constants);
gboolean draw_order_next_gap (const DrawOrder *order, guint n_constants, OrderGap *gap);

/* order with variable put into gap. */
DrawOrder draw_order_insert (const DrawOrder *order, guint variable, const OrderGap *gap);

/* order with those variables only whose bits are set in kept. */
DrawOrder draw_order_restrict (const DrawOrder *order, guint kept);

/* The place of variable in order, which has it. */
guint draw_order_place (const DrawOrder *order, guint variable);

/* All orders of the variables whose bits are set: an array of DrawOrder that the caller frees. */
GArray *draw_orders (guint variables, guint n_constants);

#endif
