/* SPDX-License-Identifier: Apache-2.0 */
/* Stages from settings: which plugin, with which options, in which process, or why none. The
 * plugins are those of tests/support/staged_plugins.c, which are installed beside this program, and
 * a stranger in the folder that is its argument. */
#include "stage_new.h"
#include "unused_settings.h"

#include <couplet/internal/context.h>

#include <string.h>
#include <unistd.h>

#include "unit.h"

typedef struct {
  const char *stranger; /* folder */
  CoupletRegistry *registry;
  CoupletConfiguration *configuration;
  CoupletHost host;
} Fixture;

static int
set_up (void **state)
{
  Fixture *fixture = *state;
  const char *const extra[] = {fixture->stranger, NULL};
  fixture->registry = couplet_registry_new (extra);
  fixture->configuration = couplet_configuration_new ();
  return 0;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;
  couplet_registry_free (fixture->registry);
  couplet_configuration_free (fixture->configuration);
  return 0;
}

/* Sets all of settings, separated by blanks, as -o does. */
static void
override (Fixture *fixture, const char *settings)
{
  g_auto (GStrv) words = g_strsplit (settings, " ", -1);
  for (char **word = words; *word != NULL; word++)
    if (**word != '\0')
      assert_true (couplet_configuration_override (fixture->configuration, *word, NULL));
}

/* Sets key of stage as a file does that says it in line 3. */
static void
set_in_file (Fixture *fixture, const char *stage, const char *key, const char *value)
{
  settings_put (settings_need (fixture->configuration->stages, stage, "file:2"), key, value,
                "file:3");
}

static Stage *
new_stage (Fixture *fixture, CoupletPluginKind kind, const char *name)
{
  g_autoptr (GError) error = NULL;
  Stage *stage =
      stage_new (fixture->configuration, fixture->registry, kind, name, &fixture->host, &error);
  if (stage == NULL)
    fail_msg ("%s", error->message);
  assert_null (error);
  return stage;
}

static Stage *
new_optimizer (Fixture *fixture, const char *name)
{
  return new_stage (fixture, COUPLET_KIND_OPTIMIZER, name);
}

/* No such stage can be made, and the message begins with words. */
static void
assert_refused (Fixture *fixture, CoupletPluginKind kind, const char *name, CoupletError code,
                const char *words)
{
  g_autoptr (GError) error = NULL;
  assert_null (
      stage_new (fixture->configuration, fixture->registry, kind, name, &fixture->host, &error));
  assert_true (g_error_matches (error, COUPLET_ERROR, (gint)code));
  if (!g_str_has_prefix (error->message, words))
    fail_msg ("%s", error->message);
}

/* ---- Plugins -------------------------------------------------------------------------------- */

static void
test_a_stage_for_which_nothing_is_set (void **state)
{
  g_autoptr (Stage) stage = new_optimizer (*state, "plain");
  assert_string_equal (stage->name, "plain");
  assert_string_equal (stage->plugin->name, "plain");
  assert_true (g_str_has_suffix (stage->file, "/staged.so"));
  assert_true (stage->trusted);
  assert_null (stage->problem);
  assert_false (stage->optional || stage->isolate);
  assert_int_equal (stage->limit_ms, 0);
  assert_int_equal (stage->memory_limit_mb, 0);
  assert_null (stage->instance);
  assert_string_equal (couplet_context_stage (stage->context), "plain");
}

static void
test_a_stage_of_another_name_than_its_plugin (void **state)
{
  override (*state, "first.plugin=range first.high=7");
  g_autoptr (Stage) stage = new_optimizer (*state, "first");
  assert_string_equal (stage->name, "first");
  assert_string_equal (stage->plugin->name, "range");
  assert_string_equal (couplet_context_stage (stage->context), "first");
  assert_int_equal (couplet_context_option_integer (stage->context, "high"), 7);
  g_autoptr (Stage) other = new_optimizer (*state, "range");
  assert_int_equal (couplet_context_option_integer (other->context, "high"), 5);
}

static void
test_a_plugin_that_there_is_not (void **state)
{
  Fixture *fixture = *state;
  assert_refused (fixture, COUPLET_KIND_OPTIMIZER, "plan", COUPLET_ERROR_PLUGIN,
                  "no optimizer is called 'plan': ");
  assert_refused (fixture, COUPLET_KIND_DECIDER, "plain", COUPLET_ERROR_PLUGIN,
                  "no decider is called 'plain': ");
  set_in_file (fixture, "first", "plugin", "plan");
  assert_refused (fixture, COUPLET_KIND_OPTIMIZER, "first", COUPLET_ERROR_PLUGIN,
                  "file:3: no optimizer is called 'plan': ");
}

static void
test_an_optional_stage_may_lack_its_plugin (void **state)
{
  override (*state, "plan.optional=true");
  for (guint i = 0; i < 2; i++) {
    CoupletPluginKind kind = i == 0 ? COUPLET_KIND_OPTIMIZER : COUPLET_KIND_DECIDER;
    g_autoptr (Stage) stage = new_stage (*state, kind, "plan");
    assert_true (stage->optional);
    assert_non_null (strstr (stage->problem, "is called 'plan': "));
    assert_int_equal (stage->plugin->kind, kind);
    assert_string_equal (stage->plugin->name, "plan");
    assert_true (stage->trusted);
  }
  override (*state, "words.optional=true");
  assert_refused (*state, COUPLET_KIND_REPORT, "words", COUPLET_ERROR_PLUGIN,
                  "no report is called 'words': ");
}

static void
test_optional_is_true_or_false (void **state)
{
  override (*state, "plan.optional=false");
  assert_refused (*state, COUPLET_KIND_OPTIMIZER, "plan", COUPLET_ERROR_PLUGIN,
                  "no optimizer is called 'plan': ");
  override (*state, "plan.optional=perhaps plain.optional=perhaps");
  assert_refused (*state, COUPLET_KIND_OPTIMIZER, "plan", COUPLET_ERROR_CONFIGURATION,
                  "-o plan.optional=perhaps: optional: 'perhaps' is neither 'true' nor 'false'");
  assert_refused (*state, COUPLET_KIND_OPTIMIZER, "plain", COUPLET_ERROR_CONFIGURATION,
                  "-o plain.optional=perhaps: optional: 'perhaps' is neither 'true' nor 'false'");
}

/* An optional stage that has its plugin is as any other. */
static void
test_an_optional_stage_that_has_its_plugin (void **state)
{
  override (*state, "plain.optional=true");
  g_autoptr (Stage) stage = new_optimizer (*state, "plain");
  assert_null (stage->problem);
}

static void
test_a_stage_known_to_be_broken (void **state)
{
  Fixture *fixture = *state;
  g_hash_table_insert (fixture->configuration->broken, g_strdup ("plain"),
                       g_strdup ("it is broken"));
  g_autoptr (Stage) stage = new_optimizer (fixture, "plain");
  assert_string_equal (stage->problem, "it is broken");
  assert_false (stage->optional);
  assert_ptr_equal (stage->plugin, &stage->stand_in);
  assert_int_equal (stage->plugin->kind, COUPLET_KIND_OPTIMIZER);
  assert_null (stage->plugin->solver);
}

/* ---- Options of the host -------------------------------------------------------------------- */

static void
test_who_runs_in_a_process_of_its_own (void **state)
{
  Fixture *fixture = *state;
  static const struct {
    const char *plugin, *setting;
    gboolean isolate;
  } cases[] = {
      {"plain", "", FALSE},      {"plain", "auto", FALSE},  {"plain", "true", TRUE},
      {"plain", "false", FALSE}, {"apart", "", TRUE},       {"apart", "auto", TRUE},
      {"apart", "true", TRUE},   {"apart", "false", FALSE}, {"fake", "", TRUE},
      {"fake", "auto", TRUE},    {"fake", "true", TRUE},    {"fake", "false", FALSE},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    if (*cases[i].setting != '\0') {
      g_autofree char *setting =
          g_strdup_printf ("%s.isolate=%s", cases[i].plugin, cases[i].setting);
      override (fixture, setting);
    }
    g_autoptr (Stage) stage = new_optimizer (fixture, cases[i].plugin);
    assert_int_equal (stage->isolate, cases[i].isolate);
    assert_int_equal (stage->trusted, !g_str_equal (cases[i].plugin, "fake"));
  }
}

static void
test_limits (void **state)
{
  override (*state, "plain.time-limit-ms=250 plain.memory-limit-mb=64");
  g_autoptr (Stage) stage = new_optimizer (*state, "plain");
  assert_int_equal (stage->limit_ms, 250);
  assert_int_equal (stage->memory_limit_mb, 64);
  g_autoptr (Stage) other = new_optimizer (*state, "apart");
  assert_int_equal (other->limit_ms, 0);
  assert_int_equal (other->memory_limit_mb, 0);
}

static void
test_a_stranger_has_half_of_the_memory (void **state)
{
  g_autoptr (Stage) stranger = new_optimizer (*state, "fake");
  gint64 all = (gint64)sysconf (_SC_PHYS_PAGES) * sysconf (_SC_PAGESIZE) >> 20;
#ifdef __SANITIZE_ADDRESS__
  all = 0; /* it needs more address space than that */
#endif
  assert_int_equal (stranger->memory_limit_mb, all / 2);
  override (*state, "fake.isolate=false");
  g_autoptr (Stage) trusted = new_optimizer (*state, "fake");
  assert_int_equal (trusted->memory_limit_mb, 0);
  override (*state, "fake.memory-limit-mb=0");
  g_autoptr (Stage) unlimited = new_optimizer (*state, "fake");
  assert_int_equal (unlimited->memory_limit_mb, 0);
}

/* ---- Which setting goes before which --------------------------------------------------------- */

/* The limit of `plain` when these are set, in a file and by -o; 0 = it is not set. */
static gint64
limit_with (Fixture *fixture, gboolean all_in_file, gboolean own_in_file, gboolean all,
            gboolean own)
{
  set_up ((void **)&fixture);
  if (all_in_file)
    set_in_file (fixture, EVERY_STAGE, "time-limit-ms", "1");
  if (own_in_file)
    set_in_file (fixture, "plain", "time-limit-ms", "2");
  override (fixture, all ? "*.time-limit-ms=3" : "");
  override (fixture, own ? "plain.time-limit-ms=4" : "");
  g_autoptr (Stage) stage = new_optimizer (fixture, "plain");
  gint64 limit = stage->limit_ms;
  g_clear_pointer (&stage, stage_free);
  tear_down ((void **)&fixture);
  return limit;
}

/* The last of the four that is set holds. */
static void
test_the_nearest_setting_holds (void **state)
{
  Fixture fixture = {.stranger = ((Fixture *)*state)->stranger};
  for (guint set = 0; set < 16; set++) {
    gint64 expected = set & 8 ? 4 : set & 4 ? 3 : set & 2 ? 2 : set & 1 ? 1 : 0;
    assert_int_equal (limit_with (&fixture, set & 1, set & 2, set & 4, set & 8), expected);
  }
}

/* The host's options are those of deciders and optimizers. */
static void
test_reports_and_frontends_have_no_time_limit (void **state)
{
  override (*state, "*.time-limit-ms=3");
  g_autoptr (Stage) report = new_stage (*state, COUPLET_KIND_REPORT, "text");
  g_autoptr (Stage) frontend = new_stage (*state, COUPLET_KIND_FRONTEND, "text");
  assert_int_equal (report->limit_ms, 0);
  assert_int_equal (frontend->limit_ms, 0);
}

/* What is set for every stage is set for those that have the option, and only for them. */
static void
test_a_shared_option_of_plugins (void **state)
{
  Fixture *fixture = *state;
  set_in_file (fixture, EVERY_STAGE, "low", "1");
  set_in_file (fixture, EVERY_STAGE, "high", "3");
  set_in_file (fixture, EVERY_STAGE, "indent", "4");
  set_in_file (fixture, "own", "plugin", "range");
  set_in_file (fixture, "own", "low", "2");
  override (fixture, "*.high=7 own.high=8");
  g_autoptr (Stage) range = new_optimizer (fixture, "range");
  g_autoptr (Stage) own = new_optimizer (fixture, "own");
  g_autoptr (Stage) plain = new_optimizer (fixture, "plain");
  g_autoptr (Stage) report = new_stage (fixture, COUPLET_KIND_REPORT, "text");
  g_autoptr (Stage) frontend = new_stage (fixture, COUPLET_KIND_FRONTEND, "text");
  assert_string_equal (range->instance, "1 to 7");
  assert_string_equal (own->instance, "2 to 8");
  assert_int_equal (g_hash_table_size (plain->values), 0);
  assert_int_equal (couplet_context_option_integer (report->context, "indent"), 4);
  assert_int_equal (g_hash_table_size (frontend->values), 0);
  assert_true (stage_shares (plain->plugin, "isolate"));
  assert_false (stage_shares (report->plugin, "isolate"));
}

static void
test_a_shared_option_names_the_stage_that_refuses_it (void **state)
{
  set_in_file (*state, EVERY_STAGE, "low", "10");
  assert_refused (*state, COUPLET_KIND_OPTIMIZER, "range", COUPLET_ERROR_CONFIGURATION,
                  "file:3: low of stage 'range': '10' is not a whole number from 0 to 9");
}

/* What no stage has is refused; in a file, what a plugin beside the pipeline has is not. */
static void
test_a_shared_option_that_no_stage_has (void **state)
{
  Fixture *fixture = *state;
  static const struct {
    gboolean in_file;
    const char *key, *message;
  } rows[] = {
      {TRUE, "lo", "file:3: no stage has an option 'lo'; did you mean 'low'?"},
      {TRUE, "low", NULL},
      {TRUE, "indent", NULL},
      {FALSE, "indent", "-o *.indent=1: no stage has an option 'indent'"},
      {FALSE, "strict", NULL}, /* of a frontend that files may call for */
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (CoupletConfiguration) configuration = couplet_configuration_new ();
    g_autofree char *setting = g_strdup_printf ("*.%s=1", rows[i].key);
    g_autoptr (GError) error = NULL;
    couplet_configuration_set_stages (configuration, COUPLET_KIND_DECIDER, "", NULL);
    couplet_configuration_set_stages (configuration, COUPLET_KIND_OPTIMIZER, "plain", NULL);
    couplet_configuration_set_report (configuration, "lines");
    if (rows[i].in_file) {
      StageSettings *settings = settings_need (configuration->stages, EVERY_STAGE, "file:2");
      settings->used = TRUE;
      settings_put (settings, rows[i].key, "1", "file:3");
    } else
      assert_true (couplet_configuration_override (configuration, setting, NULL));
    assert_int_equal (check_unused_settings (configuration, fixture->registry, &error),
                      rows[i].message == NULL);
    if (rows[i].message != NULL && !g_str_has_prefix (error->message, rows[i].message))
      fail_msg ("%s", error->message);
  }
}

/* ---- Options of the plugin ------------------------------------------------------------------ */

static void
test_options_are_checked (void **state)
{
  Fixture *fixture = *state;
  static const struct {
    const char *setting, *message;
  } cases[] = {
      {"range.low=10", "-o range.low=10: low: '10' is not a whole number from 0 to 9"},
      {"range.lo=1", "-o range.lo=1: plugin 'range' has no option 'lo'; did you mean 'low'?"},
      {"range.isolat=true",
       "-o range.isolat=true: plugin 'range' has no option 'isolat'; did you mean 'isolate'?"},
      {"range.time-limit-ms=soon",
       "-o range.time-limit-ms=soon: time-limit-ms: 'soon' is not a whole number from 0 to "},
      {"range.isolate=perhaps",
       "-o range.isolate=perhaps: isolate: 'perhaps' is not one of auto, true, false"},
      {"range.low=7", "stage 'range': plugin 'range' of "},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    tear_down (state);
    set_up (state);
    override (fixture, cases[i].setting);
    assert_refused (fixture, COUPLET_KIND_OPTIMIZER, "range", COUPLET_ERROR_CONFIGURATION,
                    cases[i].message);
  }
}

static void
test_the_instance_is_made_with_the_options (void **state)
{
  override (*state, "range.low=3");
  g_autoptr (Stage) stage = new_optimizer (*state, "range");
  assert_string_equal (stage->instance, "3 to 5");
}

/* What is dumped goes to the folder of the configuration, unless the stage has its own. */
static void
test_the_folder_for_dumps (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (Stage) without = new_optimizer (fixture, "range");
  assert_string_equal (couplet_context_option_string (without->context, "dump-dir"), "");
  couplet_configuration_set_dump (fixture->configuration, "/dumps");
  g_autoptr (Stage) with = new_optimizer (fixture, "range");
  assert_string_equal (couplet_context_option_string (with->context, "dump-dir"), "/dumps");
  override (fixture, "range.dump-dir=/own");
  g_autoptr (Stage) own = new_optimizer (fixture, "range");
  assert_string_equal (couplet_context_option_string (own->context, "dump-dir"), "/own");
  g_autoptr (Stage) plain = new_optimizer (fixture, "plain");
  assert_int_equal (g_hash_table_size (plain->values), 0);
}

/* A front end and a report of one name share their settings; each takes what it has. */
static void
test_namesakes_share_settings (void **state)
{
  Fixture *fixture = *state;
  override (fixture, "text.strict=true text.indent=4");
  g_autoptr (Stage) report = new_stage (fixture, COUPLET_KIND_REPORT, "text");
  assert_int_equal (couplet_context_option_integer (report->context, "indent"), 4);
  couplet_configuration_set_report (fixture->configuration, "text");
  g_autoptr (Stage) frontend = new_stage (fixture, COUPLET_KIND_FRONTEND, "text");
  assert_true (couplet_context_option_boolean (frontend->context, "strict"));
}

/* The report's settings are no one's where another report is used. */
static void
test_settings_of_a_report_that_is_not_used (void **state)
{
  Fixture *fixture = *state;
  override (fixture, "text.indent=4");
  assert_refused (fixture, COUPLET_KIND_FRONTEND, "text", COUPLET_ERROR_CONFIGURATION,
                  "-o text.indent=4: plugin 'text' has no option 'indent'");
}

#define TEST(function)                                                                             \
  cmocka_unit_test_prestate_setup_teardown (function, set_up, tear_down, &fixture)

int
main (int argc, char **argv)
{
  Fixture fixture = {.stranger = argc > 1 ? argv[1] : NULL};
  const struct CMUnitTest tests[] = {
      TEST (test_a_stage_for_which_nothing_is_set),
      TEST (test_a_stage_of_another_name_than_its_plugin),
      TEST (test_a_plugin_that_there_is_not),
      TEST (test_an_optional_stage_may_lack_its_plugin),
      TEST (test_optional_is_true_or_false),
      TEST (test_an_optional_stage_that_has_its_plugin),
      TEST (test_a_stage_known_to_be_broken),
      TEST (test_who_runs_in_a_process_of_its_own),
      TEST (test_limits),
      TEST (test_a_stranger_has_half_of_the_memory),
      TEST (test_the_nearest_setting_holds),
      TEST (test_reports_and_frontends_have_no_time_limit),
      TEST (test_a_shared_option_of_plugins),
      TEST (test_a_shared_option_names_the_stage_that_refuses_it),
      TEST (test_a_shared_option_that_no_stage_has),
      TEST (test_options_are_checked),
      TEST (test_the_instance_is_made_with_the_options),
      TEST (test_the_folder_for_dumps),
      TEST (test_namesakes_share_settings),
      TEST (test_settings_of_a_report_that_is_not_used),
  };
  g_unsetenv ("COUPLET_PLUGIN_PATH");
  return cmocka_run_group_tests (tests, NULL, NULL);
}
