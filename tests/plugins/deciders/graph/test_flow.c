/* SPDX-License-Identifier: Apache-2.0 */
/* Demands that flow until they meet a conflict, and what is said when the time is over before. */
#include "flow.h"
#include "small_automata.h"

#include <couplet/host.h>

#include "unit.h"

/* Looks at the clock in the whole search of this automaton, and more. */
#define MOST_STEPS 40

/* An assignment asks for a shift of 1 at least; three loops later one asks for -1 at most. */
static CoupletAutomaton *
some_automaton (void)
{
  static const char *const lines[] = {"a b true start assign",
                                      "b b < bot",
                                      "b c >= next",
                                      "c d < on",
                                      "d e < over",
                                      "e e >= top",
                                      NULL};
  return small_automaton ("1", lines);
}

/* Whether a conflict is found when the clock, which is over from the start, is looked at after so
 * many steps; 0 = it is never looked at. */
static gboolean
finds_conflict (const CoupletAutomaton *automaton, guint32 steps, Conflict *conflict)
{
  static const CoupletPlugin plugin = {.name = "test", .kind = COUPLET_KIND_DECIDER};
  static const volatile int yes = 1;
  const CoupletHost host = {.cancelled = &yes};
  g_autoptr (CoupletContext) context = couplet_context_new (&plugin, NULL, &host, "test");
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autofree Demand *demands = g_new (Demand, automaton->n_transitions);
  CoupletPace pace = {.context = steps > 0 ? context : NULL, .left = steps};
  for (guint32 t = 0; t < automaton->n_transitions; t++)
    demands[t] = demand_of (automaton, components, 0, t);
  return flow_find_conflict (automaton, demands, &pace, conflict);
}

static void
test_a_conflict_is_a_walk_between_two_demands (void **state)
{
  (void)state;
  Conflict conflict;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  assert_true (finds_conflict (automaton, 0, &conflict));
  assert_int_equal (conflict_first (&conflict), 1); /* the first loop */
  assert_int_equal (conflict_last (&conflict), 5);  /* the last one */
  assert_int_equal (conflict.transitions->len, 5);
  conflict_clear (&conflict);
}

/* Wherever the search is when the clock is looked at. */
static void
test_no_conflict_is_claimed_when_the_time_is_over (void **state)
{
  (void)state;
  guint32 n_found = 0;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  for (guint32 steps = 1; steps <= MOST_STEPS; steps++) {
    Conflict conflict;
    gboolean found = finds_conflict (automaton, steps, &conflict);
    assert_int_equal (found, conflict.transitions != NULL);
    n_found += found ? 1 : 0;
    conflict_clear (&conflict);
  }
  assert_in_range (n_found, 1, MOST_STEPS - 5); /* late enough, and too early */
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_conflict_is_a_walk_between_two_demands),
      cmocka_unit_test (test_no_conflict_is_claimed_when_the_time_is_over),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
