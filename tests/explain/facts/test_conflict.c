/* SPDX-License-Identifier: Apache-2.0 */
/* Conflicts that are told of random violations are real. */
#include "asked.h"
#include "explained.h"
#include "violation_story.h"

#include "unit.h"

#define AUTOMATA 3000

static void
test_conflicts (void **state)
{
  Explained *explained = *state;
  guint found = 0;
  for (int i = 0; i < AUTOMATA; i++) {
    g_autoptr (CoupletAutomaton) a = next_explained (explained);
    g_auto (Asked) asked;
    ask (&asked, explained->examiner, a);
    const CoupletEvidence *evidence = asked_evidence (&asked, COUPLET_EVIDENCE_VIOLATION);
    if (evidence == NULL)
      continue;
    g_autoptr (WalkSamples) samples = evidence_samples (a, evidence);
    g_autoptr (ShiftConflict) conflict = shift_conflict_find (samples);
    assert_non_null (conflict);
    assert_false (walk_samples_choose (samples));
    check_told_conflict (samples, conflict);
    g_autoptr (Document) document = document_new ();
    tell_conflict (document, samples, conflict, COUPLET_VERDICT_NOT_PRIVATE);
    tell_conflict_loops (document, samples, conflict);
    found++;
  }
  assert_true (found > AUTOMATA / 5);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_conflicts),
  };
  return cmocka_run_group_tests (tests, set_up_explained, tear_down_explained);
}
