/* SPDX-License-Identifier: Apache-2.0 */
#include "brute_force.h"
#include "small_automata.h"

#include "within.h"

#include <couplet/internal/graph.h>

#include <stdio.h>
#include <stdlib.h>

#include "unit.h"

/* Components and their order against plain transitive closure. */
static void
check_components (const PlainAutomaton *plain)
{
  BruteCycles closure;
  brute_cycles (plain, &closure);
  g_autoptr (CoupletAutomaton) automaton = build_plain (plain, "q");
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  for (int p = 0; p < plain->n_states; p++) {
    gboolean reachable = p == 0 || closure.reaches[0][p];
    assert_int_equal (components->component[p] != COUPLET_NONE, reachable);
    assert_int_equal (automaton->reachable[p], reachable);
    for (int q = 0; reachable && q < plain->n_states; q++) {
      if (q != 0 && !closure.reaches[0][q])
        continue;
      gboolean together = p == q || (closure.reaches[p][q] && closure.reaches[q][p]);
      assert_int_equal (components->component[p] == components->component[q], together);
      if (closure.reaches[p][q])
        assert_true (components->component[q] <= components->component[p]);
    }
  }
  for (guint32 c = 0; c < components->n_components; c++)
    for (guint32 i = components->first[c]; i < components->first[c + 1]; i++)
      assert_int_equal (components->component[components->members[i]], c);
}

static void
test_components_of_random_automata (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  for (guint i = 0; i < 5000; i++) {
    PlainAutomaton plain;
    random_automaton (&plain, random, &(RandomShape){8, TRUE, FALSE, FALSE});
    check_components (&plain);
  }
}

/* A chain, or one cycle, of n states: recursion would end the program. */
static CoupletAutomaton *
long_automaton (guint n, gboolean cycle)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("long");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  CoupletText x = COUPLET_TEXT ("x");
  CoupletNoiseSpec noise = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1")};
  couplet_builder_set_initial (builder, COUPLET_TEXT ("0"), (CoupletPlace){0, 0});
  for (guint i = 0; i < n; i++) {
    char from[16], to[16];
    g_snprintf (from, sizeof from, "%u", i);
    g_snprintf (to, sizeof to, "%u", i + 1 < n ? i + 1 : 1);
    couplet_builder_add_state (
        builder, &(CoupletStateSpec){.name = COUPLET_TEXT (from), .d = &noise, .n_d = 1});
    if (i + 1 == n && !cycle)
      break;
    couplet_builder_add_transition (
        builder, &(CoupletTransitionSpec){.from = COUPLET_TEXT (from),
                                          .to = COUPLET_TEXT (to),
                                          .guard = COUPLET_TEXT (i == 0 ? "true" : "insample < x"),
                                          .output = COUPLET_TEXT ("a"),
                                          .assign = &x,
                                          .n_assign = i == 0 ? 1 : 0});
  }
  return couplet_builder_finish (builder);
}

static void
test_a_chain_of_a_million_states (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = long_automaton (1000000, FALSE);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  assert_int_equal (components->n_components, 1000000);
}

static void
test_a_cycle_of_a_million_states (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = long_automaton (1000000, TRUE);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  assert_int_equal (components->n_components, 2);
}

static gboolean
is_cancelled (gpointer data)
{
  (void)data;
  return TRUE;
}

static void
test_no_components_are_given_once_the_user_cancelled (void **state)
{
  (void)state;
  static const char *const lines[] = {"a b true start assign", "b b < bot", NULL};
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("1", lines);
  Clock clock = {.cancelled = is_cancelled};
  clock_start (&clock, 0);
  assert_null (components_new_by (automaton, &clock));
  clock_clear (&clock);
}

static void
test_no_components_may_be_freed (void **state)
{
  (void)state;
  couplet_components_free (NULL);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_components_of_random_automata),
      cmocka_unit_test (test_a_chain_of_a_million_states),
      cmocka_unit_test (test_a_cycle_of_a_million_states),
      cmocka_unit_test (test_no_components_may_be_freed),
      cmocka_unit_test (test_no_components_are_given_once_the_user_cancelled),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
