/* SPDX-License-Identifier: Apache-2.0 */
/* A polyhedron, whose bounds are exact, and a sum of exponentials on it. */
#ifndef COUPLET_LINEAR_CELL_H
#define COUPLET_LINEAR_CELL_H

#include "exponential_sum.h"

/* Terms and bounds of all cells together; beyond, the work is given up. */
#define MOST_CELL_TERMS 200000
#define MOST_CELL_BOUNDS 20000

typedef struct {
  guint n;
  GPtrArray *bounds; /* fmpq *: forms that are not negative; of parallel ones the tightest only */
  ExponentialSum *sum;
} LinearCell;

/* No bounds, and no terms. */
LinearCell *linear_cell_new (guint n);
/* The bounds alone. */
LinearCell *linear_cell_new_within (const LinearCell *cell);
void linear_cell_free (LinearCell *cell);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LinearCell, linear_cell_free)

/* form >= 0 holds on cell. FALSE when this leaves nothing, or nothing but a boundary. */
gboolean linear_cell_bound (LinearCell *cell, const fmpq *form);

/* Whether two cells have the same bounds: a text that is equal then. The caller frees it. */
char *linear_cell_key (const LinearCell *cell);

/* form >= 0 holds on all cells (LinearCell *); those of which nothing is left are removed. */
void linear_cells_bound (GPtrArray *cells, const fmpq *form);

/* Multiplies by exp(-rate*rho*|form|), by 0 where form is negative if one_sided. FALSE: too much
 * work. */
gboolean linear_cells_weigh (GPtrArray *cells, const fmpq *form, const fmpq_t rate,
                             gboolean one_sided, ExponentialScale *scale);

/* Replaces the cells by those in which variable is integrated over. FALSE: too much work. */
gboolean linear_cells_integrate (GPtrArray *cells, guint variable, ExponentialScale *scale);

#endif
