/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shift_tables.h"

/* 3^j beyond this is never within a limit. */
#define MAX_FREE 39
/* Of the clock's pace. */
#define STEPS_PER_ENTRY 32

/* ---- Layout --------------------------------------------------------------------------- */

ShiftTables *
shift_tables_new (const MacroGraph *graph, const CoupletClusters *clusters, guint64 limit)
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
    const MacroInterval *intervals = macro_graph_intervals (graph, node);
    if (graph->nodes[node].n_live > MAX_FREE)
      return NULL;
    for (guint32 g = 0; g < n_groups; g++)
      sizes[g] = 1;
    for (guint32 i = 0; i < graph->nodes[node].n_live; i++)
      sizes[shift_tables_group (tables, intervals[i].threshold)] *= 3;
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

/* ---- Moves ---------------------------------------------------------------------------- */

/* A sample of a part. */
typedef struct {
  const MacroSample *sample;
  CoupletShifts shifts; /* that it may take beside no threshold */
  CoupletCost cost[3];  /* of g, at g + 1 */
  gint8 g, low, high;   /* for the present x */
} Choice;

/* A group's part of a step. Shifts before it are x, those of its samples are
 * chosen; thresholds behind it take one of these or a constant. */
typedef struct {
  const ShiftTables *tables;
  const MacroStep *step;
  guint32 n_before, n_after, n_samples;
  guint32 before[MAX_FREE];    /* the thresholds that are free before the step */
  gint8 *x, *lowest, *highest; /* per threshold; SHIFT_FREE for x of others */
  Choice *choices;             /* of samples */
  ShiftOrigin origin[MAX_FREE];
  gint32 which[MAX_FREE];
  gint8 least[MAX_FREE], most[MAX_FREE]; /* the intervals of the target */
} Part;

/* The group's free thresholds, within what fixed samples ask of them. */
static void
load_before (Part *part, guint32 node, guint32 group)
{
  const MacroGraph *graph = part->tables->graph;
  guint32 k = graph->automaton->n_thresholds;
  memset (part->x, SHIFT_FREE, k);
  memset (part->lowest, -1, k);
  memset (part->highest, 1, k);
  for (guint32 i = 0; i < graph->nodes[node].n_live; i++) {
    guint32 threshold = macro_graph_intervals (graph, node)[i].threshold;
    if (shift_tables_group (part->tables, threshold) == group)
      part->before[part->n_before++] = threshold;
  }
  for (guint32 i = 0; i < part->n_before; i++)
    part->x[part->before[i]] = -1;
  for (guint i = 0; i < part->step->bounds->len; i++) {
    const MacroBound *bound = macro_step_bound (part->step, i);
    gint8 *low = &part->lowest[bound->threshold], *high = &part->highest[bound->threshold];
    *low = MAX (*low, bound->low);
    *high = MIN (*high, bound->high);
  }
}

static void
load_choice (const Part *part, const MacroSample *sample, Choice *choice)
{
  *choice = (Choice){.sample = sample};
  for (int g = sample->low; g <= sample->high; g++) {
    choice->shifts |= couplet_shift (g);
    choice->cost[g + 1] = macro_sample_cost (sample, part->tables->graph->unit, g);
  }
}

static guint32
group_of_sample (const Part *part, const MacroSample *sample)
{
  return shift_tables_group (
      part->tables, sample->n_literals > 0 ? macro_sample_literals (part->step, sample)[0].threshold
                                           : macro_sample_assigned (part->step, sample)[0]);
}

/* number[s]: the index in part->choices of sample s. */
static void
load_samples (Part *part, guint32 group, guint32 *number)
{
  for (guint s = 0; s < part->step->samples->len; s++) {
    const MacroSample *sample = macro_step_sample (part->step, s);
    if (group_of_sample (part, sample) != group)
      continue;
    number[s] = part->n_samples;
    load_choice (part, sample, &part->choices[part->n_samples++]);
  }
}

static void
load_after (Part *part, guint32 node, guint32 group, const guint32 *number)
{
  const MacroGraph *graph = part->tables->graph;
  for (guint32 i = 0; i < graph->nodes[node].n_live; i++) {
    const MacroInterval *interval = &macro_graph_intervals (graph, node)[i];
    if (shift_tables_group (part->tables, interval->threshold) != group)
      continue;
    guint32 at = part->n_after++;
    part->least[at] = interval->low;
    part->most[at] = interval->high;
    part->origin[at] = macro_step_origin (part->step, interval->threshold, &part->which[at]);
    if (part->origin[at] == SHIFT_TAKEN)
      part->which[at] = (gint32)number[part->which[at]];
    else if (part->origin[at] == SHIFT_KEPT)
      part->which[at] = (gint32)interval->threshold;
  }
}

static gboolean
meets_bounds (const Part *part)
{
  for (guint32 i = 0; i < part->n_before; i++) {
    guint32 v = part->before[i];
    if (part->x[v] < part->lowest[v] || part->x[v] > part->highest[v])
      return FALSE;
  }
  return TRUE;
}

/* The shifts that a sample may take when those before it are x. One that no
 * threshold takes is as cheap as it can be. */
static gboolean
bound_choice (Choice *choice, const gint8 *x)
{
  CoupletShifts left = choice->shifts & couplet_part_left (choice->sample->part, x);
  if (!couplet_shifts_are_single (left) && choice->sample->n_assigned == 0)
    left = couplet_shift (macro_sample_cheapest (choice->sample, left));
  choice->low = choice->g = (gint8)couplet_shifts_least (left);
  choice->high = (gint8)couplet_shifts_greatest (left);
  return left != 0;
}

/* The number of the vector behind the step within its group, or -1. */
static gint64
vector_after (const Part *part)
{
  gint64 number = 0, weight = 1;
  for (guint32 i = 0; i < part->n_after; i++, weight *= 3) {
    int y = part->origin[i] == SHIFT_KNOWN   ? part->which[i]
            : part->origin[i] == SHIFT_TAKEN ? part->choices[part->which[i]].g
                                             : part->x[part->which[i]];
    if (y < part->least[i] || y > part->most[i])
      return -1;
    number += weight * (y + 1);
  }
  return number;
}

static CoupletCost
samples_cost (const Part *part)
{
  CoupletUnit *unit = part->tables->graph->unit;
  CoupletCost sum = 0;
  for (guint32 s = 0; s < part->n_samples; s++)
    sum = couplet_cost_add (unit, sum, part->choices[s].cost[part->choices[s].g + 1]);
  return sum;
}

/* Steps to the next choice of the samples' shifts. */
static gboolean
next_choice (Part *part)
{
  for (guint32 s = 0; s < part->n_samples; s++) {
    Choice *choice = &part->choices[s];
    if (choice->g++ < choice->high)
      return TRUE;
    choice->g = choice->low;
  }
  return FALSE;
}

static gboolean
next_vector (Part *part)
{
  for (guint32 i = 0; i < part->n_before; i++) {
    if (part->x[part->before[i]]++ < 1)
      return TRUE;
    part->x[part->before[i]] = -1;
  }
  return FALSE;
}

static void
visit_moves (Part *part, guint64 from, guint64 first_to, ShiftMove move, gpointer data)
{
  do {
    gboolean allowed = meets_bounds (part);
    for (guint32 s = 0; allowed && s < part->n_samples; s++)
      allowed = bound_choice (&part->choices[s], part->x);
    while (allowed) {
      gint64 to = vector_after (part);
      if (to >= 0)
        move (data, from, first_to + (guint64)to, samples_cost (part));
      allowed = next_choice (part);
    }
    from++;
  } while (next_vector (part));
}

void
shift_tables_moves (const ShiftTables *tables, const MacroEdge *edge, const MacroStep *step,
                    guint32 group, ShiftMove move, gpointer data)
{
  gsize k = tables->graph->automaton->n_thresholds;
  g_autofree Choice *choices = g_new (Choice, step->samples->len);
  g_autofree guint32 *number = g_new (guint32, step->samples->len);
  g_autofree gint8 *room = g_new (gint8, 3 * k);
  Part part = {.tables = tables,
               .step = step,
               .x = room,
               .lowest = room + k,
               .highest = room + 2 * k,
               .choices = choices};
  load_before (&part, edge->source, group);
  load_samples (&part, group, number);
  load_after (&part, edge->target, group, number);
  visit_moves (&part, shift_tables_first (tables, edge->source, group),
               shift_tables_first (tables, edge->target, group), move, data);
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
shift_tables_apply (const ShiftTables *tables, const MacroEdge *edge, const MacroStep *step,
                    const CoupletCost *before, CoupletCost *after)
{
  guint64 first_to = shift_tables_first (tables, edge->target, 0);
  Fold fold = {tables->graph->unit, shift_tables_first (tables, edge->source, 0), first_to, before,
               after};
  for (guint64 i = 0; i < shift_tables_size (tables, edge->target); i++)
    after[i] = COUPLET_COST_INFINITE;
  for (guint32 g = 0; g < tables->n_groups; g++)
    shift_tables_moves (tables, edge, step, g, fold_forward, &fold);
  for (guint64 i = 0; i < shift_tables_end (tables, edge->target, 0) - first_to; i++)
    after[i] = couplet_cost_add (fold.unit, after[i], step->constant);
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

/* Raises the bounds of edge's source to what going along edge costs at most. */
static void
raise_bounds (const ShiftTables *tables, const MacroEdge *edge, const MacroStep *step,
              CoupletCost *bound, CoupletCost *scratch)
{
  guint64 first = shift_tables_first (tables, edge->source, 0);
  Fold fold = {tables->graph->unit, first, 0, bound, scratch};
  for (guint64 i = 0; i < shift_tables_size (tables, edge->source); i++)
    scratch[i] = COUPLET_COST_INFINITE;
  for (guint32 g = 0; g < tables->n_groups; g++) {
    shift_tables_moves (tables, edge, step, g, fold_backward, &fold);
    for (guint64 i = shift_tables_first (tables, edge->source, g);
         i < shift_tables_end (tables, edge->source, g); i++) {
      CoupletCost cost = scratch[i - first];
      if (g == 0)
        cost = couplet_cost_add (fold.unit, cost, step->constant);
      bound[i] = couplet_cost_max (bound[i], cost);
    }
  }
}

CoupletCost *
shift_tables_cost_to_go (const ShiftTables *tables, CoupletPace *pace)
{
  const MacroGraph *graph = tables->graph;
  g_autoptr (MacroStep) step = macro_step_new (graph->automaton);
  guint64 largest = 1;
  for (guint32 node = 0; node < graph->n_nodes; node++)
    largest = MAX (largest, shift_tables_size (tables, node));
  g_autofree CoupletCost *bound = g_new0 (CoupletCost, shift_tables_total (tables));
  g_autofree CoupletCost *scratch = g_new (CoupletCost, largest);
  for (guint32 e = graph->edges->len; e-- > 0;) {
    guint32 source = macro_graph_edge (graph, e)->source;
    if (couplet_pace_over (pace, STEPS_PER_ENTRY * (1 + shift_tables_size (tables, source))))
      return NULL;
    macro_step_load_edge (step, graph, e);
    raise_bounds (tables, macro_graph_edge (graph, e), step, bound, scratch);
  }
  return g_steal_pointer (&bound);
}
