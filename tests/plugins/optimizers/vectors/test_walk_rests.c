/* SPDX-License-Identifier: Apache-2.0 */
#include "walk_rests.h"

#include "potentials.h"
#include "text_automaton.h"
#include "unit.h"

#define WIDTH 5

/* Answers to one threshold, whose noises differ, so that a state has a rest for each way on. */
static const char *const LINES[] = {
    "state i public 1",     "state q0 private 1",  "state q1 private 1/2", "state q2 private 1/3",
    "state q3 private 1/5", "state end private 1", "i q0 true start x",    "q0 q1 <x below0",
    "q0 q1 >=x above0",     "q1 q2 <x below1",     "q1 q2 >=x above1",     "q2 q3 <x below2",
    "q2 q3 >=x above2",     "q3 end <x below3",    "q3 end >=x above3",    NULL};

/* How many rests state has in its list, which are as many as are counted. */
static guint32
n_rests (const WalkRests *rests, guint32 state)
{
  guint32 n = 0;
  for (guint32 r = rests->first[state]; r != NO_REST; r = walk_rest_at (rests, r)->next)
    n++;
  assert_int_equal (rests->count[state], n);
  return n;
}

/* Sets n to how many rests each state has where at most width are kept. */
static void
count_rests (guint32 width, guint32 *n)
{
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", LINES);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  CoupletPace pace = {.context = NULL};
  g_autofree CoupletVector *so_far =
      find_potentials (COST_SO_FAR, automaton, components, unit, &pace);
  VectorSpace space;
  WalkRests rests;
  vector_space_init (&space, automaton, components, NULL, unit);
  walk_rests_init (&rests, &space, NULL, so_far, width);
  while (rests.n_done + 1 < components->n_components)
    assert_true (walk_rests_extend (&rests, 0));
  for (guint32 q = 1; q < automaton->n_states; q++) {
    assert_true (walk_rests_reach (&rests, q));
    n[q] = n_rests (&rests, q);
  }
  walk_rests_clear (&rests);
  vector_space_clear (&space);
}

static void
test_as_many_rests_are_kept_as_may_be (void **state)
{
  (void)state;
  guint32 all[6], some[6];
  count_rests (0, all);
  count_rests (WIDTH, some);
  assert_true (all[1] > 2 * WIDTH);
  assert_int_equal (some[1], WIDTH);
  for (guint32 q = 1; q < G_N_ELEMENTS (all); q++)
    assert_in_range (some[q], MIN (all[q], 2), WIDTH);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_as_many_rests_are_kept_as_may_be),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
