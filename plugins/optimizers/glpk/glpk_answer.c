/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_answer.h"

#include "walk_evidence.h"
#include "dump.h"

#include <string.h>

/* Every sample shifted away from its difference as far as it can be. */
static CoupletCost
dearest (const WalkGraph *graph, const GraphStep *step)
{
  CoupletCost sum = step->fixed;
  for (guint32 p = 0; p < step->letter->n_parts; p++) {
    const CoupletLetterPart *part = &step->letter->parts[p];
    CoupletCost most = 0;
    for (int g = -1; g <= 1; g++)
      if (graph_step_chooses (step, p) && couplet_shifts_have (step->shifts[p], g))
        most = couplet_cost_max (most, graph_part_cost (graph, part, g));
    sum = couplet_cost_add (graph->unit, sum, most);
  }
  return sum;
}

/* The dearest walk, when every sample costs all it can. */
static CoupletCost
heaviest_walk (const GlpkWork *work)
{
  g_autoptr (GraphStep) step = graph_step_new (work->graph);
  g_autofree CoupletCost *most = g_new0 (CoupletCost, work->graph->n_nodes);
  for (guint32 e = work->graph->edges->len; e-- > 0;) {
    CoupletCost *at = &most[walk_graph_edge (work->graph, e)->from];
    graph_step_load (step, work->graph, walk_graph_edge (work->graph, e)->leg);
    *at = couplet_cost_max (
        *at, couplet_cost_add (work->graph->unit, most[step->node], dearest (work->graph, step)));
  }
  return most[0];
}

CoupletCost
glpk_upper_bound (const GlpkWork *work)
{
  CoupletCost heaviest = heaviest_walk (work);
  if (work->places == NULL)
    return heaviest;
  return couplet_cost_min (heaviest, walk_places_most (work->places, 0, NULL));
}

void
glpk_answer_bracket (const GlpkWork *work, CoupletCost lower, CoupletCost upper, const char *reason)
{
  g_auto (CoupletRational) least;
  g_auto (CoupletRational) most;
  couplet_rational_init (&least);
  couplet_rational_init (&most);
  couplet_cost_to_rational (work->graph->unit, lower, &least);
  couplet_cost_to_rational (work->graph->unit, upper, &most);
  if (couplet_cost_compare (lower, upper) >= 0) {
    couplet_outcome_set_cost (work->outcome, &least, COUPLET_GUARANTEE_EXACT);
    return;
  }
  if (reason == NULL) {
    couplet_outcome_set_cost (work->outcome, &least, COUPLET_GUARANTEE_EXACT);
    couplet_outcome_set_certified (work->outcome, FALSE);
    reason = "that no walk costs more rests on GLPK's floating-point search";
  } else
    couplet_outcome_set_found (work->outcome, COUPLET_FOUND_STRATEGY);
  couplet_outcome_set_bounds (work->outcome, &least, &most);
  couplet_outcome_set_reason (work->outcome, "%s", reason);
}

void
glpk_save_bracket (const GlpkWork *work, CoupletCost lower, CoupletCost upper)
{
  glpk_answer_bracket (work, lower, upper, "");
  couplet_outcome_save (work->outcome, work->context);
}

void
glpk_answer_attained (const GlpkWork *work, CoupletCost cost, const guint32 *edges, guint n,
                      const gint8 *shifts)
{
  CoupletEvidence *evidence = walk_evidence_new (work->graph, edges, n, shifts);
  couplet_evidence_set_unit_cost (evidence, work->graph->unit, cost);
  couplet_outcome_take_evidence (work->outcome, evidence);
}

gboolean
glpk_dump (const GlpkWork *work, const GlpkProgram *program, guint64 number, GError **error)
{
  if (*work->options->dump_folder == '\0')
    return TRUE;
  g_autofree char *text = glpk_program_text (program);
  g_autofree char *problem =
      number == 0 ? g_strdup ("milp") : g_strdup_printf ("lp-%" G_GUINT64_FORMAT, number);
  return dump_write (work->context, work->graph->automaton, work->options->dump_folder, problem,
                     "lp", text, strlen (text), error);
}
