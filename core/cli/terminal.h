/* SPDX-License-Identifier: Apache-2.0 */
/* Standard output and standard error of the program: the report on one, all
 * messages and progress on the other. */
#ifndef COUPLET_CLI_TERMINAL_H
#define COUPLET_CLI_TERMINAL_H

#include <couplet/host.h>

#include <stdio.h>

/* Prints one line on out, whatever names it has: what might begin another line, or move
 * the cursor of a terminal, shows as `?`. Nothing else in the program prints names. */
void print_line (FILE *out, const char *format, ...) G_GNUC_PRINTF (2, 3);

typedef struct {
  CoupletHost host; /* give its address to the core */
  gboolean quiet;
  gboolean shows_progress; /* standard error is a terminal */
  gboolean progress_shown; /* a progress line stands there now */
  gint64 began;            /* monotonic, */
  gint64 started;          /* and of the current piece of work */
  gint64 last_shown;
  char *what;         /* the current piece of work */
  const char *output; /* the file that the report is written to; NULL = standard output */
  GString *report;    /* what is to be written there */
  int failed;         /* why standard output could not be written (errno), 0 = it could */
} Terminal;

/* Sets up *terminal, and SIGINT to cancel the first time and end the program
 * the second time. Clear with terminal_finish(). */
void terminal_init (Terminal *terminal, gboolean verbose, gboolean quiet, gboolean evidence);

/* Keeps the report for file, instead of printing it, until terminal_finish(). FALSE with error set
 * where no file can be written there. */
gboolean terminal_write_to (Terminal *terminal, const char *file, GError **error);

/* Leaves the file of terminal_write_to() as it is. */
void terminal_forget_report (Terminal *terminal);

/* Removes a progress line. */
void terminal_clear_progress (Terminal *terminal);

/* The exit status after status, when all is printed: a worse one, with a message, when
 * standard output could not be written. */
int terminal_status_of_output (int status);

/* Flushes; FALSE, with a message printed, when the output could not be written. */
gboolean terminal_finish (Terminal *terminal);

/* TRUE after SIGINT. */
gboolean terminal_is_cancelled (const Terminal *terminal);

/* The status that a run owes to SIGINT: 11, with a message printed, when only `done` of `n`
 * files were reached; 0 when all were. */
int terminal_status_of_rest (Terminal *terminal, guint done, guint n);

/* Prints messages about a file on standard error, `file:line:column: error: ...`. swept: what it
 * is read with, which they name, `file:line:column: error: with c=2: ...`; NULL = nothing. */
void terminal_print_diagnostics (Terminal *terminal, const CoupletDiagnostic *diagnostics, guint n,
                                 const char *swept);

#endif
