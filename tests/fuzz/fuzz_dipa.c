/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes are either refused with an error or read as an automaton that, where it can be
 * written, is the same when read again. */
#include "dipa_reader.h"
#include "dipa_writer.h"

#include <couplet/host.h>

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Larger automata only take longer. */
#define LARGEST 4096

static CoupletAutomaton *
read_dipa (const char *text, gsize length, CoupletDiagnostics *diagnostics)
{
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  g_autofree char *copy = g_malloc (length + 1); /* with a 0 after it, and no longer */
  memcpy (copy, text, length);
  copy[length] = '\0';
  CoupletSource source = {"input", copy, length};
  return dipa_read_automaton (&source, builder, diagnostics) ? couplet_builder_finish (builder)
                                                             : NULL;
}

static void
append (gpointer data, const char *text, gsize length)
{
  g_string_append_len (data, text, (gssize)length);
}

/* As the format says it, NULL where it cannot. */
static GString *
write_dipa (const CoupletAutomaton *automaton)
{
  GString *written = g_string_new (NULL);
  CoupletHost host = {.data = written, .write = append};
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletContext) context = couplet_context_new (NULL, NULL, &host, "");
  if (dipa_write_automaton (context, automaton, &error))
    return written;
  g_string_free (written, TRUE);
  return NULL;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size > LARGEST)
    return 0;
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("input");
  g_autoptr (CoupletAutomaton) automaton = read_dipa ((const char *)data, size, diagnostics);
  guint errors = couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR);
  if ((automaton == NULL) != (errors > 0))
    g_error ("%s automaton, but %u errors", automaton != NULL ? "an" : "no", errors);
  g_autoptr (GString) written = automaton != NULL ? write_dipa (automaton) : NULL;
  if (written == NULL)
    return 0;
  g_autoptr (CoupletAutomaton) again = read_dipa (written->str, written->len, diagnostics);
  if (again == NULL || again->n_transitions != automaton->n_transitions)
    g_error ("cannot be read back:\n%s", written->str);
  g_autoptr (GString) rewritten = write_dipa (again);
  if (rewritten == NULL || !g_string_equal (written, rewritten))
    g_error ("differs when it is read back:\n%s\n%s", written->str,
             rewritten != NULL ? rewritten->str : "");
  return 0;
}
