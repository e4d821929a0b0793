/* SPDX-License-Identifier: Apache-2.0 */
#include "output_letters.h"

#include "text_automaton.h"
#include "unit.h"

#define MOST_PLACES 4
#define ALL_POWERS 12 /* the least common multiple of all lengths of rings */
#define N_MATRICES 3000
#define INF COUPLET_COST_INFINITE

/* Plain numbers are costs below 2^63; the unit is of no account. */
static CoupletUnit *
some_unit (void)
{
  const char *const lines[] = {"state q public 1", "state r public 1", "q r true go x", NULL};
  CoupletAutomaton *automaton = text_automaton (COUPLET_SHARED, "x", lines);
  CoupletUnit *unit = couplet_unit_new (automaton, NULL);
  couplet_automaton_free (automaton);
  return unit;
}

static ShiftMatrix *
matrix_of (guint32 n, const CoupletCost *at)
{
  ShiftMatrix *matrix = shift_matrix_unit (n);
  memcpy (matrix->at, at, (gsize)n * n * sizeof *at);
  return matrix;
}

static void
assert_matrix (const ShiftMatrix *matrix, const CoupletCost *at)
{
  for (guint32 i = 0; i < matrix->n * matrix->n; i++)
    assert_int_equal (matrix->at[i], at[i]);
}

/* ---- By the definition ------------------------------------------------------------------------
 */

static CoupletCost
sum_of (CoupletCost a, CoupletCost b)
{
  return a == INF || b == INF ? INF : a + b;
}

static void
multiply (guint32 n, const CoupletCost *a, const CoupletCost *b, CoupletCost *product)
{
  for (guint32 i = 0; i < n; i++)
    for (guint32 j = 0; j < n; j++) {
      CoupletCost least = INF;
      for (guint32 k = 0; k < n; k++)
        least = MIN (least, sum_of (a[i * n + k], b[k * n + j]));
      product[i * n + j] = least;
    }
}

/* any = steps taken any number of times, none among them. */
static void
repeat (guint32 n, const CoupletCost *steps, CoupletCost *any)
{
  CoupletCost longer[MOST_PLACES * MOST_PLACES];
  for (guint32 i = 0; i < n * n; i++)
    any[i] = i % (n + 1) == 0 ? 0 : INF;
  for (guint32 k = 0; k < n; k++) {
    multiply (n, any, steps, longer);
    for (guint32 i = 0; i < n * n; i++)
      any[i] = MIN (any[i], longer[i]);
  }
}

/* limit = what all powers of a, each a multiple of ALL_POWERS, come to. */
static void
find_limit (guint32 n, const CoupletCost *a, CoupletCost *limit)
{
  CoupletCost power[MOST_PLACES * MOST_PLACES], next[MOST_PLACES * MOST_PLACES];
  CoupletCost any[MOST_PLACES * MOST_PLACES];
  memcpy (power, a, n * n * sizeof *a);
  for (guint32 k = 1; k < ALL_POWERS; k++) {
    multiply (n, power, a, next);
    memcpy (power, next, n * n * sizeof *a);
  }
  repeat (n, power, any);
  for (guint32 i = 0; i < n * n; i++) {
    limit[i] = INF;
    for (guint32 z = 0; z < n; z++)
      if (power[z * n + z] == 0)
        limit[i] = MIN (limit[i], sum_of (any[i / n * n + z], any[z * n + i % n]));
  }
}

/* ---- The tests --------------------------------------------------------------------------------
 */

static void
random_costs (GRand *random, guint32 n, CoupletCost *at)
{
  gint32 most = g_rand_int_range (random, 2, 8);
  for (guint32 i = 0; i < n * n; i++) {
    gint32 cost = g_rand_int_range (random, 0, most);
    at[i] = cost == 1 ? INF : (CoupletCost)MAX (cost - 1, 0);
  }
}

static void
test_products_and_limits_are_those_of_the_definition (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  g_autoptr (CoupletUnit) unit = some_unit ();
  for (guint i = 0; i < N_MATRICES; i++) {
    CoupletCost a[MOST_PLACES * MOST_PLACES], b[MOST_PLACES * MOST_PLACES];
    CoupletCost expected[MOST_PLACES * MOST_PLACES];
    guint32 n = (guint32)g_rand_int_range (random, 1, MOST_PLACES + 1);
    random_costs (random, n, a);
    random_costs (random, n, b);
    g_autofree ShiftMatrix *first = matrix_of (n, a);
    g_autofree ShiftMatrix *second = matrix_of (n, b);
    g_autoptr (GArray) ways = shift_matrix_ways (second);
    g_autofree ShiftMatrix *product = shift_matrix_step (unit, first, ways);
    multiply (n, a, b, expected);
    assert_matrix (product, expected);
    g_autofree ShiftMatrix *limit = shift_matrix_limit (unit, first, ALL_POWERS);
    find_limit (n, a, expected);
    assert_non_null (limit);
    assert_matrix (limit, expected);
  }
}

static void
test_steps_are_matrices_of_their_ways (void **state)
{
  (void)state;
  g_autoptr (CoupletUnit) unit = some_unit ();
  static const CoupletArc ARCS[] = {{0, 1, 5}, {1, 1, 0}, {1, 0, 2}, {0, 1, 3}};
  g_autoptr (GArray) ways = g_array_new (FALSE, FALSE, sizeof (CoupletArc));
  g_array_append_vals (ways, ARCS, G_N_ELEMENTS (ARCS));
  const CoupletCost at[] = {1, INF, 4, 7}, expected[] = {INF, 4, 9, 7};
  g_autofree ShiftMatrix *matrix = matrix_of (2, at);
  g_autofree ShiftMatrix *after = shift_matrix_step (unit, matrix, ways);
  assert_matrix (after, expected);
}

/* A free ring of three places leads each of them back after three turns. */
static void
test_a_ring_needs_as_many_turns_as_it_is_long (void **state)
{
  (void)state;
  g_autoptr (CoupletUnit) unit = some_unit ();
  const CoupletCost ring[] = {INF, 0, INF, INF, INF, 0, 0, INF, INF};
  const CoupletCost expected[] = {0, INF, INF, INF, 0, INF, INF, INF, 0};
  g_autofree ShiftMatrix *matrix = matrix_of (3, ring);
  assert_null (shift_matrix_limit (unit, matrix, 2));
  g_autofree ShiftMatrix *limit = shift_matrix_limit (unit, matrix, 3);
  assert_non_null (limit);
  assert_matrix (limit, expected);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_products_and_limits_are_those_of_the_definition),
      cmocka_unit_test (test_steps_are_matrices_of_their_ways),
      cmocka_unit_test (test_a_ring_needs_as_many_turns_as_it_is_long),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
