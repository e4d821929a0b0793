/* SPDX-License-Identifier: Apache-2.0 */
#include "isolate.h"
#include "solve.h"
#include "transfer.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long a poll waits before the clock is looked at, in milliseconds. */
#define PATIENCE 50
/* How long a child that should stop may go on: a part of its limit, but not so little that
 * nothing fits in, or this when the user cancelled, in microseconds. */
#define GRACE_PART 25
#define LEAST_GRACE 2000
#define CANCEL_GRACE 200000

/* ---- The child --------------------------------------------------------------------- */

/* Sends an answer, or what is known so far, to be read by find_answer(). message: why there
 * is no answer, or NULL. */
static void
send_outcome (int descriptor, gboolean last, const char *message, CoupletOutcome *outcome)
{
  g_autoptr (GByteArray) payload = g_byte_array_new ();
  g_autoptr (GByteArray) all = g_byte_array_new ();
  couplet_wire_put_text (payload, message);
  couplet_put_outcome (payload, outcome);
  couplet_wire_put_number (all, last);
  couplet_wire_put_bytes (all, payload->data, payload->len);
  couplet_write_all (descriptor, all->data, all->len);
}

static void
save (gpointer data, CoupletOutcome *outcome)
{
  send_outcome (*(int *)data, FALSE, NULL, outcome);
}

/* cancelled: set by the parent, which alone a signal may reach. */
static void G_GNUC_NORETURN
be_child (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome, int descriptor,
          const volatile int *cancelled)
{
  g_autoptr (GError) error = NULL;
  struct rlimit none = {0, 0};
  prctl (PR_SET_PDEATHSIG, SIGKILL); /* nobody else would end it */
  setrlimit (RLIMIT_CORE, &none);
  /* the report is the parent's: no copy of what it holds back, no word of a library */
  __fpurge (stdout);
  dup2 (STDERR_FILENO, STDOUT_FILENO);
  couplet_context_heed (stage->context, cancelled);
  couplet_context_on_save (stage->context, save, &descriptor);
  couplet_context_hide_progress (stage->context); /* the parent shows that time passes */
  if (stage->memory_limit_mb > 0) {
    rlim_t bytes = (rlim_t)stage->memory_limit_mb << 20;
    struct rlimit memory = {bytes, bytes};
    setrlimit (RLIMIT_AS, &memory);
  }
  gboolean good = couplet_stage_solve (stage, automaton, outcome, &error);
  send_outcome (descriptor, TRUE, good ? NULL : error->message, outcome);
  _exit (0);
}

/* ---- The parent ---------------------------------------------------------------------- */

/* When the child, which should stop, must have ended, in monotonic microseconds; that of a
 * limit from when it was reached. Tells the child when it was not. */
static gint64
begin_grace (const Stage *stage, gint64 limit, volatile int *cancelled)
{
  gint64 now = g_get_monotonic_time ();
  if (limit > 0 && now >= limit)
    return limit + MAX (stage->limit_ms * 1000 / GRACE_PART, LEAST_GRACE);
  *cancelled = 1;
  return now + CANCEL_GRACE;
}

/* How many milliseconds a poll may wait. */
static int
patience (gint64 limit, gint64 end)
{
  gint64 now = g_get_monotonic_time (), next = end > 0 ? end : limit;
  return next == 0 ? PATIENCE : (int)CLAMP ((next - now) / 1000 + 1, 1, PATIENCE);
}

/* Reads what the child writes until it ends, telling it when the user cancels and killing
 * it when it overruns. */
static GByteArray *
read_child (Stage *stage, int descriptor, pid_t child, volatile int *cancelled, gboolean *killed)
{
  GByteArray *data = g_byte_array_new ();
  double left = couplet_context_seconds_left (stage->context);
  gint64 limit = isinf (left) ? 0 : g_get_monotonic_time () + (gint64)(left * G_USEC_PER_SEC);
  gint64 end = 0;
  *killed = FALSE;
  for (;;) {
    guint8 part[65536];
    struct pollfd ready = {descriptor, POLLIN, 0};
    if (end == 0 && couplet_context_should_stop (stage->context))
      end = begin_grace (stage, limit, cancelled);
    else if (end != 0 && g_get_monotonic_time () >= end && !*killed) {
      kill (child, SIGKILL);
      *killed = TRUE;
    }
    if (poll (&ready, 1, *killed ? PATIENCE : patience (limit, end)) <= 0)
      continue;
    gssize got = read (descriptor, part, sizeof part);
    if (got == 0 || (got < 0 && errno != EINTR))
      return data;
    g_byte_array_append (data, part, (guint)MAX (got, 0));
  }
}

static gboolean fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (GError **error, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, text);
  return FALSE;
}

/* The last of what the child sent, which may have been interrupted; FALSE = nothing. *last:
 * it is its answer. */
static gboolean
find_answer (const GByteArray *data, CoupletWire *answer, gboolean *last)
{
  CoupletWire wire = {data->data, data->len, 0, FALSE};
  gboolean found = FALSE;
  while (wire.at < wire.length) {
    gsize length;
    gboolean is_last = couplet_wire_number (&wire) != 0;
    const guint8 *payload = couplet_wire_bytes (&wire, &length);
    if (wire.broken || payload == NULL)
      break;
    *answer = (CoupletWire){payload, length, 0, FALSE};
    *last = is_last;
    found = TRUE;
  }
  return found;
}

static gboolean
take_answer (CoupletWire *answer, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
             GError **error)
{
  const char *message = couplet_wire_text (answer);
  if (message != NULL)
    return fail (error, "%s", message);
  return couplet_take_outcome (answer, automaton, outcome, error);
}

static gboolean
conclude (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome, int status,
          gboolean killed, const GByteArray *data, GError **error)
{
  CoupletWire answer;
  gboolean last = FALSE, found = find_answer (data, &answer, &last);
  if (WIFSIGNALED (status) && !killed)
    return fail (error, "its process was ended by signal %d (%s)%s", WTERMSIG (status),
                 strsignal (WTERMSIG (status)),
                 stage->memory_limit_mb > 0 ? ", perhaps at its memory limit" : "");
  if (!killed && !last)
    return fail (error, "its process ended with status %d and no answer", WEXITSTATUS (status));
  if (found && !take_answer (&answer, automaton, outcome, error))
    return FALSE;
  if (!last)
    couplet_outcome_set_reason (outcome, "%s; its process had to be ended",
                                couplet_context_stop_reason (stage->context));
  return TRUE;
}

static gboolean
run_child (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
           volatile int *cancelled, GError **error)
{
  int ends[2], status = 0;
  gboolean killed;
  if (pipe (ends) != 0)
    return fail (error, "no pipe to a process of its own: %s", g_strerror (errno));
  fflush (NULL); /* what a stream holds back belongs to this process alone */
  pid_t child = fork ();
  if (child < 0) {
    close (ends[0]);
    close (ends[1]);
    return fail (error, "no process of its own: %s", g_strerror (errno));
  }
  if (child == 0) {
    close (ends[0]);
    be_child (stage, automaton, outcome, ends[1], cancelled);
  }
  close (ends[1]);
  g_autoptr (GByteArray) data = read_child (stage, ends[0], child, cancelled, &killed);
  close (ends[0]);
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  return conclude (stage, automaton, outcome, status, killed, data, error);
}

gboolean
couplet_isolate_run (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                     GError **error)
{
  volatile int *cancelled =
      mmap (NULL, sizeof *cancelled, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (cancelled == MAP_FAILED)
    return fail (error, "no memory to share with a process of its own: %s", g_strerror (errno));
  gboolean good = run_child (stage, automaton, outcome, cancelled, error);
  munmap ((void *)cancelled, sizeof *cancelled);
  return good;
}
