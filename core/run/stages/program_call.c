/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create() */
#include "program_call.h"

#include <couplet/internal/plugin.h>

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_SAID ((gsize)512 << 20) /* bytes of an answer */
#define MOST_COMPLAINT 400           /* bytes of standard error that a message tells */
#define BLOCK 65536

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

/* Appends what from has up to its end, at most MOST_SAID bytes and a block. */
static void
read_all (int from, GString *text)
{
  char block[BLOCK];
  gssize n;
  while (text->len <= MOST_SAID &&
         ((n = read (from, block, sizeof block)) > 0 || (n < 0 && errno == EINTR)))
    g_string_append_len (text, block, MAX (n, 0));
}

/* The last line that the program complained with, as `: line`; empty where there is none. The
 * caller frees it. */
static char *
complaint (int file)
{
  g_autoptr (GString) said = g_string_new (NULL);
  lseek (file, 0, SEEK_SET);
  read_all (file, said);
  g_autofree char *valid = g_utf8_make_valid (said->str, (gssize)said->len);
  g_strchomp (valid);
  const char *last = strrchr (valid, '\n');
  last = last != NULL ? last + 1 : valid;
  return *last == '\0' ? g_strdup ("") : g_strdup_printf (": %.*s", MOST_COMPLAINT, last);
}

/* FALSE with error set where the program did not end well; what it complained with is in errors. */
static gboolean
ended_well (int status, int errors, GError **error)
{
  g_autoptr (GError) reason = NULL;
  if (g_spawn_check_wait_status (status, &reason))
    return TRUE;
  g_autofree char *why = complaint (errors);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "its program %s %d%s",
               WIFSIGNALED (status) ? "was ended by signal" : "ended with status",
               WIFSIGNALED (status) ? WTERMSIG (status) : WEXITSTATUS (status), why);
  return FALSE;
}

static GString *
call_with (char **words, int in, int errors, GError **error)
{
  GPid pid;
  int out, status = 0;
  g_autoptr (GError) reason = NULL;
  if (!g_spawn_async_with_pipes_and_fds (
          NULL, (const char *const *)words, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD,
          NULL, NULL, in, -1, errors, NULL, NULL, 0, &pid, NULL, &out, NULL, &reason)) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "its program cannot be started: %s",
                 reason->message);
    return NULL;
  }
  g_autoptr (GString) said = g_string_new (NULL);
  read_all (out, said);
  close (out); /* one that goes on printing is ended by that */
  while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
    continue;
  if (said->len > MOST_SAID) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "its program prints more than %" G_GSIZE_FORMAT " MiB", MOST_SAID >> 20);
    return NULL;
  }
  return ended_well (status, errors, error) ? g_steal_pointer (&said) : NULL;
}

GString *
program_call (char **words, const GString *input, GError **error)
{
  int in = file_of (input->str, input->len), errors = file_of ("", 0);
  GString *said = NULL;
  if (in >= 0 && errors >= 0)
    said = call_with (words, in, errors, error);
  else
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "no memory for what it reads: %s",
                 g_strerror (errno));
  if (in >= 0)
    close (in);
  if (errors >= 0)
    close (errors);
  return said;
}
