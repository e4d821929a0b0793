/* SPDX-License-Identifier: Apache-2.0 */
/* What configurations say after files and the command line, and what nothing uses. */
#include "unit.h"

#include "configuration.h"
#include "unused_settings.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* A configuration read from text; NULL with *message, where line 1 is `FILE:1`, when it cannot be
 * read. */
static CoupletConfiguration *
load (const char *text, char **message)
{
  g_autoptr (CoupletConfiguration) configuration = couplet_configuration_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  int file = g_file_open_tmp ("couplet-XXXXXX.conf", &name, NULL);
  assert_true (file >= 0 && write (file, text, strlen (text)) == (gssize)strlen (text));
  close (file);
  gboolean good = couplet_configuration_load (configuration, name, &error);
  g_unlink (name);
  if (good)
    return g_steal_pointer (&configuration);
  assert_non_null (message);
  assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION));
  assert_true (g_str_has_prefix (error->message, name));
  *message = g_strconcat ("FILE", error->message + strlen (name), NULL);
  return NULL;
}

static void
assert_names (const GPtrArray *list, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < list->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            (const char *)g_ptr_array_index (list, i));
  assert_string_equal (text->str, expected);
}

static void
assert_setting (const CoupletConfiguration *configuration, const char *stage, const char *key,
                const char *expected)
{
  const Setting *setting = configuration_setting_of (configuration, stage, key);
  if (expected == NULL)
    assert_null (setting);
  else
    assert_string_equal (setting->value, expected);
}

static const char FILE_TEXT[] = "[pipeline]\n"
                                "deciders = graph; first\n"
                                "optimizers =\n"
                                "report = json\n"
                                "[defaults]\n"
                                "time-limit-ms = 5\n"
                                "[stage first]\n"
                                "plugin = z3\n"
                                "time-limit-ms = 7\n";

static void
test_a_file_replaces_the_defaults (void **state)
{
  (void)state;
  g_autoptr (CoupletConfiguration) configuration = load (FILE_TEXT, NULL);
  assert_names (configuration->deciders, "graph first");
  assert_names (configuration->optimizers, "");
  assert_string_equal (configuration->report, "json");
  assert_string_equal (configuration->frontend, "auto");
  assert_setting (configuration, "first", "time-limit-ms", "7");
  assert_setting (configuration, "graph", "time-limit-ms", "5");
  assert_setting (configuration, "graph", "plugin", NULL);
  assert_setting (configuration, "first", "plugin", "z3");
  assert_true (configuration_uses (configuration, "first"));
  assert_false (configuration_uses (configuration, "z3"));
}

static void
test_a_byte_order_mark_at_the_beginning_is_passed_over (void **state)
{
  (void)state;
  g_autofree char *text = g_strconcat ("\xEF\xBB\xBF", FILE_TEXT, NULL);
  g_autoptr (CoupletConfiguration) configuration = load (text, NULL);
  assert_names (configuration->deciders, "graph first");
}

static void
test_the_command_line_goes_before_the_file (void **state)
{
  (void)state;
  g_autoptr (CoupletConfiguration) configuration = load (FILE_TEXT, NULL);
  assert_true (couplet_configuration_override (configuration, "*.time-limit-ms=1", NULL));
  assert_setting (configuration, "first", "time-limit-ms", "1");
  assert_true (couplet_configuration_override (configuration, "first.time-limit-ms=2", NULL));
  assert_setting (configuration, "first", "time-limit-ms", "2");
  assert_setting (configuration, "graph", "time-limit-ms", "1");
  assert_true (couplet_configuration_set_stages (configuration, COUPLET_KIND_OPTIMIZER,
                                                 "segment,weight", NULL));
  assert_names (configuration->optimizers, "segment weight");
  assert_true (couplet_configuration_override (configuration, "a.b=c=d", NULL));
  assert_setting (configuration, "a", "b", "c=d");
}

static void
test_overrides_of_another_form (void **state)
{
  (void)state;
  static const char *const wrong[] = {"", "a", "a=b", ".a=b", "a.=b", "a=b.c"};
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (CoupletConfiguration) configuration = couplet_configuration_new ();
    g_autoptr (GError) error = NULL;
    assert_false (couplet_configuration_override (configuration, wrong[i], &error));
    assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_USAGE));
  }
}

static void
test_files_that_are_refused (void **state)
{
  (void)state;
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"[pipeline]\ndeciders = a; a\n", "FILE:2: stage 'a' stands twice in the list"},
      {"[pipeline]\nreport =\n", "FILE:2: 'report' is empty"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *message = NULL;
    assert_null (load (rows[i].text, &message));
    assert_string_equal (message, rows[i].message);
  }
}

/* Why a setting of configuration is of no use; NULL = all are used. The caller frees it. */
static char *
find_unused (const CoupletConfiguration *configuration)
{
  static const char *const nowhere[] = {NULL};
  g_setenv ("COUPLET_PLUGIN_PATH", "", TRUE);
  g_autoptr (CoupletRegistry) registry = couplet_registry_new (nowhere);
  g_autoptr (GError) error = NULL;
  return check_unused_settings (configuration, registry, &error) ? NULL : g_strdup (error->message);
}

static void
test_settings_that_nothing_uses (void **state)
{
  (void)state;
  static const struct {
    const char *override, *words;
  } rows[] = {
      {"grahp.time-limit-ms=1", "-o grahp.time-limit-ms=1: no stage 'grahp' is used in the "
                                "pipeline; did you mean 'graph'?"},
      {"*.plugin=x", "-o *.plugin=x: no stage has an option 'plugin' for all"},
      {"*.time-limit-ms=x", "time-limit-ms: "},
      {"graph.time-limit-ms=1", NULL},
      {"*.time-limit-ms=1", NULL},
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (CoupletConfiguration) configuration = couplet_configuration_new ();
    assert_true (couplet_configuration_override (configuration, rows[i].override, NULL));
    g_autofree char *message = find_unused (configuration);
    if (rows[i].words == NULL)
      assert_null (message);
    else
      assert_non_null (strstr (message, rows[i].words));
  }
}

/* What the file's own pipeline does not name is refused, even if the command line names it. */
static void
test_a_stage_that_its_file_does_not_run (void **state)
{
  (void)state;
  g_autoptr (CoupletConfiguration) configuration = load ("[stage other]\nplugin = z3\n", NULL);
  assert_true (
      couplet_configuration_set_stages (configuration, COUPLET_KIND_DECIDER, "other", NULL));
  g_autofree char *message = find_unused (configuration);
  assert_non_null (strstr (message, ":1: no stage 'other' is used in the pipeline"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_file_replaces_the_defaults),
      cmocka_unit_test (test_a_byte_order_mark_at_the_beginning_is_passed_over),
      cmocka_unit_test (test_the_command_line_goes_before_the_file),
      cmocka_unit_test (test_overrides_of_another_form),
      cmocka_unit_test (test_files_that_are_refused),
      cmocka_unit_test (test_settings_that_nothing_uses),
      cmocka_unit_test (test_a_stage_that_its_file_does_not_run),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
