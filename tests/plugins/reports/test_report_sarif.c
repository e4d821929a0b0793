/* SPDX-License-Identifier: Apache-2.0 */
#include "report_cases.h"
#include "sarif_place.h"

#include <jansson.h>

#include "unit.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (json_t, json_decref)

/* The log of the cases, read by a strict parser. */
static json_t *
log_of (ReportCase *const *cases, guint n)
{
  g_autofree char *text = report_run (&(ReportSettings){0}, cases, n);
  json_error_t error;
  json_t *log = json_loads (text, JSON_REJECT_DUPLICATES, &error);
  if (log == NULL)
    fail_msg ("%s in %s", error.text, text);
  return log;
}

static json_t *
results_of (json_t *log)
{
  return json_object_get (json_array_get (json_object_get (log, "runs"), 0), "results");
}

static const char *
text_at (json_t *object, const char *key)
{
  return json_string_value (json_object_get (object, key));
}

/* That the only result of made is of rule, and has words in its message. */
static void
assert_result (ReportCase *made, const char *rule, const char *level, const char *words)
{
  g_autoptr (json_t) log = log_of (&made, 1);
  json_t *results = results_of (log), *result = json_array_get (results, 0);
  assert_int_equal (json_array_size (results), 1);
  assert_string_equal (text_at (result, "ruleId"), rule);
  assert_string_equal (text_at (result, "level"), level);
  assert_non_null (strstr (text_at (json_object_get (result, "message"), "text"), words));
}

static void
test_private_files_have_no_results (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = private_case ("svt.json");
  g_autoptr (json_t) log = log_of (&made, 1);
  assert_string_equal (text_at (log, "version"), "2.1.0");
  assert_int_equal (json_array_size (results_of (log)), 0);
}

static void
test_verdicts_are_results (void **state)
{
  (void)state;
  g_autoptr (ReportCase) wrong = not_private_case ("a.json"), open = unknown_case ("b.json");
  assert_result (wrong, "not-private", "error", "is not differentially private");
  assert_result (open, "unknown", "warning", "is not known");
}

static void
test_claims_are_results (void **state)
{
  (void)state;
  g_autoptr (ReportCase) fails = private_case ("a.json"), open = private_case ("b.json");
  report_case_claim (fails, "1", COUPLET_CLAIM_FAILS, "the least d is 5/4", "a,b");
  report_case_claim (open, "1", COUPLET_CLAIM_OPEN, "no d is proven", NULL);
  assert_result (fails, "claim-fails", "error",
                 "the claim of 1*epsilon fails: the least d is 5/4, on the path a,b");
  assert_result (open, "claim-open", "warning", "the claim of 1*epsilon is open: no d is proven");
}

static void
test_disagreement_is_a_result_beside_the_verdict (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = disagreement_case ("a.json");
  g_autoptr (json_t) log = log_of (&made, 1);
  gboolean found = FALSE;
  for (size_t i = 0; i < json_array_size (results_of (log)); i++)
    found |= g_str_equal (text_at (json_array_get (results_of (log), i), "ruleId"), "disagreement");
  assert_true (found);
}

static void
test_each_message_is_a_result (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = error_case ("a.json");
  g_autoptr (json_t) log = log_of (&made, 1);
  const CoupletResult *result = report_case_result (made);
  assert_int_equal (json_array_size (results_of (log)), result->n_diagnostics);
  for (guint i = 0; i < result->n_diagnostics; i++)
    assert_string_equal (text_at (json_array_get (results_of (log), i), "ruleId"),
                         result->diagnostics[i].severity == COUPLET_SEVERITY_ERROR ? "refused"
                                                                                   : "doubtful");
}

static void
test_no_files_are_a_log (void **state)
{
  (void)state;
  g_autoptr (json_t) log = log_of (NULL, 0);
  assert_int_equal (json_array_size (results_of (log)), 0);
}

/* ---- Places ------------------------------------------------------------------------------- */

/* The region of a message about line 7 of a file, which is text; NULL = it cannot be read again. */
static SarifRegion
region_of (const char *text, guint32 column, const char *message)
{
  g_autofree char *whole = g_strconcat ("\n\n\n\n\n\n", text, NULL);
  SarifFile file = {.asked = TRUE,
                    .text = text != NULL ? COUPLET_TEXT (whole) : COUPLET_TEXT_LEFT_OUT};
  CoupletDiagnostic diagnostic = {COUPLET_SEVERITY_ERROR, "a", {7, column}, message};
  return sarif_region_of_message (&file, &diagnostic);
}

static void
assert_columns (SarifRegion region, guint32 begin, guint32 end)
{
  assert_int_equal (region.line, 7);
  assert_int_equal (region.column, begin);
  assert_int_equal (region.end_column, end);
}

static void
test_marks_tell_where_a_region_ends (void **state)
{
  (void)state;
  const char *message = "wrong\n     7 |   abc = 1;\n       |   ^~~";
  assert_columns (region_of ("  abc = 1;\n", 3, message), 3, 6);
  assert_columns (region_of (NULL, 3, message), 3, 6);
}

static void
test_messages_without_a_line_have_no_end (void **state)
{
  (void)state;
  assert_columns (region_of ("a b", 3, "wrong"), 3, 0);
  assert_columns (region_of ("a b", 3, "wrong\nfor a reason"), 3, 0);
}

static void
test_columns_count_characters (void **state)
{
  (void)state;
  const char *message = "wrong\n     7 | ää b\n       |    ^";
  assert_columns (region_of ("ää b\nää", 6, message), 4, 5);
  assert_columns (region_of (NULL, 6, message), 4, 5);
  assert_columns (region_of ("\U0001d11e\xff b", 7, "wrong"), 4, 0);
}

static void
test_columns_behind_the_end_of_a_line_are_at_its_end (void **state)
{
  (void)state;
  assert_columns (region_of ("ää\nää", 100, "wrong"), 3, 0);
}

static void
test_columns_that_are_not_known_are_left_out (void **state)
{
  (void)state;
  assert_columns (region_of (NULL, 3, "wrong"), 0, 0);
  assert_columns (region_of (NULL, 1, "wrong"), 1, 0);
  assert_columns (region_of (NULL, 205, "wrong\n     7 | ...a b\n       |      ^"), 0, 0);
}

static char *
uri_of (const char *name)
{
  const CoupletResult result = {.file = name};
  g_auto (SarifFile) file = sarif_file (&result);
  return g_strdup (file.uri);
}

static void
test_names_become_relative_uris (void **state)
{
  (void)state;
  g_autofree char *here = g_get_current_dir ();
  g_autofree char *inside = g_build_filename (here, "a b", "c%.py", NULL);
  g_autofree char *relative = uri_of (inside), *plain = uri_of ("./x/y.py");
  g_autofree char *absolute = uri_of ("/nowhere/x.py"), *input = uri_of ("-");
  assert_string_equal (relative, "a%20b/c%25.py");
  assert_string_equal (plain, "x/y.py");
  assert_string_equal (absolute, "file:///nowhere/x.py");
  assert_string_equal (input, "stdin");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_private_files_have_no_results),
      cmocka_unit_test (test_verdicts_are_results),
      cmocka_unit_test (test_claims_are_results),
      cmocka_unit_test (test_disagreement_is_a_result_beside_the_verdict),
      cmocka_unit_test (test_each_message_is_a_result),
      cmocka_unit_test (test_no_files_are_a_log),
      cmocka_unit_test (test_marks_tell_where_a_region_ends),
      cmocka_unit_test (test_messages_without_a_line_have_no_end),
      cmocka_unit_test (test_columns_count_characters),
      cmocka_unit_test (test_columns_behind_the_end_of_a_line_are_at_its_end),
      cmocka_unit_test (test_columns_that_are_not_known_are_left_out),
      cmocka_unit_test (test_names_become_relative_uris),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
