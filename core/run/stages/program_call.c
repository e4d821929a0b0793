/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create(), pidfd_open() */
#include "program_call.h"

#include <couplet/internal/plugin.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_SAID ((gsize)512 << 20) /* bytes of an answer */
#define MOST_KEPT ((gsize)128 << 10) /* bytes of standard error, its last */
#define MOST_COMPLAINT 400           /* characters of it that a message tells */
#define BLOCK 65536

typedef struct {
  GPid pid;
  int end;             /* a descriptor that tells when it has ended; -1 = the kernel has none */
  int out, err;        /* -1 = closed */
  GString *said;       /* by the first ... */
  GString *complaints; /* ... and the last of the second */
} Program;

/* ---- Its beginning ----------------------------------------------------------------------- */

/* A file in memory with that text, read from its beginning; -1 with errno set. */
static int
file_of (const char *text, gsize length)
{
  int file = memfd_create ("input", MFD_CLOEXEC);
  for (gsize done = 0; file >= 0 && done < length;) {
    gssize written = write (file, text + done, length - done);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0) {
      close (file);
      return -1;
    }
    done += (gsize)written;
  }
  if (file >= 0)
    lseek (file, 0, SEEK_SET);
  return file;
}

/* In the program: it ends with the process that started it. */
static void
end_with_parent (gpointer parent)
{
  if (prctl (PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid () != GPOINTER_TO_INT (parent))
    _exit (1);
}

static gboolean
program_start (Program *program, char **words, int in, GError **error)
{
  g_autoptr (GError) reason = NULL;
  if (!g_spawn_async_with_pipes_and_fds (
          NULL, (const char *const *)words, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD,
          end_with_parent, GINT_TO_POINTER (getpid ()), in, -1, -1, NULL, NULL, 0, &program->pid,
          NULL, &program->out, &program->err, &reason)) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "its program cannot be started: %s",
                 reason->message);
    return FALSE;
  }
  program->end = (int)syscall (SYS_pidfd_open, program->pid, 0);
  program->said = g_string_new (NULL);
  program->complaints = g_string_new (NULL);
  return TRUE;
}

/* ---- What it prints ---------------------------------------------------------------------- */

static void
close_end (int *end)
{
  if (*end >= 0)
    close (*end);
  *end = -1;
}

/* Appends what from, which has something or is at its end, has now, at most a block. */
static void
read_some (int *from, GString *text)
{
  char block[BLOCK];
  gssize n = read (*from, block, sizeof block);
  if (n > 0)
    g_string_append_len (text, block, n);
  else if (n == 0 || errno != EINTR)
    close_end (from);
}

static void
hear_complaints (Program *program)
{
  GString *text = program->complaints;
  read_some (&program->err, text);
  if (text->len > MOST_KEPT)
    g_string_erase (text, 0, (gssize)(text->len - MOST_KEPT / 2));
}

static gsize
waiting_in (int from)
{
  int n = 0;
  return from >= 0 && ioctl (from, FIONREAD, &n) == 0 ? (gsize)n : 0;
}

/* What is left once it has ended; whoever else may write there is not waited for. */
static void
hear_rest (Program *program)
{
  for (gsize n = waiting_in (program->out); n > 0; n -= MIN (n, BLOCK))
    read_some (&program->out, program->said);
  for (gsize n = waiting_in (program->err); n > 0; n -= MIN (n, BLOCK))
    hear_complaints (program);
}

/* Hears it until it ends, or says too much, which ends it. */
static void
hear (Program *program)
{
  gboolean ended = FALSE;
  while (!ended && program->said->len <= MOST_SAID &&
         (program->end >= 0 || program->out >= 0 || program->err >= 0)) {
    struct pollfd places[] = {
        {program->out, POLLIN, 0}, {program->err, POLLIN, 0}, {program->end, POLLIN, 0}};
    if (poll (places, G_N_ELEMENTS (places), -1) < 0)
      continue;
    if (places[0].revents != 0)
      read_some (&program->out, program->said);
    if (places[1].revents != 0)
      hear_complaints (program);
    ended = places[2].revents != 0;
  }
  if (ended)
    hear_rest (program);
  else if (program->said->len > MOST_SAID)
    kill (program->pid, SIGKILL);
}

/* ---- Its end ----------------------------------------------------------------------------- */

/* The last line that the program complained with, as `: line`; empty where there is none. The
 * caller frees it. */
static char *
complaint (const GString *said)
{
  g_autofree char *valid = g_utf8_make_valid (said->str, (gssize)said->len);
  g_strchomp (valid);
  const char *last = strrchr (valid, '\n');
  last = last != NULL ? last + 1 : valid;
  g_autofree char *told =
      g_utf8_substring (last, 0, MIN (g_utf8_strlen (last, -1), MOST_COMPLAINT));
  return *told == '\0' ? g_steal_pointer (&told) : g_strdup_printf (": %s", told);
}

/* FALSE with error set where the program did not end well. */
static gboolean
ended_well (const Program *program, int status, GError **error)
{
  if (program->said->len > MOST_SAID) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "its program prints more than %" G_GSIZE_FORMAT " MiB", MOST_SAID >> 20);
    return FALSE;
  }
  if (g_spawn_check_wait_status (status, NULL))
    return TRUE;
  g_autofree char *why = complaint (program->complaints);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "its program %s %d%s",
               WIFSIGNALED (status) ? "was ended by signal" : "ended with status",
               WIFSIGNALED (status) ? WTERMSIG (status) : WEXITSTATUS (status), why);
  return FALSE;
}

/* Hears it out and frees what it has. What it said, as program_call(). */
static GString *
program_end (Program *program, GError **error)
{
  int status = 0;
  hear (program);
  close_end (&program->out);
  close_end (&program->err);
  close_end (&program->end);
  while (waitpid (program->pid, &status, 0) < 0 && errno == EINTR)
    continue;
  gboolean good = ended_well (program, status, error);
  g_string_free (program->complaints, TRUE);
  if (!good)
    g_string_free (program->said, TRUE);
  return good ? program->said : NULL;
}

GString *
program_call (char **words, const GString *input, GError **error)
{
  Program program;
  int in = file_of (input->str, input->len);
  if (in < 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "no memory for what it reads: %s",
                 g_strerror (errno));
    return NULL;
  }
  gboolean started = program_start (&program, words, in, error);
  close (in);
  return started ? program_end (&program, error) : NULL;
}
