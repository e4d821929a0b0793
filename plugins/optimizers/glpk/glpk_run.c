/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_run.h"

#include "lp_method.h"
#include "milp_method.h"
#include "violation.h"
#include "walk_evidence.h"

/* No answer: time is up, or what was being built is too large. */
static void
give_up (CoupletContext *context, const GlpkOptions *options, CoupletOutcome *outcome,
         const char *what)
{
  const char *stopped = couplet_context_stop_reason (context);
  if (stopped != NULL)
    couplet_outcome_set_reason (outcome, "%s", stopped);
  else
    couplet_outcome_set_reason (outcome, "%s would pass the size limit of %" G_GUINT64_FORMAT, what,
                                options->size_limit);
}

/* Whether every walk has a valid strategy; else the outcome is set. */
static gboolean
has_strategies (CoupletContext *context, const MacroGraph *graph, const ShiftGroups *groups,
                const GlpkOptions *options, CoupletOutcome *outcome)
{
  CoupletPace pace = {.context = context};
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (guint32));
  switch (violation_search (graph, groups, options->size_limit, &pace, walk)) {
  case VIOLATION_STOPPED:
    give_up (context, options, outcome, "the sets of shifts that walks leave");
    return FALSE;
  case VIOLATION_FOUND:
    couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_EXACT);
    couplet_outcome_set_reason (outcome, "some walk leaves the threshold%s no shift at all",
                                graph->automaton->n_thresholds > 1 ? "s" : "");
    couplet_outcome_take_evidence (
        outcome, walk_evidence_new (COUPLET_EVIDENCE_VIOLATION, graph,
                                    (const guint32 *)(gpointer)walk->data, walk->len, NULL, NULL));
    return FALSE;
  case VIOLATION_NONE:
    break;
  }
  return TRUE;
}

static gboolean
run_method (GlpkWork *work, GError **error)
{
  CoupletPace pace = {.context = work->context};
  g_auto (CostScale) scale;
  cost_scale_init (&scale, work->graph);
  g_autofree CoupletCost *cost_to_go =
      work->tables != NULL ? shift_tables_cost_to_go (work->tables, &pace) : NULL;
  work->scale = &scale;
  work->cost_to_go = cost_to_go;
  return work->options->milp ? milp_solve (work, error) : lp_solve_all (work, error);
}

gboolean
glpk_run (CoupletContext *context, const CoupletAutomaton *automaton, const GlpkOptions *options,
          CoupletOutcome *outcome, GError **error)
{
  g_autoptr (CoupletUnit) unit = couplet_unit_new_within (automaton, context, error);
  g_autoptr (CoupletComponents) components =
      unit != NULL ? couplet_components_new_within (automaton, context) : NULL;
  if (components == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  CoupletPace pace = {.context = context};
  g_autoptr (MacroGraph) graph =
      macro_graph_new (automaton, components, unit, options->size_limit, &pace);
  if (graph == NULL) {
    give_up (context, options, outcome, "the graph of walks");
    return TRUE;
  }
  g_autoptr (ShiftGroups) groups = shift_groups_new (graph);
  if (!has_strategies (context, graph, groups, options, outcome))
    return TRUE;
  /* vectors of all thresholds together give the better bounds */
  g_autoptr (ShiftGroups) joint = shift_groups_new_joint (automaton->n_thresholds);
  g_autoptr (ShiftTables) tables = shift_tables_new (graph, joint, options->size_limit);
  if (tables == NULL)
    tables = shift_tables_new (graph, groups, options->size_limit);
  GlpkWork work = {.context = context,
                   .automaton = automaton,
                   .unit = unit,
                   .graph = graph,
                   .groups = groups,
                   .tables = tables,
                   .options = options,
                   .outcome = outcome};
  return run_method (&work, error);
}
