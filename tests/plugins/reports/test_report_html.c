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
  assert_non_null (strstr (page, "<p>0 files.</p>"));
  (void)state;
}

static void
test_verdicts_are_counted (void **state)
{
  ReportCase *cases[] = {private_case ("a"), not_private_case ("b"), unknown_case ("c"),
                         error_case ("d"),   private_case ("e"),     not_private_case ("f")};
  g_autofree char *page = report_run (&(ReportSettings){0}, cases, G_N_ELEMENTS (cases));
  assert_non_null (strstr (page, "6 files: 2 <span class=\"good\">private</span>, 2 <span "
                                 "class=\"bad\">not private</span>, 1 <span class=\"doubt\">"
                                 "unknown</span>, 1 <span class=\"bad\">error</span>."));
  assert_int_equal (count (page, "<details class=\"file\""), 6);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    report_case_free (cases[i]);
  (void)state;
}

static void
test_rows_link_to_sections_and_have_keys (void **state)
{
  g_autoptr (ReportCase) made = private_case ("svt.json");
  g_autofree char *page = run_one (made, FALSE);
  assert_non_null (strstr (page, "<tr><td><a href=\"#f1\">svt.json</a></td><td class=\"good\">"
                                 "private</td><td class=\"number\" data-key=\"1.25\">5/4</td>"));
  assert_non_null (strstr (page, "<details class=\"file\" id=\"f1\" open>"));
  (void)state;
}

static void
test_names_are_escaped (void **state)
{
  g_autoptr (ReportCase) made = error_case ("<script>alert(\"&\")</script>.json");
  report_case_message (made, COUPLET_SEVERITY_WARNING, (CoupletPlace){0, 0}, "<b>bold</b>");
  g_autofree char *page = run_one (made, FALSE);
  assert_int_equal (count (page, "<script>"), 1); /* the page's own */
  assert_null (strstr (page, "<b>bold"));
  assert_non_null (strstr (page, "&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;.json"));
  (void)state;
}

static void
test_stages_say_what_limited_them (void **state)
{
  g_autoptr (ReportCase) made = unknown_case ("a.json");
  g_autofree char *page = run_one (made, FALSE);
  assert_non_null (strstr (page, "stopped after the time limit of 60 s"));
  assert_non_null (strstr (page, "cost from 3/2 (1.5) to 7"));
  (void)state;
}

static void
test_a_failing_claim_has_reason_and_path (void **state)
{
  g_autoptr (ReportCase) made = private_case ("svt.json");
  report_case_claim (made, "1", COUPLET_CLAIM_FAILS, "the least d is 5/4 (1.25)", "start,bot*2");
  g_autofree char *page = run_one (made, FALSE);
  assert_non_null (strstr (page, "<span class=\"bad\">claim 1 fails</span>: the least d is 5/4 "
                                 "(1.25)"));
  assert_non_null (strstr (page, "start,bot*2"));
  (void)state;
}

static void
test_a_comparison_has_plots_and_columns (void **state)
{
  g_autoptr (ReportCase) made = private_case ("svt.json");
  g_autofree char *alone = run_one (made, FALSE), *compared = run_one (made, TRUE);
  assert_int_equal (count (alone, "<figure"), 0);
  assert_int_equal (count (compared, "<figure"), 2);
  guint columns = count (alone, "<button"), more = count (compared, "<button");
  assert_int_equal (more - columns, report_case_result (made)->n_stages);
  (void)state;
}

static void
test_a_contradiction_is_shown (void **state)
{
  g_autoptr (ReportCase) made = disagreement_case ("a.json");
  g_autofree char *page = run_one (made, FALSE);
  g_autofree char *text = g_strdup_printf ("<p class=\"bad\">THE STAGES DISAGREE: %s</p>",
                                           report_case_result (made)->disagreement_text);
  assert_non_null (strstr (page, text));
  (void)state;
}

static void
test_a_source_that_cannot_be_read_is_said (void **state)
{
  g_autoptr (ReportCase) missing = private_case ("no-such-file.json"), input = private_case ("-");
  g_autofree char *page = run_one (missing, FALSE), *other = run_one (input, FALSE);
  assert_non_null (strstr (page, "The source is not shown: "));
  assert_non_null (strstr (other, "The source is not shown: it came from standard input."));
  (void)state;
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_page_without_files_is_whole),
      cmocka_unit_test (test_verdicts_are_counted),
      cmocka_unit_test (test_rows_link_to_sections_and_have_keys),
      cmocka_unit_test (test_names_are_escaped),
      cmocka_unit_test (test_stages_say_what_limited_them),
      cmocka_unit_test (test_a_failing_claim_has_reason_and_path),
      cmocka_unit_test (test_a_comparison_has_plots_and_columns),
      cmocka_unit_test (test_a_contradiction_is_shown),
      cmocka_unit_test (test_a_source_that_cannot_be_read_is_said),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
