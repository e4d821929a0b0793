/* SPDX-License-Identifier: Apache-2.0 */
/* A frontend for a line format, built outside Couplet's tree: each line is
 *
 *     FROM TO GUARD OUTPUT [assign]      GUARD: true, <, or >=
 *
 * for the one threshold x. The first FROM is the initial state; a line
 * `state NAME D [public]` gives a state its noise parameter. `#` begins a comment. */
#include <couplet/plugin.h>

#include <string.h>

typedef struct {
  CoupletBuilder *builder;
  CoupletDiagnostics *diagnostics;
  gboolean has_initial;
} Reader;

static void
read_state (Reader *reader, char **words, CoupletPlace place)
{
  CoupletNoiseSpec noise = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT (words[2])};
  CoupletStateSpec state = {.name = COUPLET_TEXT (words[1]),
                            .input =
                                words[3] != NULL ? COUPLET_TEXT (words[3]) : COUPLET_TEXT_LEFT_OUT,
                            .d = &noise,
                            .n_d = 1,
                            .place = place};
  couplet_builder_add_state (reader->builder, &state);
}

static void
read_transition (Reader *reader, char **words, CoupletPlace place)
{
  g_autofree char *guard = g_str_equal (words[2], "true")
                               ? g_strdup ("true")
                               : g_strdup_printf ("insample %s x", words[2]);
  CoupletText x = COUPLET_TEXT ("x");
  CoupletTransitionSpec transition = {.from = COUPLET_TEXT (words[0]),
                                      .to = COUPLET_TEXT (words[1]),
                                      .guard = COUPLET_TEXT (guard),
                                      .output = COUPLET_TEXT (words[3]),
                                      .assign = &x,
                                      .n_assign = words[4] != NULL ? 1 : 0,
                                      .place = place};
  if (!reader->has_initial)
    couplet_builder_set_initial (reader->builder, transition.from, place);
  reader->has_initial = TRUE;
  couplet_builder_add_transition (reader->builder, &transition);
}

/* Blanks may stand together. Returns how many words remain. */
static guint
drop_empty (char **words)
{
  guint n = 0;
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] == '\0')
      g_free (words[i]);
    else
      words[n++] = words[i];
  words[n] = NULL;
  return n;
}

static void
read_line (Reader *reader, char *line, CoupletPlace place)
{
  char *comment = strchr (line, '#');
  if (comment != NULL)
    *comment = '\0';
  g_auto (GStrv) words = g_strsplit_set (line, " \t\r", -1);
  guint n = drop_empty (words);
  if (n >= 3 && n <= 4 && g_str_equal (words[0], "state"))
    read_state (reader, words, place);
  else if (n == 4 || (n == 5 && g_str_equal (words[4], "assign")))
    read_transition (reader, words, place);
  else if (n > 0)
    couplet_diagnostics_add (reader->diagnostics, COUPLET_SEVERITY_ERROR, place,
                             "expected 'state NAME D [public]' or 'FROM TO GUARD OUTPUT [assign]'");
}

static gboolean
read_source (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
             CoupletDiagnostics *diagnostics)
{
  (void)context;
  if (strlen (source->data) != source->length) {
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0},
                             "it has a NUL byte; this is not a text");
    return FALSE;
  }
  Reader reader = {builder, diagnostics, FALSE};
  g_auto (GStrv) lines = g_strsplit (source->data, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    read_line (&reader, lines[i], (CoupletPlace){i + 1, 1});
  return TRUE;
}

static const char *const EXTENSIONS[] = {"lines", NULL};

static const CoupletFrontend FRONTEND = {.extensions = EXTENSIONS, .read = read_source};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_FRONTEND,           .name = "lines",
    .version = "1.0",      .summary = "automata as lines of words", .frontend = &FRONTEND,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
