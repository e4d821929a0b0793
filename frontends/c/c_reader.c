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
  reading->routine = c_choose (reading->context, &tree, parser, file,
                               couplet_context_option_string (reading->context, "function"));
  c_scope_clear (&tree.scope);
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

/* FALSE with an error reported: another parameter is said to be private in the text. */
static gboolean
check_private (const SvtReporter *reporter, const Routine *routine, const char *private)
{
  if (*private == '\0' || routine->private == NULL || g_str_equal (routine->private, private))
    return TRUE;
  svt_error (reporter, routine->private_place,
             "'%s' is private here, and -o c.private=%s says another; change one of them",
             routine->private, private);
  return FALSE;
}

static Routine *
read_routine (CoupletContext *context, const SvtReporter *reporter, SvtFile *file)
{
  g_auto (PythonText) lines;
  g_auto (CText) text = {NULL, NULL, NULL};
  python_text_init (&lines, reporter);
  Reading reading = {.context = context, .text = &text, .file = file};
  if (!python_text_check (&lines, LARGEST_TEXT) || !c_text_init (&text, &lines, file) ||
      !c_parse (&text, couplet_context_is_apart (context), use_file, &reading) ||
      reading.routine == NULL ||
      !check_private (reporter, reading.routine,
                      couplet_context_option_string (context, "private")))
    return NULL;
  return reading.routine;
}

static const RoutineLanguage LANGUAGE = {"c", &WORDS, read_routine};

gboolean
c_read_automaton (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
                  CoupletDiagnostics *diagnostics)
{
  return routine_read_automaton (&LANGUAGE, context, source, builder, diagnostics);
}

gboolean
c_restate (CoupletContext *context, const CoupletSource *source, CoupletDiagnostics *diagnostics)
{
  return routine_restate (&LANGUAGE, context, source, diagnostics);
}
