/* SPDX-License-Identifier: Apache-2.0 */
/* A polyhedron, whose bounds are exact, and a sum of exponentials on it. Some variables may be
 * whole numbers: integrals over these are sums. */
#ifndef COUPLET_LINEAR_CELL_H
#define COUPLET_LINEAR_CELL_H

#include "exponential_sum.h"

/* Terms and bounds of all cells together; beyond, the work is given up. */
#define MOST_CELL_TERMS 200000
#define MOST_CELL_BOUNDS 20000

typedef struct {
  guint n, n_real;    /* variables from n_real on are whole numbers */
  gboolean *gives_up; /* set where a form of whole numbers has multiples other than 1 and -1 */
  GPtrArray *bounds;  /* fmpq *: forms that are not negative; of parallel ones the tightest only */
  ExponentialSum *sum;
} LinearCell;

/* No bounds, and no terms. */
LinearCell *linear_cell_new (guint n, guint n_real, gboolean *gives_up);
void linear_cell_free (LinearCell *cell);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LinearCell, linear_cell_free)

/* form >= 0 holds on all cells (LinearCell *), or > 0 if strict, which counts for whole numbers and
 * constants. Those are removed of which this leaves nothing, or of real numbers nothing but a
 * boundary. */
void linear_cells_bound (GPtrArray *cells, const fmpq *form, gboolean strict);

/* Multiplies by exp(-rate*rho*|form|), by 0 where form is negative if one_sided. FALSE: too much
 * work. */
gboolean linear_cells_weigh (GPtrArray *cells, const fmpq *form, const fmpq_t rate,
                             gboolean one_sided, ExponentialScale *scale);

/* Replaces the cells by those in which variable is integrated over, real ones before whole ones.
 * FALSE: too much work. */
gboolean linear_cells_integrate (GPtrArray *cells, guint variable, ExponentialScale *scale);

#endif
