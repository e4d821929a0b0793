/* SPDX-License-Identifier: Apache-2.0 */
#include "isolate.h"

#include <string.h>

static const char *const ISOLATE_CHOICES[] = {"auto", "true", "false", NULL};

/* The options that the host itself gives every decider and optimizer. */
static const CoupletOption HOST_OPTIONS[] = {
    {"plugin", COUPLET_OPTION_STRING, "", 0, 0, NULL, "the plugin this stage runs"},
    {"time-limit-ms", COUPLET_OPTION_INTEGER, "0", 0, G_MAXINT32, NULL,
     "milliseconds per file, 0 = no limit"},
    {"isolate", COUPLET_OPTION_CHOICE, "auto", 0, 0, ISOLATE_CHOICES,
     "run in a process of its own, so that a crash costs this stage's answer only; auto = where "
     "the plugin wants one"},
    {"memory-limit-mb", COUPLET_OPTION_INTEGER, "0", 0, 1 << 24, NULL,
     "mebibytes of address space for that process, 0 = no limit; implies isolate"},
};

const CoupletOption *
couplet_host_options (guint *n)
{
  *n = G_N_ELEMENTS (HOST_OPTIONS);
  return HOST_OPTIONS;
}

/* ---- Options -------------------------------------------------------------------- */

static const CoupletOption *
find_in (const CoupletOption *options, guint n, const char *key)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (options[i].name, key))
      return &options[i];
  return NULL;
}

static char *
check_integer (const CoupletOption *option, const char *value)
{
  g_autoptr (GError) error = NULL;
  gint64 number;
  if (g_ascii_string_to_signed (value, 10, option->minimum, option->maximum, &number, &error))
    return NULL;
  return g_strdup_printf ("'%s' is not a whole number from %" G_GINT64_FORMAT
                          " to %" G_GINT64_FORMAT,
                          value, option->minimum, option->maximum);
}

static char *
check_rational (const char *value)
{
  g_autoptr (GError) error = NULL;
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  if (!couplet_rational_parse (&number, value, strlen (value), &error))
    return g_strdup (error->message);
  return mpq_sgn (number.value) >= 0 ? NULL : g_strdup_printf ("'%s' is negative", value);
}

static char *
check_choice (const CoupletOption *option, const char *value)
{
  if (g_strv_contains (option->choices, value))
    return NULL;
  g_autofree char *choices = g_strjoinv (", ", (char **)option->choices);
  const char *nearest = couplet_nearest (value, option->choices);
  return g_strdup_printf ("'%s' is not one of %s%s%s%s", value, choices,
                          nearest != NULL ? "; did you mean '" : "", nearest != NULL ? nearest : "",
                          nearest != NULL ? "'?" : "");
}

/* What is wrong with value; NULL = nothing. The caller frees it. */
static char *
check_value (const CoupletOption *option, const char *value)
{
  switch (option->type) {
  case COUPLET_OPTION_BOOLEAN:
    return g_str_equal (value, "true") || g_str_equal (value, "false")
               ? NULL
               : g_strdup_printf ("'%s' is neither 'true' nor 'false'", value);
  case COUPLET_OPTION_INTEGER:
    return check_integer (option, value);
  case COUPLET_OPTION_RATIONAL:
    return check_rational (value);
  case COUPLET_OPTION_CHOICE:
    return check_choice (option, value);
  case COUPLET_OPTION_STRING:
    break;
  }
  return NULL;
}

char *
couplet_option_fault (const CoupletOption *option)
{
  if (option->name == NULL || *option->name == '\0')
    return g_strdup ("an option has no name");
  if (find_in (HOST_OPTIONS, G_N_ELEMENTS (HOST_OPTIONS), option->name) != NULL)
    return g_strdup_printf ("its option '%s' is one that every stage has", option->name);
  if (option->type < COUPLET_OPTION_BOOLEAN || option->type > COUPLET_OPTION_CHOICE)
    return g_strdup_printf ("its option '%s' is of the unknown type %d", option->name,
                            (int)option->type);
  if (option->default_value == NULL)
    return g_strdup_printf ("its option '%s' has no default", option->name);
  if (option->type == COUPLET_OPTION_CHOICE && option->choices == NULL)
    return g_strdup_printf ("its option '%s' has no choices", option->name);
  g_autofree char *wrong = check_value (option, option->default_value);
  return wrong == NULL
             ? NULL
             : g_strdup_printf ("the default of its option '%s': %s", option->name, wrong);
}

static gboolean
fail_unknown (const CoupletPlugin *plugin, const char *key, const Setting *setting, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (HOST_OPTIONS); i++)
    g_ptr_array_add (names, (gpointer)HOST_OPTIONS[i].name);
  for (guint i = 0; i < plugin->n_options; i++)
    g_ptr_array_add (names, (gpointer)plugin->options[i].name);
  g_ptr_array_add (names, NULL);
  const char *nearest = couplet_nearest (key, (const char *const *)names->pdata);
  g_autofree char *quoted = couplet_quote (key, -1);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION,
               "%s: plugin '%s' has no option %s%s%s%s", setting->origin, plugin->name, quoted,
               nearest != NULL ? "; did you mean '" : "", nearest != NULL ? nearest : "",
               nearest != NULL ? "'?" : "");
  return FALSE;
}

static gboolean
wants_process (const CoupletPlugin *plugin)
{
  return (plugin->capabilities.flags & COUPLET_WANTS_PROCESS) != 0;
}

static void
set_host_option (Stage *stage, const char *key, const char *value)
{
  if (g_str_equal (key, "time-limit-ms"))
    stage->limit_ms = g_ascii_strtoll (value, NULL, 10);
  else if (g_str_equal (key, "isolate"))
    stage->isolate = g_str_equal (value, "true") ||
                     (g_str_equal (value, "auto") && wants_process (stage->plugin));
  else if (g_str_equal (key, "memory-limit-mb"))
    stage->memory_limit_mb = g_ascii_strtoll (value, NULL, 10);
}

static gboolean
take_setting (Stage *stage, const char *key, const Setting *setting, GError **error)
{
  const CoupletOption *option = find_in (HOST_OPTIONS, G_N_ELEMENTS (HOST_OPTIONS), key);
  gboolean of_host = option != NULL;
  if (!of_host)
    option = find_in (stage->plugin->options, stage->plugin->n_options, key);
  if (option == NULL)
    return fail_unknown (stage->plugin, key, setting, error);
  g_autofree char *wrong = check_value (option, setting->value);
  if (wrong != NULL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "%s: %s: %s", setting->origin,
                 key, wrong);
    return FALSE;
  }
  if (!of_host)
    g_hash_table_replace (stage->values, g_strdup (key), g_strdup (setting->value));
  else
    set_host_option (stage, key, setting->value);
  return TRUE;
}

/* The other plugin that has the settings of this name: the report and the frontends share
 * those of `json`. */
static const CoupletPlugin *
find_namesake (const CoupletConfiguration *configuration, CoupletRegistry *registry,
               const Stage *stage)
{
  if (stage->plugin->kind == COUPLET_KIND_REPORT)
    return couplet_registry_find (registry, COUPLET_KIND_FRONTEND, stage->name, NULL);
  if (stage->plugin->kind == COUPLET_KIND_FRONTEND &&
      g_str_equal (configuration->report, stage->name))
    return couplet_registry_find (registry, COUPLET_KIND_REPORT, stage->name, NULL);
  return NULL;
}

/* Whether the stage has no option key, but its namesake has. */
static gboolean
is_for_namesake (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                 const Stage *stage, const char *key)
{
  if (find_in (HOST_OPTIONS, G_N_ELEMENTS (HOST_OPTIONS), key) != NULL ||
      find_in (stage->plugin->options, stage->plugin->n_options, key) != NULL)
    return FALSE;
  const CoupletPlugin *namesake = find_namesake (configuration, registry, stage);
  return namesake != NULL && find_in (namesake->options, namesake->n_options, key) != NULL;
}

/* The settings of stage in list. */
static gboolean
take_settings (Stage *stage, const CoupletConfiguration *configuration, const GPtrArray *list,
               CoupletRegistry *registry, GError **error)
{
  GHashTableIter iter;
  gpointer key, setting;
  const StageSettings *settings = couplet_find_settings (list, stage->name);
  if (settings == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, settings->settings);
  while (g_hash_table_iter_next (&iter, &key, &setting))
    if (!is_for_namesake (configuration, registry, stage, key) &&
        !take_setting (stage, key, setting, error))
      return FALSE;
  return TRUE;
}

/* ---- Stages ------------------------------------------------------------------------ */

Stage *
couplet_stage_new (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                   CoupletPluginKind kind, const char *name, const CoupletHost *host,
                   GError **error)
{
  const CoupletPlugin *plugin = couplet_registry_find (
      registry, kind, couplet_configuration_plugin_of (configuration, name), error);
  if (plugin == NULL) {
    const char *origin = couplet_configuration_origin_of (configuration, kind, name);
    g_prefix_error (error, "%s%s", origin != NULL ? origin : "", origin != NULL ? ": " : "");
    return NULL;
  }
  g_autoptr (Stage) stage = g_new0 (Stage, 1);
  stage->name = g_strdup (name);
  stage->plugin = plugin;
  stage->isolate = wants_process (plugin);
  stage->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (!take_settings (stage, configuration, configuration->stages, registry, error) ||
      !take_settings (stage, configuration, configuration->overrides, registry, error))
    return NULL;
  if (configuration->dump_folder != NULL &&
      find_in (plugin->options, plugin->n_options, "dump-dir") != NULL &&
      !g_hash_table_contains (stage->values, "dump-dir"))
    g_hash_table_insert (stage->values, g_strdup ("dump-dir"),
                         g_strdup (configuration->dump_folder));
  stage->context = couplet_context_new (plugin, stage->values, host, stage->name);
  if (plugin->solver != NULL && plugin->solver->create != NULL &&
      !plugin->solver->create (stage->context, &stage->instance, error))
    return NULL;
  return g_steal_pointer (&stage);
}

void
couplet_stage_free (Stage *stage)
{
  if (stage == NULL)
    return;
  if (stage->instance != NULL && stage->plugin->solver->destroy != NULL)
    stage->plugin->solver->destroy (stage->instance);
  couplet_context_free (stage->context);
  g_hash_table_unref (stage->values);
  g_free (stage->name);
  g_free (stage);
}

/* Why plugin cannot take automaton; NULL = it can. The caller frees it. */
static char *
find_obstacle (const CoupletPlugin *plugin, const CoupletAutomaton *automaton)
{
  const CoupletCapabilities *can = &plugin->capabilities;
  if (can->max_thresholds > 0 && automaton->n_thresholds > can->max_thresholds)
    return g_strdup_printf ("'%s' handles at most %u threshold%s; the automaton has %u",
                            plugin->name, can->max_thresholds, can->max_thresholds > 1 ? "s" : "",
                            automaton->n_thresholds);
  gboolean shared = automaton->sampling == COUPLET_SHARED;
  if (automaton->n_thresholds > 1 &&
      (can->flags & (shared ? COUPLET_TAKES_SHARED : COUPLET_TAKES_INDEPENDENT)) == 0)
    return g_strdup_printf ("'%s' does not handle several thresholds with %s sampling",
                            plugin->name, shared ? "shared" : "independent");
  if (!automaton->all_noise_finite && (can->flags & COUPLET_TAKES_NO_NOISE) == 0)
    return g_strdup_printf ("'%s' does not handle draws without noise", plugin->name);
  return NULL;
}

static void
set_failed (CoupletOutcome *outcome, const char *reason)
{
  CoupletStageResult *result = couplet_outcome_result (outcome);
  result->failed = TRUE;
  result->guarantee = COUPLET_GUARANTEE_EXACT; /* of nothing: one that has a name */
  result->has_cost = result->has_lower = result->has_upper = FALSE;
  couplet_outcome_set_found (outcome, COUPLET_FOUND_NOTHING);
  couplet_outcome_drop_evidence (outcome);
  couplet_outcome_set_reason (outcome, "%s", reason);
}

CoupletOutcome *
couplet_stage_fail (Stage *stage, const char *reason)
{
  CoupletOutcome *outcome = couplet_outcome_new (stage->name, stage->plugin);
  set_failed (outcome, reason);
  return outcome;
}

CoupletOutcome *
couplet_stage_skip (Stage *stage, const char *reason)
{
  CoupletOutcome *outcome = couplet_outcome_new (stage->name, stage->plugin);
  couplet_outcome_set_reason (outcome, "%s", reason);
  return outcome;
}

/* What outcome is that no answer can be; NULL = it is possible. */
static const char *
find_impossible (CoupletOutcome *outcome)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  if (result->guarantee > COUPLET_GUARANTEE_LOWER_BOUND ||
      couplet_outcome_found (outcome) > COUPLET_FOUND_DISTINGUISHER)
    return "it answers with a number that means nothing";
  if ((result->has_cost && !result->cost_is_infinite && mpq_sgn (result->cost.value) < 0) ||
      (result->has_upper && mpq_sgn (result->upper.value) < 0))
    return "it answers with a negative cost";
  if (result->has_lower && result->has_upper &&
      couplet_rational_compare (&result->lower, &result->upper) > 0)
    return "its lower bound is above its upper bound";
  for (guint i = 0; i < result->n_evidence; i++)
    if (couplet_evidence_is_broken (result->evidence[i]))
      return "its evidence names what there is not, or a threshold twice";
  return NULL;
}

/* FALSE with error set when outcome cannot be an answer. */
static gboolean
check_possible (CoupletOutcome *outcome, GError **error)
{
  const char *impossible = find_impossible (outcome);
  if (impossible != NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "%s", impossible);
  return impossible == NULL;
}

gboolean
couplet_stage_solve (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                     GError **error)
{
  if (stage->plugin->solver->run (stage->instance, stage->context, automaton, outcome, error))
    return check_possible (outcome, error);
  if (*error == NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "it gave no reason");
  return FALSE;
}

CoupletOutcome *
couplet_stage_run (Stage *stage, const CoupletAutomaton *automaton)
{
  g_autofree char *obstacle = find_obstacle (stage->plugin, automaton);
  if (obstacle != NULL)
    return couplet_stage_skip (stage, obstacle);
  CoupletOutcome *outcome = couplet_outcome_new (stage->name, stage->plugin);
  CoupletStageResult *result = couplet_outcome_result (outcome);
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();
  couplet_context_start (stage->context, stage->limit_ms);
  gboolean good = stage->isolate || stage->memory_limit_mb > 0
                      ? couplet_isolate_run (stage, automaton, outcome, &error) &&
                            check_possible (outcome, &error)
                      : couplet_stage_solve (stage, automaton, outcome, &error);
  result->seconds = (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  result->ran = good;
  if (!good)
    set_failed (outcome, error->message);
  return outcome;
}
