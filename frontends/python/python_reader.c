/* SPDX-License-Identifier: Apache-2.0 */
#include "python_file.h"
#include "python_reader.h"
#include "routine_read.h"

#include "svt_compile.h"

typedef struct {
  CoupletContext *context;
  const PythonText *text;
  SvtFile *file;
  Routine *routine;
} Reading;

static void
use_module (PyObject *module, gpointer data)
{
  Reading *reading = data;
  PythonTree tree = {
      .text = reading->text, .file = reading->file, .place_of = python_place_of_node};
  reading->routine =
      python_choose (&tree, module, couplet_context_option_string (reading->context, "function"));
}

static const RoutineWords WORDS = {
    .each_answer = "'for q in LIST', or the number of the round as index",
    .noise = "laplace(scale=NUMBER/epsilon)",
    .silence = "else: out.append(False)",
    .constants = "True, False, a number as it is written",
    .and = "and",
    .or = "or",
    .not = "not",
};

/* A source being read. */
typedef struct {
  SvtReporter reporter;
  PythonText text;
  SvtFile *file;
  Reading reading;
} Source;

static void
source_clear (Source *source)
{
  python_text_clear (&source->text);
  svt_file_free (source->file);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Source, source_clear)

/* The mechanism in source, whose tree lies in *read; NULL with errors added to diagnostics. */
static SvtProgram *
read_program (CoupletContext *context, const CoupletSource *source, CoupletDiagnostics *diagnostics,
              Source *read)
{
  *read =
      (Source){.reporter = {diagnostics, source->data, source->length}, .file = svt_file_new ()};
  python_text_init (&read->text, &read->reporter);
  read->reading = (Reading){context, &read->text, read->file, NULL};
  const RoutineOptions options = routine_options (context, "python", &WORDS);
  if (!python_parse (&read->text, couplet_context_is_apart (context), use_module, &read->reading) ||
      read->reading.routine == NULL)
    return NULL;
  return routine_program (context, &read->reporter, read->file, read->reading.routine, &options);
}

gboolean
python_read_automaton (CoupletContext *context, const CoupletSource *source,
                       CoupletBuilder *builder, CoupletDiagnostics *diagnostics)
{
  g_auto (Source) read;
  g_autoptr (SvtProgram) program = read_program (context, source, diagnostics, &read);
  return program != NULL && svt_compile (context, program, builder);
}

gboolean
python_restate (CoupletContext *context, const CoupletSource *source,
                CoupletDiagnostics *diagnostics)
{
  g_auto (Source) read;
  g_autoptr (SvtProgram) program = read_program (context, source, diagnostics, &read);
  if (program != NULL)
    routine_restate (context, program, source->name);
  return program != NULL;
}
