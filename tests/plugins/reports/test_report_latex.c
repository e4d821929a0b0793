/* SPDX-License-Identifier: Apache-2.0 */
#include "report_cases.h"

#include <string.h>

#include "unit.h"

static void
test_a_row_for_each_method (void **state)
{
  (void)state;
  g_autoptr (ReportCase) first = private_case ("a.json");
  g_autoptr (ReportCase) second = failing_case ("b.json");
  ReportCase *const cases[] = {first, second};
  g_autofree char *text = report_run (&(ReportSettings){.compare = TRUE}, cases, 2);
  assert_string_equal (
      text, "% Over 2 files. Ratio: certified upper cost to exact cost; loose: files where it is "
            "above 1.\n"
            "\\begin{tabular}{lrrrrrrlr}\n\\toprule\n"
            "method & answered & agree & loose & median ratio & 90\\,\\% & worst & in & total time "
            "\\\\\n\\midrule\n"
            "graph & 2 & 2 &  &  &  &  &  & 1 ms \\\\\n"
            "frontier & 1 & 1 & 0 & 1.000 & 1.000 & 1 &  & 500 ms \\\\\n"
            "segment & 2 & 2 & 1 & 1.333 & 1.333 & 4/3 & a.json & 1.5 s \\\\\n"
            "\\bottomrule\n\\end{tabular}\n");
}

static void
test_names_are_text_to_latex (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = private_case ("a_b%c~d\\e^{$#&}.json");
  g_autofree char *text = report_run (&(ReportSettings){.compare = TRUE}, &made, 1);
  assert_non_null (strstr (text, "a\\_b\\%c\\~{}d\\textbackslash{}e\\^{}\\{\\$\\#\\&\\}.json"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_row_for_each_method),
      cmocka_unit_test (test_names_are_text_to_latex),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
