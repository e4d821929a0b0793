/* SPDX-License-Identifier: Apache-2.0 */
/* An editor may send any bytes: the server ends by itself, with the status 0 or 1. Texts are read
 * by no program beside it; each is looked at for its directive. */
#include "directive.h"
#include "fuzz_file.h"
#include "job.h"
#include "server.h"

#include <couplet/plugin.h>

#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

Job *
job_start (const char *const *words, Text text, guint milliseconds, JobFunction function,
           gpointer data, GError **error)
{
  (void)words;
  (void)text;
  (void)milliseconds;
  (void)function;
  (void)data;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "there are no programs here");
  return NULL;
}

void
job_free (Job *job)
{
  (void)job;
}

static void
look_for_directive (const uint8_t *data, size_t size)
{
  guint n;
  const CoupletPlugin *frontend = couplet_plugin_entry_v1 (&n)[0];
  const Text text = {(const char *)data, size};
  Directive directive;
  directive_find (&directive, text, frontend);
  directive_is_wanted (&directive, text, frontend);
  directive_clear (&directive);
}

/* Standard input is data; what the server says is nobody's concern. */
static void
connect_editor (const uint8_t *data, size_t size)
{
  static gboolean quiet;
  g_auto (FuzzFile) file;
  fuzz_file_open (&file, data, size);
  if (lseek (file.descriptor, 0, SEEK_SET) != 0 || dup2 (file.descriptor, STDIN_FILENO) < 0)
    g_error ("no standard input");
  int nowhere = quiet ? -1 : open ("/dev/null", O_WRONLY | O_CLOEXEC);
  if (!quiet && (nowhere < 0 || dup2 (nowhere, STDOUT_FILENO) < 0))
    g_error ("no standard output");
  if (!quiet)
    close (nowhere);
  quiet = TRUE;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const none[] = {NULL};
  look_for_directive (data, size);
  g_autoptr (CoupletRegistry) registry = couplet_registry_new (NULL);
  const ServerOptions options = {registry, none, none, 1};
  connect_editor (data, size);
  int status = server_run (&options);
  if (status != 0 && status != 1)
    g_error ("status %d", status);
  return 0;
}
