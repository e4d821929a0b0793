/* SPDX-License-Identifier: Apache-2.0 */
#include "child.h"

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

/* cancelled: set by the parent, which alone a signal may reach. */
static void G_GNUC_NORETURN
be_child (Stage *stage, CoupletChildWork work, gpointer data, int descriptor,
          const volatile int *cancelled)
{
  struct rlimit none = {0, 0};
  prctl (PR_SET_PDEATHSIG, SIGKILL); /* nobody else would end it */
  setrlimit (RLIMIT_CORE, &none);
  /* the report is the parent's: no copy of what it holds back, no word of a library */
  __fpurge (stdout);
  dup2 (STDERR_FILENO, STDOUT_FILENO);
  couplet_context_heed (stage->context, cancelled);
  couplet_context_hide_progress (stage->context); /* the parent shows that time passes */
  if (stage->memory_limit_mb > 0) {
    rlim_t bytes = (rlim_t)stage->memory_limit_mb << 20;
    struct rlimit memory = {bytes, bytes};
    setrlimit (RLIMIT_AS, &memory);
  }
  work (data, descriptor);
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
    guint8 part[4096]; /* a stack may be small */
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

/* what could not be had, for the reason in errno */
static gboolean
fail (GError **error, const char *what)
{
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "%s: %s", what, g_strerror (errno));
  return FALSE;
}

static gboolean
run_child (Stage *stage, CoupletChildWork work, gpointer data, volatile int *cancelled,
           ChildEnd *end, GError **error)
{
  int ends[2];
  if (pipe (ends) != 0)
    return fail (error, "no pipe to a process of its own");
  fflush (NULL); /* what a stream holds back belongs to this process alone */
  pid_t child = fork ();
  if (child < 0) {
    fail (error, "no process of its own");
    close (ends[0]);
    close (ends[1]);
    return FALSE;
  }
  if (child == 0) {
    close (ends[0]);
    be_child (stage, work, data, ends[1], cancelled);
  }
  close (ends[1]);
  end->data = read_child (stage, ends[0], child, cancelled, &end->killed);
  close (ends[0]);
  while (waitpid (child, &end->status, 0) < 0 && errno == EINTR)
    ;
  return TRUE;
}

gboolean
couplet_child_run (Stage *stage, CoupletChildWork work, gpointer data, ChildEnd *end,
                   GError **error)
{
  *end = (ChildEnd){NULL, 0, FALSE};
  volatile int *cancelled =
      mmap (NULL, sizeof *cancelled, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (cancelled == MAP_FAILED)
    return fail (error, "no memory to share with a process of its own");
  gboolean good = run_child (stage, work, data, cancelled, end, error);
  munmap ((void *)cancelled, sizeof *cancelled);
  return good;
}

gboolean
couplet_child_is_whole (const Stage *stage, const ChildEnd *end, gboolean answered, GError **error)
{
  if (end->killed)
    return TRUE;
  if (WIFSIGNALED (end->status))
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "its process was ended by signal %d (%s)%s", WTERMSIG (end->status),
                 strsignal (WTERMSIG (end->status)),
                 stage->memory_limit_mb > 0 ? ", perhaps at its memory limit" : "");
  else if (!answered)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "its process ended with status %d and no answer", WEXITSTATUS (end->status));
  else
    return TRUE;
  return FALSE;
}
