/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_answer.h"

#include "dump.h"

#include <couplet/host/evidence_parts.h>

/* ---- Costs ------------------------------------------------------------------------------ */

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

/* ---- Walks ------------------------------------------------------------------------------ */

typedef struct {
  const WalkGraph *graph;
  CoupletEvidence *evidence;
  GraphStep *step;
  guint32 vertex; /* where the walk has come to */
  guint n_steps;  /* taken so far */
  gboolean shows; /* a strategy: each sample's shift is given */
} Trip;

/* Takes leg. shifts: of each part of its letter; NULL = each has one. */
static void
take (Trip *trip, guint32 leg, const gint8 *shifts)
{
  const GraphStep *step = trip->step;
  const GraphLeg *taken = walk_graph_leg (trip->graph, leg);
  CoupletWalkStep walked = {taken->transition, taken->difference, COUPLET_SHIFT_UNUSED};
  graph_step_load (trip->step, trip->graph, leg);
  couplet_evidence_add_step (trip->evidence, walked);
  for (guint32 p = 0; trip->shows && p < step->letter->n_parts; p++)
    couplet_evidence_set_shift (trip->evidence, trip->n_steps, step->letter->parts[p].sample.slot,
                                shifts != NULL ? shifts[p]
                                               : couplet_shifts_least (step->shifts[p]));
  trip->n_steps++;
  trip->vertex = walk_graph_target (trip->graph, leg);
}

/* Meets the vertices of its node that legs from vertex lead to; led: what is met, to the leg that
 * led there first, + 1. */
static void
spread (const WalkGraph *graph, guint32 vertex, GHashTable *led, GArray *met)
{
  for (guint32 leg = g_array_index (graph->rows, guint32, vertex);
       leg < g_array_index (graph->rows, guint32, vertex + 1); leg++) {
    guint32 target = walk_graph_target (graph, leg);
    if (walk_graph_node_of (graph, target) != walk_graph_node_of (graph, vertex) ||
        g_hash_table_contains (led, GUINT_TO_POINTER (target)))
      continue;
    g_hash_table_insert (led, GUINT_TO_POINTER (target), GUINT_TO_POINTER (leg + 1));
    g_array_append_val (met, target);
  }
}

/* Walks to goal inside the node, by as few legs as possible: breadth first. */
static void
go_to (Trip *trip, guint32 goal)
{
  g_autoptr (GHashTable) led = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) met = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (guint32)); /* legs, the last first */
  g_hash_table_insert (led, GUINT_TO_POINTER (trip->vertex), NULL);
  g_array_append_val (met, trip->vertex);
  for (guint i = 0; !g_hash_table_contains (led, GUINT_TO_POINTER (goal)); i++)
    spread (trip->graph, g_array_index (met, guint32, i), led, met);
  while (goal != trip->vertex) {
    guint32 leg = GPOINTER_TO_UINT (g_hash_table_lookup (led, GUINT_TO_POINTER (goal))) - 1;
    g_array_append_val (way, leg);
    goal = walk_graph_leg (trip->graph, leg)->source;
  }
  for (guint i = way->len; i-- > 0;)
    take (trip, g_array_index (way, guint32, i), NULL);
}

/* Walks to leg inside the node, and takes it. */
static void
go_by (Trip *trip, guint32 leg, const gint8 *shifts)
{
  go_to (trip, walk_graph_leg (trip->graph, leg)->source);
  take (trip, leg, shifts);
}

static void
go_round (Trip *trip)
{
  const GraphNode *node = &trip->graph->nodes[walk_graph_node_of (trip->graph, trip->vertex)];
  for (guint32 i = 0; i < node->n_stops; i++)
    go_by (trip, g_array_index (trip->graph->stops, guint32, node->first_stop + i), NULL);
}

void
glpk_answer_attained (const GlpkWork *work, CoupletCost cost, const GArray *walk,
                      const gint8 *shifts)
{
  const WalkGraph *graph = work->graph;
  g_autoptr (GraphStep) step = graph_step_new (graph);
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, graph->automaton);
  Trip trip = {.graph = graph, .evidence = evidence, .step = step, .shows = shifts != NULL};
  for (guint i = 0; i < walk->len; i++) {
    go_round (&trip);
    go_by (&trip, walk_graph_edge (graph, g_array_index (walk, guint32, i))->leg, shifts);
    shifts = shifts != NULL ? shifts + step->letter->n_parts : NULL;
  }
  go_round (&trip);
  couplet_evidence_set_unit_cost (evidence, graph->unit, cost);
  couplet_outcome_take_evidence (work->outcome, evidence);
}

/* ---- Dumps ------------------------------------------------------------------------------ */

gboolean
glpk_dump (const GlpkWork *work, const GlpkProgram *program, guint64 number, GError **error)
{
  if (*work->options->dump_folder == '\0')
    return TRUE;
  g_autofree char *text = glpk_program_text (program);
  g_autofree char *problem =
      number == 0 ? g_strdup ("milp") : g_strdup_printf ("lp-%" G_GUINT64_FORMAT, number);
  return dump_write (work->context, work->graph->automaton, work->options->dump_folder, problem,
                     "lp", text, error);
}
