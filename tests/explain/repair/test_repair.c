/* SPDX-License-Identifier: Apache-2.0 */
/* Repairs of random automata are private, at the cost that is said. */
#include "asked.h"
#include "explained.h"
#include "methods.h"
#include "random_many.h"
#include "repair.h"
#include "repair_story.h"

#include "unit.h"

#include <couplet/internal/graph.h>
#include <couplet/host/unfold.h>

#define CHANGED 600
#define CHANGED_MANY 60

/* The checker accepts a walk that costs no less. */
static void
check_shown_cost (Explained *explained, const CoupletAutomaton *a, const CoupletRational *cost)
{
  g_auto (Asked) asked;
  ask (&asked, explained->examiner, a);
  const CoupletEvidence *evidence = asked_evidence (&asked, COUPLET_EVIDENCE_ATTAINED);
  assert_non_null (evidence);
  assert_int_equal (couplet_rational_compare (couplet_evidence_cost (evidence), cost), 0);
}

/* The repaired automaton costs what is said by another method, too. */
static void
check_repair (Explained *explained, const CoupletAutomaton *a, const Repair *repair)
{
  assert_true (repair->n_costs > 0);
  for (guint turns = 1; turns <= repair->n_costs; turns++) {
    g_autoptr (CoupletAutomaton) repaired = repair_build (a, repair, turns, NULL);
    assert_non_null (repaired);
    g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (repaired, NULL, NULL);
    const CoupletAutomaton *seen = unfolded != NULL ? unfolded : repaired;
    if (rule_may_be_too_strict (seen)) { /* no other method knows the cost */
      check_shown_cost (explained, seen, &repair->costs[turns - 1]);
      continue;
    }
    gint64 said = ask_method (GRAPH, seen);
    assert_true (said == 0 || (said == NO_ANSWER && a->n_thresholds > 1));
    gint64 cost = ask_method (GLPK_MILP, seen);
    assert_true (cost != BRUTE_INFINITE);
    mpq_t units;
    mpq_init (units);
    mpq_set_si (units, cost, NOISE_UNIT);
    mpq_canonicalize (units);
    mpq_mul (units, units, a->sensitivity.value);
    assert_int_equal (mpq_cmp (units, repair->costs[turns - 1].value), 0);
    mpq_clear (units);
  }
}

/* All repairs that are found of the walk in samples, counted by their kinds. */
static void
check_repairs (Explained *explained, const CoupletAutomaton *a, const WalkSamples *samples,
               guint *kinds)
{
  g_autoptr (ShiftConflict) conflict = shift_conflict_find (samples);
  g_autoptr (GPtrArray) repairs = repairs_find (samples, conflict, explained->examiner);
  for (guint r = 0; r < repairs->len; r++) {
    const Repair *repair = repairs->pdata[r];
    check_repair (explained, a, repair);
    assert_true (mpq_sgn (repair->costs[repair->n_costs - 1].value) > 0);
    kinds[repair->kind]++;
  }
  g_autoptr (Document) document = document_new ();
  tell_repairs (document, a, repairs);
}

static void
test_repairs (void **state)
{
  Explained *explained = *state;
  guint kinds[N_REPAIRS] = {0}, tried = 0;
  while (tried < CHANGED) {
    const RandomShape shape = {.most_states = 5};
    PlainAutomaton plain;
    random_automaton (&plain, explained->random, &shape);
    g_autoptr (CoupletAutomaton) a = build_plain (&plain, "q");
    g_auto (Asked) asked;
    ask (&asked, explained->examiner, a);
    const CoupletEvidence *evidence = asked_evidence (&asked, COUPLET_EVIDENCE_VIOLATION);
    if (evidence == NULL)
      continue;
    g_autoptr (WalkSamples) samples = evidence_samples (a, evidence);
    check_repairs (explained, a, samples, kinds);
    tried++;
  }
  for (int kind = 0; kind < N_REPAIRS; kind++)
    assert_true (kinds[kind] > 3);
}

/* The same for several thresholds: repairs are of the automaton, not of what it unfolds to. */
static void
test_repairs_of_many (void **state)
{
  Explained *explained = *state;
  guint kinds[N_REPAIRS] = {0}, tried = 0;
  for (int i = 0; tried < CHANGED_MANY; i++) {
    ManyAutomaton many;
    random_many (&many, explained->random, i % 2 != 0, FALSE);
    g_autoptr (CoupletAutomaton) a = build_many (&many);
    g_auto (Asked) asked;
    ask (&asked, explained->examiner, a);
    const CoupletEvidence *evidence = asked_evidence (&asked, COUPLET_EVIDENCE_VIOLATION);
    if (evidence == NULL)
      continue;
    g_autoptr (WalkSamples) samples =
        evidence_samples (examined_automaton (asked.result), evidence);
    check_repairs (explained, a, samples, kinds);
    tried++;
  }
  /* the corpus has repairs of the other kinds */
  assert_true (kinds[REPAIR_DROP_OUTPUT] > 0 && kinds[REPAIR_STOP] > 20);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_repairs),
      cmocka_unit_test (test_repairs_of_many),
  };
  return cmocka_run_group_tests (tests, set_up_explained, tear_down_explained);
}
