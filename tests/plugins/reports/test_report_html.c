/* SPDX-License-Identifier: Apache-2.0 */
/* The page about results of every kind; what explanations say is tested with the program. */
#include "report_cases.h"

#include <string.h>

#include "unit.h"

static guint
count (const char *text, const char *part)
{
  guint n = 0;
  for (; (text = strstr (text, part)) != NULL; text += strlen (part))
    n++;
  return n;
}

static char *
run_one (ReportCase *made, gboolean compare)
{
  return report_run (&(ReportSettings){.compare = compare}, &made, 1);
}

static void
test_a_page_without_files_is_whole (void **state)
{
  g_autofree char *page = report_run (&(ReportSettings){0}, NULL, 0);
  assert_true (g_str_has_prefix (page, "<!doctype html>\n"));
  assert_true (g_str_has_suffix (page, "</html>\n"));
  assert_non_null (strstr (page, "id=\"records\">[\n]</script>"));
  (void)state;
}

static void
test_each_file_has_a_row_a_section_and_a_record (void **state)
{
  ReportCase *cases[] = {private_case ("a"), not_private_case ("b"), unknown_case ("c"),
                         error_case ("d")};
  g_autofree char *page = report_run (&(ReportSettings){0}, cases, G_N_ELEMENTS (cases));
  assert_int_equal (count (page, "<tr><td><a href=\"#f"), 4);
  assert_int_equal (count (page, "<details id=\"f"), 4);
  assert_int_equal (count (page, "{\"record\":{"), 4);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    report_case_free (cases[i]);
  (void)state;
}

static void
test_rows_link_to_sections (void **state)
{
  g_autoptr (ReportCase) made = private_case ("svt.json");
  g_autofree char *page = run_one (made, FALSE);
  assert_non_null (strstr (page, "<tr><td><a href=\"#f1\">svt.json</a></td><td class=\"headline\">"
                                 "<span class=\"private\">private</span></td>"
                                 "<td class=\"number\">5/4</td>"));
  assert_non_null (strstr (page, "<details id=\"f1\">\n<summary><h2>svt.json</h2></summary>"));
  (void)state;
}

static void
test_names_and_messages_stay_within_html_and_json (void **state)
{
  g_autoptr (ReportCase) made = error_case ("<script>alert(\"&'\")</script>\1.json");
  report_case_message (made, COUPLET_SEVERITY_WARNING, (CoupletPlace){0, 0},
                       "</script><!--<b>\"\\\xe2\x80\xa8\1\xff");
  g_autofree char *page = run_one (made, FALSE);
  assert_int_equal (count (page, "<script"), 2); /* the records and the page's own */
  assert_int_equal (count (page, "</script"), 2);
  assert_null (strstr (page, "<!--"));
  assert_null (strstr (page, "<b>"));
  assert_non_null (
      strstr (page, "&lt;script&gt;alert(&quot;&amp;&apos;&quot;)&lt;/script&gt;?.json"));
  assert_non_null (strstr (page, "\\u003c/script>\\u003c!--\\u003cb>\\\"\\\\\\u2028\\u0001"
                                 "\xef\xbf\xbd\""));
  (void)state;
}

static void
test_stages_say_what_limited_them (void **state)
{
  g_autoptr (ReportCase) made = unknown_case ("a.json");
  g_autofree char *page = run_one (made, FALSE);
  assert_non_null (strstr (page, "stopped after the time limit of 60 s"));
  assert_non_null (strstr (page, "\"says\":\"cost from 3/2 (1.5) to 7\""));
  (void)state;
}

static void
test_a_failing_claim_is_the_headline (void **state)
{
  g_autoptr (ReportCase) made = private_case ("svt.json");
  report_case_claim (made, "1", COUPLET_CLAIM_FAILS, "the least d is 5/4 (1.25)", "start,bot*2");
  g_autofree char *page = run_one (made, FALSE);
  assert_non_null (strstr (page,
                           "<td class=\"headline\"><span class=\"fails\">claim 1 fails: least d "
                           "5/4 (1.25)</span>, <span class=\"private\">private</span></td>"));
  assert_non_null (strstr (page, "\"claim_path\":\"start,bot*2\""));
  (void)state;
}

static void
test_a_comparison_has_a_column_for_each_method (void **state)
{
  g_autoptr (ReportCase) made = private_case ("svt.json");
  g_autofree char *alone = run_one (made, FALSE), *compared = run_one (made, TRUE);
  guint columns = count (alone, "<th class="), more = count (compared, "<th class=");
  /* and seven columns of numbers in the table of methods */
  assert_int_equal (more - columns, report_case_result (made)->n_stages + 7);
  (void)state;
}

static void
test_a_contradiction_is_told (void **state)
{
  g_autoptr (ReportCase) made = disagreement_case ("a.json");
  g_autofree char *page = run_one (made, FALSE);
  g_autofree char *text =
      g_strdup_printf ("\"disagreement\":\"%s\"", report_case_result (made)->disagreement_text);
  assert_non_null (strstr (page, text));
  (void)state;
}

static void
test_what_was_understood_of_code_is_told_in_words (void **state)
{
  g_autoptr (ReportCase) made = private_case ("svt.py");
  report_case_understood (made, "{\"private\":[\"queries\"],\"outputs\":[\"yield\"]}");
  g_autofree char *page = run_one (made, FALSE);
  assert_non_null (strstr (page, "\"understood\":[\"private: queries\",\"outputs: yield\"]"));
  (void)state;
}

static void
test_a_source_that_cannot_be_read_is_said (void **state)
{
  g_autoptr (ReportCase) missing = private_case ("no-such-file.json"), input = private_case ("-");
  g_autofree char *page = run_one (missing, FALSE), *other = run_one (input, FALSE);
  assert_non_null (strstr (page, "\"source\":null,\"no_source\":\""));
  assert_non_null (strstr (other, "\"no_source\":\"it came from standard input\""));
  (void)state;
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_page_without_files_is_whole),
      cmocka_unit_test (test_each_file_has_a_row_a_section_and_a_record),
      cmocka_unit_test (test_rows_link_to_sections),
      cmocka_unit_test (test_names_and_messages_stay_within_html_and_json),
      cmocka_unit_test (test_stages_say_what_limited_them),
      cmocka_unit_test (test_a_failing_claim_is_the_headline),
      cmocka_unit_test (test_a_comparison_has_a_column_for_each_method),
      cmocka_unit_test (test_a_contradiction_is_told),
      cmocka_unit_test (test_what_was_understood_of_code_is_told_in_words),
      cmocka_unit_test (test_a_source_that_cannot_be_read_is_said),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
