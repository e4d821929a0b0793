/* SPDX-License-Identifier: Apache-2.0 */
/* An editor may send any bytes: the server ends by itself, with the status 0 or 1. Texts are read
 * by no program beside it; each is looked at for its directive. The only front end is the one that
 * the target holds: no shared object is loaded. */
#include "directive.h"
#include "fuzz_file.h"
#include "job.h"
#include "server.h"

#include <couplet/internal/plugin.h>

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

static const CoupletPlugin *
own_frontend (void)
{
  guint n;
  return couplet_plugin_entry_v1 (&n)[0];
}

const CoupletPlugin *
couplet_registry_find (CoupletRegistry *registry, CoupletPluginKind kind, const char *name,
                       GError **error)
{
  const CoupletPlugin *frontend = own_frontend ();
  (void)registry;
  if (kind == frontend->kind && g_str_equal (name, frontend->name))
    return frontend;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN, "no plugin is called '%s'", name);
  return NULL;
}

const CoupletPlugin *
couplet_registry_find_extension (CoupletRegistry *registry, const char *extension)
{
  const CoupletPlugin *frontend = own_frontend ();
  (void)registry;
  return g_strv_contains (frontend->frontend->extensions, extension) ? frontend : NULL;
}

static void
look_for_directive (const uint8_t *data, size_t size)
{
  const CoupletPlugin *frontend = own_frontend ();
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
  const ServerOptions options = {NULL, none, none, 1};
  connect_editor (data, size);
  int status = server_run (&options);
  if (status != 0 && status != 1)
    g_error ("status %d", status);
  return 0;
}
