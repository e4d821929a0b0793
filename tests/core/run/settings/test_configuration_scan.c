/* SPDX-License-Identifier: Apache-2.0 */
/* The form of configuration files: where groups and keys stand, and what is refused. */
#include "configuration_scan.h"

#include <string.h>

#include "unit.h"

/* What is wrong with text; NULL = nothing. The caller frees it. */
static char *
fault_of (const char *text)
{
  ConfigurationScan scan;
  g_autoptr (GError) error = NULL;
  configuration_scan_init (&scan, "a.conf");
  gboolean good = configuration_scan_text (&scan, text, strlen (text), &error);
  configuration_scan_clear (&scan);
  assert_int_equal (good, error == NULL);
  return good ? NULL : g_strdup (error->message);
}

static void
test_notes_lines_of_groups_and_keys (void **state)
{
  (void)state;
  static const char text[] = "# a\n[pipeline]\nreport = json\n\n[stage b]\nplugin = c\n";
  ConfigurationScan scan;
  configuration_scan_init (&scan, "a.conf");
  assert_true (configuration_scan_text (&scan, text, strlen (text), NULL));
  g_autofree char *group = configuration_scan_origin (&scan, "stage b", NULL);
  g_autofree char *key = configuration_scan_origin (&scan, "pipeline", "report");
  assert_string_equal (group, "a.conf:5");
  assert_string_equal (key, "a.conf:3");
  configuration_scan_clear (&scan);
}

static void
test_faults_name_their_line (void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"", NULL},
      {"[pipeline]\nreport = json\n", NULL},
      {"report = json\n", "a.conf:1: a key stands before the first group"},
      {"[pipeline]\nreport = a\nreport = b\n",
       "a.conf:3: key 'report' stands twice; first on line 2"},
      {"[stage a]\n[stage a]\n", "a.conf:2: group 'stage a' stands twice; first on line 1"},
      {"\n; a\n", "a.conf:2: a comment begins with '#'"},
      {"[pipeline\n", "a.conf:1: a group's name must end in ']'"},
      {"[pipeline]\n\xff\n", "a.conf:2: not valid UTF-8 text"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *fault = fault_of (cases[i][0]);
    assert_int_equal (fault == NULL, cases[i][1] == NULL);
    if (fault != NULL)
      assert_string_equal (fault, cases[i][1]);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_notes_lines_of_groups_and_keys),
      cmocka_unit_test (test_faults_name_their_line),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
