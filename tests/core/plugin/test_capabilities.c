/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "capabilities.h"

static const CoupletAutomaton PLAIN = {
    .n_thresholds = 1, .sampling = COUPLET_INDEPENDENT, .all_noise_finite = TRUE};

/* What keeps an automaton from a plugin with these capabilities is told with words. */
static void
assert_obstacle (CoupletCapabilities can, CoupletAutomaton automaton, const char *words)
{
  const CoupletPlugin plugin = {.name = "p", .capabilities = can};
  g_autofree char *obstacle = capabilities_obstacle (&plugin, &automaton);
  if (words == NULL)
    assert_null (obstacle);
  else
    assert_non_null (strstr (obstacle, words));
}

static void
test_plain_automata_reach_everyone (void **state)
{
  (void)state;
  assert_obstacle ((CoupletCapabilities){0}, PLAIN, NULL);
  assert_obstacle ((CoupletCapabilities){.max_thresholds = 1}, PLAIN, NULL);
}

static void
test_what_is_not_declared_is_not_received (void **state)
{
  (void)state;
  CoupletAutomaton two = PLAIN, shared = PLAIN, silent = PLAIN;
  two.n_thresholds = shared.n_thresholds = 2;
  shared.sampling = COUPLET_SHARED;
  silent.all_noise_finite = FALSE;
  const CoupletSnap snap = {.bound = 0};
  CoupletAutomaton snapped = PLAIN;
  snapped.snaps = &snap;
  const CoupletCapabilities none = {0};
  assert_obstacle (none, two, "does not take several thresholds with independent sampling");
  assert_obstacle (none, shared, "does not take several thresholds with shared sampling");
  assert_obstacle (none, silent, "does not take draws without noise");
  assert_obstacle (none, snapped, "does not take snapped outputs");
  assert_obstacle ((CoupletCapabilities){.takes = COUPLET_TAKES_SNAPS}, snapped, NULL);
  assert_obstacle ((CoupletCapabilities){.takes = COUPLET_TAKES_SHARED}, two, "independent");
  assert_obstacle ((CoupletCapabilities){.takes = COUPLET_TAKES_INDEPENDENT}, two, NULL);
  assert_obstacle ((CoupletCapabilities){0, 1, COUPLET_TAKES_INDEPENDENT}, two,
                   "'p' takes at most 1 threshold; the automaton has 2");
  assert_obstacle ((CoupletCapabilities){0, 1, COUPLET_TAKES_NO_NOISE}, silent, NULL);
}

/* A front end writes the automaton as it was read, which is not unfolded. */
static void
test_what_frontends_do_not_state_is_not_written (void **state)
{
  (void)state;
  const CoupletPlugin plain = {.kind = COUPLET_KIND_FRONTEND, .name = "p"};
  CoupletPlugin linear = plain;
  const CoupletState again = {.input = COUPLET_AGAIN};
  CoupletAutomaton cases[] = {PLAIN, PLAIN, PLAIN};
  cases[0].adjacency = COUPLET_ADJACENT_MONOTONIC;
  cases[1].n_states = 1;
  cases[1].states = &again;
  cases[2].linear = (gconstpointer)&again;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *obstacle = capabilities_obstacle (&plain, &cases[i]);
    assert_non_null (obstacle);
  }
  linear.capabilities.takes = COUPLET_WRITES_LINEAR;
  assert_null (capabilities_obstacle (&linear, &cases[2]));
  assert_null (capabilities_obstacle (&plain, &PLAIN));
}

static void
test_flags_are_for_kinds (void **state)
{
  (void)state;
  static const struct {
    guint32 kind, answers, takes;
    gboolean good;
  } cases[] = {{COUPLET_KIND_REPORT, 0, COUPLET_WANTS_AUTOMATON, TRUE},
               {COUPLET_KIND_REPORT, COUPLET_COMPLETE, 0, FALSE},
               {COUPLET_KIND_FRONTEND, 0, COUPLET_WANTS_PROCESS, TRUE},
               {COUPLET_KIND_FRONTEND, 0, COUPLET_TAKES_SHARED, TRUE},
               {COUPLET_KIND_FRONTEND, 0, COUPLET_WRITES_LINEAR, TRUE},
               {COUPLET_KIND_FRONTEND, COUPLET_COMPLETE, 0, FALSE},
               {COUPLET_KIND_OPTIMIZER, 0, COUPLET_WRITES_LINEAR, FALSE},
               {COUPLET_KIND_DECIDER, COUPLET_COMPLETE, 0, TRUE},
               {COUPLET_KIND_DECIDER, 0, COUPLET_COMPLETE, FALSE},
               {COUPLET_KIND_DECIDER, COUPLET_TAKES_SHARED, 0, FALSE},
               {COUPLET_KIND_DECIDER, COUPLET_NEEDS_PRIVATE, 0, FALSE},
               {COUPLET_KIND_OPTIMIZER, COUPLET_NEEDS_PRIVATE, 0, TRUE},
               {COUPLET_KIND_OPTIMIZER, COUPLET_NEEDS_PRIVATE | COUPLET_COMPLETE, 0, FALSE},
               {COUPLET_KIND_OPTIMIZER, 0, 1u << 31, FALSE}};
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const CoupletPlugin plugin = {
        .kind = cases[i].kind,
        .capabilities = {.answers = cases[i].answers, .takes = cases[i].takes}};
    g_autofree char *fault = capabilities_fault (&plugin);
    assert_int_equal (fault == NULL, cases[i].good);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_plain_automata_reach_everyone),
      cmocka_unit_test (test_what_is_not_declared_is_not_received),
      cmocka_unit_test (test_what_frontends_do_not_state_is_not_written),
      cmocka_unit_test (test_flags_are_for_kinds),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
