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
  guint32 n_groups = clusters != NULL ? MAX (clusters->n_clusters, 1) : 1;
  g_autofree guint64 *sizes = g_new (guint64, n_groups);
  guint64 total = 0;
  tables->graph = graph;
  tables->n_groups = n_groups;
  tables->group_of = clusters != NULL ? clusters->cluster : NULL;
  tables->first = g_new (guint64, (gsize)graph->n_nodes * n_groups + 1);
  for (guint32 node = 0; node < graph->n_nodes; node++) {
    const FreeShift *shifts = walk_graph_free_shifts (graph, node);
    if (graph->nodes[node].n_free > MAX_FREE)
      return NULL;
    for (guint32 g = 0; g < n_groups; g++)
      sizes[g] = 1;
    for (guint32 i = 0; i < graph->nodes[node].n_free; i++)
      sizes[shift_tables_group (tables, shifts[i].threshold)] *= 3;
    for (guint32 g = 0; g < n_groups; g++) {
      tables->first[(gsize)node * n_groups + g] = total;
      total += sizes[g];
      if (total > limit)
        return NULL;
    }
  }
  tables->first[(gsize)graph->n_nodes * n_groups] = total;
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

/* A group's part of a step. */
typedef struct {
  const ShiftTables *tables;
  const GraphStep *step;
  guint32 group;
  guint32 n_before, n_after;
  guint32 before[MAX_FREE]; /* the group's free thresholds at the step's source */
  FreeShift after[MAX_FREE];
  guint32 taken[MAX_FREE]; /* per threshold behind the step: the part whose shift it takes */
  gint8 *x;            /* per threshold: its shift before the step; SHIFT_FREE in other groups */
  CoupletShifts *left; /* per part: what it may choose from beside x */
  gint8 *g;            /* per part: the shift chosen */
} Arcs;

static const CoupletLetterPart *
part_at (const Arcs *arcs, guint32 p)
{
  return &arcs->step->letter->parts[p];
}

/* Whether the sample may choose, and with it the thresholds that it has to do with are the
 * group's. */
static gboolean
chooses (const Arcs *arcs, guint32 p)
{
  const CoupletSample *sample = &part_at (arcs, p)->sample;
  guint32 threshold = sample->n_literals > 0 ? sample->literals[0].threshold : 0;
  if (sample->n_literals == 0 && sample->n_assigned > 0)
    threshold = sample->assigned[0];
  return graph_step_chooses (arcs->step, p) &&
         shift_tables_group (arcs->tables, threshold) == arcs->group;
}

static void
load_before (Arcs *arcs, guint32 node)
{
  const WalkGraph *graph = arcs->tables->graph;
  memcpy (arcs->x, arcs->step->known, graph->automaton->n_thresholds);
  for (guint32 i = 0; i < graph->nodes[node].n_free; i++) {
    guint32 threshold = walk_graph_free_shifts (graph, node)[i].threshold;
    if (shift_tables_group (arcs->tables, threshold) != arcs->group)
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
    if (shift_tables_group (arcs->tables, shift.threshold) != arcs->group)
      continue;
    guint32 *taken = &arcs->taken[arcs->n_after];
    arcs->after[arcs->n_after++] = shift;
    *taken = COUPLET_NONE;
    for (guint32 p = 0; p < arcs->step->letter->n_parts; p++)
      if (couplet_sample_assigns (&part_at (arcs, p)->sample, shift.threshold))
        *taken = p;
  }
}

static gboolean
is_taken (const Arcs *arcs, guint32 p)
{
  for (guint32 i = 0; i < arcs->n_after; i++)
    if (arcs->taken[i] == p)
      return TRUE;
  return FALSE;
}

/* Chooses the first shifts that samples may have beside x; FALSE when one has none. One that no
 * threshold takes is as cheap as it can be. */
static gboolean
first_choice (Arcs *arcs)
{
  for (guint32 p = 0; p < arcs->step->letter->n_parts; p++) {
    const CoupletLetterPart *part = part_at (arcs, p);
    CoupletShifts left = arcs->step->shifts[p];
    if (graph_step_chooses (arcs->step, p) && !chooses (arcs, p)) {
      arcs->left[p] = 0;
      continue;
    }
    left &= couplet_literals_left (part->sample.literals, part->sample.n_literals, arcs->x);
    if (left == 0)
      return FALSE;
    if (!is_taken (arcs, p))
      left = couplet_shift (couplet_cheapest_shift (part->fees, left));
    arcs->left[p] = left;
    arcs->g[p] = (gint8)couplet_shifts_least (left);
  }
  return TRUE;
}

static gboolean
next_choice (Arcs *arcs)
{
  for (guint32 p = 0; p < arcs->step->letter->n_parts; p++) {
    CoupletShifts above = arcs->left[p] & (CoupletShifts)(COUPLET_ALL_SHIFTS << (arcs->g[p] + 2));
    if (arcs->left[p] == 0)
      continue;
    arcs->g[p] = (gint8)couplet_shifts_least (above != 0 ? above : arcs->left[p]);
    if (above != 0)
      return TRUE;
  }
  return FALSE;
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

/* The number of the vector behind the step within its group, or -1. */
static gint64
vector_after (const Arcs *arcs)
{
  gint64 number = 0, weight = 1;
  for (guint32 i = 0; i < arcs->n_after; i++, weight *= 3) {
    int y = arcs->taken[i] != COUPLET_NONE ? arcs->g[arcs->taken[i]]
                                           : arcs->x[arcs->after[i].threshold];
    if (!couplet_shifts_have (arcs->after[i].left, y))
      return -1;
    number += weight * (y + 1);
  }
  return number;
}

static CoupletCost
choice_cost (const Arcs *arcs)
{
  const WalkGraph *graph = arcs->tables->graph;
  CoupletCost sum = 0;
  for (guint32 p = 0; p < arcs->step->letter->n_parts; p++)
    if (arcs->left[p] != 0 && graph_step_chooses (arcs->step, p))
      sum = couplet_cost_add (graph->unit, sum,
                              graph_part_cost (graph, part_at (arcs, p), arcs->g[p]));
  return sum;
}

void
shift_tables_arcs (const ShiftTables *tables, guint32 source, const GraphStep *step, guint32 group,
                   ShiftArc arc, gpointer data)
{
  gsize k = tables->graph->automaton->n_thresholds, n = step->letter->n_parts;
  g_autofree gint8 *room = g_new (gint8, k + n);
  g_autofree CoupletShifts *left = g_new (CoupletShifts, n);
  Arcs arcs = {
      .tables = tables, .step = step, .group = group, .x = room, .g = room + k, .left = left};
  guint64 from = shift_tables_first (tables, source, group);
  guint64 first_to = shift_tables_first (tables, step->node, group);
  load_before (&arcs, source);
  load_after (&arcs);
  do {
    for (gboolean more = first_choice (&arcs); more; more = next_choice (&arcs)) {
      gint64 to = vector_after (&arcs);
      if (to >= 0)
        arc (data, from, first_to + (guint64)to, choice_cost (&arcs));
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
  for (guint32 g = 0; g < tables->n_groups; g++)
    shift_tables_arcs (tables, source, step, g, fold_forward, &fold);
  for (guint64 i = 0; i < shift_tables_end (tables, step->node, 0) - first_to; i++)
    after[i] = couplet_cost_add (fold.unit, after[i], step->fixed);
}

CoupletCost
shift_tables_min (const ShiftTables *tables, guint32 node, const CoupletCost *costs)
{
  guint64 base = shift_tables_first (tables, node, 0);
  CoupletCost sum = 0;
  for (guint32 g = 0; g < tables->n_groups; g++) {
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
  for (guint32 g = 0; g < tables->n_groups; g++) {
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
