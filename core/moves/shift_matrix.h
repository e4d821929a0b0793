/* SPDX-License-Identifier: Apache-2.0 */
/* Min-plus matrices: entry (i, j) is the least cost of a way from i to j, infinite where there is
 * none. The product of two is that of ways one after the other. */
#ifndef COUPLET_SHIFT_MATRIX_H
#define COUPLET_SHIFT_MATRIX_H

#include <couplet/internal/cost.h>

G_BEGIN_DECLS

typedef struct {
  guint32 n;
  CoupletCost at[]; /* n times n, by rows */
} ShiftMatrix;

/* The matrix of no step at all. The caller frees it with g_free(), as all of them. */
ShiftMatrix *shift_matrix_unit (guint32 n);

/* Its entries that are finite: CoupletArc. The caller frees them. */
GArray *shift_matrix_ways (const ShiftMatrix *a);

/* a, then one of the ways (CoupletArc). */
ShiftMatrix *shift_matrix_step (CoupletUnit *unit, const ShiftMatrix *a, const GArray *ways);

/* The limit of a taken more and more often: ways that pass a place to which a, or a number of
 * a's that is the same for all places, leads back free of charge keep their cost, all others
 * become infinite. NULL when that number is above most. */
ShiftMatrix *shift_matrix_limit (CoupletUnit *unit, const ShiftMatrix *a, guint32 most);

/* Sets after to vector, of n entries, taken through one of the ways. */
void shift_vector_step (CoupletUnit *unit, const CoupletCost *vector, guint32 n, const GArray *ways,
                        CoupletCost *after);

G_END_DECLS

#endif
