/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "milp_program.h"

#include <math.h>

/* The largest number that a program is given, about. */
#define MOST_USUAL 1e4

/* Columns: the cost of each cluster, a potential for each place, a binary for each edge, and one
 * for each node where a walk may end. Rows: of each node, then of arcs. */
typedef struct {
  const WalkPlaces *places;
  GlpkProgram *lp;
  CoupletRational
      big; /* no walk costs more than so many times lp->one; what a double has exactly */
  double high;
} Writer;

static int
cluster_column (guint32 cluster)
{
  return 1 + (int)cluster;
}

static int
potential_column (const WalkPlaces *places, guint32 place)
{
  return cluster_column (places->n_clusters) + (int)place;
}

static int
edge_column (const WalkPlaces *places, guint32 edge)
{
  return potential_column (places, walk_places_total (places)) + (int)edge;
}

/* Chooses the scale: costs are multiples of the step, but for a power of 2, so that nothing is
 * rounded, which makes the largest of usual size. */
static void
set_scale (Writer *writer, CoupletCost most)
{
  int exponent;
  const WalkGraph *graph = writer->places->graph;
  mpq_ptr one = writer->lp->one.value, big = writer->big.value;
  mpq_set (one, graph->step);
  couplet_cost_to_rational (graph->unit, most, &writer->big);
  mpq_div (big, big, one);
  frexp (mpq_get_d (big) / MOST_USUAL, &exponent);
  if (exponent > 0) {
    mpq_mul_2exp (one, one, (mp_bitcnt_t)exponent);
    mpq_div_2exp (big, big, (mp_bitcnt_t)exponent);
  }
  writer->high = mpq_get_d (big);
  mpq_set_d (big, writer->high);
}

/* Those of the start are 0. */
static void
add_potentials (const Writer *writer)
{
  const WalkPlaces *places = writer->places;
  for (guint32 c = 0; c < places->n_clusters; c++) {
    ProgramColumn cluster = {.name = "cluster", .number = (guint64)c + 1, .high = writer->high};
    int column = glpk_program_add_column (writer->lp, cluster);
    mpq_set (glpk_program_cost (writer->lp, column)->value, writer->lp->one.value);
  }
  for (guint32 i = 0; i < walk_places_total (places); i++) {
    double high = i < walk_places_size (places, 0) ? 0 : writer->high;
    glpk_program_add_column (
        writer->lp, (ProgramColumn){.name = "potential", .number = (guint64)i + 1, .high = high});
  }
}

/* A binary that is 1 when the walk leaves source for target (nodes; COUPLET_NONE = it ends). */
static int
add_binary (const Writer *writer, const char *name, guint64 number, guint32 source, guint32 target)
{
  int column = glpk_program_add_column (
      writer->lp, (ProgramColumn){.name = name, .number = number, .high = 1, .is_whole = TRUE});
  glpk_program_add_term (writer->lp, (int)source + 1, column, 1);
  if (target != COUPLET_NONE)
    glpk_program_add_term (writer->lp, (int)target + 1, column, -1);
  return column;
}

/* What enters a node leaves it, and one unit begins at node 0. */
static void
add_flow (const Writer *writer)
{
  const WalkGraph *graph = writer->places->graph;
  for (guint32 node = 0; node < graph->n_nodes; node++)
    mpq_set_ui (glpk_program_bound (writer->lp, glpk_program_add_row (writer->lp, GLP_FX))->value,
                node == 0 ? 1 : 0, 1);
  for (guint32 e = 0; e < graph->edges->len; e++) {
    const GraphEdge *edge = walk_graph_edge (graph, e);
    int column = add_binary (writer, "taken", (guint64)e + 1, edge->from, edge->to);
    couplet_cost_to_rational (graph->unit, edge->fixed, glpk_program_cost (writer->lp, column));
  }
}

/* after <= before + fee + big * (1 - taken) */
static void
add_arc (const Writer *writer, int after, int before, CoupletCost fee, int taken)
{
  int row = glpk_program_add_row (writer->lp, GLP_UP);
  CoupletRational *bound = glpk_program_bound (writer->lp, row);
  couplet_cost_to_rational (writer->places->graph->unit, fee, bound);
  mpq_div (bound->value, bound->value, writer->lp->one.value);
  mpq_add (bound->value, bound->value, writer->big.value);
  glpk_program_add_term (writer->lp, row, after, 1);
  glpk_program_add_term (writer->lp, row, before, -1);
  glpk_program_add_term (writer->lp, row, taken, writer->high);
}

/* A walk ends where it cannot go on: a cluster costs no more than each of its potentials there. */
static void
add_end (const Writer *writer, guint32 node)
{
  const WalkPlaces *places = writer->places;
  int stop = add_binary (writer, "stop", (guint64)node + 1, node, COUPLET_NONE);
  for (guint32 c = 0; c < places->n_clusters; c++)
    for (guint32 i = walk_places_first (places, node, c); i < walk_places_end (places, node, c);
         i++)
      add_arc (writer, cluster_column (c), potential_column (places, i), 0, stop);
}

void
milp_program_write (const WalkPlaces *places, CoupletCost most, GlpkProgram *lp)
{
  const WalkGraph *graph = places->graph;
  Writer writer = {.places = places, .lp = lp};
  couplet_rational_init (&writer.big);
  glpk_program_init (lp, GLP_MAX);
  set_scale (&writer, most);
  add_potentials (&writer);
  add_flow (&writer);
  for (guint32 e = 0; e < graph->edges->len; e++)
    for (guint32 i = places->first_arc[e]; i < places->first_arc[e + 1]; i++) {
      const PlaceArc *arc = &g_array_index (places->arcs, PlaceArc, i);
      add_arc (&writer, potential_column (places, arc->to), potential_column (places, arc->from),
               arc->fee, edge_column (places, e));
    }
  for (guint32 node = 0; node < graph->n_nodes; node++)
    if (graph->nodes[node].n_edges == 0)
      add_end (&writer, node);
  couplet_rational_clear (&writer.big);
}

/* ---- Solving ---------------------------------------------------------------------------- */

/* The edges that are taken (per edge: 1, or 0) in order, to an end; where none is, as when GLPK was
 * stopped, the first. */
static GArray *
taken_walk (const WalkGraph *graph, const double *taken)
{
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (guint32));
  const GraphNode *at = &graph->nodes[0];
  while (at->n_edges > 0) {
    guint32 e = at->first_edge;
    while (e < at->first_edge + at->n_edges && taken[e] < 0.5)
      e++;
    if (e == at->first_edge + at->n_edges)
      e = at->first_edge;
    g_array_append_val (walk, e);
    at = &graph->nodes[walk_graph_edge (graph, e)->to];
  }
  return walk;
}

gboolean
milp_program_solve (const WalkPlaces *places, const GlpkProgram *lp, CoupletContext *context,
                    MilpAnswer *answer)
{
  g_auto (GlpkSolution) solution;
  if (!glpk_program_solve (lp, GLPK_WHOLE, context, INFINITY, &solution))
    return FALSE;
  answer->optimal = solution.status == GLP_OPT;
  answer->value = solution.value;
  answer->walk = taken_walk (places->graph, solution.values + edge_column (places, 0) - 1);
  return TRUE;
}
