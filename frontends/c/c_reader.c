/* SPDX-License-Identifier: Apache-2.0 */
#include "c_reader.h"

#include "c_file.h"
#include "c_parse.h"
#include "routine_read.h"

#include "svt_compile.h"

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

/* A source being read. */
typedef struct {
  SvtReporter reporter;
  PythonText lines;
  CText text;
  SvtFile *file;
} Source;

static void
source_clear (Source *source)
{
  c_text_clear (&source->text);
  python_text_clear (&source->lines);
  svt_file_free (source->file);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Source, source_clear)

/* The mechanism in source, whose tree lies in *read; NULL with errors added to diagnostics. */
static SvtProgram *
read_program (CoupletContext *context, const CoupletSource *source, CoupletDiagnostics *diagnostics,
              Source *read)
{
  const RoutineOptions options = routine_options (context, "c", &WORDS);
  *read =
      (Source){.reporter = {diagnostics, source->data, source->length}, .file = svt_file_new ()};
  python_text_init (&read->lines, &read->reporter);
  Reading reading = {.context = context, .text = &read->text, .file = read->file};
  if (!python_text_check (&read->lines, LARGEST_TEXT) ||
      !c_text_init (&read->text, &read->lines, read->file) ||
      !c_parse (&read->text, couplet_context_is_apart (context), use_file, &reading) ||
      reading.routine == NULL || !check_private (&read->reporter, reading.routine, options.private))
    return NULL;
  return routine_program (context, &read->reporter, read->file, reading.routine, &options);
}

gboolean
c_read_automaton (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
                  CoupletDiagnostics *diagnostics)
{
  g_auto (Source) read;
  g_autoptr (SvtProgram) program = read_program (context, source, diagnostics, &read);
  return program != NULL && svt_compile (context, program, builder);
}

gboolean
c_restate (CoupletContext *context, const CoupletSource *source, CoupletDiagnostics *diagnostics)
{
  g_auto (Source) read;
  g_autoptr (SvtProgram) program = read_program (context, source, diagnostics, &read);
  if (program != NULL)
    routine_restate (context, program, source->name);
  return program != NULL;
}
