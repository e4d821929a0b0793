/* SPDX-License-Identifier: Apache-2.0 */
#include "small_automata.h"

#include <couplet/cost.h>

#include "unit.h"

static const char *const CHAIN[] = {"a b true start assign", "b c < bot", NULL};

static char *
cost_text (const CoupletUnit *unit, CoupletCost cost)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (unit, cost, &value);
  return couplet_rational_to_string (&value);
}

static void
test_small_costs_are_words (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("3/7", CHAIN);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  CoupletCost d = couplet_unit_cost (unit, automaton->noises[0].d[0]);
  assert_true (d < COUPLET_COST_SMALL_END);
  g_autofree char *twice = cost_text (unit, couplet_cost_add (unit, d, d));
  assert_string_equal (twice, "6/7");
}

static void
test_costs_beyond_a_word_are_exact (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton =
      small_automaton ("1000000000000000000000000000001/7", CHAIN);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  CoupletCost d = couplet_unit_cost (unit, automaton->noises[0].d[0]);
  assert_false (d < COUPLET_COST_SMALL_END);
  CoupletCost twice = couplet_cost_add (unit, d, d);
  g_autofree char *text = cost_text (unit, twice);
  assert_string_equal (text, "2000000000000000000000000000002/7");
  assert_true (couplet_cost_compare (d, twice) < 0);
  assert_true (couplet_cost_compare (twice, d) > 0);
  assert_int_equal (couplet_cost_compare (twice, couplet_cost_add (unit, d, d)), 0);
  assert_true (couplet_cost_compare (5, d) < 0);
}

/* Sums that leave the word just where it ends. */
static void
test_sums_cross_the_end_of_a_word (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("1", CHAIN);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  CoupletCost last = COUPLET_COST_SMALL_END - 1;
  CoupletCost over = couplet_cost_add (unit, last, 1);
  g_autofree char *text = cost_text (unit, over);
  assert_string_equal (text, "9223372036854775808");
  CoupletCost much = couplet_cost_add (unit, over, over);
  g_autofree char *more = cost_text (unit, couplet_cost_add (unit, much, 5));
  assert_string_equal (more, "18446744073709551621");
  assert_true (couplet_cost_compare (last, over) < 0);
  assert_true (couplet_cost_compare (over, much) < 0);
}

static void
test_infinite_is_above_all_and_absorbs (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("1", CHAIN);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  CoupletCost large = couplet_cost_add (unit, COUPLET_COST_SMALL_END - 1, 7);
  assert_true (couplet_cost_add (unit, 3, COUPLET_COST_INFINITE) == COUPLET_COST_INFINITE);
  assert_true (couplet_cost_add (unit, COUPLET_COST_INFINITE, large) == COUPLET_COST_INFINITE);
  assert_true (couplet_cost_compare (large, COUPLET_COST_INFINITE) < 0);
  assert_int_equal (couplet_cost_compare (COUPLET_COST_INFINITE, COUPLET_COST_INFINITE), 0);
  assert_true (couplet_cost_min (COUPLET_COST_INFINITE, 4) == 4);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_small_costs_are_words),
      cmocka_unit_test (test_costs_beyond_a_word_are_exact),
      cmocka_unit_test (test_sums_cross_the_end_of_a_word),
      cmocka_unit_test (test_infinite_is_above_all_and_absorbs),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
