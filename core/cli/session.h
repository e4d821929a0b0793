/* SPDX-License-Identifier: Apache-2.0 */
/* What a command about files works with, from its settings to the pipeline. */
#ifndef COUPLET_CLI_SESSION_H
#define COUPLET_CLI_SESSION_H

#include "command.h"

/* terminal points to itself: a session is not moved. */
typedef struct {
  CoupletRegistry *registry;
  CoupletConfiguration *configuration;
  CoupletConfiguration *own; /* the same, unless it is that of the settings */
  CoupletSweep *sweep;
  GArray *parameters;  /* of sweep, as the run takes them */
  const char *define;  /* where they are said, if a configuration says them; NULL */
  char **more_options; /* of the terminal's host */
  Terminal terminal;
  CoupletRun *run;
} Session;

/* The plugins that settings find, and their configuration, or one that says nothing yet. */
void session_init (Session *session, const Settings *settings);
void session_clear (Session *session);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Session, session_clear)

/* Adds what settings say to the configuration, reads the parameters and sets up the terminal
 * (evidence: as terminal_init()). FALSE with error set. */
gboolean session_apply (Session *session, const Settings *settings, gboolean evidence,
                        GError **error);

/* The largest evidence that is built at all. */
#define EVIDENCE_MOST_SIZE 10000000

/* After session_apply(): says to the terminal's host what stages are asked for, how often, and what
 * is checked. FALSE with error set. */
gboolean session_ask_stages (Session *session, const Settings *settings, GError **error);

/* Sets the order of a comparison and what is left out of it; least belongs to the caller, and is to
 * outlive the session. FALSE with error set. */
gboolean session_order (Session *session, const Settings *settings, CoupletRational *least,
                        GError **error);

/* After session_ask_stages(): says to the host, for provenance, that settings are those of command
 * (`verify`, `compare`; kept). */
void session_note_command (Session *session, const Settings *settings, const char *command);

/* Makes the pipeline, for the terminal's host or a copy of it that was changed. FALSE with error
 * set. */
gboolean session_start (Session *session, const CoupletHost *host, GError **error);

/* Puts file through the pipeline; function gets the result. Returns the exit status that the file
 * calls for. */
int session_run_file (Session *session, const char *file, CoupletResultFunction function,
                      gpointer data);

/* Ends the output. Returns status, or a worse one where the output could not be written, or where
 * a file that could be read did not use a parameter that was given. */
int session_finish (Session *session, int status);

#endif
