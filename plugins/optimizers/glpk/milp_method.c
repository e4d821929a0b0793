/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "milp_method.h"

#include "glpk_answer.h"
#include "lp_dump.h"
#include "milp_program.h"
#include "walk_solver.h"

#include <math.h>

/* Relative: GLPK's bounds, rows and optimum hold up to this. */
#define TOLERANCE 1e-6

/* The chosen edges in order. */
static GArray *
chosen_walk (const GlpkWork *work, const MilpProgram *program)
{
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 node = 0;
  for (gboolean found = TRUE; found;) {
    const MacroNode *at = &work->graph->nodes[node];
    found = FALSE;
    for (guint32 e = at->first_edge; !found && e < at->first_edge + at->n_edges; e++)
      if (program->chosen[e]) {
        g_array_append_val (walk, e);
        node = macro_graph_edge (work->graph, e)->target;
        found = TRUE;
      }
  }
  return walk;
}

static CoupletCost
walk_cost (const ShiftTables *tables, const GArray *walk)
{
  g_autoptr (MacroStep) step = macro_step_new (tables->graph->automaton);
  g_autofree CoupletCost *costs = g_new0 (CoupletCost, shift_tables_size (tables, 0));
  guint32 node = 0;
  for (guint i = 0; i < walk->len; i++) {
    guint32 e = g_array_index (walk, guint32, i);
    const MacroEdge *edge = macro_graph_edge (tables->graph, e);
    CoupletCost *after = g_new (CoupletCost, shift_tables_size (tables, edge->target));
    macro_step_load_edge (step, tables->graph, e);
    shift_tables_apply (tables, edge, step, costs, after);
    g_free (costs);
    costs = after;
    node = edge->target;
  }
  return shift_tables_min (tables, node, costs);
}

/* Evidence, with the strategy that GLPK finds for this walk. */
static void
give_evidence (const GlpkWork *work, const GArray *walk, CoupletCost cost)
{
  const guint32 *edges = (const guint32 *)(gpointer)walk->data;
  g_autoptr (WalkProgram) program = walk_program_new (work->graph, edges, walk->len);
  WalkAnswer answer = {NULL, 0, FALSE};
  gboolean solved = !couplet_context_should_stop (work->context) &&
                    walk_solve (program, work->scale, work->context, NULL, &answer) &&
                    couplet_cost_compare (answer.cost, cost) == 0;
  glpk_answer_attained (work, cost, edges, walk->len, solved ? answer.shifts : NULL);
  g_free (answer.shifts);
}

/* Why GLPK's optimum is not to be relied on, NULL if it is: the costs of walks may
 * differ by as little as the scale, which errors have to stay well below. */
static const char *
find_doubt (const GlpkWork *work, const MilpProgram *program, CoupletCost cost)
{
  double exact = milp_program_number (program, cost);
  if (couplet_context_should_stop (work->context))
    return couplet_context_stop_reason (work->context);
  if (!program->optimal)
    return "GLPK ended without a proven optimum";
  if (!work->scale->exact || TOLERANCE * program->big > 0.25 * program->fit)
    return "walks may differ in cost by less than GLPK's tolerances";
  if (fabs (program->value - exact) > TOLERANCE * (1 + exact))
    return "the walk that GLPK calls optimal does not cost what it says";
  return NULL;
}

static void
conclude (const GlpkWork *work, const MilpProgram *program, CoupletCost upper)
{
  g_autoptr (GArray) walk = chosen_walk (work, program);
  CoupletCost cost = walk_cost (program->tables, walk);
  const char *doubt = find_doubt (work, program, cost);
  if (doubt == NULL && couplet_cost_compare (cost, upper) < 0)
    glpk_answer_uncertified (work, cost, upper);
  else
    glpk_answer_bracket (work, cost, upper, doubt);
  give_evidence (work, walk, cost);
}

/* No program: time is up or it would be too large. */
static void
give_up (const GlpkWork *work, CoupletCost upper)
{
  const char *stopped = couplet_context_stop_reason (work->context);
  g_autofree char *large =
      g_strdup_printf ("the program would pass the size limit of %" G_GUINT64_FORMAT " rows",
                       work->options->size_limit);
  glpk_answer_bracket (work, 0, upper, stopped != NULL ? stopped : large);
}

gboolean
milp_solve (GlpkWork *work, GError **error)
{
  CoupletCost upper = glpk_upper_bound (work);
  g_autoptr (ShiftTables) tables =
      shift_tables_new (work->graph, work->groups, work->options->size_limit);
  g_autoptr (MilpProgram) program =
      tables != NULL
          ? milp_program_new (work->context, tables, work->scale, upper, work->options->size_limit)
          : NULL;
  if (program == NULL) {
    give_up (work, upper);
    return TRUE;
  }
  couplet_outcome_set_statistic (work->outcome, "programs", 1);
  couplet_outcome_set_statistic (work->outcome, "binaries", work->graph->edges->len);
  LpDump dump;
  if (!lp_dump_open (&dump, work, error))
    return FALSE;
  glpk_save_bracket (work, 0, upper);
  gboolean survived = milp_program_solve (program, lp_dump_path (&dump));
  char *exact = lp_dump_path (&dump) != NULL ? milp_program_exact_text (program) : NULL;
  if (!lp_dump_close (&dump, work, exact, 0, error))
    return FALSE;
  if (!survived) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "GLPK aborted");
    return FALSE;
  }
  conclude (work, program, upper);
  return TRUE;
}
