/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz_program.h"

#include "python_run.h"

#include <string.h>

/* Larger programs only take longer. */
#define LARGEST 8192

static gboolean
use_nothing (gpointer data G_GNUC_UNUSED)
{
  return TRUE;
}

void
fuzz_start (const char *folder)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("start");
  const SvtReporter reporter = {diagnostics, "", 0};
  if (!python_run (&reporter, folder, TRUE, use_nothing, NULL))
    g_error ("the interpreter cannot be started");
}

int
fuzz_program (const char *name,
              gboolean (*read) (CoupletContext *context, const CoupletSource *source,
                                CoupletBuilder *builder, CoupletDiagnostics *diagnostics),
              const uint8_t *data, size_t size)
{
  guint n;
  const CoupletHost host = {0};
  if (size > LARGEST)
    return 0;
  g_autoptr (CoupletContext) context =
      couplet_context_new (couplet_plugin_entry_v1 (&n)[0], NULL, &host, name);
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("input");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  g_autofree char *text = g_malloc (size + 1);
  if (size > 0)
    memcpy (text, data, size);
  text[size] = '\0';
  const CoupletSource source = {"input", text, size};
  gboolean whole = read (context, &source, builder, diagnostics);
  g_autoptr (CoupletAutomaton) automaton = whole ? couplet_builder_finish (builder) : NULL;
  guint errors = couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR);
  if ((automaton == NULL) != (errors > 0))
    g_error ("%s automaton, but %u errors", automaton != NULL ? "an" : "no", errors);
  return 0;
}
