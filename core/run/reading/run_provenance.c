/* SPDX-License-Identifier: Apache-2.0 */
#include "run_provenance.h"

#include "run_options.h"
#include "run_setup.h"

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
run_provenance_new (const CoupletRun *run, gboolean repeatable, GError **error)
{
  char *date = date_of_run (error);
  if (date == NULL)
    return NULL;
  RunProvenance *made = g_new0 (RunProvenance, 1);
  made->date = date;
  made->options = run_options_new (run->configuration, &run->host, run->solvers);
  made->tools = tools_new ();
  libraries_init (&made->libraries);
  for (guint i = 0; i < run->solvers->len; i++)
    libraries_add (&made->libraries, ((const Stage *)g_ptr_array_index (run->solvers, i))->plugin);
  point (made);
  if (repeatable)
    run_setup_note (&made->provenance, run, made->tools);
  return made;
}

void
run_provenance_free (RunProvenance *run)
{
  if (run == NULL)
    return;
  libraries_clear (&run->libraries);
  g_ptr_array_unref (run->options);
  tools_free (run->tools);
  g_free (run->date);
  g_free (run);
}
