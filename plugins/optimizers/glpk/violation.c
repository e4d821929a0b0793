/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "violation.h"

#include "relation.h"

/* Of the clock's pace. */
#define STEPS_PER_SET 100

/* A set met at a node, and how. */
typedef struct {
  guint64 *set; /* relation.h: of the free thresholds of the group */
  guint32 node, parent, edge;
} MetSet;

typedef struct {
  const MacroGraph *graph;
  const ShiftGroups *groups;
  guint32 group;
  MacroStep *step;
  GPtrArray **at; /* per node: the indices in met of its sets, NULL = none */
  GArray *met;
} ViolationSearch;

/* ---- One step ------------------------------------------------------------------------ */

static guint32
count_live (const ViolationSearch *search, guint32 node)
{
  guint32 n = 0;
  for (guint32 i = 0; i < search->graph->nodes[node].n_live; i++)
    n += search->groups->group_of[macro_graph_intervals (search->graph, node)[i].threshold] ==
         search->group;
  return n;
}

/* The node in sets of threshold, which is of the group and free in node. */
static guint32
node_of (const ViolationSearch *search, guint32 node, guint32 threshold)
{
  guint32 n = THRESHOLD_NODE (0);
  for (const MacroInterval *i = macro_graph_intervals (search->graph, node);
       i->threshold != threshold; i++)
    n += search->groups->group_of[i->threshold] == search->group;
  return n;
}

/* What samples with fixed shifts ask of the group's shifts before the edge. */
static void
require_bounds (const ViolationSearch *search, RelationShape shape, guint64 *set, guint32 source)
{
  for (guint i = 0; i < search->step->bounds->len; i++) {
    const MacroBound *bound = macro_step_bound (search->step, i);
    if (search->groups->group_of[bound->threshold] != search->group)
      continue;
    guint32 x = node_of (search, source, bound->threshold);
    relation_add (shape, set, x, NUMBER_NODE (bound->high));
    relation_add (shape, set, NUMBER_NODE (bound->low), x);
  }
}

static void
require_sample (const ViolationSearch *search, RelationShape shape, guint64 *set, guint32 g,
                guint32 source, const MacroSample *sample)
{
  const CoupletLiteral *literals = macro_sample_literals (search->step, sample);
  relation_add (shape, set, g, NUMBER_NODE (sample->high));
  relation_add (shape, set, NUMBER_NODE (sample->low), g);
  for (guint32 i = 0; i < sample->n_literals; i++) {
    guint32 x = node_of (search, source, literals[i].threshold);
    if (couplet_asks_at_most (literals[i].comparison))
      relation_add (shape, set, g, x);
    if (couplet_asks_at_least (literals[i].comparison))
      relation_add (shape, set, x, g);
  }
}

/* The set before an edge with the shifts of its samples of the group added;
 * nodes[s] is the node of sample s, COUPLET_NONE for another group's. */
static guint64 *
add_samples (const ViolationSearch *search, const guint64 *before, guint32 source, guint32 *nodes,
             RelationShape *shape)
{
  guint32 n = count_live (search, source), all = n;
  for (guint s = 0; s < search->step->samples->len; s++) {
    const MacroSample *sample = macro_step_sample (search->step, s);
    gboolean ours = shift_groups_of_sample (search->groups, search->step, sample) == search->group;
    nodes[s] = ours ? THRESHOLD_NODE (all++) : COUPLET_NONE;
  }
  *shape = relation_shape (all);
  guint64 *set = g_new (guint64, relation_size (*shape));
  g_autofree guint32 *pick = g_new (guint32, all);
  for (guint32 i = 0; i < all; i++)
    pick[i] = i < n ? THRESHOLD_NODE (i) : COUPLET_NONE;
  relation_pick (*shape, set, relation_shape (n), before, pick);
  require_bounds (search, *shape, set, source);
  for (guint s = 0; s < search->step->samples->len; s++)
    if (nodes[s] != COUPLET_NONE)
      require_sample (search, *shape, set, nodes[s], source, macro_step_sample (search->step, s));
  return set;
}

/* Where in set, before and on the edge, the shift of a threshold behind it comes from. */
static guint32
origin_of (const ViolationSearch *search, guint32 threshold, const guint32 *nodes, guint32 source)
{
  gint32 which = 0;
  switch (macro_step_origin (search->step, threshold, &which)) {
  case SHIFT_TAKEN:
    return nodes[which];
  case SHIFT_KNOWN:
    return NUMBER_NODE (which);
  case SHIFT_KEPT:
  default:
    return node_of (search, source, threshold);
  }
}

/* Keeps of the shifts of set those that are free in the edge's target and
 * adds what going round there asks. */
static guint64 *
project (const ViolationSearch *search, RelationShape shape, const guint64 *set,
         const guint32 *nodes, const MacroEdge *edge)
{
  const MacroInterval *intervals = macro_graph_intervals (search->graph, edge->target);
  guint32 n_live = search->graph->nodes[edge->target].n_live, n = 0;
  RelationShape after_shape = relation_shape (count_live (search, edge->target));
  guint64 *after = g_new (guint64, relation_size (after_shape));
  g_autofree guint32 *pick = g_new (guint32, n_live);
  for (guint32 i = 0; i < n_live; i++)
    if (search->groups->group_of[intervals[i].threshold] == search->group)
      pick[n++] = origin_of (search, intervals[i].threshold, nodes, edge->source);
  relation_pick (after_shape, after, shape, set, pick);
  n = 0;
  for (guint32 i = 0; i < n_live; i++) {
    if (search->groups->group_of[intervals[i].threshold] != search->group)
      continue;
    relation_add (after_shape, after, THRESHOLD_NODE (n), NUMBER_NODE (intervals[i].high));
    relation_add (after_shape, after, NUMBER_NODE (intervals[i].low), THRESHOLD_NODE (n++));
  }
  return after;
}

/* The set behind the edge, NULL when it is empty. */
static guint64 *
take_edge (ViolationSearch *search, const guint64 *before, const MacroEdge *edge)
{
  RelationShape shape, after_shape = relation_shape (count_live (search, edge->target));
  g_autofree guint32 *nodes = g_new0 (guint32, search->step->samples->len);
  g_autofree guint64 *set = add_samples (search, before, edge->source, nodes, &shape);
  if (search->step->impossible || relation_is_empty (shape, set))
    return NULL;
  g_autofree guint64 *after = project (search, shape, set, nodes, edge);
  if (relation_is_empty (after_shape, after) ||
      search->graph->nodes[edge->target].impossible != COUPLET_NONE)
    return NULL;
  return g_steal_pointer (&after);
}

/* ---- All walks ------------------------------------------------------------------------ */

static void
trace (const ViolationSearch *search, guint32 met, GArray *walk)
{
  for (; met != 0; met = g_array_index (search->met, MetSet, met).parent)
    g_array_prepend_val (walk, g_array_index (search->met, MetSet, met).edge);
}

/* Adds a set to those of its node; not when one of them lies within it. */
static void
keep (ViolationSearch *search, MetSet met)
{
  GPtrArray **at = &search->at[met.node];
  RelationShape shape = relation_shape (count_live (search, met.node));
  if (*at == NULL)
    *at = g_ptr_array_new ();
  for (guint i = (*at)->len; i-- > 0;) {
    MetSet *other = &g_array_index (search->met, MetSet, GPOINTER_TO_UINT ((*at)->pdata[i]));
    if (relation_implies (shape, other->set, met.set)) {
      g_free (met.set);
      return;
    }
    if (relation_implies (shape, met.set, other->set))
      g_ptr_array_remove_index_fast (*at, i);
  }
  g_ptr_array_add (*at, GUINT_TO_POINTER (search->met->len));
  g_array_append_val (search->met, met);
}

static gboolean
expand (ViolationSearch *search, guint32 number, GArray *walk)
{
  MetSet met = g_array_index (search->met, MetSet, number);
  const MacroNode *node = &search->graph->nodes[met.node];
  for (guint32 e = node->first_edge; e < node->first_edge + node->n_edges; e++) {
    const MacroEdge *edge = macro_graph_edge (search->graph, e);
    macro_step_load_edge (search->step, search->graph, e);
    guint64 *after = take_edge (search, met.set, edge);
    if (after == NULL) {
      trace (search, number, walk);
      g_array_append_val (walk, e);
      return TRUE;
    }
    keep (search, (MetSet){after, edge->target, number, e});
  }
  return FALSE;
}

/* Nodes are in topological order, so their sets are complete when it is their turn. */
static Violation
search_group (ViolationSearch *search, guint64 limit, CoupletPace *pace, GArray *walk)
{
  RelationShape nothing = relation_shape (0);
  guint64 *start = g_new (guint64, relation_size (nothing));
  relation_clear (nothing, start);
  keep (search, (MetSet){start, 0, COUPLET_NONE, COUPLET_NONE});
  for (guint32 node = 0; node < search->graph->n_nodes; node++)
    for (guint i = 0; search->at[node] != NULL && i < search->at[node]->len; i++) {
      if (search->met->len > limit || couplet_pace_over (pace, STEPS_PER_SET))
        return VIOLATION_STOPPED;
      if (expand (search, GPOINTER_TO_UINT (search->at[node]->pdata[i]), walk))
        return VIOLATION_FOUND;
    }
  return VIOLATION_NONE;
}

static void
clear_met (gpointer met)
{
  g_free (((MetSet *)met)->set);
}

static void
clear_sets (gpointer sets)
{
  if (sets != NULL)
    g_ptr_array_unref (sets);
}

Violation
violation_search (const MacroGraph *graph, const ShiftGroups *groups, guint64 limit,
                  CoupletPace *pace, GArray *walk)
{
  Violation found = VIOLATION_NONE;
  g_autoptr (MacroStep) step = macro_step_new (graph->automaton);
  if (graph->nodes[0].impossible != COUPLET_NONE)
    return VIOLATION_FOUND;
  for (guint32 group = 0; group < groups->n_groups && found == VIOLATION_NONE; group++) {
    g_autoptr (GPtrArray) at = g_ptr_array_new_with_free_func (clear_sets);
    g_autoptr (GArray) met = g_array_new (FALSE, FALSE, sizeof (MetSet));
    g_array_set_clear_func (met, clear_met);
    g_ptr_array_set_size (at, (int)graph->n_nodes);
    ViolationSearch search = {graph, groups, group, step, (GPtrArray **)at->pdata, met};
    found = search_group (&search, limit, pace, walk);
  }
  return found;
}
