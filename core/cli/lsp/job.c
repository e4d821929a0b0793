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

/* What the child writes to one of its files. */
typedef struct {
  Job *job;
  int file;     /* a pipe */
  guint source; /* of the main loop; 0 = it has ended */
  GString *text;
} Stream;

struct Job {
  GPid pid;      /* 0 = it has ended */
  int status;    /* of waitpid(), once it has ended */
  guint watch;   /* the source that tells its end; 0 = none */
  guint overrun; /* the source that tells that its time is over; 0 = none */
  Stream output, messages;
  JobFunction function;
  gpointer data;
};

static gboolean
write_all (int file, Text text)
{
  gsize done = 0;
  while (done < text.length) {
    gssize written = write (file, text.bytes + done, text.length - done);
    if (written < 0 && errno != EINTR)
      return FALSE;
    done += (gsize)MAX (written, 0);
  }
  return lseek (file, 0, SEEK_SET) == 0;
}

/* A file in memory, at its beginning, that holds text; -1 with error set. */
static int
make_file (Text text, GError **error)
{
  int file = memfd_create ("couplet-lsp", MFD_CLOEXEC);
  if (file >= 0 && write_all (file, text))
    return file;
  g_set_error_literal (error, G_FILE_ERROR, g_file_error_from_errno (errno), g_strerror (errno));
  if (file >= 0)
    close (file);
  return -1;
}

/* In the child: it ends with the server. */
static void
set_up (gpointer data)
{
  (void)data;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

static void
remove_source (guint *source)
{
  if (*source != 0)
    g_source_remove (*source);
  *source = 0;
}

static void
finish (Job *job, gboolean whole)
{
  const JobEnd end = {whole && WIFEXITED (job->status), WEXITSTATUS (job->status), job->output.text,
                      job->messages.text->str};
  remove_source (&job->overrun);
  job->function (job->data, &end); /* job is gone */
}

/* The job has ended once its process has, and all that it wrote is read. */
static void
finish_when_all_is_there (Job *job)
{
  if (job->pid == 0 && job->output.source == 0 && job->messages.source == 0)
    finish (job, TRUE);
}

static void
on_exit_of_child (GPid pid, gint status, gpointer data)
{
  Job *job = data;
  (void)pid;
  job->pid = 0;
  job->status = status;
  job->watch = 0;
  finish_when_all_is_there (job);
}

/* Keeps as much of what was read as a job may say. */
static gboolean
keep (Stream *stream, const char *block, gsize length)
{
  Job *job = stream->job;
  if (stream == &job->messages) {
    g_string_append_len (stream->text, block,
                         (gssize)MIN (length, JOB_MOST_MESSAGES - stream->text->len));
    return TRUE;
  }
  g_string_append_len (stream->text, block, (gssize)length);
  return stream->text->len <= JOB_MOST_OUTPUT;
}

static gboolean
on_readable (gint file, GIOCondition condition, gpointer data)
{
  Stream *stream = data;
  char block[65536];
  (void)condition;
  gssize got = read (file, block, sizeof block);
  if (got < 0 && errno == EINTR)
    return G_SOURCE_CONTINUE;
  if (got > 0 && keep (stream, block, (gsize)got))
    return G_SOURCE_CONTINUE;
  stream->source = 0;
  if (got == 0)
    finish_when_all_is_there (stream->job);
  else
    finish (stream->job, FALSE);
  return G_SOURCE_REMOVE;
}

static gboolean
on_overrun (gpointer data)
{
  Job *job = data;
  job->overrun = 0;
  finish (job, FALSE);
  return G_SOURCE_REMOVE;
}

static void
stream_open (Stream *stream, Job *job, int file)
{
  *stream = (Stream){job, file, 0, g_string_new (NULL)};
  stream->source = g_unix_fd_add (file, G_IO_IN | G_IO_HUP | G_IO_ERR, on_readable, stream);
}

static void
stream_close (Stream *stream)
{
  remove_source (&stream->source);
  close (stream->file);
  g_string_free (stream->text, TRUE);
}

/* words after the name of this program. Free it with g_ptr_array_unref(). */
static GPtrArray *
command_of (const char *const *words)
{
  GPtrArray *command = g_ptr_array_new ();
  g_ptr_array_add (command, (gpointer)THIS_PROGRAM);
  for (; *words != NULL; words++)
    g_ptr_array_add (command, (gpointer)*words);
  g_ptr_array_add (command, NULL);
  return command;
}

Job *
job_start (const char *const *words, Text text, guint milliseconds, JobFunction function,
           gpointer data, GError **error)
{
  g_autoptr (GPtrArray) command = command_of (words);
  int input = make_file (text, error), output, messages;
  GPid pid;
  if (input < 0)
    return NULL;
  gboolean started = g_spawn_async_with_pipes_and_fds (
      NULL, (const char *const *)command->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD, set_up, NULL,
      input, -1, -1, NULL, NULL, 0, &pid, NULL, &output, &messages, error);
  close (input);
  if (!started)
    return NULL;
  Job *job = g_new (Job, 1);
  *job = (Job){.pid = pid, .function = function, .data = data};
  stream_open (&job->output, job, output);
  stream_open (&job->messages, job, messages);
  job->watch = g_child_watch_add (pid, on_exit_of_child, job);
  job->overrun = g_timeout_add (milliseconds, on_overrun, job);
  return job;
}

/* Takes the status of a child that was killed, so that nobody waits for its end. */
static void
forget_child (GPid pid, gint status, gpointer data)
{
  (void)pid;
  (void)status;
  (void)data;
}

void
job_free (Job *job)
{
  remove_source (&job->watch);
  remove_source (&job->overrun);
  if (job->pid != 0) {
    kill (job->pid, SIGKILL);
    g_child_watch_add (job->pid, forget_child, NULL);
  }
  stream_close (&job->output);
  stream_close (&job->messages);
  g_free (job);
}
