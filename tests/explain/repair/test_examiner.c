/* SPDX-License-Identifier: Apache-2.0 */
/* What the examiner says of automata, and which of its evidence is told. */
#include "text_automaton.h"
#include "text_examples.h"

#include "evidence_walks.h"
#include "examiner.h"

#include <couplet/host/evidence.h>

#include "unit.h"

typedef struct {
  CoupletRegistry *registry;
  CoupletHost host;
  Examiner *examiner;
} Fixture;

static int
set_up (void **state)
{
  Fixture *fixture = g_new0 (Fixture, 1);
  fixture->registry = couplet_registry_new (NULL);
  fixture->host = (CoupletHost){.evidence_limit = 1000, .self_check = 10000};
  fixture->examiner = examiner_new (fixture->registry, &fixture->host, NULL);
  *state = fixture;
  return fixture->examiner != NULL ? 0 : -1;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;
  examiner_free (fixture->examiner);
  couplet_registry_free (fixture->registry);
  g_free (fixture);
  return 0;
}

static void
test_a_private_automaton (void **state)
{
  Fixture *fixture = *state;
  const CoupletStageResult *by = NULL;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  g_autoptr (CoupletExamination) examination = examiner_ask (fixture->examiner, automaton);
  const CoupletResult *result = couplet_examination_result (examination);
  g_autofree char *cost = couplet_rational_to_string (exact_cost (result));
  assert_string_equal (cost, "5/4");
  const CoupletEvidence *walk = accepted_evidence (result, COUPLET_EVIDENCE_ATTAINED, &by);
  assert_non_null (walk);
  assert_string_equal (by->plugin, "frontier");
  assert_int_equal (couplet_rational_compare (couplet_evidence_cost (walk), result->bounds.upper),
                    0);
  assert_null (accepted_evidence (result, COUPLET_EVIDENCE_VIOLATION, &by));
  assert_null (examiner_disagreement (fixture->examiner));
}

static void
test_one_that_is_not_private (void **state)
{
  Fixture *fixture = *state;
  const CoupletStageResult *by = NULL;
  guint n;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", LEAKY);
  g_autoptr (CoupletExamination) examination = examiner_ask (fixture->examiner, automaton);
  const CoupletResult *result = couplet_examination_result (examination);
  assert_int_equal (result->verdict, COUPLET_VERDICT_NOT_PRIVATE);
  assert_null (exact_cost (result));
  const CoupletEvidence *walk = accepted_evidence (result, COUPLET_EVIDENCE_VIOLATION, &by);
  assert_non_null (walk);
  couplet_evidence_walk (walk, &n);
  assert_true (n > 0);
}

/* The checker is asked about evidence before it is told. */
static void
test_evidence_that_the_checker_rejects (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  g_autoptr (CoupletEvidence) wrong = couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, automaton);
  couplet_evidence_add_step (wrong, (CoupletWalkStep){.shift = COUPLET_SHIFT_UNUSED});
  CoupletEvidence *const list[] = {wrong};
  const CoupletStageResult stage = {
      .stage = "wrong", .plugin = "wrong", .n_evidence = 1, .evidence = list};
  const CoupletResult result = {.automaton = automaton, .n_stages = 1, .stages = &stage};
  const CoupletStageResult *by = NULL;
  assert_null (accepted_evidence (&result, COUPLET_EVIDENCE_VIOLATION, &by));
}

static void
test_plugins_that_are_not_there (void **state)
{
  (void)state;
  g_autofree char *before = g_strdup (g_getenv ("COUPLET_PLUGIN_PATH"));
  g_setenv ("COUPLET_PLUGIN_PATH", "", TRUE); /* nor the installed ones */
  g_autoptr (CoupletRegistry) registry = couplet_registry_new (NULL);
  if (before != NULL)
    g_setenv ("COUPLET_PLUGIN_PATH", before, TRUE);
  else
    g_unsetenv ("COUPLET_PLUGIN_PATH");
  const CoupletHost host = {0};
  g_autoptr (GError) error = NULL;
  assert_null (examiner_new (registry, &host, &error));
  assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_private_automaton),
      cmocka_unit_test (test_one_that_is_not_private),
      cmocka_unit_test (test_evidence_that_the_checker_rejects),
      cmocka_unit_test (test_plugins_that_are_not_there),
  };
  return cmocka_run_group_tests (tests, set_up, tear_down);
}
