/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walk_places.h"

#include <string.h>

#define ARCS_PER_PLACE 8
/* Of the clock's pace. */
#define STEPS_PER_ARC 8

/* Arcs that are being added: those of a cluster, along an edge. */
typedef struct {
  WalkPlaces *places;
  const CoupletClusters *clusters;
  GraphStep *step;
  gint8 *x; /* per threshold: its shift at the place at hand */
} Building;

/* ---- Places ----------------------------------------------------------------------------- */

/* FALSE when there are more than limit. */
static gboolean
number_places (WalkPlaces *places, const CoupletClusters *clusters, guint64 limit)
{
  const WalkGraph *graph = places->graph;
  guint32 n = places->n_clusters, *first = places->first;
  g_autofree guint64 *sizes = g_new (guint64, n);
  guint64 total = 0;
  for (guint32 node = 0; node < graph->n_nodes && total <= limit; node++) {
    for (guint32 c = 0; c < n; c++)
      sizes[c] = 1;
    for (guint32 v = 0; v < graph->automaton->n_thresholds; v++) {
      guint64 *size = &sizes[clusters->cluster[v]];
      if (walk_graph_is_free (graph, node, v) && *size <= limit)
        *size *= 3;
    }
    for (guint32 c = 0; c < n && total <= limit; c++) {
      *first++ = (guint32)total;
      total += sizes[c];
    }
  }
  *first = (guint32)total;
  return total <= limit;
}

/* Sets x to the shifts at the number-th of cluster's places at node. */
static void
read_place (const Building *building, guint32 node, guint32 cluster, guint32 number)
{
  const CoupletClusters *clusters = building->clusters;
  for (guint32 i = clusters->first[cluster]; i < clusters->first[cluster + 1]; i++) {
    guint32 v = clusters->thresholds[i];
    if (!walk_graph_is_free (building->places->graph, node, v))
      continue;
    building->x[v] = (gint8)((int)(number % 3) - 1);
    number /= 3;
  }
}

/* The number of cluster's place after the step where what part (NULL = nothing) assigns shifts by
 * g; COUPLET_NONE = that is not left to it. */
static guint32
place_behind (const Building *building, guint32 cluster, const CoupletLetterPart *part, int g)
{
  const CoupletClusters *clusters = building->clusters;
  guint32 number = 0, weight = 1;
  for (guint32 i = clusters->first[cluster]; i < clusters->first[cluster + 1]; i++) {
    guint32 v = clusters->thresholds[i];
    CoupletShifts left = *walk_graph_left (building->places->graph, building->step->node, v);
    if (left == NOT_FREE)
      continue;
    gboolean takes = part != NULL && couplet_sample_assigns (&part->sample, v);
    int y = takes ? g : building->x[v];
    if (!couplet_shifts_have (left, y))
      return COUPLET_NONE;
    number += weight * (guint32)(y + 1);
    weight *= 3;
  }
  return number;
}

/* ---- Arcs ------------------------------------------------------------------------------- */

/* Adds the arcs of an edge that leaves the node source. A sample that nothing keeps shifts as
 * cheaply as it can. */
static void
add_arcs (const Building *building, guint32 source, guint32 cluster)
{
  WalkPlaces *places = building->places;
  const GraphStep *step = building->step;
  const CoupletLetterPart *part = couplet_letter_part (step->letter, building->clusters, cluster);
  guint32 first = walk_places_first (places, source, cluster);
  guint32 first_behind = walk_places_first (places, step->node, cluster);
  CoupletShifts shifts =
      part != NULL ? step->shifts[part - step->letter->parts] : couplet_shift (0);
  gboolean pays = !couplet_shifts_are_single (shifts),
           kept = pays && graph_step_keeps (step, places->graph, &part->sample);
  memcpy (building->x, step->known, places->graph->automaton->n_thresholds);
  for (guint32 from = first; from < walk_places_end (places, source, cluster); from++) {
    CoupletShifts left = shifts;
    read_place (building, source, cluster, from - first);
    if (part != NULL)
      left &= couplet_literals_left (part->sample.literals, part->sample.n_literals, building->x);
    if (pays && !kept && left != 0)
      left = couplet_shift (couplet_cheapest_shift (part->fees, left));
    for (int g = -1; g <= 1; g++) {
      guint32 to =
          couplet_shifts_have (left, g) ? place_behind (building, cluster, part, g) : COUPLET_NONE;
      PlaceArc arc = {from, first_behind + to, pays ? graph_part_cost (places->graph, part, g) : 0};
      if (to != COUPLET_NONE)
        g_array_append_val (places->arcs, arc);
    }
  }
}

/* FALSE when there are more than limit, or pace is over. */
static gboolean
add_all_arcs (const Building *building, guint64 limit, CoupletPace *pace)
{
  WalkPlaces *places = building->places;
  const WalkGraph *graph = places->graph;
  for (guint32 e = 0; e < graph->edges->len; e++) {
    guint32 source = walk_graph_edge (graph, e)->from;
    if (places->arcs->len > limit ||
        couplet_pace_over (pace, STEPS_PER_ARC * (1 + walk_places_size (places, source))))
      return FALSE;
    graph_step_load (building->step, graph, walk_graph_edge (graph, e)->leg);
    places->first_arc[e] = places->arcs->len;
    for (guint32 c = 0; c < places->n_clusters; c++)
      add_arcs (building, source, c);
  }
  places->first_arc[graph->edges->len] = places->arcs->len;
  return TRUE;
}

/* ---- The potential ---------------------------------------------------------------------- */

static void
lower (CoupletCost *least, CoupletUnit *unit, CoupletCost cost, CoupletCost fee)
{
  *least = couplet_cost_min (*least, couplet_cost_add (unit, cost, fee));
}

/* FALSE when pace is over. */
static gboolean
find_potential (WalkPlaces *places, CoupletPace *pace)
{
  const WalkGraph *graph = places->graph;
  CoupletCost *potential = places->potential = g_new0 (CoupletCost, walk_places_total (places));
  g_autofree CoupletCost *least = g_new (CoupletCost, walk_places_total (places));
  for (guint32 e = graph->edges->len; e-- > 0;) {
    const GraphEdge *edge = walk_graph_edge (graph, e);
    guint32 first = walk_places_first (places, edge->from, 0);
    guint32 size = walk_places_size (places, edge->from);
    guint32 first_cluster = walk_places_end (places, edge->from, 0);
    if (couplet_pace_over (pace, STEPS_PER_ARC * (1 + size)))
      return FALSE;
    for (guint32 i = first; i < first + size; i++)
      least[i] = COUPLET_COST_INFINITE;
    for (guint32 i = places->first_arc[e]; i < places->first_arc[e + 1]; i++) {
      const PlaceArc *arc = &g_array_index (places->arcs, PlaceArc, i);
      lower (&least[arc->from], graph->unit, potential[arc->to], arc->fee);
    }
    for (guint32 i = first; i < first + size; i++) {
      CoupletCost fixed = i < first_cluster ? edge->fixed : 0;
      potential[i] =
          couplet_cost_max (potential[i], couplet_cost_add (graph->unit, least[i], fixed));
    }
  }
  return TRUE;
}

WalkPlaces *
walk_places_new (const WalkGraph *graph, const CoupletClusters *clusters, guint64 limit,
                 CoupletPace *pace)
{
  g_autoptr (WalkPlaces) places = g_new (WalkPlaces, 1);
  limit = MIN (limit, G_MAXINT32 / ARCS_PER_PLACE);
  *places = (WalkPlaces){.graph = graph,
                         .n_clusters = clusters->n_clusters,
                         .first = g_new (guint32, (gsize)graph->n_nodes * clusters->n_clusters + 1),
                         .arcs = g_array_new (FALSE, FALSE, sizeof (PlaceArc)),
                         .first_arc = g_new (guint32, (gsize)graph->edges->len + 1)};
  g_autoptr (GraphStep) step = graph_step_new (graph);
  g_autofree gint8 *x = g_new (gint8, graph->automaton->n_thresholds);
  const Building building = {places, clusters, step, x};
  gboolean good = number_places (places, clusters, limit) &&
                  add_all_arcs (&building, ARCS_PER_PLACE * limit, pace) &&
                  find_potential (places, pace);
  return good ? g_steal_pointer (&places) : NULL;
}

void
walk_places_free (WalkPlaces *places)
{
  g_free (places->first);
  g_array_unref (places->arcs);
  g_free (places->first_arc);
  g_free (places->potential);
  g_free (places);
}

/* ---- Costs ------------------------------------------------------------------------------ */

void
walk_places_take (const WalkPlaces *places, guint32 edge, const CoupletCost *before,
                  CoupletCost *after)
{
  CoupletUnit *unit = places->graph->unit;
  const GraphEdge *taken = walk_graph_edge (places->graph, edge);
  guint32 from = walk_places_first (places, taken->from, 0);
  guint32 to = walk_places_first (places, taken->to, 0);
  for (guint32 i = 0; i < walk_places_size (places, taken->to); i++)
    after[i] = COUPLET_COST_INFINITE;
  for (guint32 i = places->first_arc[edge]; i < places->first_arc[edge + 1]; i++) {
    const PlaceArc *arc = &g_array_index (places->arcs, PlaceArc, i);
    lower (&after[arc->to - to], unit, before[arc->from - from], arc->fee);
  }
  for (guint32 i = 0; i < walk_places_end (places, taken->to, 0) - to; i++)
    after[i] = couplet_cost_add (unit, after[i], taken->fixed);
}

CoupletCost
walk_places_most (const WalkPlaces *places, guint32 node, const CoupletCost *costs)
{
  CoupletUnit *unit = places->graph->unit;
  guint32 first = walk_places_first (places, node, 0);
  CoupletCost sum = 0;
  for (guint32 c = 0; c < places->n_clusters; c++) {
    CoupletCost least = COUPLET_COST_INFINITE;
    for (guint32 i = walk_places_first (places, node, c); i < walk_places_end (places, node, c);
         i++)
      lower (&least, unit, places->potential[i], costs != NULL ? costs[i - first] : 0);
    sum = couplet_cost_add (unit, sum, least);
  }
  return sum;
}

CoupletCost
walk_places_cost (const WalkPlaces *places, const GArray *walk)
{
  guint32 node = 0;
  CoupletCost *costs = g_new0 (CoupletCost, walk_places_size (places, 0));
  for (guint i = 0; i < walk->len; i++) {
    guint32 e = g_array_index (walk, guint32, i);
    node = walk_graph_edge (places->graph, e)->to;
    CoupletCost *after = g_new (CoupletCost, walk_places_size (places, node));
    walk_places_take (places, e, costs, after);
    g_free (costs);
    costs = after;
  }
  CoupletCost cost = walk_places_most (places, node, costs);
  g_free (costs);
  return cost;
}
