/* SPDX-License-Identifier: Apache-2.0 */
#include "text_automaton.h"

#include <antichain.h>

#include "unit.h"

#define COST 6

static const char *const LINES[] = {"state q private 1", "q r true s x", "state r private 1", NULL};

/* Whether all that may follow vector stays within the cost. */
static gboolean
is_allowed (const CoupletVector *vector, const GArray *rests, CoupletUnit *unit)
{
  for (guint i = 0; i < rests->len; i++) {
    const CoupletVector *rest = &g_array_index (rests, Candidate, i).vector;
    CoupletCost least = COUPLET_COST_INFINITE;
    for (int x = 0; x < 3; x++)
      least = couplet_cost_min (least, couplet_cost_add (unit, vector->at[x], rest->at[x]));
    if (couplet_cost_compare (least, COST) > 0)
      return FALSE;
  }
  return TRUE;
}

static gboolean
is_below_one (const CoupletVector *vector, const GArray *allowances)
{
  for (guint i = 0; i < allowances->len; i++)
    if (couplet_vector_below (vector, &g_array_index (allowances, CoupletVector, i)))
      return TRUE;
  return FALSE;
}

/* Up to n rests, some of them with entries above the cost or infinite. */
static GArray *
random_rests (GRand *random, gint32 n)
{
  GArray *rests = g_array_new (FALSE, FALSE, sizeof (Candidate));
  for (gint32 i = 0; i < n; i++) {
    Candidate rest = {.tag = 0};
    for (int x = 0; x < 3; x++) {
      gint32 value = g_rand_int_range (random, 0, COST + 4);
      rest.vector.at[x] = value == COST + 3 ? COUPLET_COST_INFINITE : (CoupletCost)value;
    }
    g_array_append_val (rests, rest);
  }
  g_array_set_size (rests, antichain_reduce ((Candidate *)(gpointer)rests->data, rests->len, NULL));
  return rests;
}

static GArray *
allowances_of (GArray *rests, CoupletUnit *unit)
{
  CoupletPace pace = {.context = NULL};
  GArray *allowances = g_array_new (FALSE, FALSE, sizeof (CoupletVector));
  assert_true (allowances_append (allowances, (Candidate *)(gpointer)rests->data, rests->len, COST,
                                  unit, &pace));
  return allowances;
}

/* Every vector of 0 .. COST and infinite entries is allowed when it is below one of the
 * allowances, and else not. */
static void
check_all_vectors (const GArray *rests, const GArray *allowances, CoupletUnit *unit)
{
  for (int code = 0; code < (COST + 2) * (COST + 2) * (COST + 2); code++) {
    CoupletVector vector;
    for (int x = 0, rest = code; x < 3; x++, rest /= COST + 2)
      vector.at[x] =
          rest % (COST + 2) > COST ? COUPLET_COST_INFINITE : (CoupletCost)(rest % (COST + 2));
    assert_int_equal (is_below_one (&vector, allowances), is_allowed (&vector, rests, unit));
  }
}

static void
check_none_is_below_another (const GArray *allowances)
{
  for (guint i = 0; i < allowances->len; i++)
    for (guint j = 0; j < allowances->len; j++)
      assert_true (i == j || !couplet_vector_below (&g_array_index (allowances, CoupletVector, i),
                                                    &g_array_index (allowances, CoupletVector, j)));
}

static void
test_they_are_the_greatest_of_what_is_allowed (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", LINES);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  guint largest = 0;
  for (guint i = 0; i < 2000; i++) {
    g_autoptr (GArray) rests = random_rests (random, g_rand_int_range (random, 1, 14));
    g_autoptr (GArray) allowances = allowances_of (rests, unit);
    check_all_vectors (rests, allowances, unit);
    check_none_is_below_another (allowances);
    largest = MAX (largest, allowances->len);
  }
  assert_true (largest > 8);
}

static void
test_a_rest_above_the_cost_allows_nothing (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", LINES);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (GArray) rests = g_array_new (FALSE, FALSE, sizeof (Candidate));
  const Candidate rest = {{{COST + 1, COUPLET_COST_INFINITE, COST + 2}}, 0};
  g_array_append_val (rests, rest);
  g_autoptr (GArray) allowances = allowances_of (rests, unit);
  assert_int_equal (allowances->len, 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_they_are_the_greatest_of_what_is_allowed),
      cmocka_unit_test (test_a_rest_above_the_cost_allows_nothing),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
