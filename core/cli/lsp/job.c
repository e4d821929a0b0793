/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create() */
#include "job.h"

#include <errno.h>
#include <glib-unix.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define THIS_PROGRAM "/proc/self/exe"
#define MOST_OUTPUT (64 << 20)
#define MOST_MESSAGES 65536

struct Job {
  GPid pid;
  int output;   /* a pipe */
  int messages; /* a file in memory */
  GString *text;
  guint source, timer; /* of the main loop; 0 = none */
  JobFunction function;
  gpointer data;
};

/* A file in memory, at its beginning, that holds text; -1 with error set. */
static int
make_file (Text text, GError **error)
{
  int file = memfd_create ("couplet-lsp", MFD_CLOEXEC);
  gsize done = 0;
  while (file >= 0 && done < text.length) {
    gssize written = write (file, text.bytes + done, text.length - done);
    if (written < 0 && errno != EINTR) {
      close (file);
      file = -1;
    }
    done += (gsize)MAX (written, 0);
  }
  if (file < 0)
    g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, g_strerror (errno));
  else
    lseek (file, 0, SEEK_SET);
  return file;
}

/* In the child: it ends with the server. */
static void
set_up (gpointer data)
{
  (void)data;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

static void
stop (Job *job)
{
  if (job->source != 0)
    g_source_remove (job->source);
  if (job->timer != 0)
    g_source_remove (job->timer);
  job->source = job->timer = 0;
}

static gboolean
finish (Job *job, gboolean whole)
{
  g_autofree char *messages = g_malloc0 (MOST_MESSAGES + 1);
  stop (job);
  if (!whole)
    kill (job->pid, SIGKILL);
  int status = 0;
  waitpid (job->pid, &status, 0);
  job->pid = 0;
  if (pread (job->messages, messages, MOST_MESSAGES, 0) < 0)
    *messages = '\0';
  const JobEnd end = {whole && WIFEXITED (status), WEXITSTATUS (status), job->text, messages};
  job->function (job->data, &end); /* job is gone */
  return G_SOURCE_REMOVE;
}

static gboolean
on_output (gint file, GIOCondition condition, gpointer data)
{
  Job *job = data;
  char block[65536];
  (void)condition;
  gssize got = read (file, block, sizeof block);
  if (got < 0 && errno == EINTR)
    return G_SOURCE_CONTINUE;
  if (got <= 0)
    return finish (job, got == 0);
  g_string_append_len (job->text, block, got);
  return job->text->len <= MOST_OUTPUT ? G_SOURCE_CONTINUE : finish (job, FALSE);
}

static gboolean
on_overrun (gpointer data)
{
  return finish (data, FALSE);
}

Job *
job_start (const char *const *words, Text text, guint milliseconds, JobFunction function,
           gpointer data, GError **error)
{
  g_autoptr (GPtrArray) command = g_ptr_array_new ();
  g_ptr_array_add (command, (gpointer)THIS_PROGRAM);
  for (; *words != NULL; words++)
    g_ptr_array_add (command, (gpointer)*words);
  g_ptr_array_add (command, NULL);
  int input = make_file (text, error);
  int messages = input >= 0 ? make_file ((Text){"", 0}, error) : -1;
  Job *job = g_new (Job, 1);
  *job = (Job){.messages = messages, .function = function, .data = data};
  gboolean started = messages >= 0 &&
                     g_spawn_async_with_pipes_and_fds (NULL, (const char *const *)command->pdata,
                                                       NULL, G_SPAWN_DO_NOT_REAP_CHILD, set_up,
                                                       NULL, input, -1, messages, NULL, NULL, 0,
                                                       &job->pid, NULL, &job->output, NULL, error);
  if (input >= 0)
    close (input);
  if (!started) {
    if (messages >= 0)
      close (messages);
    g_free (job);
    return NULL;
  }
  job->text = g_string_new (NULL);
  job->source = g_unix_fd_add (job->output, G_IO_IN | G_IO_HUP | G_IO_ERR, on_output, job);
  job->timer = g_timeout_add (milliseconds, on_overrun, job);
  return job;
}

void
job_free (Job *job)
{
  stop (job);
  if (job->pid != 0) {
    kill (job->pid, SIGKILL);
    waitpid (job->pid, NULL, 0);
  }
  close (job->output);
  close (job->messages);
  g_string_free (job->text, TRUE);
  g_free (job);
}
