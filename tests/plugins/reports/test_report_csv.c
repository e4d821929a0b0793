/* SPDX-License-Identifier: Apache-2.0 */
#include "report_cases.h"

#include "unit.h"

#define COLUMNS 40

/* Reads a quoted field after its first quote up to its last. */
static const char *
read_quoted (GString *field, const char *at)
{
  for (;; at++) {
    assert_true (*at != '\0');
    if (*at == '"' && at[1] != '"')
      return at + 1;
    if (*at == '"')
      at++;
    g_string_append_c (field, *at);
  }
}

/* A plain field: no character in it that would have to be quoted. */
static const char *
read_plain (GString *field, const char *at)
{
  for (; *at != ',' && *at != '\r'; at++) {
    assert_true (*at != '\0' && *at != '"' && *at != '\n');
    g_string_append_c (field, *at);
  }
  return at;
}

/* The records of text as RFC 4180 has them: GStrv each. */
static GPtrArray *
parse (const char *text)
{
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify)g_strfreev);
  while (*text != '\0') {
    g_autoptr (GPtrArray) fields = g_ptr_array_new ();
    do {
      GString *field = g_string_new (NULL);
      text += fields->len > 0 ? 1 : 0;
      text = *text == '"' ? read_quoted (field, text + 1) : read_plain (field, text);
      g_ptr_array_add (fields, g_string_free (field, FALSE));
    } while (*text == ',');
    assert_true (text[0] == '\r' && text[1] == '\n');
    text += 2;
    g_ptr_array_add (fields, NULL);
    g_ptr_array_add (records, g_memdup2 (fields->pdata, fields->len * sizeof (char *)));
  }
  return records;
}

static const char *
field (const GPtrArray *records, guint row, const char *column)
{
  char **names = g_ptr_array_index (records, 0), **fields = g_ptr_array_index (records, row);
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], column))
      return fields[i];
  fail_msg ("no column %s", column);
  return NULL;
}

static GPtrArray *
records_of (ReportCase *made)
{
  g_autofree char *text = report_run (&(ReportSettings){0}, &made, 1);
  GPtrArray *records = parse (text);
  for (guint i = 0; i < records->len; i++)
    assert_int_equal (g_strv_length (g_ptr_array_index (records, i)), COLUMNS);
  return records;
}

static void
test_private_file_has_a_row_per_stage (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = private_case ("svt.json");
  g_autofree char *text = report_run (&(ReportSettings){0}, &made, 1);
  assert_string_equal (
      text,
      "file,automaton,verdict,stage,plugin,kind,stage_verdict,guarantee,cost,cost_decimal,"
      "ratio_to_exact,certified,lower,upper,structure,seconds,reason,disagreement,"
      "claimed,claim,claim_verdict,at_least,epsilon,sha256,parameters,sampling,adjacency,"
      "version,commit,libraries,options,date,ratio_decimal,lower_decimal,upper_decimal,"
      "claim_decimal,at_least_decimal,function,seconds_total,cpu_seconds\r\n"
      "svt.json,mechanism,private,graph,judge,decider,private,,,,,,,,,0.000002000,,,false,,,"
      "5/4,,,,,,,,,,,,,,,1.25,,0.0000040,0.0000010\r\n"
      "svt.json,mechanism,private,frontier,solver,optimizer,private,exact,5/4,1.25,1,true,,,,"
      "0.000250000,,,false,,,5/4,,,,,,,,,,,1,,,,1.25,,0.0005000,0.0001250\r\n"
      "svt.json,mechanism,private,segment,solver,optimizer,private,upper-bound,5/3,1.666667,"
      "4/3,true,,,,1.500000000,,,false,,,5/4,,,,,,,,,,,1.333333,,,,1.25,,3.0000000,0.7500000\r\n");
}

static void
test_epsilon_stands_in_every_row (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = private_case ("a.json");
  report_case_epsilon (made, "8 <= epsilon < 16");
  g_autoptr (GPtrArray) records = records_of (made);
  for (guint row = 1; row <= 3; row++)
    assert_string_equal (field (records, row, "epsilon"), "8 <= epsilon < 16");
}

/* What a run is made by is said once, what a file is in its first row. */
static void
test_origin_stands_in_first_rows (void **state)
{
  (void)state;
  g_autoptr (ReportCase) first = private_case ("a.json");
  g_autoptr (ReportCase) second = private_case ("b.json");
  ReportCase *const cases[] = {first, second};
  report_case_origin (first);
  report_case_origin (second);
  g_autofree char *text = report_run (&(ReportSettings){0}, cases, 2);
  g_autoptr (GPtrArray) records = parse (text);
  for (guint row = 1; row <= 6; row++) {
    gboolean begins_file = row % 3 == 1, begins_report = row == 1;
    assert_string_equal (field (records, row, "sha256"), begins_file ? "0123" : "");
    assert_string_equal (field (records, row, "parameters"), begins_file ? "'-D c=2 -D k=3" : "");
    assert_string_equal (field (records, row, "adjacency"), begins_file ? "one" : "");
    assert_string_equal (field (records, row, "version"), begins_report ? "1.2" : "");
    assert_string_equal (field (records, row, "commit"), begins_report ? "4567-dirty" : "");
    assert_string_equal (field (records, row, "libraries"), begins_report ? "GMP 6.3" : "");
    assert_string_equal (field (records, row, "options"), begins_report ? "'--claim=2" : "");
    assert_string_equal (field (records, row, "date"), begins_report ? "2026-01-02T03:04:05Z" : "");
  }
}

static void
test_claim_stands_in_every_row (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = private_case ("a.json");
  report_case_claim (made, "1", COUPLET_CLAIM_FAILS, "the least d is 5/4 (1.25)", "a,b");
  g_autoptr (GPtrArray) records = records_of (made);
  for (guint row = 1; row <= 3; row++) {
    assert_string_equal (field (records, row, "claim"), "1");
    assert_string_equal (field (records, row, "claim_decimal"), "1");
    assert_string_equal (field (records, row, "claim_verdict"), "fails");
  }
}

static void
test_not_private_has_structure_and_infinite_cost (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = not_private_case ("a.json");
  g_autoptr (GPtrArray) records = records_of (made);
  assert_int_equal (records->len, 4);
  assert_string_equal (field (records, 1, "verdict"), "not-private");
  assert_string_equal (field (records, 1, "structure"), "leaking pair");
  assert_string_equal (field (records, 1, "reason"), report_case_result (made)->reason);
  assert_string_equal (field (records, 2, "cost"), "infinite");
  assert_string_equal (field (records, 2, "cost_decimal"), "inf");
  for (guint row = 1; row <= 3; row++)
    assert_string_equal (field (records, row, "at_least_decimal"), "inf");
  assert_string_equal (field (records, 2, "ratio_to_exact"), "");
}

static void
test_unknown_has_bounds_and_reasons (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = unknown_case ("a.json");
  g_autoptr (GPtrArray) records = records_of (made);
  assert_string_equal (field (records, 1, "reason"),
                       "'graph' takes at most 1 threshold; the automaton has 2");
  assert_string_equal (field (records, 2, "lower"), "3/2");
  assert_string_equal (field (records, 2, "upper"), "7");
  assert_string_equal (field (records, 2, "cost"), "");
  assert_string_equal (field (records, 2, "guarantee"), "");
  assert_string_equal (field (records, 2, "lower_decimal"), "1.5");
  assert_string_equal (field (records, 2, "upper_decimal"), "7");
  assert_string_equal (field (records, 2, "cost_decimal"), "");
  assert_string_equal (field (records, 3, "lower"), "3/2");
  assert_string_equal (field (records, 3, "upper"), "");
}

static void
test_error_has_one_row_with_its_first_error (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = error_case ("a.json");
  g_autoptr (GPtrArray) records = records_of (made);
  assert_int_equal (records->len, 2);
  assert_string_equal (field (records, 1, "verdict"), "error");
  assert_string_equal (field (records, 1, "stage"), "");
  assert_string_equal (field (records, 1, "reason"),
                       "expected \"name\", found a tab\there\n  {\t\n  ^");
}

static void
test_disagreement_stands_in_every_row (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = disagreement_case ("a.json");
  g_autoptr (GPtrArray) records = records_of (made);
  for (guint row = 1; row <= 3; row++)
    assert_string_equal (
        field (records, row, "disagreement"),
        "graph says that no coupling proof exists, but frontier says exact cost 2");
  assert_string_equal (field (records, 3, "ratio_to_exact"), "3/4");
}

static void
test_failed_stage_has_its_reason (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = failing_case ("a.json");
  g_autoptr (GPtrArray) records = records_of (made);
  assert_string_equal (field (records, 2, "stage_verdict"), "unknown");
  assert_string_equal (field (records, 2, "reason"), "its process ended with signal 6");
  assert_string_equal (field (records, 2, "certified"), "false");
}

static void
test_ratio_needs_a_certified_exact_cost (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = uncertified_case ("a.json");
  g_autoptr (GPtrArray) records = records_of (made);
  assert_string_equal (field (records, 2, "certified"), "false");
  assert_string_equal (field (records, 2, "ratio_to_exact"), "");
  assert_string_equal (field (records, 3, "ratio_to_exact"), "");
}

/* What a file name becomes. */
static void
test_hostile_file_names_stay_fields (void **state)
{
  (void)state;
  static const char *const names[][2] = {
      {"=1+1,\"a\".json", "'=1+1,\"a\".json"},
      {"+1", "'+1"},
      {"-2+3", "'-2+3"},
      {"@SUM(A1)", "'@SUM(A1)"},
      {"\t=1", "'\t=1"},
      {"\r\n=1", "'\r\n=1"},
      {"\n=1", "'\n=1"},
      {"\xef\xbc\x9d"
       "1+1",
       "'\xef\xbc\x9d"
       "1+1"},
      {"-", "-"},
      {"a=1", "a=1"},
      {"caf\xe9", "caf\xef\xbf\xbd"},
      {"\xe6\xbc\xa2,\xe5\xad\x97", "\xe6\xbc\xa2,\xe5\xad\x97"},
      {"line\nbreak", "line\nbreak"},
      {"\"\"", "\"\""},
  };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (ReportCase) made = private_case (names[i][0]);
    g_autoptr (GPtrArray) records = records_of (made);
    assert_int_equal (records->len, 4);
    assert_string_equal (field (records, 3, "file"), names[i][1]);
    assert_string_equal (field (records, 3, "cost"), "5/3");
  }
}

static void
test_header_stands_once_before_all_files (void **state)
{
  (void)state;
  g_autoptr (ReportCase) first = error_case ("a.json");
  g_autoptr (ReportCase) second = private_case ("b.json");
  ReportCase *const cases[] = {first, second};
  g_autofree char *text = report_run (&(ReportSettings){0}, cases, 2);
  g_autoptr (GPtrArray) records = parse (text);
  assert_int_equal (records->len, 5);
  assert_string_equal (field (records, 1, "file"), "a.json");
  assert_string_equal (field (records, 2, "file"), "b.json");
}

static void
test_summary_follows_an_empty_line_on_request (void **state)
{
  (void)state;
  g_autoptr (ReportCase) first = private_case ("a.json");
  g_autoptr (ReportCase) second = failing_case ("b.json");
  ReportCase *const cases[] = {first, second};
  ReportSettings settings = {.compare = TRUE, .option = "summary", .value = "true"};
  g_autofree char *text = report_run (&settings, cases, 2);
  const char *summary = strstr (text, "\r\n\r\n");
  assert_non_null (summary);
  assert_string_equal (
      summary + 4,
      "method,files,answered,agreeing,worst_ratio,mean_ratio,seconds,worst_ratio_decimal,"
      "loose,median_ratio,p90_ratio,worst_file\r\n"
      "graph,2,2,2,,,0.001002000,,0,,,\r\n"
      "frontier,2,1,1,1,1.000000,0.500250000,1,0,1.000000,1.000000,a.json\r\n"
      "segment,2,2,2,4/3,1.333333,1.501000000,1.333333,1,1.333333,1.333333,a.json\r\n");
  g_autofree char *plain = report_run (&(ReportSettings){.compare = TRUE}, cases, 2);
  assert_null (strstr (plain, "\r\n\r\n"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_private_file_has_a_row_per_stage),
      cmocka_unit_test (test_epsilon_stands_in_every_row),
      cmocka_unit_test (test_origin_stands_in_first_rows),
      cmocka_unit_test (test_claim_stands_in_every_row),
      cmocka_unit_test (test_not_private_has_structure_and_infinite_cost),
      cmocka_unit_test (test_unknown_has_bounds_and_reasons),
      cmocka_unit_test (test_error_has_one_row_with_its_first_error),
      cmocka_unit_test (test_disagreement_stands_in_every_row),
      cmocka_unit_test (test_failed_stage_has_its_reason),
      cmocka_unit_test (test_ratio_needs_a_certified_exact_cost),
      cmocka_unit_test (test_hostile_file_names_stay_fields),
      cmocka_unit_test (test_header_stands_once_before_all_files),
      cmocka_unit_test (test_summary_follows_an_empty_line_on_request),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
