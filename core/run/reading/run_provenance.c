/* SPDX-License-Identifier: Apache-2.0 */
#include "run_provenance.h"

#include "options.h"
#include "stage_new.h"

#include <string.h>

/* ---- Options ----------------------------------------------------------------------- */

static void
take_option (RunProvenance *run, char *option)
{
  g_ptr_array_add (run->options, option);
}

static gboolean
same_names (const GPtrArray *a, const GPtrArray *b)
{
  for (guint i = 0; a->len == b->len && i < a->len; i++)
    if (!g_str_equal (g_ptr_array_index (a, i), g_ptr_array_index (b, i)))
      return FALSE;
  return a->len == b->len;
}

static void
add_list (RunProvenance *run, const char *option, const GPtrArray *names, const GPtrArray *usual)
{
  if (same_names (names, usual))
    return;
  GString *text = g_string_new (option);
  for (guint i = 0; i < names->len; i++)
    couplet_list_append (text, g_ptr_array_index (names, i));
  take_option (run, g_string_free (text, FALSE));
}

/* Puts what list says of stage under name, its own or that of every stage, into settings (key to
 * value). */
static void
collect_settings (const GPtrArray *list, const char *name, const Stage *stage, GTree *settings)
{
  gboolean of_all = g_str_equal (name, EVERY_STAGE);
  GHashTableIter iter;
  gpointer key, setting;
  const StageSettings *found = settings_find (list, name);
  if (found == NULL)
    return;
  g_hash_table_iter_init (&iter, found->settings);
  while (g_hash_table_iter_next (&iter, &key, &setting))
    if (!of_all || stage_shares (stage->plugin, key))
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
  return !g_str_equal (key, "dump-dir") && !g_str_equal (key, "isolate") &&
         (option == NULL || g_strcmp0 (option->default_value, value) != 0);
}

/* What the options of one stage are added with. */
typedef struct {
  RunProvenance *run;
  const Stage *stage;
} Adding;

static gboolean
add_setting (gpointer key, gpointer value, gpointer data)
{
  const Adding *adding = data;
  if (is_of_account (adding->stage, key, value))
    take_option (adding->run, g_strdup_printf ("--option=%s.%s=%s", adding->stage->name,
                                               (const char *)key, (const char *)value));
  return FALSE;
}

/* What is set for stage, by key; what is said of it goes before what is said of every stage, and
 * overrides before files. */
static void
add_settings (RunProvenance *run, const CoupletConfiguration *configuration, const Stage *stage)
{
  g_autoptr (GTree) settings = g_tree_new ((GCompareFunc)strcmp);
  collect_settings (configuration->stages, EVERY_STAGE, stage, settings);
  collect_settings (configuration->stages, stage->name, stage, settings);
  collect_settings (configuration->overrides, EVERY_STAGE, stage, settings);
  collect_settings (configuration->overrides, stage->name, stage, settings);
  Adding adding = {run, stage};
  g_tree_foreach (settings, add_setting, &adding);
}

static void
add_options (RunProvenance *run, const CoupletConfiguration *configuration, const CoupletHost *host,
             const GPtrArray *solvers)
{
  g_autoptr (CoupletConfiguration) usual = couplet_configuration_new ();
  if (!g_str_equal (configuration->frontend, usual->frontend))
    take_option (run, g_strdup_printf ("--from=%s", configuration->frontend));
  add_list (run, "--deciders=", configuration->deciders, usual->deciders);
  add_list (run, "--optimizers=", configuration->optimizers, usual->optimizers);
  if (mpq_sgn (configuration->claim.value) != 0) {
    g_autofree char *claim = couplet_rational_to_string (&configuration->claim);
    take_option (run, g_strdup_printf ("--claim=%s", claim));
  }
  for (guint i = 0; i < solvers->len; i++)
    add_settings (run, configuration, g_ptr_array_index (solvers, i));
  if (host->repeat > 1)
    take_option (run, g_strdup_printf ("--repeat=%u", host->repeat));
  if (host->requires_evidence)
    take_option (run, g_strdup ("--require-evidence"));
  else if (host->self_check == G_MAXSIZE)
    take_option (run, g_strdup ("--self-check"));
  else if (host->self_check == 0 && solvers->len > 0)
    take_option (run, g_strdup ("--self-check=false"));
}

/* ---- The date ------------------------------------------------------------------------ */

/* NULL with error set. */
static char *
date_of_run (GError **error)
{
  const char *epoch = g_getenv ("SOURCE_DATE_EPOCH");
  guint64 seconds = 0;
  if (epoch != NULL && !g_ascii_string_to_unsigned (epoch, 10, 0, G_MAXINT64, &seconds, NULL))
    seconds = G_MAXUINT64;
  g_autoptr (GDateTime) date = epoch == NULL ? g_date_time_new_now_utc ()
                               : seconds > G_MAXINT64
                                   ? NULL
                                   : g_date_time_new_from_unix_utc ((gint64)seconds);
  if (date != NULL)
    return g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ");
  g_autofree char *quoted = couplet_quote (epoch, -1);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION,
               "the environment variable SOURCE_DATE_EPOCH is %s; expected seconds since 1970",
               quoted);
  return NULL;
}

/* ---- All of it ------------------------------------------------------------------------- */

/* Lets provenance point to what run has. */
static void
point (RunProvenance *run)
{
  run->provenance = (CoupletProvenance){
      .version = couplet_version (),
      .commit = couplet_commit (),
      .date = run->date,
      .n_libraries = run->libraries.list->len,
      .libraries = (const CoupletDefinition *)(gpointer)run->libraries.list->data,
      .n_options = run->options->len,
      .options = (const char *const *)run->options->pdata,
  };
}

RunProvenance *
run_provenance_new (const CoupletConfiguration *configuration, const CoupletHost *host,
                    const GPtrArray *solvers, GError **error)
{
  char *date = date_of_run (error);
  if (date == NULL)
    return NULL;
  RunProvenance *run = g_new0 (RunProvenance, 1);
  run->date = date;
  run->options = g_ptr_array_new_with_free_func (g_free);
  libraries_init (&run->libraries);
  for (guint i = 0; i < solvers->len; i++)
    libraries_add (&run->libraries, ((const Stage *)g_ptr_array_index (solvers, i))->plugin);
  add_options (run, configuration, host, solvers);
  point (run);
  return run;
}

void
run_provenance_free (RunProvenance *run)
{
  if (run == NULL)
    return;
  libraries_clear (&run->libraries);
  g_ptr_array_unref (run->options);
  g_free (run->date);
  g_free (run);
}
