/* SPDX-License-Identifier: Apache-2.0 */
#include "json_text.h"

#include "basic.h"

#include <couplet/host.h>

const CoupletFrontend *
json_frontend (void)
{
  return FRONTEND_JSON.frontend;
}

CoupletAutomaton *
read_json (const char *text, gsize length, CoupletDiagnostics *diagnostics)
{
  g_autofree char *copy = g_malloc (length + 1);
  if (length > 0) /* text may be NULL */
    memcpy (copy, text, length);
  copy[length] = '\0';
  CoupletSource source = {couplet_diagnostics_file (diagnostics), copy, length};
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  if (!json_frontend ()->read (NULL, &source, builder, diagnostics))
    return NULL;
  return couplet_builder_finish (builder);
}

static void
append (gpointer data, const char *text, gsize length)
{
  g_string_append_len (data, text, (gssize)length);
}

char *
write_json (const CoupletAutomaton *automaton)
{
  GString *text = g_string_new (NULL);
  CoupletHost host = {.data = text, .write = append};
  g_autoptr (CoupletContext) context = couplet_context_new (NULL, NULL, &host, "");
  if (!json_frontend ()->write (context, automaton, NULL))
    g_error ("an automaton cannot be written as JSON");
  return g_string_free (text, FALSE);
}
