/* SPDX-License-Identifier: Apache-2.0 */
#include "python_file.h"
#include "python_reader.h"
#include "routine_read.h"

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

static Routine *
read_routine (CoupletContext *context, const SvtReporter *reporter, SvtFile *file)
{
  g_auto (PythonText) text;
  python_text_init (&text, reporter);
  Reading reading = {context, &text, file, NULL};
  return python_parse (&text, couplet_context_is_apart (context), use_module, &reading)
             ? reading.routine
             : NULL;
}

static const RoutineLanguage LANGUAGE = {"python", &WORDS, read_routine};

gboolean
python_read_automaton (CoupletContext *context, const CoupletSource *source,
                       CoupletBuilder *builder, CoupletDiagnostics *diagnostics)
{
  return routine_read_automaton (&LANGUAGE, context, source, builder, diagnostics);
}

gboolean
python_restate (CoupletContext *context, const CoupletSource *source,
                CoupletDiagnostics *diagnostics)
{
  return routine_restate (&LANGUAGE, context, source, diagnostics);
}
