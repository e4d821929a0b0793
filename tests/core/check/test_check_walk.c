/* SPDX-License-Identifier: Apache-2.0 */
/* Walks whose samples tie thresholds to each other. */
#include <couplet/host/check.h>
#include <couplet/host/evidence.h>

#include "text_automaton.h"

#include "unit.h"

#define N_LINKS 12 /* more thresholds than a factor may have */

/* A chain of public states, each of which compares with the threshold of the one before it and
 * assigns its own; the last transition has that guard. */
static CoupletAutomaton *
chain (const char *guard)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) names = g_string_new ("x0");
  g_ptr_array_add (lines, g_strdup ("state s0 public 1"));
  g_ptr_array_add (lines, g_strdup ("s0 s1 true step0 x0"));
  for (int i = 1; i < N_LINKS; i++) {
    g_string_append_printf (names, " x%d", i);
    g_ptr_array_add (lines, g_strdup_printf ("state s%d public 1", i));
    g_ptr_array_add (lines, g_strdup_printf ("s%d s%d <x%d step%d x%d", i, i + 1, i - 1, i, i));
  }
  g_ptr_array_add (lines, g_strdup_printf ("state s%d public 1", N_LINKS));
  g_ptr_array_add (lines, g_strdup_printf ("s%d end %s step%d", N_LINKS, guard, N_LINKS));
  g_ptr_array_add (lines, g_strdup ("state end public 1"));
  g_ptr_array_add (lines, NULL);
  return text_automaton (COUPLET_SHARED, names->str, (const char *const *)lines->pdata);
}

/* What becomes of the walk through the whole chain, which costs nothing. */
static CoupletEvidenceCheck
check_chain (const char *guard, char **why)
{
  g_autoptr (CoupletAutomaton) a = chain (guard);
  g_autoptr (CoupletEvidence) evidence = couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, a);
  g_auto (CoupletRational) nothing;
  couplet_rational_init (&nothing);
  couplet_evidence_set_cost (evidence, &nothing);
  for (int i = 0; i <= N_LINKS; i++) {
    g_autofree char *output = g_strdup_printf ("step%d", i);
    guint32 transition = transition_with_output (a, output);
    couplet_evidence_add_step (evidence, (CoupletWalkStep){transition, 0, COUPLET_SHIFT_UNUSED});
  }
  assert_false (couplet_evidence_is_broken (evidence));
  return couplet_evidence_check (evidence, NULL, why);
}

static void
test_what_is_not_compared_with_later_ties_nothing (void **state)
{
  (void)state;
  g_autofree char *why = NULL;
  CoupletEvidenceCheck check = check_chain ("<x11", &why);
  assert_null (why);
  assert_int_equal (check, COUPLET_EVIDENCE_ACCEPTED);
}

static void
test_the_step_that_ties_too_many_thresholds_is_named (void **state)
{
  (void)state;
  g_autofree char *why = NULL;
  CoupletEvidenceCheck check =
      check_chain ("<x0&<x1&<x2&<x3&<x4&<x5&<x6&<x7&<x8&<x9&<x10&<x11", &why);
  assert_int_equal (check, COUPLET_EVIDENCE_TOO_LARGE);
  assert_string_equal (why, "step 11 (state s10, transition 's10 -> s11 on insample < x9, output "
                            "step10, x10 := insample', D = 0): it ties more thresholds than a "
                            "factor may have");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_is_not_compared_with_later_ties_nothing),
      cmocka_unit_test (test_the_step_that_ties_too_many_thresholds_is_named),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
