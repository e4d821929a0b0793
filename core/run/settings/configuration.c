/* SPDX-License-Identifier: Apache-2.0 */
#include "configuration.h"

#include <string.h>

/* The key that says which stages of a kind there are. */
static const char *const KEY_OF_KIND[] = {[COUPLET_KIND_FRONTEND] = "frontend",
                                          [COUPLET_KIND_DECIDER] = "deciders",
                                          [COUPLET_KIND_OPTIMIZER] = "optimizers",
                                          [COUPLET_KIND_REPORT] = "report"};

/* ---- Memory ---------------------------------------------------------------------- */

static GPtrArray *
names_of (const char *const *names)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  for (; *names != NULL; names++)
    g_ptr_array_add (list, g_strdup (*names));
  return list;
}

static void
program_free (gpointer data)
{
  StageProgram *program = data;
  g_free (program->name);
  g_strfreev (program->words);
  g_strfreev (program->endings);
  g_free (program);
}

static void
free_values (gpointer values)
{
  g_strfreev (values);
}

const char *
couplet_stage_for (CoupletPurpose purpose)
{
  static const char *const STAGES[] = {[COUPLET_FOR_VERDICT] = "graph",
                                       [COUPLET_FOR_COST] = "frontier",
                                       [COUPLET_FOR_LINEAR] = "glpk",
                                       [COUPLET_FOR_INPUTS] = "probe"};
  return STAGES[purpose];
}

CoupletConfiguration *
couplet_configuration_new (void)
{
  const char *const deciders[] = {couplet_stage_for (COUPLET_FOR_VERDICT), NULL};
  const char *const optimizers[] = {couplet_stage_for (COUPLET_FOR_COST), "segment", NULL};
  CoupletConfiguration *configuration = g_new0 (CoupletConfiguration, 1);
  couplet_rational_init (&configuration->claim);
  configuration->programs = g_ptr_array_new_with_free_func (program_free);
  configuration->frontend = g_strdup ("auto");
  configuration->report = g_strdup ("table");
  configuration->deciders = names_of (deciders);
  configuration->optimizers = names_of (optimizers);
  configuration->stages = settings_list_new ();
  configuration->overrides = settings_list_new ();
  configuration->broken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  configuration->origins = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  configuration->said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_values);
  return configuration;
}

void
couplet_configuration_free (CoupletConfiguration *configuration)
{
  if (configuration == NULL)
    return;
  couplet_rational_clear (&configuration->claim);
  g_free (configuration->frontend);
  g_free (configuration->report);
  g_free (configuration->dump_folder);
  g_ptr_array_unref (configuration->programs);
  g_ptr_array_unref (configuration->deciders);
  g_ptr_array_unref (configuration->optimizers);
  g_ptr_array_unref (configuration->stages);
  g_ptr_array_unref (configuration->overrides);
  g_hash_table_unref (configuration->broken);
  g_hash_table_unref (configuration->origins);
  g_hash_table_unref (configuration->said);
  g_free (configuration);
}

/* ---- What it says ---------------------------------------------------------------------- */

static gboolean
list_has (const GPtrArray *list, const char *name)
{
  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (g_ptr_array_index (list, i), name))
      return TRUE;
  return FALSE;
}

gboolean
couplet_configuration_program (const CoupletConfiguration *configuration, guint i,
                               CoupletProgram *program)
{
  if (i >= configuration->programs->len)
    return FALSE;
  const StageProgram *own = g_ptr_array_index (configuration->programs, i);
  *program = (CoupletProgram){couplet_plugin_kind_to_string (own->kind),
                              own->name,
                              g_strv_length (own->words),
                              (const char *const *)own->words,
                              g_strv_length (own->endings),
                              (const char *const *)own->endings,
                              own->serves};
  return TRUE;
}

/* The caller frees it. */
static char **
copy_texts (const char *const *texts, guint32 n)
{
  char **copy = g_new0 (char *, n + 1);
  for (guint32 i = 0; i < n; i++)
    copy[i] = g_strdup (texts[i]);
  return copy;
}

void
couplet_configuration_add_program (CoupletConfiguration *configuration,
                                   const CoupletProgram *program)
{
  StageProgram *own = g_new0 (StageProgram, 1);
  own->kind = COUPLET_KIND_FRONTEND;
  for (CoupletPluginKind kind = own->kind; kind <= COUPLET_KIND_REPORT; kind++)
    if (g_strcmp0 (couplet_plugin_kind_to_string (kind), program->kind) == 0)
      own->kind = kind;
  own->name = g_strdup (program->name);
  own->words = copy_texts (program->command, program->n_command);
  own->endings = copy_texts (program->endings, program->n_endings);
  own->serves = program->serves;
  g_ptr_array_add (configuration->programs, own);
}

StageProgram *
configuration_find_program (const CoupletConfiguration *configuration, CoupletPluginKind kind,
                            const char *name)
{
  for (guint i = 0; i < configuration->programs->len; i++) {
    StageProgram *program = g_ptr_array_index (configuration->programs, i);
    if (program->kind == kind && g_str_equal (program->name, name))
      return program;
  }
  return NULL;
}

/* Whether some program is called so: one may be there for those who ask for it. */
static gboolean
is_program (const CoupletConfiguration *configuration, const char *name)
{
  for (guint i = 0; i < configuration->programs->len; i++)
    if (g_str_equal (((StageProgram *)g_ptr_array_index (configuration->programs, i))->name, name))
      return TRUE;
  return FALSE;
}

gboolean
configuration_uses (const CoupletConfiguration *configuration, const char *stage)
{
  return is_program (configuration, stage) || g_str_equal (stage, EVERY_STAGE) ||
         list_has (configuration->deciders, stage) || list_has (configuration->optimizers, stage) ||
         g_str_equal (configuration->report, stage) || g_str_equal (configuration->frontend, stage);
}

const Setting *
configuration_setting_of (const CoupletConfiguration *configuration, const char *stage,
                          const char *key)
{
  const GPtrArray *lists[] = {configuration->overrides, configuration->stages};
  const char *const names[] = {stage, EVERY_STAGE};
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++) {
      const StageSettings *settings = settings_find (lists[i], names[j]);
      const Setting *setting =
          settings != NULL ? g_hash_table_lookup (settings->settings, key) : NULL;
      if (setting != NULL)
        return setting;
    }
  return NULL;
}

const CoupletPlugin *
configuration_find_plugin (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                           CoupletPluginKind kind, const char *stage, GError **error)
{
  const Setting *setting = configuration_setting_of (configuration, stage, "plugin");
  const char *plugin = setting != NULL ? setting->value : stage;
  return setting != NULL && couplet_registry_is_file (plugin)
             ? couplet_registry_find_in_file (registry, kind, plugin, error)
             : couplet_registry_find (registry, kind, plugin, error);
}

const char *
configuration_origin_of (const CoupletConfiguration *configuration, CoupletPluginKind kind,
                         const char *stage)
{
  const Setting *setting = configuration_setting_of (configuration, stage, "plugin");
  return setting != NULL ? setting->origin
                         : g_hash_table_lookup (configuration->origins, KEY_OF_KIND[kind]);
}

const char *
configuration_group_of (const CoupletConfiguration *configuration, CoupletPluginKind kind,
                        const char *stage)
{
  const StageSettings *settings = settings_find (configuration->stages, stage);
  return settings != NULL ? settings->origin : configuration_origin_of (configuration, kind, stage);
}

gboolean
configuration_fail (GError **error, const char *origin, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "%s%s%s",
               origin != NULL ? origin : "", origin != NULL ? ": " : "", text);
  return FALSE;
}

gboolean
configuration_set_list (GPtrArray **list, char **names, const char *origin, GError **error)
{
  g_autoptr (GPtrArray) unique = g_ptr_array_new_with_free_func (g_free);
  for (char **name = names; *name != NULL; name++) {
    if (list_has (unique, *name))
      return configuration_fail (error, origin, "stage '%s' stands twice in the list", *name);
    g_ptr_array_add (unique, g_strdup (*name));
  }
  g_ptr_array_unref (*list);
  *list = g_steal_pointer (&unique);
  return TRUE;
}

/* ---- What the command line says ------------------------------------------------------ */

gboolean
couplet_configuration_set_stages (CoupletConfiguration *configuration, CoupletPluginKind kind,
                                  const char *list, GError **error)
{
  gboolean deciders = kind == COUPLET_KIND_DECIDER;
  const char *option = deciders ? "--deciders" : "--optimizers";
  g_autoptr (GError) reason = NULL;
  g_auto (GStrv) names = couplet_list_split (list, &reason);
  GPtrArray **stages = deciders ? &configuration->deciders : &configuration->optimizers;
  g_hash_table_remove (configuration->origins, KEY_OF_KIND[kind]);
  if (names == NULL)
    return configuration_fail (error, option, "it %s", reason->message);
  if (!configuration_set_list (stages, names, option, error))
    return FALSE;
  for (guint i = 0; i < (*stages)->len; i++) /* what is asked for by name must be there */
    g_hash_table_remove (configuration->broken, g_ptr_array_index (*stages, i));
  return TRUE;
}

gboolean
couplet_configuration_ask_exact (CoupletConfiguration *configuration, gboolean inputs,
                                 GError **error)
{
  g_autofree char *optimizers =
      g_strjoin (",", couplet_stage_for (COUPLET_FOR_COST),
                 inputs ? couplet_stage_for (COUPLET_FOR_INPUTS) : NULL, NULL);
  return couplet_configuration_set_stages (configuration, COUPLET_KIND_DECIDER,
                                           couplet_stage_for (COUPLET_FOR_VERDICT), error) &&
         couplet_configuration_set_stages (configuration, COUPLET_KIND_OPTIMIZER, optimizers,
                                           error);
}

void
couplet_configuration_set_report (CoupletConfiguration *configuration, const char *report)
{
  g_hash_table_remove (configuration->origins, KEY_OF_KIND[COUPLET_KIND_REPORT]);
  g_free (configuration->report);
  configuration->report = g_strdup (report);
}

void
couplet_configuration_set_frontend (CoupletConfiguration *configuration, const char *frontend)
{
  g_hash_table_remove (configuration->origins, KEY_OF_KIND[COUPLET_KIND_FRONTEND]);
  g_free (configuration->frontend);
  configuration->frontend = g_strdup (frontend);
}

void
couplet_configuration_set_claim (CoupletConfiguration *configuration, const CoupletRational *claim)
{
  mpq_set (configuration->claim.value, claim->value);
}

void
couplet_configuration_set_dump (CoupletConfiguration *configuration, const char *folder)
{
  g_free (configuration->dump_folder);
  configuration->dump_folder = g_strdup (folder);
}

gboolean
couplet_configuration_override (CoupletConfiguration *configuration, const char *setting,
                                GError **error)
{
  const char *equals = strchr (setting, '=');
  const char *dot = equals != NULL ? memchr (setting, '.', (gsize)(equals - setting)) : NULL;
  if (dot == NULL || dot == setting || dot + 1 == equals) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "-o %s: expected stage.key=value",
                 setting);
    return FALSE;
  }
  g_autofree char *stage = g_strndup (setting, (gsize)(dot - setting));
  g_autofree char *key = g_strndup (dot + 1, (gsize)(equals - dot - 1));
  g_autofree char *origin = g_strdup_printf ("-o %s", setting);
  settings_put (settings_need (configuration->overrides, stage, origin), key, equals + 1, origin);
  return TRUE;
}

/* One stage per method of plugin, or one for all of it. */
static void
add_methods (CoupletConfiguration *configuration, GPtrArray *stages, const CoupletPlugin *plugin)
{
  const CoupletOption *method = NULL;
  for (guint32 i = 0; plugin->method_option != NULL && i < plugin->n_options; i++)
    if (g_str_equal (plugin->options[i].name, plugin->method_option))
      method = &plugin->options[i];
  if (method == NULL || method->choices == NULL) {
    g_ptr_array_add (stages, g_strdup (plugin->name));
    return;
  }
  for (const char *const *choice = method->choices; *choice != NULL; choice++) {
    char *stage = g_strdup_printf ("%s-%s", plugin->name, *choice);
    g_ptr_array_add (stages, stage);
    StageSettings *settings = settings_need (configuration->stages, stage, "compare");
    settings_put (settings, "plugin", plugin->name, "compare");
    settings_put (settings, method->name, *choice, "compare");
    settings->used = TRUE;
  }
}

/* A stage that fails; one for all plugins that are called so. */
static void
add_broken (CoupletConfiguration *configuration, GPtrArray *stages,
            const CoupletRegistryEntry *entry)
{
  if (!list_has (stages, entry->name))
    g_ptr_array_add (stages, g_strdup (entry->name));
  g_hash_table_replace (configuration->broken, g_strdup (entry->name),
                        g_strdup_printf ("%s: %s", entry->file, entry->problem));
}

void
couplet_configuration_set_all_stages (CoupletConfiguration *configuration,
                                      CoupletRegistry *registry)
{
  guint n;
  const CoupletRegistryEntry *entries = couplet_registry_list (registry, &n);
  g_hash_table_remove (configuration->origins, KEY_OF_KIND[COUPLET_KIND_DECIDER]);
  g_hash_table_remove (configuration->origins, KEY_OF_KIND[COUPLET_KIND_OPTIMIZER]);
  g_ptr_array_set_size (configuration->deciders, 0);
  g_ptr_array_set_size (configuration->optimizers, 0);
  for (guint i = 0; i < n; i++) {
    if (entries[i].kind != COUPLET_KIND_DECIDER && entries[i].kind != COUPLET_KIND_OPTIMIZER)
      continue;
    GPtrArray *stages = entries[i].kind == COUPLET_KIND_DECIDER ? configuration->deciders
                                                                : configuration->optimizers;
    if (entries[i].problem == NULL)
      add_methods (configuration, stages, entries[i].plugin);
    else
      add_broken (configuration, stages, &entries[i]);
  }
}
