/* SPDX-License-Identifier: Apache-2.0 */
#include "shift_matrix.h"

#include <string.h>

static ShiftMatrix *
matrix_new (guint32 n)
{
  ShiftMatrix *matrix = g_malloc (sizeof *matrix + (gsize)n * n * sizeof *matrix->at);
  matrix->n = n;
  memset (matrix->at, 0xff, (gsize)n * n * sizeof *matrix->at); /* infinite */
  return matrix;
}

static CoupletCost *
row_of (ShiftMatrix *matrix, guint32 i)
{
  return &matrix->at[(gsize)i * matrix->n];
}

static void
lower (CoupletCost *cost, CoupletCost other)
{
  *cost = couplet_cost_min (*cost, other);
}

ShiftMatrix *
shift_matrix_unit (guint32 n)
{
  ShiftMatrix *matrix = matrix_new (n);
  for (guint32 i = 0; i < n; i++)
    row_of (matrix, i)[i] = 0;
  return matrix;
}

GArray *
shift_matrix_ways (const ShiftMatrix *a)
{
  GArray *ways = g_array_new (FALSE, FALSE, sizeof (CoupletArc));
  for (guint32 i = 0; i < a->n * a->n; i++) {
    CoupletArc way = {i / a->n, i % a->n, a->at[i]};
    if (way.cost != COUPLET_COST_INFINITE)
      g_array_append_val (ways, way);
  }
  return ways;
}

void
shift_vector_step (CoupletUnit *unit, const CoupletCost *vector, guint32 n, const GArray *ways,
                   CoupletCost *after)
{
  memset (after, 0xff, n * sizeof *after);
  for (guint i = 0; i < ways->len; i++) {
    const CoupletArc *way = &g_array_index (ways, CoupletArc, i);
    if (vector[way->before] != COUPLET_COST_INFINITE)
      lower (&after[way->after], couplet_cost_add (unit, vector[way->before], way->cost));
  }
}

ShiftMatrix *
shift_matrix_step (CoupletUnit *unit, const ShiftMatrix *a, const GArray *ways)
{
  ShiftMatrix *product = matrix_new (a->n);
  for (guint32 i = 0; i < a->n; i++)
    shift_vector_step (unit, &a->at[(gsize)i * a->n], a->n, ways, row_of (product, i));
  return product;
}

static ShiftMatrix *
copy_of (const ShiftMatrix *a)
{
  return g_memdup2 (a, sizeof *a + (gsize)a->n * a->n * sizeof *a->at);
}

/* Makes of a the matrix of any number of its steps, none among them (Floyd and Warshall). */
static void
close_steps (CoupletUnit *unit, ShiftMatrix *a)
{
  for (guint32 i = 0; i < a->n; i++)
    row_of (a, i)[i] = 0;
  for (guint32 k = 0; k < a->n; k++)
    for (guint32 i = 0; i < a->n; i++) {
      CoupletCost first = row_of (a, i)[k];
      for (guint32 j = 0; j < a->n && first != COUPLET_COST_INFINITE; j++)
        if (row_of (a, k)[j] != COUPLET_COST_INFINITE)
          lower (&row_of (a, i)[j], couplet_cost_add (unit, first, row_of (a, k)[j]));
    }
}

/* Whether each place that a's steps lead back to free of charge is led back to by one. free:
 * per place, whether it is one of those. */
static gboolean
repeats_at_once (CoupletUnit *unit, const ShiftMatrix *a, guint8 *free)
{
  g_autofree ShiftMatrix *some = copy_of (a);
  close_steps (unit, some);
  for (guint32 i = 0; i < a->n; i++) {
    gboolean back = FALSE;
    for (guint32 j = 0; j < a->n && !back; j++)
      back = a->at[(gsize)i * a->n + j] == 0 && row_of (some, j)[i] == 0;
    free[i] = a->at[(gsize)i * a->n + i] == 0;
    if (back && !free[i])
      return FALSE;
  }
  return TRUE;
}

ShiftMatrix *
shift_matrix_limit (CoupletUnit *unit, const ShiftMatrix *a, guint32 most)
{
  g_autofree guint8 *free = g_new0 (guint8, MAX (a->n, 1));
  g_autofree ShiftMatrix *turns = copy_of (a);
  g_autoptr (GArray) turn = shift_matrix_ways (a);
  for (guint32 i = 1; !repeats_at_once (unit, turns, free); i++) {
    if (i == most)
      return NULL;
    g_autofree ShiftMatrix *before = turns;
    turns = shift_matrix_step (unit, before, turn);
  }
  close_steps (unit, turns);
  ShiftMatrix *limit = matrix_new (a->n);
  for (guint32 z = 0; z < a->n; z++)
    for (guint32 i = 0; i < a->n && free[z]; i++)
      for (guint32 j = 0; j < a->n && row_of (turns, i)[z] != COUPLET_COST_INFINITE; j++)
        if (row_of (turns, z)[j] != COUPLET_COST_INFINITE)
          lower (&row_of (limit, i)[j],
                 couplet_cost_add (unit, row_of (turns, i)[z], row_of (turns, z)[j]));
  return limit;
}
