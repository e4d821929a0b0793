/* SPDX-License-Identifier: Apache-2.0 */
#include "reader.h"

#define STATUS_INPUT 4
#define STATUS_FAILED 6

gboolean
reader_init (Reader *reader, const Settings *settings, GError **error)
{
  *reader = (Reader){0};
  reader->registry = couplet_registry_new ((const char *const *)settings->plugin_path);
  reader->configuration = couplet_configuration_new ();
  couplet_configuration_set_stages (reader->configuration, COUPLET_KIND_DECIDER, "", NULL);
  couplet_configuration_set_stages (reader->configuration, COUPLET_KIND_OPTIMIZER, "", NULL);
  if (!settings_apply (settings, reader->configuration, error))
    return FALSE;
  reader->parameters = settings_parameters (settings, error);
  if (reader->parameters == NULL)
    return FALSE;
  terminal_init (&reader->terminal, settings->verbose, settings->quiet, settings->evidence);
  reader->run = couplet_run_new (reader->configuration, reader->registry, &reader->terminal.host,
                                 reader->parameters, error);
  return reader->run != NULL;
}

void
reader_clear (Reader *reader)
{
  g_clear_pointer (&reader->run, couplet_run_free);
  g_clear_pointer (&reader->parameters, g_array_unref);
  g_clear_pointer (&reader->configuration, couplet_configuration_free);
  g_clear_pointer (&reader->registry, couplet_registry_free);
}

CoupletAutomaton *
reader_read (Reader *reader, const char *file, int *status)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (file);
  CoupletAutomaton *automaton = couplet_run_read (reader->run, file, diagnostics);
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  terminal_print_diagnostics (&reader->terminal, messages, n);
  *status = automaton == NULL ? STATUS_INPUT : report_unused_parameters (reader->parameters);
  return automaton;
}

int
reader_finish (Reader *reader, int status)
{
  return terminal_finish (&reader->terminal) ? status
                                             : couplet_worse_status (status, STATUS_FAILED);
}
