/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#define STATUS_INPUT 4
#define STATUS_FAILED 6

void
session_init (Session *session, const Settings *settings)
{
  *session = (Session){0};
  session->registry = couplet_registry_new ((const char *const *)settings->plugin_path);
  session->own = settings->pipeline == NULL ? couplet_configuration_new () : NULL;
  session->configuration = session->own != NULL ? session->own : settings->pipeline;
}

void
session_clear (Session *session)
{
  g_clear_pointer (&session->run, couplet_run_free);
  terminal_forget_report (&session->terminal); /* of a run that ended before there was one */
  g_clear_pointer (&session->parameters, g_array_unref);
  g_clear_pointer (&session->sweep, couplet_sweep_free);
  g_clear_pointer (&session->own, couplet_configuration_free);
  g_clear_pointer (&session->registry, couplet_registry_free);
}

gboolean
session_apply (Session *session, const Settings *settings, gboolean evidence, GError **error)
{
  if (!settings_apply (settings, session->configuration, error))
    return FALSE;
  session->sweep = settings_sweep (settings, error);
  if (session->sweep == NULL)
    return settings_blame (settings, "define", error);
  session->parameters = couplet_sweep_parameters (session->sweep);
  session->define =
      settings->origins != NULL ? g_hash_table_lookup (settings->origins, "define") : NULL;
  terminal_init (&session->terminal, settings->verbose, settings->quiet, evidence);
  return TRUE;
}

gboolean
session_start (Session *session, const CoupletHost *host, GError **error)
{
  session->run =
      couplet_run_new (session->configuration, session->registry, host, session->parameters, error);
  return session->run != NULL;
}

int
session_run_file (Session *session, const char *file, CoupletResultFunction function, gpointer data)
{
  const CoupletItem item = {.file = file};
  couplet_run_begin (session->run, FALSE);
  int status = couplet_run_item (session->run, &item, function, data);
  couplet_run_end (session->run);
  return status;
}

int
session_finish (Session *session, int status)
{
  const char *failure = couplet_run_report_failure (session->run);
  if (failure != NULL) {
    print_line (stderr, "couplet: %s", failure);
    terminal_forget_report (&session->terminal);
    status = couplet_worse_status (status, STATUS_FAILED);
  }
  if (!terminal_finish (&session->terminal))
    status = couplet_worse_status (status, STATUS_FAILED);
  return status == STATUS_INPUT
             ? status
             : couplet_worse_status (
                   status,
                   report_unused_parameters (session->run, session->parameters, session->define));
}
