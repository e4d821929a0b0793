/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "milp_program.h"

#include "glpk_guard.h"

/* How far from a whole number a binary may be. */
#define BINARY_TOLERANCE 1e-7

/* Columns: the cost of each cluster, a potential for each place, a binary for each edge, and one
 * for each node where a walk may end. Rows: of each node, then of arcs. */
typedef struct {
  const WalkPlaces *places;
  GlpkProgram *lp;
  double big; /* no walk costs more */
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

/* Those of the start are 0. */
static void
add_potentials (const Writer *writer)
{
  const WalkPlaces *places = writer->places;
  for (guint32 c = 0; c < places->n_clusters; c++)
    glpk_program_add_column (
        writer->lp, (ProgramColumn){"cluster", (guint64)c + 1, .high = writer->big, .weight = 1});
  for (guint32 i = 0; i < walk_places_total (places); i++)
    glpk_program_add_column (
        writer->lp, (ProgramColumn){"potential", (guint64)i + 1,
                                    .high = i < walk_places_size (places, 0) ? 0 : writer->big});
}

/* A binary that is 1 when the walk leaves source for target (nodes; COUPLET_NONE = it ends). */
static int
add_binary (const Writer *writer, ProgramColumn column, guint32 source, guint32 target)
{
  column.high = 1;
  column.is_whole = TRUE;
  int number = glpk_program_add_column (writer->lp, column);
  glpk_program_add_term (writer->lp, (int)source + 1, number, 1);
  if (target != COUPLET_NONE)
    glpk_program_add_term (writer->lp, (int)target + 1, number, -1);
  return number;
}

/* What enters a node leaves it, and one unit begins at node 0. */
static void
add_flow (const Writer *writer)
{
  const WalkGraph *graph = writer->places->graph;
  for (guint32 node = 0; node < graph->n_nodes; node++)
    glpk_program_add_row (writer->lp, (ProgramRow){GLP_FX, node == 0 ? 1 : 0, 0});
  for (guint32 e = 0; e < graph->edges->len; e++)
    add_binary (
        writer,
        (ProgramColumn){"taken", (guint64)e + 1, .times = 1, .price = writer->places->fixed[e]},
        walk_graph_edge (graph, e)->from, walk_graph_edge (graph, e)->to);
}

/* after <= before + fee + big * (1 - taken) */
static void
add_arc (const Writer *writer, int after, int before, CoupletCost fee, int taken)
{
  int row = glpk_program_add_row (writer->lp, (ProgramRow){GLP_UP, writer->big, fee});
  glpk_program_add_term (writer->lp, row, after, 1);
  glpk_program_add_term (writer->lp, row, before, -1);
  glpk_program_add_term (writer->lp, row, taken, writer->big);
}

/* A walk ends where it cannot go on: a cluster costs no more than each of its potentials there. */
static void
add_end (const Writer *writer, guint32 node)
{
  const WalkPlaces *places = writer->places;
  int stop = add_binary (writer, (ProgramColumn){.name = "stop", .number = (guint64)node + 1}, node,
                         COUPLET_NONE);
  for (guint32 c = 0; c < places->n_clusters; c++)
    for (guint32 i = walk_places_first (places, node, c); i < walk_places_end (places, node, c);
         i++)
      add_arc (writer, cluster_column (c), potential_column (places, i), 0, stop);
}

void
milp_program_write (const WalkPlaces *places, const CostScale *scale, CoupletCost most,
                    GlpkProgram *lp)
{
  const WalkGraph *graph = places->graph;
  const Writer writer = {places, lp, cost_scale_double (scale, most)};
  glpk_program_init (lp, scale, GLP_MAX);
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
}

/* ---- Solving ---------------------------------------------------------------------------- */

typedef struct {
  const GlpkProgram *lp;
  CoupletContext *context;
  int first_edge, n_edges; /* columns */
  MilpAnswer *answer;
  gboolean *chosen; /* per edge */
} Task;

static void
poll (glp_tree *tree, void *data)
{
  if (couplet_context_should_stop (data))
    glp_ios_terminate (tree);
}

/* Runs under the guard: owns nothing but the GLPK problem. */
static void
solve (gpointer data)
{
  Task *task = data;
  glp_prob *lp = glpk_program_load (task->lp);
  glp_iocp parameters;
  glp_init_iocp (&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.presolve = GLP_ON;
  parameters.tol_int = BINARY_TOLERANCE;
  parameters.cb_func = poll;
  parameters.cb_info = task->context;
  parameters.tm_lim = glpk_milliseconds (couplet_context_seconds_left (task->context));
  glp_intopt (lp, &parameters);
  int status = glp_mip_status (lp);
  task->answer->optimal = status == GLP_OPT;
  task->answer->value = glp_mip_obj_val (lp);
  for (int e = 0; (status == GLP_OPT || status == GLP_FEAS) && e < task->n_edges; e++)
    task->chosen[e] = glp_mip_col_val (lp, task->first_edge + e) > 0.5;
  glp_delete_prob (lp);
}

/* The chosen edges in order, to an end; where none is chosen, as when GLPK was stopped, the first.
 */
static GArray *
chosen_walk (const WalkGraph *graph, const gboolean *chosen)
{
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (guint32));
  const GraphNode *at = &graph->nodes[0];
  while (at->n_edges > 0) {
    guint32 e = at->first_edge;
    while (e < at->first_edge + at->n_edges && !chosen[e])
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
  int n_edges = (int)places->graph->edges->len;
  g_autofree gboolean *chosen = g_new0 (gboolean, (gsize)n_edges);
  Task task = {lp, context, edge_column (places, 0), n_edges, answer, chosen};
  if (!glpk_guarded (solve, &task))
    return FALSE;
  answer->walk = chosen_walk (places->graph, chosen);
  return TRUE;
}
