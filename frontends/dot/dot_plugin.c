/* SPDX-License-Identifier: Apache-2.0 */
#include "dot_reader.h"
#include "dot_writer.h"

/* After blanks and comments. */
static gsize
skip_comments (const char *head, gsize length)
{
  gsize i = 0;
  for (;;) {
    while (i < length && g_ascii_isspace (head[i]))
      i++;
    gboolean line =
        i < length && (head[i] == '#' || (i + 1 < length && head[i] == '/' && head[i + 1] == '/'));
    gboolean block = i + 1 < length && head[i] == '/' && head[i + 1] == '*';
    if (!line && !block)
      return i;
    const char *stop = g_strstr_len (head + i, (gssize)(length - i), line ? "\n" : "*/");
    if (stop == NULL)
      return length;
    i = (gsize)(stop - head) + (line ? 1 : 2);
  }
}

static int
recognise (const char *head, gsize length)
{
  static const char *const words[] = {"digraph", "graph", "strict"};
  gsize mark = couplet_text_mark_length (head, length);
  head += mark;
  length -= mark;
  gsize i = skip_comments (head, length);
  for (guint w = 0; w < G_N_ELEMENTS (words); w++) {
    gsize n = strlen (words[w]);
    if (length - i > n && g_ascii_strncasecmp (head + i, words[w], n) == 0 &&
        !g_ascii_isalnum (head[i + n]))
      return 80;
  }
  return 0;
}

static gboolean
read_source (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
             CoupletDiagnostics *diagnostics)
{
  return couplet_context_is_apart (context)
             ? dot_read_automaton_apart (source, builder, diagnostics)
             : dot_read_automaton (source, builder, diagnostics);
}

static gboolean
write_automaton (CoupletContext *context, const CoupletAutomaton *automaton, GError **error)
{
  return dot_write_automaton (context, automaton, error);
}

static const char *const EXTENSIONS[] = {"dot", "gv", NULL};

static const CoupletFrontend FRONTEND = {.extensions = EXTENSIONS,
                                         .recognise = recognise,
                                         .read = read_source,
                                         .write = write_automaton};

/* cgraph does not tell at run time. */
static char *
graphviz_version (void)
{
  return g_strdup (COUPLET_GRAPHVIZ_VERSION);
}

static const CoupletLibrary LIBRARIES[] = {{"Graphviz", graphviz_version}};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_FRONTEND,
    .name = "dot",
    .version = "1.0",
    .summary = "automata as DOT graphs, read by Graphviz's own parser",
    /* cgraph reads files of strangers, and some end the program */
    .capabilities = {.takes = COUPLET_TAKES_ALL_AUTOMATA | COUPLET_WANTS_PROCESS},
    .frontend = &FRONTEND,
    .libraries = LIBRARIES,
    .n_libraries = G_N_ELEMENTS (LIBRARIES),
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
