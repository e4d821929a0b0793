/* SPDX-License-Identifier: Apache-2.0 */
/* Walks whose steps on cycles become loops show the same; a part of the orders, and none of
 * them, stand on either side of all, and merged ones come to the same. COUPLET_TEST_AUTOMATA and
 * COUPLET_TEST_SEED make it longer. */
#include "ask_frontier.h"
#include "environment.h"
#include "looped_walk.h"
#include "outcome.h"
#include "random_many.h"
#include "text_automaton.h"
#include "within.h"

#include <couplet/host.h>
#include <couplet/host/check.h>
#include <couplet/host/evidence.h>

#include "unit.h"

#define DEFAULT_AUTOMATA 2000
#define DEFAULT_SEED 20261122

static CoupletOutcome *
ask (const CoupletAutomaton *automaton)
{
  return ask_frontier (automaton, &(FrontierOptions){PRUNE_WHEN_LARGE, 10000000, NULL}, 100000);
}

/* -1, 0 or 1 as the cost of a is below, at or above that of b; both have one. */
static int
compare (CoupletOutcome *a, CoupletOutcome *b)
{
  const CoupletStageResult *p = couplet_outcome_result (a), *q = couplet_outcome_result (b);
  assert_true (p->has_cost && q->has_cost);
  if (p->cost_is_infinite || q->cost_is_infinite)
    return p->cost_is_infinite - q->cost_is_infinite;
  int order = couplet_rational_compare (&p->cost, &q->cost);
  return (order > 0) - (order < 0);
}

/* The number of loops in the evidence of outcome, all of which is accepted. */
static guint
count_loops (CoupletOutcome *outcome)
{
  guint loops = 0;
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  for (guint i = 0; i < result->n_evidence; i++) {
    guint n;
    g_autofree char *why = NULL;
    const CoupletEvidence *evidence = result->evidence[i];
    couplet_evidence_loops (evidence, &n);
    loops += n;
    assert_int_equal (couplet_evidence_check (evidence, NULL, &why), COUPLET_EVIDENCE_ACCEPTED);
    assert_int_not_equal (couplet_evidence_kind (evidence), COUPLET_EVIDENCE_VIOLATION);
    assert_int_not_equal (couplet_evidence_kind (evidence), COUPLET_EVIDENCE_BOUND);
  }
  return loops;
}

/* What a checker says of the walks of outcome, about merged orders, with loops. */
typedef struct {
  guint merged, dropped, accepted, rejected;
} Seen;

/* The evidence that consists of walks may not be accepted, as to a checker more steps may have to
 * be free; all other is. */
static void
see_evidence (CoupletOutcome *outcome, Seen *seen)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  for (guint i = 0; i < result->n_evidence; i++) {
    g_autofree char *why = NULL;
    const CoupletEvidence *evidence = result->evidence[i];
    gboolean accepted = couplet_evidence_check (evidence, NULL, &why) == COUPLET_EVIDENCE_ACCEPTED;
    assert_true (accepted || couplet_evidence_kind (evidence) != COUPLET_EVIDENCE_BOUND);
    seen->accepted += accepted;
    seen->rejected += !accepted;
  }
}

/* Merged orders have the same walks, and so the same cost. */
static void
check_merged (const CoupletAutomaton *automaton, const CoupletAutomaton *whole,
              CoupletOutcome *exact, Seen *seen)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) merged =
      unfold_by (automaton, UNFOLD_MERGED, G_MAXUINT32, NULL, NULL, &error);
  assert_null (error);
  const CoupletAutomaton *used = merged != NULL ? merged : automaton;
  assert_true (merged == NULL || merged->n_states <= whole->n_states);
  g_autoptr (CoupletOutcome) outcome = ask (used);
  assert_int_equal (compare (outcome, exact), 0);
  outcome_loop_walks (outcome, used);
  see_evidence (outcome, seen);
  seen->merged++;
  seen->dropped += whole != NULL && used->n_states < whole->n_states;
}

/* Returns how many loops its walk has. */
static guint
check_sides (const CoupletAutomaton *automaton, Seen *seen)
{
  g_autoptr (CoupletAutomaton) whole =
      unfold_by (automaton, UNFOLD_ALL, G_MAXUINT32, NULL, NULL, NULL);
  g_autoptr (CoupletAutomaton) part =
      unfold_by (automaton, UNFOLD_PART, G_MAXUINT32, NULL, NULL, NULL);
  g_autoptr (CoupletAutomaton) wide =
      unfold_by (automaton, UNFOLD_NO_ORDERS, G_MAXUINT32, NULL, NULL, NULL);
  assert_non_null (part);
  g_autoptr (CoupletOutcome) exact = ask (whole != NULL ? whole : automaton);
  g_autoptr (CoupletOutcome) below = ask (part);
  g_autoptr (CoupletOutcome) above = ask (wide != NULL ? wide : automaton);
  assert_int_equal (compare (below, exact), 0); /* so small a part is the whole */
  assert_true (compare (above, exact) >= 0);
  check_merged (automaton, whole, exact, seen);
  outcome_keep_walks (below);
  outcome_loop_walks (below, part);
  return count_loops (below);
}

static void
test_random_automata_are_between_their_sides (void **state)
{
  (void)state;
  Seen seen = {0};
  guint n = environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA), loops = 0, many = 0;
  g_autoptr (GRand) random =
      g_rand_new_with_seed (environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  for (guint i = 0; i < n; i++) {
    ManyAutomaton plain;
    random_many (&plain, random, TRUE, FALSE);
    g_autoptr (CoupletAutomaton) automaton = build_many (&plain);
    if (automaton->n_thresholds < 2)
      continue;
    loops += check_sides (automaton, &seen);
    many++;
  }
  assert_true (many > n / 10 && loops > n / 20);
  print_message (
      "%u automata, %u with fewer states when merged; %u pieces of evidence accepted, %u "
      "not\n",
      seen.merged, seen.dropped, seen.accepted, seen.rejected);
  assert_true (seen.dropped > n / 50);
  assert_true (seen.rejected <= seen.accepted / 1000);
}

/* ---- Consecutive steps ----------------------------------------------------------------------- */

static const CoupletPlugin PLUGIN = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                     .name = "plugin",
                                     .capabilities = {.answers = COUPLET_COMPLETE}};

/* What becomes of a walk through a ring of three states, the last of which may assign a threshold
 * that nothing compares with: the steps of its loops, as `first-end` of each. */
static char *
loops_of_walk (const char *last, const char *const *outputs)
{
  const char *const lines[] = {"state s public 1",
                               "state a private 1",
                               "state b private 1",
                               "state c private 1",
                               "state e private 1",
                               "s a true start x,y",
                               "a b <x one",
                               "b c <x two",
                               last,
                               "a e >=x end",
                               NULL};
  g_autoptr (CoupletAutomaton) a = text_automaton (COUPLET_SHARED, "x y", lines);
  CoupletEvidence *walk = couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, a);
  for (guint i = 0; outputs[i] != NULL; i++)
    couplet_evidence_add_step (walk, (CoupletWalkStep){transition_with_output (a, outputs[i]),
                                                       i > 0 ? 1 : 0, COUPLET_SHIFT_UNUSED});
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &PLUGIN);
  couplet_outcome_take_evidence (outcome, walk);
  outcome_loop_walks (outcome, a);
  guint n;
  const CoupletEvidenceLoop *loops =
      couplet_evidence_loops (couplet_outcome_result (outcome)->evidence[0], &n);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u-%u", i > 0 ? " " : "", loops[i].first, loops[i].end);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_consecutive_steps_make_one_loop_with_a_way_back (void **state)
{
  (void)state;
  const char *const two[] = {"start", "one", "two", NULL};
  const char *const round[] = {"start", "one", "two", "three", "end", NULL};
  g_autofree char *of_two = loops_of_walk ("c a <x three", two);
  g_autofree char *of_round = loops_of_walk ("c a <x three", round);
  assert_string_equal (of_two, "1-4"); /* and the way back */
  assert_string_equal (of_round, "1-4");
}

static void
test_steps_that_assign_have_loops_of_their_own (void **state)
{
  (void)state;
  const char *const round[] = {"start", "one", "two", "three", "end", NULL};
  g_autofree char *loops = loops_of_walk ("c a <x three y", round);
  assert_string_equal (loops, "1-4 6-9"); /* both steps, and after them the one that assigns */
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_random_automata_are_between_their_sides),
      cmocka_unit_test (test_consecutive_steps_make_one_loop_with_a_way_back),
      cmocka_unit_test (test_steps_that_assign_have_loops_of_their_own),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
