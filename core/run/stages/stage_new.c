/* SPDX-License-Identifier: Apache-2.0 */
#include "stage_new.h"

#include "child.h"
#include "options.h"
#include "program_stage.h"
#include "stage_enter.h"

#include <couplet/internal/text.h>

static const CoupletOption *
find_host_option (const char *key)
{
  guint n;
  const CoupletOption *options = couplet_host_options (&n);
  return option_find (options, n, key);
}

gboolean
stage_shares (const CoupletPlugin *plugin, const char *key)
{
  return find_host_option (key) != NULL
             ? plugin->solver != NULL
             : option_find (plugin->options, plugin->n_options, key) != NULL;
}

static gboolean
fail_unknown (const CoupletPlugin *plugin, const char *key, const Setting *setting, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint n;
  const CoupletOption *of_host = couplet_host_options (&n);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, (gpointer)of_host[i].name);
  for (guint i = 0; i < plugin->n_options; i++)
    g_ptr_array_add (names, (gpointer)plugin->options[i].name);
  g_ptr_array_add (names, NULL);
  g_autofree char *hint = couplet_choose_from (key, (const char *const *)names->pdata);
  g_autofree char *quoted = couplet_quote (key, -1);
  return configuration_fail (error, setting->origin, "plugin '%s' has no option %s%s", plugin->name,
                             quoted, hint);
}

/* What `isolate = auto` means: a stranger may crash, too. */
static gboolean
wants_process (const Stage *stage)
{
  return !stage->trusted || (stage->plugin->capabilities.takes & COUPLET_WANTS_PROCESS) != 0;
}

#define UNSET (-1) /* a setting that is left to the program */

/* How long a stranger may read or write a file, or report one, where nothing is set, in ms; a
 * program has to be started, too. */
#define USUAL_LIMIT 10000
#define PROGRAM_LIMIT 60000

/* Whether its process has the default limit: what a stranger does, and what libraries of others
 * make of a file, has no other. */
static gboolean
is_limited (const Stage *stage)
{
  return (stage->isolate && !stage->trusted) ||
         (stage->isolate && stage->plugin->kind == COUPLET_KIND_FRONTEND);
}

static void
set_host_option (Stage *stage, const char *key, const char *value)
{
  if (g_str_equal (key, "time-limit-ms"))
    stage->limit_ms = g_ascii_strtoll (value, NULL, 10);
  else if (g_str_equal (key, "isolate"))
    stage->isolate = g_str_equal (value, "true")   ? TRUE
                     : g_str_equal (value, "auto") ? UNSET
                                                   : FALSE;
  else if (g_str_equal (key, "trust"))
    stage->trusted = stage->trusted && g_str_equal (value, "true");
  else if (g_str_equal (key, "memory-limit-mb"))
    stage->memory_limit_mb = g_ascii_strtoll (value, NULL, 10);
}

/* shared: it is set for every stage, so that a message has to name this one. */
static gboolean
take_setting (Stage *stage, const char *key, const Setting *setting, gboolean shared,
              GError **error)
{
  const CoupletOption *option = find_host_option (key);
  gboolean of_host = option != NULL;
  if (!of_host)
    option = option_find (stage->plugin->options, stage->plugin->n_options, key);
  if (option == NULL && stage->command == NULL)
    return fail_unknown (stage->plugin, key, setting, error);
  g_autofree char *wrong = option != NULL ? option_check (option, setting->value) : NULL;
  if (wrong != NULL)
    return configuration_fail (error, setting->origin, "%s%s%s%s: %s", key,
                               shared ? " of stage '" : "", shared ? stage->name : "",
                               shared ? "'" : "", wrong);
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
  if (find_host_option (key) != NULL ||
      option_find (stage->plugin->options, stage->plugin->n_options, key) != NULL)
    return FALSE;
  const CoupletPlugin *namesake = find_namesake (configuration, registry, stage);
  return namesake != NULL && option_find (namesake->options, namesake->n_options, key) != NULL;
}

/* Whether stage takes key from what is set for it or, shared, for every stage. */
static gboolean
wants_setting (const Stage *stage, gboolean shared, const CoupletConfiguration *configuration,
               CoupletRegistry *registry, const char *key)
{
  return shared ? stage_shares (stage->plugin, key)
                : !is_for_namesake (configuration, registry, stage, key);
}

static gboolean
take_settings_of (Stage *stage, const char *name, const CoupletConfiguration *configuration,
                  const GPtrArray *list, CoupletRegistry *registry, GError **error)
{
  GHashTableIter iter;
  gpointer key, setting;
  const StageSettings *settings = settings_find (list, name);
  if (settings == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, settings->settings);
  gboolean shared = g_str_equal (name, EVERY_STAGE);
  while (g_hash_table_iter_next (&iter, &key, &setting))
    if (wants_setting (stage, shared, configuration, registry, key) &&
        !take_setting (stage, key, setting, shared, error))
      return FALSE;
  return TRUE;
}

/* The settings of stage in list; its own go before those of every stage. */
static gboolean
take_settings (Stage *stage, const CoupletConfiguration *configuration, const GPtrArray *list,
               CoupletRegistry *registry, GError **error)
{
  return take_settings_of (stage, EVERY_STAGE, configuration, list, registry, error) &&
         take_settings_of (stage, stage->name, configuration, list, registry, error);
}

/* ---- Stages that cannot run ------------------------------------------------------------ */

/* A stage whose plugin cannot be used. */
static Stage *
new_broken (CoupletPluginKind kind, const char *name, const char *problem, const CoupletHost *host)
{
  Stage *stage = g_new0 (Stage, 1);
  stage->name = g_strdup (name);
  stage->problem = g_strdup (problem);
  stage->stand_in = (CoupletPlugin){.kind = kind, .name = stage->name};
  stage->plugin = &stage->stand_in;
  stage->trusted = TRUE; /* the problem names the file */
  stage->context = couplet_context_new (stage->plugin, NULL, host, stage->name);
  return stage;
}

/* Whether it may do without its plugin or program. FALSE with error set as well when what is said
 * of that is no boolean. */
static gboolean
is_optional (const CoupletConfiguration *configuration, CoupletPluginKind kind, const char *name,
             GError **error)
{
  const Setting *setting = configuration_setting_of (configuration, name, "optional");
  if (setting == NULL || (kind != COUPLET_KIND_DECIDER && kind != COUPLET_KIND_OPTIMIZER))
    return FALSE;
  g_autofree char *wrong = option_check (find_host_option ("optional"), setting->value);
  if (wrong != NULL)
    return configuration_fail (error, setting->origin, "optional: %s", wrong);
  return g_str_equal (setting->value, "true");
}

/* What stage runs: the program or, where that is NULL, the plugin. FALSE with error set when it is
 * not there; a program that is not optional is started all the same, so that its stage tells why it
 * fails. */
static gboolean
find_runnable (const CoupletConfiguration *configuration, CoupletRegistry *registry,
               CoupletPluginKind kind, const char *name, const StageProgram **program,
               const CoupletPlugin **plugin, GError **error)
{
  *plugin = NULL;
  *program = configuration_find_program (configuration, kind, name);
  if (*program == NULL) {
    *plugin = configuration_find_plugin (configuration, registry, kind, name, error);
    return *plugin != NULL;
  }
  g_autofree char *file = g_find_program_in_path ((*program)->words[0]);
  if (file != NULL || !is_optional (configuration, kind, name, NULL))
    return TRUE;
  g_autofree char *quoted = couplet_quote ((*program)->words[0], -1);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "there is no program %s", quoted);
  return FALSE;
}

/* The stage whose plugin or program is not found, for *reason: one with a problem when it is
 * optional; NULL with error set otherwise. */
static Stage *
new_missing (const CoupletConfiguration *configuration, CoupletPluginKind kind, const char *name,
             const CoupletHost *host, GError **reason, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  if (is_optional (configuration, kind, name, &wrong)) {
    Stage *stage = new_broken (kind, name, (*reason)->message, host);
    stage->optional = TRUE;
    return stage;
  }
  if (wrong != NULL) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return NULL;
  }
  const char *origin = configuration_origin_of (configuration, kind, name);
  g_propagate_prefixed_error (error, g_steal_pointer (reason), "%s%s", origin != NULL ? origin : "",
                              origin != NULL ? ": " : "");
  return NULL;
}

/* The stage, made ready; one with a problem where a stranger cannot be, for other reasons than its
 * options. NULL with error set. */
static Stage *
made_ready (Stage *stage, const CoupletHost *host, GError **error)
{
  g_autoptr (Stage) unready = stage;
  g_autoptr (GError) reason = NULL;
  if (stage->command != NULL)
    return g_steal_pointer (&unready);
  if (stage->trusted ? stage_enter (stage, &reason) : stage_can_enter (stage, &reason))
    return g_steal_pointer (&unready);
  if (!stage->trusted && reason->code != COUPLET_ERROR_CONFIGURATION)
    return new_broken ((CoupletPluginKind)stage->plugin->kind, stage->name, reason->message, host);
  g_propagate_error (error, g_steal_pointer (&reason));
  return NULL;
}

/* ---- Stages ------------------------------------------------------------------------ */

/* Whether there is a plugin called name that a stage of kind could be taken for. */
static gboolean
is_plugin (const CoupletRegistry *registry, CoupletPluginKind kind, const char *name)
{
  gboolean solves = kind == COUPLET_KIND_DECIDER || kind == COUPLET_KIND_OPTIMIZER;
  return solves ? couplet_registry_has (registry, COUPLET_KIND_DECIDER, name) ||
                      couplet_registry_has (registry, COUPLET_KIND_OPTIMIZER, name)
                : couplet_registry_has (registry, kind, name);
}

/* FALSE with error set when the stage is called like one plugin and runs another: its answers would
 * be taken for the other's. */
static gboolean
check_name (const CoupletConfiguration *configuration, const Stage *stage, GError **error)
{
  const CoupletPluginKind kind = (CoupletPluginKind)stage->plugin->kind;
  if (g_str_equal (stage->name, stage->plugin->name) ||
      !is_plugin (stage->registry, kind, stage->name))
    return TRUE;
  return configuration_fail (
      error, configuration_origin_of (configuration, kind, stage->name),
      "stage '%s' is called like the plugin '%s', but runs the plugin '%s'; give the stage another "
      "name",
      stage->name, stage->name, stage->plugin->name);
}

/* FALSE with error set when a program shall run a plugin, or is called like one, whose options it
 * would share. */
static gboolean
check_program (const CoupletConfiguration *configuration, const Stage *stage, GError **error)
{
  if (stage->command == NULL)
    return TRUE;
  const Setting *setting = configuration_setting_of (configuration, stage->name, "plugin");
  if (setting != NULL)
    return configuration_fail (error, setting->origin,
                               "'%s' is a program, which has 'command' in place of 'plugin'",
                               stage->name);
  for (CoupletPluginKind kind = COUPLET_KIND_FRONTEND; kind <= COUPLET_KIND_REPORT; kind++)
    if (couplet_registry_find (stage->registry, kind, stage->name, NULL) != NULL)
      return configuration_fail (error, stage->origin,
                                 "the program '%s' is called like a plugin; give it another name",
                                 stage->name);
  return TRUE;
}

/* What its settings left to the program. */
static void
settle_limits (Stage *stage)
{
  if (stage->isolate == UNSET)
    stage->isolate = wants_process (stage);
  stage->isolate |= stage->command != NULL;
  if (stage->memory_limit_mb == UNSET)
    stage->memory_limit_mb = is_limited (stage) ? child_usual_memory () : 0;
  if (stage->limit_ms == UNSET)
    stage->limit_ms = stage->trusted || stage->plugin->solver != NULL ? 0
                      : stage->command != NULL                        ? PROGRAM_LIMIT
                                                                      : USUAL_LIMIT;
}

static char *
name_stranger (const Stage *stage)
{
  return stage->trusted ? NULL
         : stage->command != NULL
             ? g_strdup_printf ("the program '%s'", stage->name)
             : g_strdup_printf ("plugin '%s' of %s", stage->plugin->name, stage->file);
}

Stage *
stage_new (const CoupletConfiguration *configuration, CoupletRegistry *registry,
           CoupletPluginKind kind, const char *name, const CoupletHost *host, GError **error)
{
  const char *problem = g_hash_table_lookup (configuration->broken, name);
  if (problem != NULL)
    return new_broken (kind, name, problem, host);
  g_autoptr (GError) reason = NULL;
  const StageProgram *program;
  const CoupletPlugin *plugin;
  if (!find_runnable (configuration, registry, kind, name, &program, &plugin, &reason))
    return new_missing (configuration, kind, name, host, &reason, error);
  g_autoptr (Stage) stage = g_new0 (Stage, 1);
  stage->name = g_strdup (name);
  stage->plugin = plugin;
  stage->registry = registry;
  stage->origin = configuration_group_of (configuration, kind, name);
  if (program != NULL)
    stage_be_program (stage, kind, program->words);
  else
    stage->file = couplet_registry_file (registry, plugin, &stage->trusted);
  stage->isolate = UNSET;
  stage->repeat = host->repeat;
  stage->memory_limit_mb = UNSET;
  stage->limit_ms = UNSET;
  stage->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (!check_name (configuration, stage, error) || !check_program (configuration, stage, error) ||
      !take_settings (stage, configuration, configuration->stages, registry, error) ||
      !take_settings (stage, configuration, configuration->overrides, registry, error))
    return NULL;
  settle_limits (stage);
  stage->stranger = name_stranger (stage);
  if (configuration->dump_folder != NULL &&
      option_find (stage->plugin->options, stage->plugin->n_options, "dump-dir") != NULL &&
      !g_hash_table_contains (stage->values, "dump-dir"))
    g_hash_table_insert (stage->values, g_strdup ("dump-dir"),
                         g_strdup (configuration->dump_folder));
  stage->context = couplet_context_new (stage->plugin, stage->values, host, stage->name);
  return made_ready (g_steal_pointer (&stage), host, error);
}
