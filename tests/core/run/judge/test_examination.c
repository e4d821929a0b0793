/* SPDX-License-Identifier: Apache-2.0 */
/* The pipeline on automata that no file holds. */
#include "text_automaton.h"
#include "text_examples.h"

#include <couplet/host.h>

#include "unit.h"

typedef struct {
  CoupletRegistry *registry;
  CoupletConfiguration *configuration;
  CoupletHost host;
  CoupletRun *run;
} Fixture;

static int
set_up (void **state)
{
  Fixture *fixture = g_new0 (Fixture, 1);
  fixture->registry = couplet_registry_new (NULL);
  fixture->configuration = couplet_configuration_new ();
  fixture->host.self_check = G_MAXSIZE;
  fixture->host.evidence_limit = 1000;
  fixture->run =
      couplet_run_new (fixture->configuration, fixture->registry, &fixture->host, NULL, NULL);
  *state = fixture;
  return fixture->run != NULL ? 0 : -1;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;
  couplet_run_free (fixture->run);
  couplet_configuration_free (fixture->configuration);
  couplet_registry_free (fixture->registry);
  g_free (fixture);
  return 0;
}

static void
test_an_automaton_is_examined_as_a_file_is (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  for (guint turn = 0; turn < 2; turn++) { /* again: nothing of the first run remains */
    g_autoptr (CoupletExamination) examination = couplet_run_automaton (fixture->run, automaton);
    const CoupletResult *result = couplet_examination_result (examination);
    assert_int_equal (result->verdict, COUPLET_VERDICT_PRIVATE);
    assert_true (couplet_bounds_are_exact (&result->bounds));
    g_autofree char *cost = couplet_rational_to_string (result->bounds.upper);
    assert_string_equal (cost, "5/4");
    assert_ptr_equal (result->automaton, automaton);
    assert_string_equal (result->file, automaton->name);
    assert_int_equal (result->n_stages, 3);
    assert_int_equal (result->n_errors, 0);
    assert_false (result->disagreement);
  }
}

static void
test_one_that_is_not_private (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", LEAKY);
  g_autoptr (CoupletExamination) examination = couplet_run_automaton (fixture->run, automaton);
  const CoupletResult *result = couplet_examination_result (examination);
  assert_int_equal (result->verdict, COUPLET_VERDICT_NOT_PRIVATE);
  assert_null (result->bounds.upper);
  assert_non_null (result->reason);
}

static void
test_a_claim_is_held_against_what_is_found (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  mpq_set_ui (automaton->claim.value, 1, 1);
  g_autoptr (CoupletExamination) examination = couplet_run_automaton (fixture->run, automaton);
  const CoupletResult *result = couplet_examination_result (examination);
  assert_int_equal (result->claim_verdict, COUPLET_CLAIM_FAILS);
  assert_string_equal (result->claim_reason, "the least d is 5/4 (1.25)");
}

/* Shared sampling with several thresholds is unfolded first. */
static void
test_what_has_to_be_unfolded (void **state)
{
  Fixture *fixture = *state;
  static const char *const lines[] = {
      "state a public 1/4", "state b public 1/4", "state c private 1/4", "state end private 1",
      "a b true first u",   "b c >=u second v",   "c end <u&>=v third",  NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v", lines);
  g_autoptr (CoupletExamination) examination = couplet_run_automaton (fixture->run, automaton);
  const CoupletResult *result = couplet_examination_result (examination);
  assert_non_null (result->unfolded);
  assert_ptr_equal (result->unfolded->folded, automaton);
  assert_int_equal (result->verdict, COUPLET_VERDICT_PRIVATE);
  assert_true (result->n_warnings > 0); /* the third transition contradicts the second */
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_an_automaton_is_examined_as_a_file_is),
      cmocka_unit_test (test_one_that_is_not_private),
      cmocka_unit_test (test_a_claim_is_held_against_what_is_found),
      cmocka_unit_test (test_what_has_to_be_unfolded),
  };
  return cmocka_run_group_tests (tests, set_up, tear_down);
}
