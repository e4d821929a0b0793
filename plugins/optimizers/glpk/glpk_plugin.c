/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_run.h"

#include <glpk.h>
#include <couplet/internal/plugin.h>

static const char *const METHOD_CHOICES[] = {"lp", "milp", NULL};

static const CoupletOption OPTIONS[] = {
    {"method", COUPLET_OPTION_CHOICE, "lp", 0, 0, METHOD_CHOICES,
     "a linear program per walk and choice of differences, or one mixed-integer program"},
    {"program-limit", COUPLET_OPTION_INTEGER, "100000", 1, G_MAXINT64, NULL,
     "most linear programs; beyond, the answer is a bracket, of linear mechanisms unknown"},
    {"size-limit", COUPLET_OPTION_INTEGER, "1000000", 1, G_MAXINT64, NULL,
     "most vertices and edges of the graph of walks, sets and vectors of shifts, rows"},
    {"dump-dir", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "folder for each program as a CPLEX LP file, empty = none"},
};

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  GlpkOptions options = {
      g_str_equal (couplet_context_option_string (context, "method"), METHOD_CHOICES[1]),
      (guint64)couplet_context_option_integer (context, "program-limit"),
      (guint64)couplet_context_option_integer (context, "size-limit"),
      couplet_context_option_string (context, "dump-dir")};
  return glpk_run (context, automaton, &options, outcome, error);
}

static gboolean
run_linear (gpointer instance, CoupletContext *context, const CoupletLinear *linear,
            CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  guint64 limit = (guint64)couplet_context_option_integer (context, "program-limit");
  return linear_method_run (context, linear, limit, outcome, error);
}

static const CoupletSolver SOLVER = {.run = run, .run_linear = run_linear};

static char *
glpk_version (void)
{
  return g_strdup (glp_version ());
}

static const CoupletLibrary LIBRARIES[] = {{"GLPK", glpk_version}};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_OPTIMIZER,
    .name = "glpk",
    .version = "1.0",
    .summary = "exact cost by GLPK: linear programs, or one mixed-integer program",
    .capabilities = {.answers = COUPLET_COMPLETE,
                     .takes = COUPLET_TAKES_ALL_AUTOMATA | COUPLET_WANTS_PROCESS},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .solver = &SOLVER,
    .method_option = "method",
    .libraries = LIBRARIES,
    .n_libraries = G_N_ELEMENTS (LIBRARIES),
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
