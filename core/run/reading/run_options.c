/* SPDX-License-Identifier: Apache-2.0 */
#include "run_options.h"

#include "options.h"
#include "stage_new.h"

#include <string.h>

static gboolean
same_names (const GPtrArray *a, const GPtrArray *b)
{
  for (guint i = 0; a->len == b->len && i < a->len; i++)
    if (!g_str_equal (g_ptr_array_index (a, i), g_ptr_array_index (b, i)))
      return FALSE;
  return a->len == b->len;
}

static void
add_list (GPtrArray *options, const char *option, const GPtrArray *names, const GPtrArray *usual)
{
  if (same_names (names, usual))
    return;
  GString *text = g_string_new (option);
  for (guint i = 0; i < names->len; i++)
    couplet_list_append (text, g_ptr_array_index (names, i));
  g_ptr_array_add (options, g_string_free (text, FALSE));
}

/* Puts what list says under name into settings (key to value); of what it says of every stage, only
 * what counts for plugin. */
static void
collect_settings (const GPtrArray *list, const char *name, const CoupletPlugin *plugin,
                  GTree *settings)
{
  gboolean of_all = g_str_equal (name, EVERY_STAGE);
  GHashTableIter iter;
  gpointer key, setting;
  const StageSettings *found = settings_find (list, name);
  if (found == NULL)
    return;
  g_hash_table_iter_init (&iter, found->settings);
  while (g_hash_table_iter_next (&iter, &key, &setting))
    if (!of_all || stage_shares (plugin, key))
      g_tree_replace (settings, key, ((const Setting *)setting)->value);
}

/* Whether an answer may depend on what is set as key of stage: a folder for dumps, a process of its
 * own and a value that is the usual one are of no account. */
static gboolean
is_of_account (const Stage *stage, const char *key, const char *value)
{
  guint n;
  const CoupletOption *of_host = couplet_host_options (&n);
  const CoupletOption *option = option_find (of_host, n, key);
  if (option == NULL)
    option = option_find (stage->plugin->options, stage->plugin->n_options, key);
  if (stage->command != NULL && option == NULL)
    return TRUE;
  return !g_str_equal (key, "dump-dir") && !g_str_equal (key, "isolate") &&
         (option == NULL || g_strcmp0 (option->default_value, value) != 0);
}

/* What is set under a name is added to options; stage: NULL = it is a program's. */
typedef struct {
  GPtrArray *options;
  const char *name;
  const Stage *stage;
} Adding;

static gboolean
add_setting (gpointer key, gpointer value, gpointer data)
{
  const Adding *adding = data;
  gboolean is_file = g_str_equal (key, "plugin") && couplet_registry_is_file (value);
  g_autofree char *absolute =
      adding->stage != NULL && is_file ? g_canonicalize_filename (value, NULL) : NULL;
  if (adding->stage == NULL || is_of_account (adding->stage, key, value))
    g_ptr_array_add (adding->options,
                     g_strdup_printf ("--option=%s.%s=%s", adding->name, (const char *)key,
                                      absolute != NULL ? absolute : (const char *)value));
  return FALSE;
}

void
run_options_add_stage (GPtrArray *options, const CoupletConfiguration *configuration,
                       const Stage *stage)
{
  g_autoptr (GTree) settings = g_tree_new ((GCompareFunc)strcmp);
  collect_settings (configuration->stages, EVERY_STAGE, stage->plugin, settings);
  collect_settings (configuration->stages, stage->name, stage->plugin, settings);
  collect_settings (configuration->overrides, EVERY_STAGE, stage->plugin, settings);
  collect_settings (configuration->overrides, stage->name, stage->plugin, settings);
  g_tree_foreach (settings, add_setting, &(Adding){options, stage->name, stage});
}

void
run_options_add_program (GPtrArray *options, const CoupletConfiguration *configuration,
                         const char *program)
{
  g_autoptr (GTree) settings = g_tree_new ((GCompareFunc)strcmp);
  collect_settings (configuration->stages, program, NULL, settings);
  collect_settings (configuration->overrides, program, NULL, settings);
  g_tree_foreach (settings, add_setting, &(Adding){options, program, NULL});
}

GPtrArray *
run_options_new (const CoupletConfiguration *configuration, const CoupletHost *host,
                 const GPtrArray *solvers)
{
  GPtrArray *options = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (CoupletConfiguration) usual = couplet_configuration_new ();
  if (!g_str_equal (configuration->frontend, usual->frontend))
    g_ptr_array_add (options, g_strdup_printf ("--from=%s", configuration->frontend));
  add_list (options, "--deciders=", configuration->deciders, usual->deciders);
  add_list (options, "--optimizers=", configuration->optimizers, usual->optimizers);
  if (mpq_sgn (configuration->claim.value) != 0) {
    g_autofree char *claim = couplet_rational_to_string (&configuration->claim);
    g_ptr_array_add (options, g_strdup_printf ("--claim=%s", claim));
  }
  for (guint i = 0; i < solvers->len; i++)
    run_options_add_stage (options, configuration, g_ptr_array_index (solvers, i));
  if (host->repeat > 1)
    g_ptr_array_add (options, g_strdup_printf ("--repeat=%u", host->repeat));
  if (host->requires_evidence)
    g_ptr_array_add (options, g_strdup ("--require-evidence"));
  else if (host->self_check == G_MAXSIZE)
    g_ptr_array_add (options, g_strdup ("--self-check"));
  else if (host->self_check == 0 && solvers->len > 0)
    g_ptr_array_add (options, g_strdup ("--self-check=false"));
  return options;
}
