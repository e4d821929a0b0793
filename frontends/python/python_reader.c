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

static RoutineOptions
options_of (CoupletContext *context)
{
  const char *name = couplet_context_option_string (context, "adjacency");
  RoutineOptions options = {.frontend = "python",
                            .private = couplet_context_option_string (context, "private"),
                            .has_adjacency = !g_str_equal (name, "as-said"),
                            .words = &WORDS};
  while (options.has_adjacency && options.adjacency < COUPLET_ADJACENT_ONE &&
         !g_str_equal (name, couplet_adjacency_to_string (options.adjacency)))
    options.adjacency++;
  return options;
}

gboolean
python_read_automaton (CoupletContext *context, const CoupletSource *source,
                       CoupletBuilder *builder, CoupletDiagnostics *diagnostics)
{
  const SvtReporter reporter = {diagnostics, source->data, source->length};
  g_autoptr (SvtFile) file = svt_file_new ();
  g_auto (PythonText) text;
  python_text_init (&text, &reporter);
  Reading reading = {context, &text, file, NULL};
  const RoutineOptions options = options_of (context);
  return python_parse (&text, couplet_context_is_apart (context), use_module, &reading) &&
         reading.routine != NULL &&
         routine_read (context, &reporter, file, reading.routine, &options, builder);
}
