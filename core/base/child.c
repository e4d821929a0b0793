/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* wait4() */
#include "child.h"

#include <couplet/internal/context.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long a child may live on that has closed what it sends by. */
#define SILENCE_MS 1000

/* The children of this process that are not reaped yet, whose pipes each new child inherits.
 * Outside of all functions, since descriptors are the process's, whoever starts a child. */
static GMutex lock;
static GPtrArray *started;

static void
note_started (Child *child)
{
  inbox_init (&child->inbox);
  if (started == NULL)
    started = g_ptr_array_new ();
  g_ptr_array_add (started, child);
}

static void
note_reaped (Child *child)
{
  g_mutex_lock (&lock);
  g_ptr_array_remove_fast (started, child);
  if (started->len == 0)
    g_clear_pointer (&started, g_ptr_array_unref);
  g_mutex_unlock (&lock);
}

/* ---- In the child ------------------------------------------------------------------- */

/* Closes what it inherited of the parent's other children. */
static void
forget_siblings (void)
{
  for (guint i = 0; started != NULL && i < started->len; i++) {
    Child *sibling = g_ptr_array_index (started, i);
    if (sibling->end >= 0)
      close (sibling->end);
    if (sibling->to >= 0)
      close (sibling->to);
    close (sibling->from);
    inbox_clear (&sibling->inbox);
    *sibling = (Child){0};
  }
  g_clear_pointer (&started, g_ptr_array_unref);
}

static void
set_up (pid_t parent)
{
  const struct rlimit none = {0, 0};
  prctl (PR_SET_PDEATHSIG, SIGKILL); /* nobody else would end it */
  if (getppid () != parent)
    _exit (0);
  (void)signal (SIGINT, SIG_IGN);
  setrlimit (RLIMIT_CORE, &none);
  /* the report is the parent's: no copy of what it holds back, no word of a library */
  __fpurge (stdout);
  dup2 (STDERR_FILENO, STDOUT_FILENO);
}

gint64
child_usual_memory (void)
{
#ifdef __SANITIZE_ADDRESS__
  return 0; /* the shadow memory alone is more than any limit */
#else
  return (gint64)sysconf (_SC_PHYS_PAGES) / 2 * sysconf (_SC_PAGESIZE) >> 20;
#endif
}

void
child_limit_memory (gint64 mebibytes)
{
  rlim_t bytes = (rlim_t)mebibytes << 20;
  const struct rlimit memory = {bytes, bytes};
  setrlimit (RLIMIT_AS, &memory);
}

static void
close_between (int first, int last)
{
  if (first <= last)
    syscall (SYS_close_range, first, last, 0); /* an old kernel leaves them open */
}

void
child_keep_only (int in, int out)
{
  int low = MIN (in, out), high = MAX (in, out);
  close_between (STDERR_FILENO + 1, low - 1);
  close_between (low + 1, high - 1);
  close_between (high + 1, G_MAXINT);
}

void
child_lead_group (void)
{
  setpgid (0, 0);
  (void)signal (SIGTTOU, SIG_IGN); /* its words on a terminal would stop it */
}

gboolean
child_receive (int in, gpointer data, gsize length)
{
  guint8 *at = data;
  while (length > 0) {
    gssize got = read (in, at, length);
    if (got == 0 || (got < 0 && errno != EINTR))
      return FALSE;
    at += MAX (got, 0);
    length -= (gsize)MAX (got, 0);
  }
  return TRUE;
}

/* ---- In the parent ------------------------------------------------------------------- */

static gboolean
fail (GError **error, const char *what)
{
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "%s: %s", what, g_strerror (errno));
  return FALSE;
}

static void
close_pipe (const int ends[2])
{
  close (ends[0]);
  close (ends[1]);
}

static gboolean
open_pipes (int to[2], int from[2])
{
  /* a socket, since writing to a pipe whose reader is gone ends a program that does not heed
   * SIGPIPE */
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, to) != 0)
    return FALSE;
  if (pipe (from) == 0)
    return TRUE;
  int reason = errno;
  close_pipe (to);
  errno = reason;
  return FALSE;
}

/* fork(), after which *child is the one like *fresh in this process, and that process has no
 * children. */
static pid_t
fork_noted (Child *child, const Child *fresh)
{
  g_mutex_lock (&lock);
  pid_t pid = fork ();
  int reason = errno;
  if (pid == 0)
    forget_siblings ();
  if (pid > 0) {
    *child = *fresh;
    child->pid = pid;
    child->end = (int)syscall (SYS_pidfd_open, pid, 0);
    note_started (child);
  }
  g_mutex_unlock (&lock);
  errno = reason;
  return pid;
}

gboolean
child_start (Child *child, ChildFunction function, gpointer data, GError **error)
{
  int to[2], from[2];
  pid_t parent = getpid ();
  if (!open_pipes (to, from))
    return fail (error, "no pipe to a process of its own");
  fflush (NULL); /* what a stream holds back belongs to this process alone */
  pid_t pid = fork_noted (child, &(Child){.to = to[1], .from = from[0]});
  if (pid < 0) {
    fail (error, "no process of its own");
    close_pipe (to);
    close_pipe (from);
    return FALSE;
  }
  if (pid == 0) {
    close (to[1]);
    close (from[0]);
    set_up (parent);
    function (data, to[0], from[1]);
    _exit (0);
  }
  close (to[0]);
  close (from[1]);
  return TRUE;
}

void
child_close (Child *child)
{
  if (child->pid == 0 || child->to < 0)
    return;
  close (child->to);
  child->to = -1;
}

gboolean
child_send (Child *child, gconstpointer data, gsize length)
{
  const guint8 *at = data;
  while (length > 0) {
    gssize sent = send (child->to, at, length, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) {
      child_close (child); /* one that lives would wait for the rest for ever */
      return FALSE;
    }
    at += MAX (sent, 0);
    length -= (gsize)MAX (sent, 0);
  }
  return TRUE;
}

/* What child sent is read first; its end counts when there is no more of that. */
static gboolean
has_ended (Child *child, const struct pollfd places[2])
{
  if (places[0].revents != 0)
    child->silent = !inbox_fill (&child->inbox, child->from);
  else if (places[1].revents != 0)
    child->silent = TRUE;
  return child->silent;
}

void
children_wait (Child *const *children, guint n, int milliseconds, gboolean *ended)
{
  g_autofree struct pollfd *places = g_new (struct pollfd, 2 * (gsize)n);
  for (guint i = 0; i < n; i++) {
    gboolean lives = children[i] != NULL && children[i]->pid > 0;
    struct pollfd *pair = &places[2 * (gsize)i];
    pair[0] = (struct pollfd){lives ? children[i]->from : -1, POLLIN, 0};
    pair[1] = (struct pollfd){lives ? children[i]->end : -1, POLLIN, 0};
    ended[i] = FALSE;
  }
  if (poll (places, 2 * (nfds_t)n, milliseconds) <= 0)
    return;
  for (guint i = 0; i < n; i++) {
    const struct pollfd *pair = &places[2 * (gsize)i];
    if (children[i] != NULL && (pair[0].revents != 0 || pair[1].revents != 0))
      ended[i] = has_ended (children[i], pair);
  }
}

void
child_kill (Child *child, ChildKill reason)
{
  if (child->pid == 0 || child->kill != CHILD_NOT_KILLED)
    return;
  child->kill = reason;
  kill (child->pid, SIGKILL);
}

/* Kills a child that sends no more, and yet does not end. */
static void
end_silent (Child *child)
{
  struct pollfd end = {child->end, POLLIN, 0};
  if (end.fd >= 0 && poll (&end, 1, SILENCE_MS) == 0)
    child_kill (child, CHILD_SILENT);
}

/* Kills what is left of the group that child leads, once it has ended itself. */
static void
end_group (const Child *child)
{
  siginfo_t info;
  while (waitid (P_PID, (id_t)child->pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
    ;
  if (getpgid (child->pid) == child->pid)
    kill (-child->pid, SIGKILL);
}

Inbox
child_reap (Child *child)
{
  Inbox said = child->inbox;
  child->inbox = (Inbox){0};
  if (child->pid == 0)
    return said;
  child_close (child);
  close (child->from);
  if (child->silent)
    end_silent (child);
  end_group (child);
  if (child->end >= 0)
    close (child->end);
  struct rusage usage = {0};
  while (wait4 (child->pid, &child->status, 0, &usage) < 0 && errno == EINTR)
    ;
  child->memory = (gsize)usage.ru_maxrss * 1024;
  child->pid = 0;
  note_reaped (child);
  return said;
}

gsize
child_size (const Child *child, gsize *resident)
{
  unsigned long pages = 0, in_memory = 0;
  g_autofree char *name = g_strdup_printf ("/proc/%d/statm", (int)child->pid);
  FILE *file = fopen (name, "re");
  *resident = 0;
  if (file == NULL)
    return 0;
  /* NOLINTNEXTLINE(cert-err34-c): the kernel wrote numbers that fit */
  gboolean found = fscanf (file, "%lu %lu", &pages, &in_memory) == 2;
  (void)fclose (file); /* only read */
  *resident = found ? in_memory * (gsize)sysconf (_SC_PAGESIZE) : 0;
  return found ? pages * (gsize)sysconf (_SC_PAGESIZE) : 0;
}

char *
child_end_text (const Child *child)
{
  if (child->kill == CHILD_GARBLED)
    return g_strdup ("sent no sensible answer, or more than it may");
  if (child->kill == CHILD_SILENT)
    return g_strdup ("closed its connection without an answer and had to be ended");
  if (WIFSIGNALED (child->status))
    return g_strdup_printf ("was ended by signal %d (%s)", WTERMSIG (child->status),
                            strsignal (WTERMSIG (child->status)));
  return g_strdup_printf ("ended with status %d and no answer", WEXITSTATUS (child->status));
}

gpointer
child_share (gsize size)
{
  gpointer memory =
      mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory != MAP_FAILED ? memory : NULL;
}

void
child_unshare (gpointer memory, gsize size)
{
  if (memory != NULL)
    munmap (memory, size);
}
