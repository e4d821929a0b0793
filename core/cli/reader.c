/* SPDX-License-Identifier: Apache-2.0 */
#include "reader.h"

#define STATUS_INPUT 4
#define STATUS_FAILED 6

gboolean
reader_init (Session *session, const Settings *settings, GError **error)
{
  session_init (session, settings);
  couplet_configuration_set_stages (session->configuration, COUPLET_KIND_DECIDER, "", NULL);
  couplet_configuration_set_stages (session->configuration, COUPLET_KIND_OPTIMIZER, "", NULL);
  return session_apply (session, settings, settings->evidence, error) &&
         session_start (session, &session->terminal.host, error);
}

CoupletAutomaton *
reader_read (Session *session, const char *file, int *status)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (file);
  CoupletAutomaton *automaton = couplet_run_read (session->run, file, diagnostics);
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  terminal_print_diagnostics (&session->terminal, messages, n, NULL);
  *status = automaton == NULL ? STATUS_INPUT
                              : report_unused_parameters (session->run, session->parameters, NULL);
  return automaton;
}

int
reader_finish (Session *session, int status)
{
  return terminal_finish (&session->terminal) ? status
                                              : couplet_worse_status (status, STATUS_FAILED);
}
