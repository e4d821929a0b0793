/* SPDX-License-Identifier: Apache-2.0 */
#include "potentials.h"

#include "text_automaton.h"
#include "unit.h"

/* The bound passes from a6 to a5 and so on, one state a sweep in the order of the component's
 * states: that all of a component have the same bound, where it does not assign, is known without
 * so many sweeps. With x = 0 the exit costs 1. */
static void
test_states_of_a_long_component_that_does_not_assign_share_their_bound (void **state)
{
  (void)state;
  static const char *const lines[] = {
      "state i public 1",  "state s1 public 1", "state s2 public 1",  "state s3 public 1",
      "state s4 public 1", "state s5 public 1", "state s6 public 1",  "state a1 public 1",
      "state a2 public 1", "state a3 public 1", "state a4 public 1",  "state a5 public 1",
      "state a6 public 1", "state b private 1", "state end public 1", "i s1 true start x",
      "s1 s2 <x down1",    "s1 a1 >=x out1",    "s2 s3 <x down2",     "s2 a2 >=x out2",
      "s3 s4 <x down3",    "s3 a3 >=x out3",    "s4 s5 <x down4",     "s4 a4 >=x out4",
      "s5 s6 <x down5",    "s5 a5 >=x out5",    "s6 a6 true out6",    "a1 a2 true on1",
      "a2 a3 true on2",    "a3 a4 true on3",    "a4 a5 true on4",     "a5 a6 true on5",
      "a6 s1 <x back",     "a6 b >=x exit",     "b end <x leave",     NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  CoupletPace pace = {.context = NULL};
  g_autofree CoupletVector *bound =
      find_potentials (COST_TO_GO, automaton, components, unit, &pace);
  for (guint32 q = 1; q <= 12; q++) {
    assert_int_equal (components->component[q], components->component[1]);
    assert_int_equal (couplet_cost_compare (bound[q].at[1], bound[13].at[1]), 0);
  }
  assert_true (bound[13].at[1] > 0 && bound[13].at[1] != COUPLET_COST_INFINITE);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_states_of_a_long_component_that_does_not_assign_share_their_bound),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
