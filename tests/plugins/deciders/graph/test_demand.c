/* SPDX-License-Identifier: Apache-2.0 */
/* What an assignment without noise gives and lets pass, where the input differs one way only. */
#include "demand.h"
#include "small_automata.h"

#include <couplet/internal/shift.h>

#include "unit.h"

/* The demand of x's first assignment when its input differs by difference. */
static Demand
demand_at (int difference)
{
  static const char *const lines[] = {"a b true start assign", "b b < bot", NULL};
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("none", lines);
  const guint8 differences[] = {couplet_shift (difference), COUPLET_ALL_SHIFTS};
  automaton->differences = differences;
  Demand demand = demand_of (automaton, NULL, 0, 0);
  automaton->differences = NULL;
  return demand;
}

static void
test_what_is_given_is_the_difference (void **state)
{
  (void)state;
  static const guint8 given[][2] = {
      {DEMAND_NONE, DEMAND_STRONG}, {DEMAND_WEAK, DEMAND_WEAK}, {DEMAND_STRONG, DEMAND_NONE}};
  for (int difference = -1; difference <= 1; difference++) {
    Demand demand = demand_at (difference);
    assert_int_equal (demand.side[DEMAND_LOWER].given, given[difference + 1][0]);
    assert_int_equal (demand.side[DEMAND_UPPER].given, given[difference + 1][1]);
  }
}

/* A shift of -1 may be less than the one before, that of 1 is not. */
static void
test_a_shift_on_the_wrong_side_carries_nothing_over (void **state)
{
  (void)state;
  for (int difference = -1; difference <= 1; difference++) {
    Demand demand = demand_at (difference);
    assert_int_equal (demand.side[DEMAND_LOWER].carries, difference == 1);
    assert_int_equal (demand.side[DEMAND_UPPER].carries, difference == -1);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_is_given_is_the_difference),
      cmocka_unit_test (test_a_shift_on_the_wrong_side_carries_nothing_over),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
