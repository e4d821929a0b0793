/* SPDX-License-Identifier: Apache-2.0 */
/* Of random automata, what a walk that is told pays is the cost. */
#include "asked.h"
#include "explained.h"
#include "random_many.h"

#include "unit.h"

#include <couplet/internal/graph.h>
#include <couplet/host/unfold.h>

#define AUTOMATA 3000
#define MANY 800

static void
test_sum_is_cost (void **state)
{
  Explained *explained = *state;
  guint told = 0;
  for (int i = 0; i < AUTOMATA; i++) {
    g_autoptr (CoupletAutomaton) a = next_explained (explained);
    g_auto (Asked) asked;
    ask (&asked, explained->examiner, a);
    const CoupletStageResult *by;
    if (exact_cost (asked.result) == NULL)
      continue;
    g_autoptr (WalkSamples) samples = worst_walk (asked.result, &by);
    if (samples == NULL && asked_evidence (&asked, COUPLET_EVIDENCE_ATTAINED) != NULL &&
        couplet_evidence_size (asked_evidence (&asked, COUPLET_EVIDENCE_ATTAINED)) == 0)
      continue; /* nothing is used */
    assert_non_null (samples);
    check_told_walk (samples, exact_cost (asked.result));
    told++;
  }
  assert_true (told > AUTOMATA / 5);
}

/* The same for several thresholds: evidence tells every sample's shift, and the
 * shifts found anew, by another method, cost the same. */
static void
check_many (Explained *explained, gboolean shared, guint *private, guint *violated)
{
  ManyAutomaton many;
  random_many (&many, explained->random, shared, TRUE);
  g_autoptr (CoupletAutomaton) a = build_many (&many);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (a, NULL, NULL);
  g_auto (Asked) asked;
  ask (&asked, explained->examiner, a);
  const CoupletAutomaton *seen = unfolded != NULL ? unfolded : a;
  const CoupletEvidence *evidence =
      asked_evidence (&asked, exact_cost (asked.result) != NULL ? COUPLET_EVIDENCE_ATTAINED
                                                                : COUPLET_EVIDENCE_VIOLATION);
  if (evidence == NULL)
    return;
  const CoupletStageResult *by;
  g_autoptr (WalkSamples) samples = exact_cost (asked.result) != NULL
                                        ? worst_walk (asked.result, &by)
                                        : evidence_samples (seen, evidence);
  if (samples == NULL && couplet_evidence_size (evidence) == 0)
    return; /* nothing is used */
  assert_non_null (samples);
  if (exact_cost (asked.result) != NULL) {
    check_told_walk (samples, exact_cost (asked.result));
    ++*private;
    return;
  }
  g_autoptr (ShiftConflict) conflict = shift_conflict_find (samples);
  assert_non_null (conflict);
  assert_false (walk_samples_choose (samples));
  check_told_conflict (samples, conflict);
  ++*violated;
}

static void
test_several_thresholds (void **state)
{
  for (int shared = 0; shared < 2; shared++) {
    guint private = 0, violated = 0;
    for (int i = 0; i < MANY; i++)
      check_many (*state, shared != 0, &private, &violated);
    assert_true (private > MANY / 20 && violated > MANY / 20);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_sum_is_cost),
      cmocka_unit_test (test_several_thresholds),
  };
  return cmocka_run_group_tests (tests, set_up_explained, tear_down_explained);
}
