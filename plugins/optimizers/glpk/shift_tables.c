/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shift_tables.h"

#include <string.h>

/* 3^j beyond this is never within a limit. */
#define MAX_FREE 39
/* Of the clock's pace. */
#define STEPS_PER_ENTRY 32

/* ---- Layout --------------------------------------------------------------------------- */

ShiftTables *
shift_tables_new (const WalkGraph *graph, const CoupletClusters *clusters, guint64 limit)
{
  g_autoptr (ShiftTables) tables = g_new0 (ShiftTables, 1);
  guint32 n_clusters = clusters->n_clusters;
  g_autofree guint64 *sizes = g_new (guint64, n_clusters);
  guint64 total = 0;
  tables->graph = graph;
  tables->clusters = clusters;
  tables->first = g_new (guint64, (gsize)graph->n_nodes * n_clusters + 1);
  for (guint32 node = 0; node < graph->n_nodes; node++) {
    const FreeShift *shifts = walk_graph_free_shifts (graph, node);
    if (graph->nodes[node].n_free > MAX_FREE)
      return NULL;
    for (guint32 g = 0; g < n_clusters; g++)
      sizes[g] = 1;
    for (guint32 i = 0; i < graph->nodes[node].n_free; i++)
      sizes[clusters->cluster[shifts[i].threshold]] *= 3;
    for (guint32 g = 0; g < n_clusters; g++) {
      tables->first[(gsize)node * n_clusters + g] = total;
      total += sizes[g];
      if (total > limit)
        return NULL;
    }
  }
  tables->first[(gsize)graph->n_nodes * n_clusters] = total;
  return g_steal_pointer (&tables);
}

void
shift_tables_free (ShiftTables *tables)
{
  if (tables == NULL)
    return;
  g_free (tables->first);
  g_free (tables);
}

/* ---- Arcs ----------------------------------------------------------------------------- */

/* A cluster's part of a step. */
typedef struct {
  const ShiftTables *tables;
  const GraphStep *step;
  guint32 cluster;
  const CoupletLetterPart *part; /* NULL = none has to do with the cluster */
  CoupletShifts shifts;          /* of the part's sample */
  guint32 n_before, n_after;
  guint32 before[MAX_FREE]; /* the cluster's free thresholds at the step's source */
  FreeShift after[MAX_FREE];
  gboolean takes[MAX_FREE]; /* per threshold behind the step: it takes the sample's shift */
  gboolean is_taken;        /* one does */
  gint8 *x;                 /* per threshold: its shift before the step */
} Arcs;

static void
load_before (Arcs *arcs, guint32 node)
{
  const WalkGraph *graph = arcs->tables->graph;
  memcpy (arcs->x, arcs->step->known, graph->automaton->n_thresholds);
  for (guint32 i = 0; i < graph->nodes[node].n_free; i++) {
    guint32 threshold = walk_graph_free_shifts (graph, node)[i].threshold;
    if (arcs->tables->clusters->cluster[threshold] != arcs->cluster)
      continue;
    arcs->before[arcs->n_before++] = threshold;
    arcs->x[threshold] = -1;
  }
}

static void
load_after (Arcs *arcs)
{
  const WalkGraph *graph = arcs->tables->graph;
  for (guint32 i = 0; i < graph->nodes[arcs->step->node].n_free; i++) {
    FreeShift shift = walk_graph_free_shifts (graph, arcs->step->node)[i];
    if (arcs->tables->clusters->cluster[shift.threshold] != arcs->cluster)
      continue;
    gboolean takes =
        arcs->part != NULL && couplet_sample_assigns (&arcs->part->sample, shift.threshold);
    arcs->takes[arcs->n_after] = takes;
    arcs->is_taken |= takes;
    arcs->after[arcs->n_after++] = shift;
  }
}

static gboolean
next_vector (Arcs *arcs)
{
  for (guint32 i = 0; i < arcs->n_before; i++) {
    if (arcs->x[arcs->before[i]]++ < 1)
      return TRUE;
    arcs->x[arcs->before[i]] = -1;
  }
  return FALSE;
}

/* What the sample may shift by beside x; as cheaply as it can where no threshold takes that. */
static CoupletShifts
shifts_beside (const Arcs *arcs)
{
  const CoupletLetterPart *part = arcs->part;
  if (part == NULL)
    return couplet_shift (0);
  CoupletShifts left = arcs->shifts & couplet_literals_left (part->sample.literals,
                                                             part->sample.n_literals, arcs->x);
  return left == 0 || arcs->is_taken ? left
                                     : couplet_shift (couplet_cheapest_shift (part->fees, left));
}

/* The number within the cluster of the vector behind the step when the sample shifts by g, or
 * -1. */
static gint64
vector_after (const Arcs *arcs, int g)
{
  gint64 number = 0, weight = 1;
  for (guint32 i = 0; i < arcs->n_after; i++, weight *= 3) {
    int y = arcs->takes[i] ? g : arcs->x[arcs->after[i].threshold];
    if (!couplet_shifts_have (arcs->after[i].left, y))
      return -1;
    number += weight * (y + 1);
  }
  return number;
}

void
shift_tables_arcs (const ShiftTables *tables, guint32 source, const GraphStep *step,
                   guint32 cluster, ShiftArc arc, gpointer data)
{
  Arcs arcs = {.tables = tables, .step = step, .cluster = cluster};
  CoupletCost cost[3] = {0, 0, 0};
  guint64 from = shift_tables_first (tables, source, cluster);
  guint64 first_to = shift_tables_first (tables, step->node, cluster);
  arcs.part = couplet_letter_part (step->letter, tables->clusters, cluster);
  if (arcs.part == NULL && shift_tables_end (tables, source, cluster) == from + 1 &&
      shift_tables_end (tables, step->node, cluster) == first_to + 1) {
    arc (data, from, first_to, 0); /* nothing of the cluster is free */
    return;
  }
  g_autofree gint8 *x = g_new (gint8, tables->graph->automaton->n_thresholds);
  arcs.x = x;
  if (arcs.part != NULL)
    arcs.shifts = step->shifts[arcs.part - step->letter->parts];
  for (int g = -1; g <= 1 && !couplet_shifts_are_single (arcs.shifts); g++)
    cost[g + 1] = graph_part_cost (tables->graph, arcs.part, g);
  load_before (&arcs, source);
  load_after (&arcs);
  do {
    CoupletShifts left = shifts_beside (&arcs);
    for (int g = -1; g <= 1; g++) {
      gint64 to = couplet_shifts_have (left, g) ? vector_after (&arcs, g) : -1;
      if (to >= 0)
        arc (data, from, first_to + (guint64)to, cost[g + 1]);
    }
    from++;
  } while (next_vector (&arcs));
}

/* ---- Costs ---------------------------------------------------------------------------- */

typedef struct {
  CoupletUnit *unit;
  guint64 first_from, first_to;
  const CoupletCost *known;
  CoupletCost *result;
} Fold;

static void
fold_forward (gpointer data, guint64 from, guint64 to, CoupletCost cost)
{
  Fold *fold = data;
  CoupletCost *least = &fold->result[to - fold->first_to];
  *least = couplet_cost_min (
      *least, couplet_cost_add (fold->unit, fold->known[from - fold->first_from], cost));
}

void
shift_tables_apply (const ShiftTables *tables, guint32 edge, GraphStep *step,
                    const CoupletCost *before, CoupletCost *after)
{
  guint32 source = walk_graph_source_node (tables->graph, edge);
  graph_step_load (step, tables->graph, walk_graph_edge (tables->graph, edge));
  guint64 first_to = shift_tables_first (tables, step->node, 0);
  Fold fold = {tables->graph->unit, shift_tables_first (tables, source, 0), first_to, before,
               after};
  for (guint64 i = 0; i < shift_tables_size (tables, step->node); i++)
    after[i] = COUPLET_COST_INFINITE;
  for (guint32 g = 0; g < tables->clusters->n_clusters; g++)
    shift_tables_arcs (tables, source, step, g, fold_forward, &fold);
  for (guint64 i = 0; i < shift_tables_end (tables, step->node, 0) - first_to; i++)
    after[i] = couplet_cost_add (fold.unit, after[i], step->fixed);
}

CoupletCost
shift_tables_min (const ShiftTables *tables, guint32 node, const CoupletCost *costs)
{
  guint64 base = shift_tables_first (tables, node, 0);
  CoupletCost sum = 0;
  for (guint32 g = 0; g < tables->clusters->n_clusters; g++) {
    CoupletCost least = COUPLET_COST_INFINITE;
    for (guint64 i = shift_tables_first (tables, node, g); i < shift_tables_end (tables, node, g);
         i++)
      least = couplet_cost_min (least, costs[i - base]);
    sum = couplet_cost_add (tables->graph->unit, sum, least);
  }
  return sum;
}

static void
fold_backward (gpointer data, guint64 from, guint64 to, CoupletCost cost)
{
  Fold *fold = data;
  CoupletCost *least = &fold->result[from - fold->first_from];
  *least = couplet_cost_min (*least, couplet_cost_add (fold->unit, fold->known[to], cost));
}

/* Raises the bounds of the node source to what step, which leaves it, costs at most. */
static void
raise_bounds (const ShiftTables *tables, guint32 source, const GraphStep *step, CoupletCost *bound,
              CoupletCost *scratch)
{
  guint64 first = shift_tables_first (tables, source, 0);
  Fold fold = {tables->graph->unit, first, 0, bound, scratch};
  for (guint64 i = 0; i < shift_tables_size (tables, source); i++)
    scratch[i] = COUPLET_COST_INFINITE;
  for (guint32 g = 0; g < tables->clusters->n_clusters; g++) {
    shift_tables_arcs (tables, source, step, g, fold_backward, &fold);
    for (guint64 i = shift_tables_first (tables, source, g);
         i < shift_tables_end (tables, source, g); i++) {
      CoupletCost cost = scratch[i - first];
      if (g == 0)
        cost = couplet_cost_add (fold.unit, cost, step->fixed);
      bound[i] = couplet_cost_max (bound[i], cost);
    }
  }
}

CoupletCost *
shift_tables_cost_to_go (const ShiftTables *tables, CoupletPace *pace)
{
  const WalkGraph *graph = tables->graph;
  g_autoptr (GraphStep) step = graph_step_new (graph);
  guint64 largest = 1;
  for (guint32 node = 0; node < graph->n_nodes; node++)
    largest = MAX (largest, shift_tables_size (tables, node));
  g_autofree CoupletCost *bound = g_new0 (CoupletCost, shift_tables_total (tables));
  g_autofree CoupletCost *scratch = g_new (CoupletCost, largest);
  for (guint32 e = graph->edges->len; e-- > 0;) {
    guint32 source = walk_graph_source_node (graph, e);
    if (couplet_pace_over (pace, STEPS_PER_ENTRY * (1 + shift_tables_size (tables, source))))
      return NULL;
    graph_step_load (step, graph, walk_graph_edge (graph, e));
    raise_bounds (tables, source, step, bound, scratch);
  }
  return g_steal_pointer (&bound);
}
