/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of shift vectors given by bounds on shifts and on differences of two:
 * difference-bound matrices (D. L. Dill, CAV 1989).
 *
 * Entry (i, j) of the matrix is the most that x_i - x_j can be, where x_0 = 0
 * and x_1 .. x_n are the shifts. Shifts lie in [-1, 1], entries in [-2, 2]. */
#ifndef COUPLET_SHIFT_SET_H
#define COUPLET_SHIFT_SET_H

#include <glib.h>

typedef gint8 ShiftSet;

/* How many entries a set of n shifts has. */
static inline gsize
shift_set_size (guint n)
{
  return (gsize)(n + 1) * (n + 1);
}

/* All shifts in [-1, 1]. */
void shift_set_fill (ShiftSet *set, guint n);

/* Adds x_i - x_j <= most; i or j may be 0. */
void shift_set_require (ShiftSet *set, guint n, guint i, guint j, int most);

/* Makes every entry the least that follows from the others; FALSE when no
 * shifts are left. */
gboolean shift_set_close (ShiftSet *set, guint n);

/* Whether a's shifts are all in b (both closed). */
gboolean shift_set_within (const ShiftSet *a, const ShiftSet *b, guint n);

#endif
