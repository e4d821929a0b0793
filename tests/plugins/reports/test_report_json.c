/* SPDX-License-Identifier: Apache-2.0 */
#include "report_cases.h"
#include "small_automata.h"

#include <couplet/internal/plugin.h>

#include <jansson.h>

#include "unit.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (json_t, json_decref)

/* The only line the report writes for made, read by a strict parser. */
static json_t *
parsed (const ReportSettings *settings, ReportCase *made)
{
  g_autofree char *text = report_run (settings, &made, 1);
  char *end = strchr (text, '\n');
  assert_non_null (end);
  assert_string_equal (end, "\n");
  json_error_t error;
  json_t *object = json_loads (text, JSON_REJECT_DUPLICATES, &error);
  if (object == NULL)
    fail_msg ("%s in %s", error.text, text);
  return object;
}

static json_t *
stage_of (json_t *object, size_t i)
{
  return json_array_get (json_object_get (object, "stages"), i);
}

static void
assert_text (json_t *object, const char *key, const char *expected)
{
  assert_non_null (json_object_get (object, key));
  assert_string_equal (json_string_value (json_object_get (object, key)), expected);
}

static void
test_private_file_is_one_line_as_documented (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = private_case ("svt.json");
  g_autofree char *text = report_run (&(ReportSettings){0}, &made, 1);
  assert_string_equal (
      text,
      "{\"file\":\"svt.json\",\"automaton\":\"mechanism\",\"verdict\":\"private\","
      "\"cost\":\"5/4\",\"cost_decimal\":\"1.25\",\"at_least\":\"5/4\","
      "\"at_least_decimal\":\"1.25\",\"read_seconds\":0.250000000,\"seconds\":1.500000000,"
      "\"stages\":["
      "{\"stage\":\"graph\",\"plugin\":\"judge\",\"kind\":\"decider\",\"verdict\":\"private\","
      "\"seconds\":0.000002000,\"seconds_total\":0.000004000,\"cpu_seconds\":0.000001000},"
      "{\"stage\":\"frontier\",\"plugin\":\"solver\",\"kind\":\"optimizer\","
      "\"verdict\":\"private\",\"guarantee\":\"exact\",\"cost\":\"5/4\","
      "\"cost_decimal\":\"1.25\",\"ratio\":\"1\",\"ratio_decimal\":\"1\","
      "\"certified\":true,\"statistics\":{\"vectors\":17},\"seconds\":0.000250000,"
      "\"seconds_total\":0.000500000,\"cpu_seconds\":0.000125000},"
      "{\"stage\":\"segment\",\"plugin\":\"solver\",\"kind\":\"optimizer\","
      "\"verdict\":\"private\",\"guarantee\":\"upper-bound\",\"cost\":\"5/3\","
      "\"cost_decimal\":\"1.666667\",\"ratio\":\"4/3\",\"ratio_decimal\":\"1.333333\","
      "\"certified\":true,\"seconds\":1.500000000,\"seconds_total\":3.000000000,"
      "\"cpu_seconds\":0.750000000}],\"diagnostics\":[]}\n");
}

static void
test_claim_has_its_verdict_reason_and_path (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = private_case ("svt.json");
  g_autofree char *without = report_run (&(ReportSettings){0}, &made, 1);
  assert_null (strstr (without, "claim"));
  report_case_claim (made, "1", COUPLET_CLAIM_FAILS, "the least d is 5/4 (1.25)", "start,bot*2");
  g_autofree char *text = report_run (&(ReportSettings){0}, &made, 1);
  assert_non_null (strstr (text, "\"at_least_decimal\":\"1.25\",\"claim\":{\"d\":\"1\",\"d_"
                                 "decimal\":\"1\",\"verdict\":\"fails\"},"
                                 "\"claim_reason\":\"the least d is 5/4 (1.25)\","
                                 "\"claim_path\":\"start,bot*2\","));
  report_case_claim (made, "3/2", COUPLET_CLAIM_HOLDS, "the least d is 5/4 (1.25)", NULL);
  g_autofree char *held = report_run (&(ReportSettings){0}, &made, 1);
  assert_non_null (
      strstr (held, "\"claim\":{\"d\":\"3/2\",\"d_decimal\":\"1.5\",\"verdict\":\"holds\"},"));
  assert_null (strstr (held, "claim_path"));
}

static void
test_counterexample_has_decimals_beside_its_numbers (void **state)
{
  (void)state;
  static const CoupletCounterexampleStep steps[] = {{0, "1/3", "-2/3", NULL}, {1, "0", "1", "7/2"}};
  static const CoupletCounterexample shown = {
      .claim = "1/8", .refutes = TRUE, .n_steps = 2, .steps = steps};
  g_autoptr (ReportCase) made = private_case ("a.json");
  report_case_claim (made, "1/8", COUPLET_CLAIM_FAILS, "the least d is 5/4 (1.25)", NULL);
  report_case_counterexample (made, &shown);
  g_autoptr (json_t) object = parsed (&(ReportSettings){0}, made);
  json_t *read = json_object_get (object, "claim_counterexample"),
         *first = json_array_get (json_object_get (read, "steps"), 0),
         *second = json_array_get (json_object_get (read, "steps"), 1);
  assert_text (read, "claim", "1/8");
  assert_text (read, "claim_decimal", "0.125");
  assert_true (json_is_null (json_object_get (read, "loss_decimal")));
  assert_true (json_is_null (json_object_get (read, "epsilon_decimal")));
  assert_text (first, "input_decimal", "0.333333");
  assert_text (first, "adjacent_decimal", "-0.666667");
  assert_true (json_is_null (json_object_get (first, "output_decimal")));
  assert_text (second, "output_decimal", "3.5");
}

static void
test_origin_is_said (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = private_case ("a.json");
  report_case_origin (made);
  g_autofree char *text = report_run (&(ReportSettings){0}, &made, 1);
  assert_non_null (strstr (text, ",\"sha256\":\"0123\",\"parameters\":{\"c\":\"2\",\"k\":\"3\"},"
                                 "\"adjacency\":\"one\","));
  assert_non_null (strstr (text, ",\"provenance\":{\"version\":\"1.2\",\"commit\":\"4567-dirty\","
                                 "\"libraries\":{\"GMP\":\"6.3\"},\"options\":[\"--claim=2\"],"
                                 "\"date\":\"2026-01-02T03:04:05Z\",\"command\":\"verify\","
                                 "\"frontend\":{\"kind\":\"frontend\",\"name\":\"mine\","
                                 "\"version\":null,\"file\":null,\"sha256\":\"89ab\","
                                 "\"command\":[\"python3\",\"r.py\"]},\"plugins\":[{\"kind\":"
                                 "\"decider\",\"name\":\"graph\",\"version\":\"1.0\",\"file\":"
                                 "\"/lib/basic.so\",\"sha256\":\"cdef\"}],\"plugin_path\":["
                                 "\"/plugins of mine\"],\"more_options\":[]}}\n"));
}

static void
test_sampling_is_said_where_it_makes_a_difference (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = private_case ("svt.json");
  g_autofree char *without = report_run (&(ReportSettings){0}, &made, 1);
  assert_null (strstr (without, "sampling"));
  report_case_sampling (made, "independent");
  g_autofree char *text = report_run (&(ReportSettings){0}, &made, 1);
  assert_non_null (strstr (text, "\"at_least_decimal\":\"1.25\",\"sampling\":\"independent\","));
  report_case_epsilon (made, "8 <= epsilon < 16");
  g_autofree char *floating = report_run (&(ReportSettings){0}, &made, 1);
  assert_non_null (strstr (floating, ",\"epsilon\":\"8 <= epsilon < 16\",\"sampling\":"));
}

static void
test_not_private_has_structure_and_reason (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = not_private_case ("a.json");
  g_autoptr (json_t) object = parsed (&(ReportSettings){0}, made);
  assert_text (object, "verdict", "not-private");
  assert_true (json_is_null (json_object_get (object, "cost")));
  assert_text (object, "cost_decimal", "inf");
  assert_true (json_is_null (json_object_get (object, "at_least")));
  assert_text (object, "at_least_decimal", "inf");
  assert_true (
      g_str_has_prefix (json_string_value (json_object_get (object, "reason")), "leaking pair: "));
  assert_text (stage_of (object, 0), "structure", "leaking pair");
  assert_null (json_object_get (stage_of (object, 0), "cost"));
}

static void
test_infinite_cost_is_null_and_marked (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = not_private_case ("a.json");
  g_autoptr (json_t) object = parsed (&(ReportSettings){0}, made);
  json_t *frontier = stage_of (object, 1);
  assert_true (json_is_null (json_object_get (frontier, "cost")));
  assert_text (frontier, "cost_decimal", "inf");
  assert_true (json_is_true (json_object_get (frontier, "infinite")));
  assert_text (frontier, "guarantee", "exact");
  assert_null (json_object_get (frontier, "ratio"));
}

static void
test_unknown_has_bounds_and_says_what_was_skipped (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = unknown_case ("a.json");
  g_autoptr (json_t) object = parsed (&(ReportSettings){0}, made);
  json_t *frontier = stage_of (object, 1), *segment = stage_of (object, 2);
  assert_text (object, "verdict", "unknown");
  assert_true (json_is_true (json_object_get (stage_of (object, 0), "skipped")));
  assert_text (frontier, "lower", "3/2");
  assert_text (frontier, "upper", "7");
  assert_text (frontier, "lower_decimal", "1.5");
  assert_text (frontier, "upper_decimal", "7");
  assert_text (frontier, "reason", "stopped after the time limit of 60 s");
  assert_non_null (json_object_get (frontier, "cost"));
  assert_true (json_is_null (json_object_get (frontier, "cost")));
  assert_true (json_is_null (json_object_get (frontier, "cost_decimal")));
  assert_true (json_is_null (json_object_get (object, "cost_decimal")));
  assert_true (json_is_null (json_object_get (frontier, "guarantee")));
  assert_true (json_is_false (json_object_get (frontier, "certified")));
  assert_text (segment, "lower", "3/2");
  assert_null (json_object_get (segment, "upper"));
}

static void
test_error_has_diagnostics_and_no_stage (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = error_case ("a.json");
  g_autoptr (json_t) object = parsed (&(ReportSettings){0}, made);
  json_t *messages = json_object_get (object, "diagnostics"),
         *second = json_array_get (messages, 1);
  assert_text (object, "verdict", "error");
  assert_true (json_is_null (json_object_get (object, "automaton")));
  assert_int_equal (json_array_size (json_object_get (object, "stages")), 0);
  assert_int_equal (json_array_size (messages), 3);
  assert_text (json_array_get (messages, 0), "severity", "warning");
  assert_text (second, "severity", "error");
  assert_int_equal (json_integer_value (json_object_get (second, "line")), 3);
  assert_int_equal (json_integer_value (json_object_get (second, "column")), 14);
  assert_text (second, "message", "expected \"name\", found a tab\there\n  {\t\n  ^");
}

static void
test_disagreement_has_both_sides (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = disagreement_case ("a.json");
  g_autoptr (json_t) object = parsed (&(ReportSettings){0}, made);
  assert_text (object, "disagreement",
               "graph says that no coupling proof exists, but frontier says exact cost 2");
  assert_text (stage_of (object, 0), "verdict", "not-private");
  assert_text (stage_of (object, 1), "cost", "2");
}

static void
test_failed_stage_is_marked_with_its_reason (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = failing_case ("a.json");
  g_autoptr (json_t) object = parsed (&(ReportSettings){0}, made);
  json_t *frontier = stage_of (object, 1);
  assert_true (json_is_true (json_object_get (frontier, "failed")));
  assert_null (json_object_get (frontier, "skipped"));
  assert_text (frontier, "reason", "its process ended with signal 6");
  assert_true (json_is_null (json_object_get (frontier, "cost")));
}

static void
test_uncertified_figure_is_marked (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = uncertified_case ("a.json");
  g_autoptr (json_t) object = parsed (&(ReportSettings){0}, made);
  assert_true (json_is_false (json_object_get (stage_of (object, 1), "certified")));
  assert_true (json_is_true (json_object_get (stage_of (object, 2), "certified")));
  assert_null (json_object_get (stage_of (object, 2), "ratio")); /* to nothing proven */
}

static void
test_hostile_file_names_stay_strings (void **state)
{
  (void)state;
  static const char *const names[][2] = {
      {"\xe6\xbc\xa2\xe5\xad\x97.json", "\xe6\xbc\xa2\xe5\xad\x97.json"},
      {"caf\xe9.json", "caf\xef\xbf\xbd.json"},
      {"a\",\"verdict\":\"private\\.json", "a\",\"verdict\":\"private\\.json"},
      {"esc\033[31m\r\n\x01.json", "esc\033[31m\r\n\x01.json"},
      {"cut\xe6\xbc", "cut\xef\xbf\xbd\xef\xbf\xbd"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (ReportCase) made = private_case (names[i][0]);
    g_autoptr (json_t) object = parsed (&(ReportSettings){0}, made);
    assert_text (object, "file", names[i][1]);
  }
}

static void
test_numbers_beyond_words_are_exact (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made =
      report_case_new ("a.json", COUPLET_VERDICT_PRIVATE, "100000000000000000000000000001/3", NULL);
  g_autoptr (json_t) object = parsed (&(ReportSettings){0}, made);
  assert_text (object, "cost", "100000000000000000000000000001/3");
}

static void
test_evidence_shows_only_when_asked_for (void **state)
{
  (void)state;
  static const char *const lines[] = {"a b true start assign", "b b < bot", "b c >= \"t", NULL};
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("1", lines);
  assert_non_null (automaton);
  g_autoptr (ReportCase) made = private_case ("a.json");
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, automaton);
  couplet_evidence_set_cost (evidence, report_case_result (made)->bounds.upper);
  couplet_evidence_add_step (evidence, (CoupletWalkStep){0, 0, 1});
  couplet_evidence_add_step (evidence, (CoupletWalkStep){2, -1, COUPLET_SHIFT_UNUSED});
  couplet_outcome_take_evidence (report_case_outcome (made, 1), evidence);
  couplet_outcome_take_evidence (report_case_outcome (made, 1),
                                 couplet_evidence_new (COUPLET_EVIDENCE_BOUND, automaton));

  g_autoptr (json_t) without = parsed (&(ReportSettings){0}, made);
  assert_null (json_object_get (stage_of (without, 1), "evidence"));
  g_autoptr (json_t) object = parsed (&(ReportSettings){.evidence = TRUE}, made);
  assert_null (json_object_get (stage_of (object, 0), "evidence"));
  g_autofree char *text =
      json_dumps (json_object_get (stage_of (object, 1), "evidence"), JSON_COMPACT);
  assert_string_equal (
      text, "[{\"couplet_evidence\":1,\"kind\":\"attained\",\"automaton\":\"\","
            "\"cost\":\"5/4\",\"walk\":["
            "{\"from\":\"a\",\"to\":\"b\",\"transition\":0,\"difference\":0,\"shift\":1},"
            "{\"from\":\"b\",\"to\":\"c\",\"transition\":1,\"difference\":-1,"
            "\"shift\":null}]},"
            "{\"couplet_evidence\":1,\"kind\":\"bound\",\"automaton\":\"\","
            "\"cost\":null,\"entries\":[]}]");
}

static void
test_summary_is_a_last_line_on_request (void **state)
{
  (void)state;
  g_autoptr (ReportCase) first = private_case ("a.json");
  g_autoptr (ReportCase) second = failing_case ("b.json");
  ReportCase *const cases[] = {first, second};
  ReportSettings settings = {.compare = TRUE, .option = "summary", .value = "true"};
  g_autofree char *text = report_run (&settings, cases, 2);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  assert_int_equal (g_strv_length (lines), 4);
  assert_string_equal (
      lines[2],
      "{\"summary\":{\"files\":2,\"methods\":["
      "{\"stage\":\"graph\",\"answered\":2,\"agreeing\":2,\"loose\":0,\"median_ratio\":null,"
      "\"p90_ratio\":null,\"worst_ratio\":null,\"worst_file\":null,\"mean_ratio\":null,"
      "\"seconds\":0.001002000},"
      "{\"stage\":\"frontier\",\"answered\":1,\"agreeing\":1,\"loose\":0,"
      "\"median_ratio\":1.000000000,\"p90_ratio\":1.000000000,\"worst_ratio\":\"1\","
      "\"worst_ratio_decimal\":\"1\",\"worst_file\":\"a.json\",\"mean_ratio\":1.000000000,"
      "\"seconds\":0.500250000},"
      "{\"stage\":\"segment\",\"answered\":2,\"agreeing\":2,\"loose\":1,"
      "\"median_ratio\":1.333333333,\"p90_ratio\":1.333333333,\"worst_ratio\":\"4/3\","
      "\"worst_ratio_decimal\":\"1.333333\",\"worst_file\":\"a.json\",\"mean_ratio\":1.333333333,"
      "\"seconds\":1.501000000}]}}");
  g_autofree char *plain = report_run (&(ReportSettings){.compare = TRUE}, cases, 2);
  assert_null (strstr (plain, "summary"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_private_file_is_one_line_as_documented),
      cmocka_unit_test (test_counterexample_has_decimals_beside_its_numbers),
      cmocka_unit_test (test_origin_is_said),
      cmocka_unit_test (test_sampling_is_said_where_it_makes_a_difference),
      cmocka_unit_test (test_claim_has_its_verdict_reason_and_path),
      cmocka_unit_test (test_not_private_has_structure_and_reason),
      cmocka_unit_test (test_infinite_cost_is_null_and_marked),
      cmocka_unit_test (test_unknown_has_bounds_and_says_what_was_skipped),
      cmocka_unit_test (test_error_has_diagnostics_and_no_stage),
      cmocka_unit_test (test_disagreement_has_both_sides),
      cmocka_unit_test (test_failed_stage_is_marked_with_its_reason),
      cmocka_unit_test (test_uncertified_figure_is_marked),
      cmocka_unit_test (test_hostile_file_names_stay_strings),
      cmocka_unit_test (test_numbers_beyond_words_are_exact),
      cmocka_unit_test (test_evidence_shows_only_when_asked_for),
      cmocka_unit_test (test_summary_is_a_last_line_on_request),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
