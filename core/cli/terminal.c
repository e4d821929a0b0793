/* SPDX-License-Identifier: Apache-2.0 */
#include "terminal.h"

#include <couplet/internal/format.h>
#include <couplet/host/output_file.h>

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PROGRESS_DELAY G_USEC_PER_SEC /* progress shows when the program has run that long */
#define UNKNOWN_REASON (-1)           /* no errno is known */
#define REFRESH (G_USEC_PER_SEC / 10)

static void
print_text (FILE *out, const char *text)
{
  g_autofree char *visible = couplet_make_visible (text);
  g_autofree char *line = g_strconcat (visible, "\n", NULL);
  fputs (line, out); /* at once, for standard error has no buffer */
}

void
print_line (FILE *out, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  print_text (out, text);
}

/* The one thing a signal handler may touch. */
static volatile int cancelled;

static void
on_interrupt (int signal_number)
{
  (void)signal_number;
  cancelled = 1;
}

static void
write_report (gpointer data, const char *text, gsize length)
{
  Terminal *terminal = data;
  terminal_clear_progress (terminal);
  if (terminal->report != NULL)
    g_string_append_len (terminal->report, text, (gssize)length);
  else if (fwrite (text, 1, length, stdout) != length && terminal->failed == 0)
    terminal->failed = errno;
}

static void
write_log (gpointer data, const char *text)
{
  terminal_clear_progress (data);
  print_line (stderr, "%s", text);
}

static void
show_progress (gpointer data, const char *what, guint64 done, guint64 total)
{
  Terminal *terminal = data;
  gint64 now = g_get_monotonic_time ();
  g_autofree char *visible = couplet_make_visible (what);
  if (g_strcmp0 (terminal->what, visible) != 0) {
    g_free (terminal->what);
    terminal->what = g_steal_pointer (&visible);
    terminal->started = now;
  }
  if (now - terminal->began < PROGRESS_DELAY || now - terminal->last_shown < REFRESH)
    return;
  terminal->last_shown = now;
  terminal->progress_shown = TRUE;
  if (total > 0)
    fprintf (stderr, "\r\033[K%s: %.0f %%", terminal->what, 100.0 * (double)done / (double)total);
  else if (done > 0)
    fprintf (stderr, "\r\033[K%s: %" G_GUINT64_FORMAT, terminal->what, done);
  else
    fprintf (stderr, "\r\033[K%s: %d s", terminal->what,
             (int)((now - terminal->started) / G_USEC_PER_SEC));
  fflush (stderr);
}

static guint
terminal_columns (void)
{
  struct winsize size;
  if (!isatty (STDOUT_FILENO))
    return 0;
  return ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

static gboolean
terminal_has_colours (void)
{
  const char *no_colour = g_getenv ("NO_COLOR"), *term = g_getenv ("TERM");
  return isatty (STDOUT_FILENO) && (no_colour == NULL || *no_colour == '\0') && term != NULL &&
         !g_str_equal (term, "dumb");
}

void
terminal_init (Terminal *terminal, gboolean verbose, gboolean quiet, gboolean evidence)
{
  *terminal = (Terminal){.quiet = quiet, .began = g_get_monotonic_time ()};
  terminal->shows_progress = !quiet && isatty (STDERR_FILENO);
  terminal->host = (CoupletHost){.data = terminal,
                                 .write = write_report,
                                 .log = verbose ? write_log : NULL,
                                 .progress = terminal->shows_progress ? show_progress : NULL,
                                 .cancelled = &cancelled,
                                 .wants_colour = terminal_has_colours (),
                                 .columns = terminal_columns (),
                                 .wants_evidence = evidence};
  struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
  sigaction (SIGINT, &action, NULL);
}

gboolean
terminal_write_to (Terminal *terminal, const char *file, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (file);
  if (g_file_test (file, G_FILE_TEST_IS_DIR))
    errno = EISDIR;
  else if (g_access (folder, F_OK) == 0 &&
           g_access (g_file_test (file, G_FILE_TEST_EXISTS) ? file : folder, W_OK) == 0) {
    terminal->output = file;
    terminal->report = g_string_new (NULL);
    terminal->host.wants_colour = FALSE;
    terminal->host.columns = 0;
    return TRUE;
  }
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "--output %s: %s", file,
               g_strerror (errno));
  return FALSE;
}

void
terminal_forget_report (Terminal *terminal)
{
  if (terminal->report != NULL)
    g_string_free (g_steal_pointer (&terminal->report), TRUE);
}

void
terminal_clear_progress (Terminal *terminal)
{
  if (!terminal->progress_shown)
    return;
  terminal->progress_shown = FALSE;
  fputs ("\r\033[K", stderr);
  fflush (stderr);
}

/* Flushes; the reason why what was written to standard output is lost, 0 = it is not,
 * UNKNOWN_REASON = the stream keeps no errno of an earlier write. failed: a reason known before. */
static int
finish_output (int failed)
{
  errno = 0;
  if (fflush (stdout) != 0 || ferror (stdout) != 0)
    failed = failed != 0 ? failed : errno != 0 ? errno : UNKNOWN_REASON;
  if (failed == 0)
    return 0;
  clearerr (stdout); /* it is told once */
  __fpurge (stdout);
  return failed;
}

static void
print_loss (const char *what, int reason)
{
  if (reason == UNKNOWN_REASON)
    print_line (stderr, "couplet: %s could not be written", what);
  else
    print_line (stderr, "couplet: %s could not be written: %s", what, g_strerror (reason));
}

gboolean
terminal_finish (Terminal *terminal)
{
  terminal_clear_progress (terminal);
  g_clear_pointer (&terminal->what, g_free);
  if (terminal->report != NULL) {
    terminal->failed =
        couplet_write_file (terminal->output, terminal->report->str, terminal->report->len);
    terminal_forget_report (terminal);
  }
  int failed = finish_output (terminal->failed);
  g_autofree char *what = g_strconcat ("the report ", terminal->output, NULL);
  if (failed != 0)
    print_loss (g_strchomp (what), failed);
  return failed == 0;
}

int
terminal_status_of_output (int status)
{
  int failed = finish_output (0);
  if (failed == 0)
    return status;
  print_loss ("standard output", failed);
  return couplet_worse_status (status, 6);
}

gboolean
terminal_is_cancelled (const Terminal *terminal)
{
  return *terminal->host.cancelled != 0;
}

int
terminal_status_of_rest (Terminal *terminal, guint done, guint n)
{
  if (!terminal_is_cancelled (terminal) || done >= n)
    return 0;
  terminal_clear_progress (terminal);
  print_line (stderr, "couplet: interrupted: %u of %u files were not reached", n - done, n);
  return 11; /* nothing is known of them */
}

/* `file:`, `file:line:` or `file:line:column:`. The caller frees it. */
static char *
place_of (const CoupletDiagnostic *diagnostic)
{
  guint line = diagnostic->place.line, column = diagnostic->place.column;
  if (line == 0)
    return g_strdup_printf ("%s:", diagnostic->file);
  if (column == 0)
    return g_strdup_printf ("%s:%u:", diagnostic->file, line);
  return g_strdup_printf ("%s:%u:%u:", diagnostic->file, line, column);
}

/* Where the line ends that text begins with: before one that begins with a blank. */
static const char *
end_of_line (const char *text)
{
  const char *end = strstr (text, "\n ");
  return end != NULL ? end : text + strlen (text);
}

/* A message and what it quotes of the source, which stands on lines of its own. These begin
 * with a blank, so that none looks like a message. */
static void
print_message (const char *place, const char *severity, const char *swept, const char *message)
{
  const char *end = end_of_line (message);
  g_autofree char *first = g_strndup (message, (gsize)(end - message));
  g_autofree char *with = swept != NULL ? g_strdup_printf ("with %s: ", swept) : g_strdup ("");
  g_autofree char *line = g_strconcat (place, " ", severity, ": ", with, first, NULL);
  print_text (stderr, line);
  for (const char *begin = end; *begin != '\0'; begin = end) {
    end = end_of_line (++begin);
    print_line (stderr, "%.*s", (int)(end - begin), begin);
  }
}

void
terminal_print_diagnostics (Terminal *terminal, const CoupletDiagnostic *diagnostics, guint n,
                            const char *swept)
{
  terminal_clear_progress (terminal);
  for (guint i = 0; i < n; i++) {
    gboolean warning = diagnostics[i].severity == COUPLET_SEVERITY_WARNING;
    if (warning && terminal->quiet)
      continue;
    g_autofree char *place = place_of (&diagnostics[i]);
    print_message (place, warning ? "warning" : "error", swept, diagnostics[i].message);
  }
}
