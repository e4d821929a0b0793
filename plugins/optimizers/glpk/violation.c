/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "violation.h"

#include "shift_set.h"

/* A set met at a node, and how. */
typedef struct {
  ShiftSet *set;
  guint32 node, parent, edge;
} Met;

typedef struct {
  const MacroGraph *graph;
  const ShiftGroups *groups;
  guint32 group;
  MacroStep *step;
  GPtrArray **at; /* per node: the indices in met of its sets, NULL = none */
  GArray *met;
} Search;

/* ---- One step ------------------------------------------------------------------------ */

static guint
count_live (const Search *search, guint32 node)
{
  guint n = 0;
  for (guint32 i = 0; i < search->graph->nodes[node].n_live; i++)
    n += search->groups->group_of[macro_graph_intervals (search->graph, node)[i].threshold] ==
         search->group;
  return n;
}

/* The number of threshold among those of the group that are free in node, from 1. */
static guint
variable_of (const Search *search, guint32 node, guint32 threshold)
{
  guint n = 1;
  for (const MacroInterval *i = macro_graph_intervals (search->graph, node);
       i->threshold != threshold; i++)
    n += search->groups->group_of[i->threshold] == search->group;
  return n;
}

/* What samples with fixed shifts ask of the group's shifts before the edge. */
static void
require_bounds (const Search *search, ShiftSet *set, guint n, guint32 source)
{
  for (guint i = 0; i < search->step->bounds->len; i++) {
    const MacroBound *bound = macro_step_bound (search->step, i);
    if (search->groups->group_of[bound->threshold] != search->group)
      continue;
    guint x = variable_of (search, source, bound->threshold);
    shift_set_require (set, n, x, 0, bound->high);
    shift_set_require (set, n, 0, x, -bound->low);
  }
}

static void
require_sample (const Search *search, ShiftSet *set, guint n, guint g, guint32 source,
                const MacroSample *sample)
{
  const CoupletLiteral *literals = macro_sample_literals (search->step, sample);
  shift_set_require (set, n, g, 0, sample->high);
  shift_set_require (set, n, 0, g, -sample->low);
  for (guint32 i = 0; i < sample->n_literals; i++) {
    guint x = variable_of (search, source, literals[i].threshold);
    if ((literals[i].comparison & COUPLET_LESS) != 0)
      shift_set_require (set, n, g, x, 0);
    if ((literals[i].comparison & COUPLET_GREATER_EQUAL) != 0)
      shift_set_require (set, n, x, g, 0);
  }
}

/* The set before an edge with the shifts of its samples of the group added;
 * numbers[s] is the variable of sample s, 0 for another group's. */
static ShiftSet *
add_samples (const Search *search, const ShiftSet *before, guint32 source, guint *numbers,
             guint *n_after)
{
  guint n = count_live (search, source), all = n;
  for (guint s = 0; s < search->step->samples->len; s++) {
    const MacroSample *sample = macro_step_sample (search->step, s);
    gboolean ours = shift_groups_of_sample (search->groups, search->step, sample) == search->group;
    numbers[s] = ours ? ++all : 0;
  }
  ShiftSet *set = g_new (ShiftSet, shift_set_size (all));
  shift_set_fill (set, all);
  for (guint i = 0; i <= n; i++)
    for (guint j = 0; j <= n; j++)
      shift_set_require (set, all, i, j, before[i * (n + 1) + j]);
  require_bounds (search, set, all, source);
  for (guint s = 0; s < search->step->samples->len; s++)
    if (numbers[s] != 0)
      require_sample (search, set, all, numbers[s], source, macro_step_sample (search->step, s));
  *n_after = all;
  return set;
}

/* Keeps of the n shifts of set those that are free in the edge's target and
 * adds what going round there asks. */
static ShiftSet *
project (const Search *search, const ShiftSet *set, guint n, const guint *numbers,
         const MacroEdge *edge)
{
  const MacroInterval *intervals = macro_graph_intervals (search->graph, edge->target);
  guint n_after = count_live (search, edge->target), next = 1;
  g_autofree guint *from = g_new0 (guint, n_after + 1); /* variable, and what is added to it */
  g_autofree int *shift = g_new0 (int, n_after + 1);
  ShiftSet *after = g_new (ShiftSet, shift_set_size (n_after));
  shift_set_fill (after, n_after);
  for (guint32 i = 0; i < search->graph->nodes[edge->target].n_live; i++) {
    gint32 which = 0;
    if (search->groups->group_of[intervals[i].threshold] != search->group)
      continue;
    ShiftOrigin origin = macro_step_origin (search->step, intervals[i].threshold, &which);
    if (origin == SHIFT_TAKEN)
      from[next] = numbers[which];
    else if (origin == SHIFT_KNOWN)
      shift[next] = which;
    else
      from[next] = variable_of (search, edge->source, intervals[i].threshold);
    shift_set_require (after, n_after, next, 0, intervals[i].high);
    shift_set_require (after, n_after, 0, next++, -intervals[i].low);
  }
  for (guint i = 0; i <= n_after; i++)
    for (guint j = 0; j <= n_after; j++)
      shift_set_require (after, n_after, i, j,
                         shift[i] + set[from[i] * (n + 1) + from[j]] - shift[j]);
  return after;
}

/* The set behind the edge, NULL when it is empty. */
static ShiftSet *
take_edge (Search *search, const ShiftSet *before, const MacroEdge *edge)
{
  guint n = 0, n_after = count_live (search, edge->target);
  g_autofree guint *numbers = g_new (guint, search->step->samples->len);
  g_autofree ShiftSet *set = add_samples (search, before, edge->source, numbers, &n);
  if (search->step->impossible || !shift_set_close (set, n))
    return NULL;
  g_autofree ShiftSet *after = project (search, set, n, numbers, edge);
  if (!shift_set_close (after, n_after) ||
      search->graph->nodes[edge->target].impossible != COUPLET_NONE)
    return NULL;
  return g_steal_pointer (&after);
}

/* ---- All walks ------------------------------------------------------------------------ */

static void
trace (const Search *search, guint32 met, GArray *walk)
{
  for (; met != 0; met = g_array_index (search->met, Met, met).parent)
    g_array_prepend_val (walk, g_array_index (search->met, Met, met).edge);
}

/* Adds a set to those of its node; not when one of them lies within it. */
static void
keep (Search *search, Met met)
{
  GPtrArray **at = &search->at[met.node];
  guint n = count_live (search, met.node);
  if (*at == NULL)
    *at = g_ptr_array_new ();
  for (guint i = (*at)->len; i-- > 0;) {
    Met *other = &g_array_index (search->met, Met, GPOINTER_TO_UINT ((*at)->pdata[i]));
    if (shift_set_within (other->set, met.set, n)) {
      g_free (met.set);
      return;
    }
    if (shift_set_within (met.set, other->set, n))
      g_ptr_array_remove_index_fast (*at, i);
  }
  g_ptr_array_add (*at, GUINT_TO_POINTER (search->met->len));
  g_array_append_val (search->met, met);
}

static gboolean
expand (Search *search, guint32 number, GArray *walk)
{
  Met met = g_array_index (search->met, Met, number);
  const MacroNode *node = &search->graph->nodes[met.node];
  for (guint32 e = node->first_edge; e < node->first_edge + node->n_edges; e++) {
    const MacroEdge *edge = macro_graph_edge (search->graph, e);
    macro_step_load_edge (search->step, search->graph, e);
    ShiftSet *after = take_edge (search, met.set, edge);
    if (after == NULL) {
      trace (search, number, walk);
      g_array_append_val (walk, e);
      return TRUE;
    }
    keep (search, (Met){after, edge->target, number, e});
  }
  return FALSE;
}

/* Nodes are in topological order, so their sets are complete when it is their turn. */
static Violation
search_group (Search *search, guint64 limit, gboolean (*should_stop) (gpointer data), gpointer data,
              GArray *walk)
{
  ShiftSet *start = g_new (ShiftSet, shift_set_size (0));
  shift_set_fill (start, 0);
  keep (search, (Met){start, 0, COUPLET_NONE, COUPLET_NONE});
  for (guint32 node = 0; node < search->graph->n_nodes; node++)
    for (guint i = 0; search->at[node] != NULL && i < search->at[node]->len; i++) {
      if (search->met->len > limit || should_stop (data))
        return VIOLATION_STOPPED;
      if (expand (search, GPOINTER_TO_UINT (search->at[node]->pdata[i]), walk))
        return VIOLATION_FOUND;
    }
  return VIOLATION_NONE;
}

static void
clear_met (gpointer met)
{
  g_free (((Met *)met)->set);
}

static void
clear_sets (gpointer sets)
{
  if (sets != NULL)
    g_ptr_array_unref (sets);
}

Violation
violation_search (const MacroGraph *graph, const ShiftGroups *groups, guint64 limit,
                  gboolean (*should_stop) (gpointer data), gpointer data, GArray *walk)
{
  Violation found = VIOLATION_NONE;
  g_autoptr (MacroStep) step = macro_step_new (graph->automaton);
  if (graph->nodes[0].impossible != COUPLET_NONE)
    return VIOLATION_FOUND;
  for (guint32 group = 0; group < groups->n_groups && found == VIOLATION_NONE; group++) {
    g_autoptr (GPtrArray) at = g_ptr_array_new_with_free_func (clear_sets);
    g_autoptr (GArray) met = g_array_new (FALSE, FALSE, sizeof (Met));
    g_array_set_clear_func (met, clear_met);
    g_ptr_array_set_size (at, (int)graph->n_nodes);
    Search search = {graph, groups, group, step, (GPtrArray **)at->pdata, met};
    found = search_group (&search, limit, should_stop, data, walk);
  }
  return found;
}
