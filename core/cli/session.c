/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#define STATUS_INPUT 4
#define STATUS_FAILED 6
#define MOST_REPEATS 1000

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
  g_clear_pointer (&session->more_options, g_strfreev);
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

/* Sets how often stages are asked. FALSE with error set. */
static gboolean
read_repeat (const Settings *settings, CoupletHost *host, GError **error)
{
  guint64 repeat = 0; /* not said */
  if (settings->repeat != NULL &&
      !g_ascii_string_to_unsigned (settings->repeat, 10, 1, MOST_REPEATS, &repeat, NULL)) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                 "--repeat %s: expected a number from 1 to %d", settings->repeat, MOST_REPEATS);
    return settings_blame (settings, "repeat", error);
  }
  host->repeat = (guint)repeat;
  return TRUE;
}

gboolean
session_ask_stages (Session *session, const Settings *settings, GError **error)
{
  CoupletHost *host = &session->terminal.host;
  const char *check = settings->self_check;
  if (check != NULL && !g_str_equal (check, "true") && !g_str_equal (check, "false")) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                 "--self-check: '%s' is neither 'true' nor 'false'", check);
    return FALSE;
  }
  gboolean none = check != NULL && g_str_equal (check, "false");
  gboolean all = (check != NULL && !none) || settings->require_evidence;
  if (none && settings->require_evidence) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                 "--require-evidence needs the check that --self-check=false leaves out");
    return settings_blame (settings, "self-check", error);
  }
  host->wants_provenance = settings->store != NULL;
  host->requires_evidence = settings->require_evidence;
  host->wants_outputs = settings->by_output;
  host->wants_evidence = settings->evidence || settings->evidence_folder != NULL;
  host->evidence_limit = all || host->wants_evidence ? EVIDENCE_MOST_SIZE
                         : none                      ? 0
                                                     : COUPLET_USUAL_SIZE;
  host->self_check = all ? G_MAXSIZE : none ? 0 : COUPLET_USUAL_EFFORT;
  return read_repeat (settings, host, error);
}

static void
add_options (GStrvBuilder *options, const char *name, char *const *values)
{
  for (; values != NULL && *values != NULL; values++) {
    g_autofree char *option = g_strdup_printf ("--%s=%s", name, *values);
    g_strv_builder_add (options, option);
  }
}

gboolean
session_order (Session *session, const Settings *settings, CoupletRational *least, GError **error)
{
  CoupletHost *host = &session->terminal.host;
  g_autofree char *wrong = NULL;
  if (settings->sort != NULL && !g_str_equal (settings->sort, "ratio"))
    wrong = g_strdup_printf ("--sort '%s': files are sorted by 'ratio' alone", settings->sort);
  else if (settings->loose != NULL)
    wrong = check_positive ("loose", settings->loose, least);
  if (wrong == NULL && settings->loose != NULL && mpq_cmp_ui (least->value, 1, 1) < 0)
    wrong = g_strdup_printf ("--loose %s: no ratio is below 1", settings->loose);
  if (wrong != NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "%s", wrong);
  host->sorts_by_ratio = settings->sort != NULL;
  host->loose = settings->loose != NULL ? least : NULL;
  return wrong == NULL;
}

void
session_note_command (Session *session, const Settings *settings, const char *command)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  add_options (options, "define", settings->parameters);
  add_options (options, "solve", settings->solve);
  add_options (options, "at-most", settings->at_most);
  if (settings->by_output)
    g_strv_builder_add (options, "--by-output");
  if (session->terminal.host.wants_evidence)
    g_strv_builder_add (options, "--evidence");
  g_strfreev (session->more_options);
  session->more_options = g_strv_builder_end (options);
  session->terminal.host.command = command;
  session->terminal.host.more_options = (const char *const *)session->more_options;
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
