/* SPDX-License-Identifier: Apache-2.0 */
/* Reports are read line by line; what is cut off or wrong is told. */
#include "report_reader.h"

#include <couplet/internal/context.h>

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"

#define LINE(file)                                                                                 \
  "{\"file\":\"" file "\",\"verdict\":\"unknown\",\"stages\":[],\"diagnostics\":[]}"

/* A report with that text; the caller removes the file. */
static CoupletReportReader *
open_text (const char *text, char **name)
{
  int descriptor = g_file_open_tmp ("couplet-XXXXXX", name, NULL);
  assert_true (descriptor >= 0);
  close (descriptor);
  assert_true (g_file_set_contents (*name, text, -1, NULL));
  CoupletReportReader *report = report_open (*name, NULL);
  assert_non_null (report);
  return report;
}

/* The steps through text: file names, `cut`, `wrong`; the caller frees them. */
static char *
steps_of (const char *text)
{
  g_autofree char *name = NULL;
  g_autoptr (CoupletReportReader) report = open_text (text, &name);
  GString *steps = g_string_new (NULL);
  for (;;) {
    g_auto (ReadResult) read = {0};
    g_autoptr (GError) error = NULL;
    ReportStep step = report_next (report, &read, &error);
    if (step == REPORT_ANSWER)
      g_string_append_printf (steps, "%s@%d ", read.result.file, (int)report_number (report));
    else {
      g_string_append (steps, step == REPORT_CUT_OFF ? "cut" : step == REPORT_WRONG ? "wrong" : "");
      assert_int_equal (step == REPORT_WRONG, error != NULL);
      break;
    }
  }
  g_remove (name);
  return g_string_free (steps, FALSE);
}

static void
test_lines_in_order (void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"", ""},
      {"\n\n", ""},
      {LINE ("a") "\n" LINE ("b") "\n", "a@1 b@2 "},
      {LINE ("a") "\n\n{\"summary\":{}}\n" LINE ("b"), "a@1 b@4 "},
      {LINE ("a") "\n{\"file\":\"b\",", "a@1 cut"},
      {LINE ("a") "\n{\"file\":\"b\",\n", "a@1 wrong"},
      {"{\"summary\":{", "cut"},
      {"{\"fi", "cut"},
      {"{\"a\":1}", "wrong"},
      {LINE ("a") "\n{\"version\":\"2.1.0\"", "a@1 wrong"},
      {"\xff\xfe", "wrong"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *steps = steps_of (cases[i][0]);
    assert_string_equal (steps, cases[i][1]);
  }
}

static void
test_what_is_not_there (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  assert_null (report_open ("/nowhere/a.jsonl", &error));
  assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_INPUT));
  assert_string_equal (error->message, "/nowhere/a.jsonl: No such file or directory");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_lines_in_order),
      cmocka_unit_test (test_what_is_not_there),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
