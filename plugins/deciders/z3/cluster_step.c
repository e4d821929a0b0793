/* SPDX-License-Identifier: Apache-2.0 */
#include "cluster_step.h"

#include <string.h>

static guint32
node_of (const ClusterView *view, guint32 threshold)
{
  return THRESHOLD_NODE (view->clusters->place[threshold]);
}

static gboolean
is_live (const ClusterView *view, guint32 state, guint32 node)
{
  return ((view->live[(gsize)state * view->shape.words + node / 64] >> (node % 64)) & 1) != 0;
}

gboolean
cluster_is_idle (const ClusterView *view, guint32 state)
{
  for (guint32 i = 0; i < view->shape.words; i++)
    if (view->live[(gsize)state * view->shape.words + i] != 0)
      return FALSE;
  return TRUE;
}

/* ---- Live thresholds ---------------------------------------------------------------- */

static gboolean
assigns (const ClusterView *view, guint32 transition, guint32 threshold)
{
  if (view->sample_of[transition] == COUPLET_NONE)
    return FALSE;
  const CoupletSample *sample = clusters_sample (view->clusters, view->sample_of[transition]);
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (sample->assigned[i] == threshold)
      return TRUE;
  return FALSE;
}

static gboolean
reads (const CoupletSample *sample, guint32 threshold)
{
  for (guint32 i = 0; i < sample->n_literals; i++)
    if (sample->literals[i].threshold == threshold)
      return TRUE;
  return FALSE;
}

static void
mark_live (ClusterView *view, GArray *pending, guint32 state, guint32 node)
{
  if (!view->clusters->automaton->reachable[state] || is_live (view, state, node))
    return;
  view->live[(gsize)state * view->shape.words + node / 64] |= (guint64)1 << (node % 64);
  g_array_append_val (pending, state);
}

/* Backwards from the comparisons with threshold to its assignments. */
static void
find_live (ClusterView *view, guint32 threshold, const guint32 *row, const guint32 *entering,
           GArray *pending, CoupletPace *pace)
{
  const Clusters *clusters = view->clusters;
  const CoupletAutomaton *a = clusters->automaton;
  guint32 node = node_of (view, threshold);
  for (guint32 i = clusters->begin[view->cluster]; i < clusters->begin[view->cluster + 1]; i++)
    if (reads (clusters_sample (clusters, clusters->users[i]), threshold))
      mark_live (view, pending, a->source[clusters_transition (clusters, clusters->users[i])],
                 node);
  while (pending->len > 0 && !couplet_pace_over (pace, 4)) {
    guint32 state = g_array_index (pending, guint32, pending->len - 1);
    g_array_set_size (pending, pending->len - 1);
    for (guint32 i = row[state]; i < row[state + 1]; i++)
      if (!assigns (view, entering[i], threshold))
        mark_live (view, pending, a->source[entering[i]], node);
  }
}

ClusterView *
cluster_view_new (const Clusters *clusters, guint32 cluster, const guint32 *row,
                  const guint32 *entering, CoupletContext *context)
{
  CoupletPace pace = {.context = context};
  const CoupletAutomaton *a = clusters->automaton;
  g_autoptr (GArray) pending = g_array_new (FALSE, FALSE, sizeof (guint32));
  ClusterView *view = g_new (ClusterView, 1);
  guint32 size = clusters_size (clusters, cluster);
  *view = (ClusterView){clusters, cluster, size, relation_shape (size), NULL, NULL};
  view->sample_of = g_new (guint32, MAX (a->n_transitions, 1));
  memset (view->sample_of, 0xff, a->n_transitions * sizeof (guint32)); /* COUPLET_NONE */
  view->live = g_new0 (guint64, (gsize)a->n_states * view->shape.words);
  for (guint32 i = clusters->begin[cluster]; i < clusters->begin[cluster + 1]; i++)
    view->sample_of[clusters_transition (clusters, clusters->users[i])] = clusters->users[i];
  for (guint32 i = clusters->first[cluster];
       i < clusters->first[cluster + 1] && !couplet_pace_over (&pace, 1); i++)
    find_live (view, clusters->thresholds[i], row, entering, pending, &pace);
  return view;
}

void
cluster_view_free (ClusterView *view)
{
  if (view == NULL)
    return;
  g_free (view->sample_of);
  g_free (view->live);
  g_free (view);
}

/* ---- Steps ----------------------------------------------------------------------------- */

/* TRUE when what a sample may do with the shifts a it may do with b, too: a asks for more. */
static gboolean
asks_for_more (CoupletShifts a, CoupletShifts b)
{
  return (a & ~b) == 0;
}

guint32
cluster_differences (const ClusterView *view, guint32 transition,
                     gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  const CoupletAutomaton *a = view->clusters->automaton;
  guint32 s = view->sample_of[transition], kept = 0;
  guint32 n = couplet_differences (a, transition, differences);
  if (s == COUPLET_NONE)
    return 1;
  const CoupletSample *sample = clusters_sample (view->clusters, s);
  CoupletShifts shifts[COUPLET_MOST_DIFFERENCES]; /* of those kept */
  for (guint32 i = 0; i < n; i++) {
    CoupletShifts own = couplet_sample_shifts (sample, differences[i]);
    guint32 left = 0; /* of those kept, what asks for more than this one */
    gboolean covered = FALSE;
    for (guint32 j = 0; j < kept; j++) {
      covered |= asks_for_more (shifts[j], own);
      if (!covered && asks_for_more (own, shifts[j]))
        continue;
      shifts[left] = shifts[j];
      differences[left++] = differences[j];
    }
    kept = left;
    if (!covered) {
      shifts[kept] = own;
      differences[kept++] = differences[i];
    }
  }
  return kept;
}

/* Conditions 1 to 5 of docs/theory.md section 2. */
static void
add_conditions (const ClusterView *view, const CoupletSample *sample, int difference,
                guint64 *relation)
{
  RelationShape shape = view->shape;
  guint32 g = relation_sample_node (shape);
  CoupletShifts own = couplet_sample_shifts (sample, difference);
  relation_add (shape, relation, g, NUMBER_NODE (couplet_shifts_greatest (own)));
  relation_add (shape, relation, NUMBER_NODE (couplet_shifts_least (own)), g);
  for (guint32 i = 0; i < sample->n_literals; i++) {
    if (!clusters_have (view->clusters, view->cluster, sample->literals[i].threshold))
      continue;
    guint32 node = node_of (view, sample->literals[i].threshold);
    if (couplet_asks_at_most (sample->literals[i].comparison))
      relation_add (shape, relation, g, node);
    if (couplet_asks_at_least (sample->literals[i].comparison))
      relation_add (shape, relation, node, g);
  }
}

static void
forget_the_dead (const ClusterView *view, guint32 transition, guint64 *relation)
{
  const CoupletAutomaton *a = view->clusters->automaton;
  for (guint32 i = 0; i < view->size; i++)
    if (is_live (view, a->source[transition], THRESHOLD_NODE (i)) &&
        !is_live (view, a->target[transition], THRESHOLD_NODE (i)))
      relation_forget (view->shape, relation, THRESHOLD_NODE (i));
}

/* The thresholds that take the sample, and are live behind transition, are equal to it. */
static void
assign_sample (const ClusterView *view, const CoupletSample *sample, guint32 transition,
               guint64 *relation)
{
  guint32 target = view->clusters->automaton->target[transition];
  guint32 g = relation_sample_node (view->shape);
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (clusters_have (view->clusters, view->cluster, sample->assigned[i]) &&
        is_live (view, target, node_of (view, sample->assigned[i])))
      relation_assign (view->shape, relation, node_of (view, sample->assigned[i]), g);
  relation_forget (view->shape, relation, g);
}

StepEffect
cluster_step (const ClusterView *view, const guint64 *before, guint32 transition, int difference,
              guint64 *after)
{
  StepEffect effect = STEP_FREE;
  guint32 s = view->sample_of[transition];
  memcpy (after, before, relation_size (view->shape) * sizeof *after);
  if (s != COUPLET_NONE) {
    const CoupletSample *sample = clusters_sample (view->clusters, s);
    add_conditions (view, sample, difference, after);
    if (relation_is_empty (view->shape, after))
      return STEP_IMPOSSIBLE;
    if (!relation_adds_nothing (view->shape, after, before))
      effect = STEP_RESTRICTS;
    assign_sample (view, sample, transition, after);
  }
  forget_the_dead (view, transition, after);
  return effect;
}
