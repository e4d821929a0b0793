/* SPDX-License-Identifier: Apache-2.0 */
#include "random_automata.h"

#include "step_cache.h"

#include "unit.h"

#define N_AUTOMATA 300u

static void
assert_steps_equal (const CoupletStep *a, const CoupletStep *b)
{
  assert_int_equal (a->assigns, b->assigns);
  assert_int_equal (a->tight, b->tight);
  assert_int_equal (a->n, b->n);
  assert_memory_equal (a->from, b->from, sizeof a->from);
  for (guint32 i = 0; i < a->n; i++) {
    assert_int_equal (a->difference[i], b->difference[i]);
    for (int y = 0; y < 3; y++)
      assert_int_equal (couplet_cost_compare (a->pay[i][y], b->pay[i][y]), 0);
  }
}

/* Every transition, several times, in an order by chance. */
static void
check_automaton (const CoupletAutomaton *automaton, GRand *random)
{
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (StepCache) cache = step_cache_new (automaton, components, unit);
  for (guint32 i = 0; i < 4 * automaton->n_transitions; i++) {
    guint32 t = (guint32)g_rand_int_range (random, 0, (gint32)automaton->n_transitions);
    CoupletStep step;
    couplet_step_load (&step, automaton, components, unit, t);
    assert_steps_equal (step_cache_load (cache, t), &step);
  }
}

static void
test_steps_are_those_that_are_loaded_one_by_one (void **state)
{
  (void)state;
  const RandomShape shape = {
      .most_states = 8, .public_comparisons = TRUE, .no_noise = TRUE, .extreme_sensitivity = TRUE};
  g_autoptr (GRand) random = g_rand_new_with_seed (19);
  for (guint i = 0; i < N_AUTOMATA; i++) {
    PlainAutomaton plain;
    random_automaton (&plain, random, &shape);
    CoupletAutomaton *automaton = build_plain (&plain, "q");
    check_automaton (automaton, random);
    couplet_automaton_free (automaton);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_steps_are_those_that_are_loaded_one_by_one),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
