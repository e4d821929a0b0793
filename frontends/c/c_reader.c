/* SPDX-License-Identifier: Apache-2.0 */
#include "c_reader.h"

#include "c_file.h"
#include "c_parse.h"
#include "routine_read.h"

#define LARGEST_TEXT 1 /* MiB */

typedef struct {
  CoupletContext *context;
  const CText *text;
  SvtFile *file;
  Routine *routine;
  CRemarks remarks;
} Reading;

static void
use_file (PyObject *parser, PyObject *file, gpointer data)
{
  Reading *reading = data;
  g_autoptr (GPtrArray) ends = g_ptr_array_new (), remarks = g_ptr_array_new ();
  CTree tree = {
      .base = {.text = reading->text->source, .file = reading->file, .place_of = c_place_of_node},
      .text = reading->text,
      .ends = ends,
      .remarks = remarks};
  c_scope_init (&tree.scope);
  reading->routine =
      c_choose (reading->context, &tree, parser, file,
                couplet_context_option_string (reading->context, "function"), &reading->remarks);
  c_scope_clear (&tree.scope);
}

/* The option goes before the annotation. */
static CoupletAdjacency
adjacency_of (CoupletContext *context, const CRemarks *remarks)
{
  const char *name = couplet_context_option_string (context, "adjacency");
  for (CoupletAdjacency a = COUPLET_ADJACENT_ANY; a <= COUPLET_ADJACENT_ONE; a++)
    if (g_str_equal (name, couplet_adjacency_to_string (a)))
      return a;
  return remarks->has_adjacency ? remarks->adjacency : COUPLET_ADJACENT_ANY;
}

/* FALSE with an error reported: another parameter was said to be private in the file. */
static gboolean
find_private (CoupletContext *context, const SvtReporter *reporter, const Reading *reading,
              const char **private)
{
  const char *said = reading->remarks.private;
  *private = couplet_context_option_string (context, "private");
  if (said != NULL && **private != '\0' && !g_str_equal (said, *private)) {
    svt_error (reporter, reading->routine->place,
               "-o c.private=%s: the annotation says that '%s' is private; change one of them",
               *private, said);
    return FALSE;
  }
  if (said != NULL)
    *private = said;
  return TRUE;
}

static const RoutineWords WORDS = {
    .each_answer = "LIST[i], with the number of the round as index",
    .noise = "Lap(NUMBER / epsilon)",
    .silence = "else " C_OUTPUT "(0);",
    .constants = "a number as it is written",
    .or = "||",
    .and = "&&",
    .not = "!",
};

static gboolean
understand (Reading *reading, const SvtReporter *reporter, CoupletBuilder *builder)
{
  const char *private;
  if (reading->routine == NULL || !find_private (reading->context, reporter, reading, &private))
    return FALSE;
  const RoutineOptions options = {"c", private, adjacency_of (reading->context, &reading->remarks),
                                  &WORDS};
  return routine_read (reading->context, reporter, reading->file, reading->routine, &options,
                       builder);
}

gboolean
c_read_automaton (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
                  CoupletDiagnostics *diagnostics)
{
  const SvtReporter reporter = {diagnostics, source->data, source->length};
  g_autoptr (SvtFile) file = svt_file_new ();
  g_auto (PythonText) lines;
  g_auto (CText) text = {0};
  python_text_init (&lines, &reporter);
  Reading reading = {.context = context, .text = &text, .file = file};
  return python_text_check (&lines, LARGEST_TEXT) && c_text_init (&text, &lines, file) &&
         c_parse (&text, couplet_context_is_apart (context), use_file, &reading) &&
         understand (&reading, &reporter, builder);
}
