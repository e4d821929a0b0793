/* SPDX-License-Identifier: Apache-2.0 */
#include "basic.h"
#include "json_reader.h"
#include "json_writer.h"

static int
recognise (const char *head, gsize length)
{
  /* the reader then says what is wrong with a byte order mark */
  gsize i = length >= 3 && memcmp (head, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  while (i < length && g_ascii_isspace (head[i]))
    i++;
  return i < length && head[i] == '{' ? 80 : 0;
}

static gboolean
read_source (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
             CoupletDiagnostics *diagnostics)
{
  return json_read_automaton (context, source, builder, diagnostics);
}

static gboolean
write_automaton (CoupletContext *context, const CoupletAutomaton *automaton, GError **error)
{
  (void)error;
  json_write_automaton (context, automaton);
  return TRUE;
}

static const char *const EXTENSIONS[] = {"json", NULL};

static const CoupletFrontend FRONTEND = {.struct_size = sizeof (CoupletFrontend),
                                         .extensions = EXTENSIONS,
                                         .recognise = recognise,
                                         .read = read_source,
                                         .write = write_automaton};

const CoupletPlugin FRONTEND_JSON = {
    COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_FRONTEND, .name = "json",
    .version = "1.0",      .summary = "automata as JSON", .frontend = &FRONTEND,
};
