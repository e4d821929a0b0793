/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_run.h"

#include "lp_method.h"
#include "milp_method.h"

#include <math.h>

#define TOLERANCE 1e-6
/* Costs of this size are given to GLPK as they are. */
#define LEAST_USUAL 1e-3
#define MOST_USUAL 1e6

static double
in_epsilon (const CoupletUnit *unit, CoupletCost cost)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (unit, cost, &value);
  return mpq_get_d (value.value);
}

double
glpk_cost (const GlpkWork *work, CoupletCost cost)
{
  return in_epsilon (work->unit, cost) / work->scale;
}

/* The largest finite cost of an edge where it is far from 1, else 1. */
static double
find_scale (const MacroGraph *graph, const CoupletUnit *unit)
{
  CoupletCost largest = 0;
  for (guint e = 0; e < graph->edges->len; e++) {
    const MacroEdge *edge = &g_array_index (graph->edges, MacroEdge, e);
    for (int i = 0; i < 9; i++)
      if (edge->cost[i / 3][i % 3] != COUPLET_COST_INFINITE)
        largest = couplet_cost_max (largest, edge->cost[i / 3][i % 3]);
  }
  double scale = in_epsilon (unit, largest);
  return scale == 0 || (scale > LEAST_USUAL && scale < MOST_USUAL) ? 1 : scale;
}

gboolean
glpk_agrees (const GlpkWork *work, double figure, CoupletCost cost)
{
  double exact = glpk_cost (work, cost);
  return fabs (figure - exact) <= TOLERANCE * (1 + fabs (exact));
}

CoupletCost
glpk_walk_cost (const GlpkWork *work, const guint32 *edges, guint n)
{
  CoupletVector vector = {{0, 0, 0}};
  for (guint i = 0; i < n; i++)
    vector = macro_edge_apply (&g_array_index (work->graph->edges, MacroEdge, edges[i]), work->unit,
                               &vector);
  return couplet_vector_min (&vector);
}

CoupletCost
glpk_upper_bound (const GlpkWork *work)
{
  g_autofree CoupletVector *bound = g_new0 (CoupletVector, work->automaton->n_states);
  for (guint32 e = work->graph->edges->len; e-- > 0;) {
    const MacroEdge *edge = &g_array_index (work->graph->edges, MacroEdge, e);
    const CoupletVector nothing = {{0, 0, 0}};
    const CoupletVector *rest = edge->transition == COUPLET_NONE ? &nothing : &bound[edge->target];
    for (int x = 0; x < 3; x++) {
      CoupletCost least = COUPLET_COST_INFINITE;
      for (int y = 0; y < 3; y++)
        least =
            couplet_cost_min (least, couplet_cost_add (work->unit, edge->cost[x][y], rest->at[y]));
      bound[edge->source].at[x] = couplet_cost_max (bound[edge->source].at[x], least);
    }
  }
  return couplet_vector_min (&bound[work->automaton->initial]);
}

void
glpk_set_bracket (const GlpkWork *work, CoupletCost lower, const char *reason)
{
  g_auto (CoupletRational) least;
  g_auto (CoupletRational) most;
  CoupletCost upper = glpk_upper_bound (work);
  couplet_rational_init (&least);
  couplet_rational_init (&most);
  couplet_cost_to_rational (work->unit, lower, &least);
  if (upper != COUPLET_COST_INFINITE) {
    couplet_cost_to_rational (work->unit, upper, &most);
    couplet_outcome_set_found (work->outcome, COUPLET_FOUND_STRATEGY);
  }
  couplet_outcome_set_bounds (work->outcome, &least, upper != COUPLET_COST_INFINITE ? &most : NULL);
  couplet_outcome_set_reason (work->outcome, "%s", reason);
}

char *
glpk_dump_path (const GlpkWork *work, guint64 number)
{
  if (*work->options->dump_folder == '\0')
    return NULL;
  GString *name = g_string_new (NULL);
  for (const char *at = work->automaton->name; *at != '\0' && name->len < 100; at++)
    g_string_append_c (name, g_ascii_isalnum (*at) || *at == '-' ? *at : '_');
  if (name->len == 0)
    g_string_append (name, "automaton");
  if (number > 0)
    g_string_append_printf (name, "-lp-%" G_GUINT64_FORMAT ".lp", number);
  else
    g_string_append (name, "-milp.lp");
  char *path = g_build_filename (work->options->dump_folder, name->str, NULL);
  g_string_free (name, TRUE);
  return path;
}

gboolean
couplet_glpk_run (CoupletContext *context, const CoupletAutomaton *automaton,
                  const CoupletGlpkOptions *options, CoupletOutcome *outcome, GError **error)
{
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, error);
  if (unit == NULL)
    return FALSE;
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (MacroGraph) graph = macro_graph_new (automaton, components, unit);
  GlpkWork work = {context, automaton, components, unit,
                   graph,   options,   outcome,    find_scale (graph, unit)};
  if (graph->violated) {
    couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_EXACT);
    couplet_outcome_set_reason (outcome, "some walk leaves the threshold no shift at all");
    return TRUE;
  }
  return options->milp ? milp_solve (&work, error) : lp_solve_all (&work, error);
}
