/* SPDX-License-Identifier: Apache-2.0 */
/* The conditions of the theorem on linear mechanisms, docs/theory.md section 5. */
#include "glpk_run.h"

#include <couplet/host.h>
#include <couplet/host/check.h>
#include <couplet/host/model.h>

#include <string.h>

#include "unit.h"

#define DRAW(kind, rate) "{\"draw\": \"" kind "\", \"rate\": \"" rate "\"}, "
#define DECIDE(form, otherwise) "{\"decide\": {" form "}, \"otherwise\": " otherwise "}, "
#define STRICT(form, otherwise)                                                                    \
  "{\"decide\": {" form "}, \"strict\": true, \"otherwise\": " otherwise "}, "
#define TEXT(text) "{\"output\": \"" text "\"}, {\"end\": true}, "
#define REAL(form) "{\"output\": {" form "}}, {\"end\": true}, "

#define A0 "\"a\": {\"0\": \"1\"}"
#define Z0 "\"z\": {\"0\": \"1\"}"

#define PROGRAMS 1000

static const CoupletPlugin PLUGIN = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};

/* nodes ends with ", ". */
static CoupletLinear *
parse (guint n_answers, const char *head, const char *nodes)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("f.json");
  g_autofree char *all = g_strndup (nodes, strlen (nodes) - 2);
  g_autofree char *text = g_strdup_printf (
      "{\"couplet_linear\": 1, %s\"answers\": %u, \"lists\": [{\"answers\": %u, \"nodes\": [%s]}]}",
      head, n_answers, n_answers, all);
  CoupletLinear *linear = couplet_linear_parse (text, strlen (text), diagnostics);
  assert_non_null (linear);
  return linear;
}

static CoupletOutcome *
run (const CoupletLinear *linear, guint64 limit)
{
  const CoupletHost host = {.evidence_limit = 1000};
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "test");
  CoupletOutcome *outcome = couplet_outcome_new ("test", &PLUGIN);
  couplet_context_start (context, 0);
  assert_true (linear_method_run (context, linear, limit, outcome, NULL));
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  for (guint i = 0; i < result->n_evidence; i++) {
    g_autofree char *why = NULL;
    CoupletEvidenceCheck answer = couplet_evidence_check (result->evidence[i], NULL, &why);
    if (answer != COUPLET_EVIDENCE_ACCEPTED)
      fail_msg ("%s", why);
  }
  return outcome;
}

/* upper, lower: NULL = there is none; upper "inf": no d is enough. Evidence shows them. */
static void
expect (guint n_answers, const char *head, const char *nodes, const char *upper, const char *lower)
{
  g_autoptr (CoupletLinear) linear = parse (n_answers, head, nodes);
  CoupletOutcome *outcome = run (linear, PROGRAMS);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  gboolean exact = result->has_cost && result->guarantee == COUPLET_GUARANTEE_EXACT;
  g_autofree char *most = !result->has_cost          ? NULL
                          : result->cost_is_infinite ? g_strdup ("inf")
                                                     : couplet_rational_to_string (&result->cost);
  g_autofree char *least = result->has_lower ? couplet_rational_to_string (&result->lower)
                                             : g_strdup (exact ? most : NULL);
  if (g_strcmp0 (most, upper) != 0 || g_strcmp0 (least, lower) != 0)
    fail_msg ("%s: %s and %s, not %s and %s", nodes, most, least, upper, lower);
  couplet_outcome_free (outcome);
}

static void
test_path_without_interior_does_not_count (void **state)
{
  (void)state;
  /* if x >= 0: if x <= 0: output the answer */
  expect (1, "",
          DRAW ("laplace", "1") DECIDE (A0 ", " Z0, "7")
              DECIDE ("\"a\": {\"0\": \"-1\"}, \"z\": {\"0\": \"-1\"}", "5") REAL (A0)
                  TEXT ("above") TEXT ("below"),
          "1", "1");
}

static void
test_equality_with_a_continuous_draw_is_false (void **state)
{
  (void)state;
  /* x >= 0 and not x > 0 */
  expect (1, "",
          DRAW ("laplace", "1") DECIDE (A0 ", " Z0, "7") STRICT (A0 ", " Z0, "5") TEXT ("above")
              REAL (A0) TEXT ("below"),
          "1", "1");
}

static void
test_decisions_on_answers_are_as_written (void **state)
{
  (void)state;
  /* a >= 0 and a <= 0 is possible, and an output that tells it is not private */
  expect (1, "",
          DRAW ("laplace", "1") DECIDE (A0, "7") DECIDE ("\"a\": {\"0\": \"-1\"}", "5")
              TEXT ("zero") TEXT ("above") TEXT ("below"),
          "inf", "inf");
}

static void
test_exponential_draws_shift_upwards (void **state)
{
  (void)state;
  expect (1, "", DRAW ("exponential", "1") DECIDE (A0 ", " Z0, "4") TEXT ("above") TEXT ("below"),
          "inf", "inf");
  /* two of them: one goes up for the other */
  expect (2, "",
          DRAW ("exponential", "1/2") DRAW ("exponential", "1/2")
              DECIDE ("\"a\": {\"0\": \"1\", \"1\": \"-1\"}, \"z\": {\"0\": \"1\", \"1\": \"-1\"}",
                      "5") TEXT ("first") TEXT ("second"),
          "1", "1");
}

static void
test_empty_sets_of_shifts (void **state)
{
  (void)state;
  /* one draw for two answers */
  expect (2, "",
          DRAW ("laplace", "1") DECIDE (A0 ", " Z0, "7")
              DECIDE ("\"a\": {\"1\": \"1\"}, \"z\": {\"0\": \"1\"}", "5") TEXT ("both")
                  TEXT ("first") TEXT ("second"),
          "inf", "inf");
}

static void
test_infinite_maximum_proves_nothing_of_shared_outputs (void **state)
{
  (void)state;
  /* the paths that differ in the second answer alone have the same output as another */
  expect (2, "",
          DRAW ("laplace", "1") DECIDE (A0 ", " Z0, "7")
              DECIDE ("\"a\": {\"1\": \"1\"}, \"z\": {\"0\": \"1\"}", "5") TEXT ("s") TEXT ("t")
                  TEXT ("t"),
          NULL, "1");
}

static void
test_equal_subtrees_are_one (void **state)
{
  (void)state;
  expect (1, "", DRAW ("laplace", "1") DECIDE (A0 ", " Z0, "4") TEXT ("s") TEXT ("s"), "0", "0");
  /* the same outputs after another draw */
  expect (1, "",
          DRAW ("laplace", "1") DECIDE (A0 ", " Z0, "4") TEXT ("s") DRAW ("laplace", "1")
              TEXT ("s"),
          "1", "0");
}

static void
test_discrete_draws (void **state)
{
  (void)state;
  expect (1, "", DRAW ("discrete-laplace", "1") DECIDE (A0 ", " Z0, "4") TEXT ("s") TEXT ("t"), "1",
          "1");
  /* 2z + a >= 0: half a shift is none, and a whole one costs 1 */
  expect (1, "",
          DRAW ("discrete-laplace", "1") DECIDE (A0 ", \"z\": {\"0\": \"2\"}", "4") TEXT ("s")
              TEXT ("t"),
          "1", "1/2");
  /* a constant may be what the draw is */
  expect (1, "", DRAW ("discrete-laplace", "1") DECIDE (A0, "4") REAL (Z0) REAL ("\"c\": \"0\""),
          NULL, "0");
  expect (1, "\"sensitivity\": \"3\", ",
          DRAW ("discrete-laplace", "1") DECIDE (A0 ", " Z0, "4") TEXT ("s") TEXT ("t"), NULL, "3");
}

static void
test_constants_are_told_from_continuous_draws (void **state)
{
  (void)state;
  expect (1, "", DRAW ("laplace", "1") DECIDE (A0, "4") REAL (Z0) REAL ("\"c\": \"0\""), "inf",
          "inf");
}

static void
test_adjacency_and_sensitivity (void **state)
{
  (void)state;
  static const char NODES[] = DRAW ("laplace", "1") DRAW ("laplace", "1")
      DECIDE ("\"a\": {\"0\": \"1\", \"1\": \"-1\"}, \"z\": {\"0\": \"1\", \"1\": \"-1\"}", "5")
          TEXT ("first") TEXT ("second");
  expect (2, "", NODES, "2", "2");
  expect (2, "\"adjacency\": \"monotonic\", ", NODES, "1", "1");
  expect (2, "\"adjacency\": \"one\", ", NODES, "1", "1");
  expect (2, "\"adjacency\": \"one\", \"sensitivity\": \"5/2\", ", NODES, "5/2", "5/2");
}

/* Of more answers than all differences are looked at of, what each costs alone adds up. */
static void
test_many_answers (void **state)
{
  (void)state;
  static const char NODES[] = DRAW ("laplace", "1") DRAW ("laplace", "1")
      DECIDE ("\"a\": {\"0\": \"1\", \"1\": \"-1\"}, \"z\": {\"0\": \"1\", \"1\": \"-1\"}", "5")
          TEXT ("first") TEXT ("second");
  expect (13, "", NODES, "2", "2");
  expect (13, "\"adjacency\": \"monotonic\", ", NODES, "1", "1");
  expect (13, "\"adjacency\": \"one\", ", NODES, "1", "1");
  expect (13, "\"sensitivity\": \"5/2\", ", NODES, "5", "5");
}

static void
test_too_many_programs (void **state)
{
  (void)state;
  g_autoptr (CoupletLinear) linear =
      parse (1, "", DRAW ("laplace", "1") DECIDE (A0 ", " Z0, "4") TEXT ("s") TEXT ("t"));
  CoupletOutcome *outcome = run (linear, 3);
  assert_false (couplet_outcome_result (outcome)->has_cost);
  assert_string_equal (couplet_outcome_result (outcome)->reason,
                       "the paths have more linear programs than program-limit says");
  couplet_outcome_free (outcome);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_path_without_interior_does_not_count),
      cmocka_unit_test (test_equality_with_a_continuous_draw_is_false),
      cmocka_unit_test (test_decisions_on_answers_are_as_written),
      cmocka_unit_test (test_exponential_draws_shift_upwards),
      cmocka_unit_test (test_empty_sets_of_shifts),
      cmocka_unit_test (test_infinite_maximum_proves_nothing_of_shared_outputs),
      cmocka_unit_test (test_equal_subtrees_are_one),
      cmocka_unit_test (test_discrete_draws),
      cmocka_unit_test (test_constants_are_told_from_continuous_draws),
      cmocka_unit_test (test_adjacency_and_sensitivity),
      cmocka_unit_test (test_many_answers),
      cmocka_unit_test (test_too_many_programs),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
