/* SPDX-License-Identifier: Apache-2.0 */
/* A polyhedron and, on it, an exact sum of terms q * product of z_v^k_v * exp(linear form), in
 * rational numbers. A form is a vector of n + 1 rationals: the multiples of the variables, and a
 * constant behind them.
 */
#ifndef COUPLET_LINEAR_CELL_H
#define COUPLET_LINEAR_CELL_H

#include <fmpq_vec.h>
#include <glib.h>

/* Variables of a polyhedron. */
#define MOST_CELL_VARIABLES 24
/* Terms and bounds of all cells together; beyond, the work is given up. */
#define MOST_CELL_TERMS 200000
#define MOST_CELL_BOUNDS 20000

typedef struct {
  guint n; /* of variables */
  guint16 power[MOST_CELL_VARIABLES];
  fmpq *exponent; /* a form */
  fmpq_t factor;
} CellTerm;

/* The term 1 of n variables; the caller frees it. */
CellTerm *cell_term_new (guint n);
CellTerm *cell_term_copy (const CellTerm *term);
void cell_term_free (CellTerm *term);

typedef struct {
  guint n;
  GPtrArray *bounds; /* fmpq *: forms that are not negative; of parallel ones the tightest only */
  GHashTable *terms; /* a set of CellTerm *, which differ in more than the factor */
} LinearCell;

LinearCell *linear_cell_new (guint n);
/* The bounds alone. */
LinearCell *linear_cell_new_within (const LinearCell *cell);
void linear_cell_free (LinearCell *cell);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LinearCell, linear_cell_free)

/* form >= 0 holds on cell. FALSE when this leaves nothing, or nothing but a boundary. */
gboolean linear_cell_bound (LinearCell *cell, const fmpq *form);

/* Adds term; takes ownership. */
void linear_cell_take_term (LinearCell *cell, CellTerm *term);

/* Whether two cells have the same bounds: a text that is equal then. The caller frees it. */
char *linear_cell_key (const LinearCell *cell);

/* Replaces the cells (LinearCell *) by those in which variable is integrated over, where its
 * density is exp(-rate*|variable|), of values above 0 only if one_sided. FALSE: too much work. */
gboolean linear_cells_integrate (GPtrArray *cells, guint variable, const fmpq_t rate,
                                 gboolean one_sided);

/* Replaces variable by form, in which it does not stand, in all terms and bounds. The density is
 * as above. FALSE: too much work. */
gboolean linear_cells_replace (GPtrArray *cells, guint variable, const fmpq *form,
                               const fmpq_t rate, gboolean one_sided);

#endif
