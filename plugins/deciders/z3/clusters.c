/* SPDX-License-Identifier: Apache-2.0 */
#include "clusters.h"

#include <couplet/ties.h>

#include <string.h>

/* Of the clock's pace. */
#define STEPS_PER_SAMPLE 8

/* FALSE when stopped, like those below. */
static gboolean
load_samples (Clusters *clusters, CoupletPace *pace)
{
  const CoupletAutomaton *a = clusters->automaton;
  g_autofree CoupletSample *room = g_new (CoupletSample, MAX (couplet_n_slots (a), 1));
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (couplet_pace_over (pace, STEPS_PER_SAMPLE))
      return FALSE;
    if (!a->reachable[a->source[t]])
      continue;
    guint32 n = couplet_samples_load (room, a, clusters->components, NULL, t);
    g_array_append_vals (clusters->samples, room, n);
    for (guint32 i = 0; i < n; i++)
      g_array_append_val (clusters->transitions, t);
  }
  return TRUE;
}

/* ---- Thresholds that depend on each other ---------------------------------------------- */

/* TRUE when one literal of sample at least asks for that inequality. */
static gboolean
one_asks (const CoupletSample *sample, gboolean (*asks) (guint32 comparisons))
{
  for (guint32 i = 0; i < sample->n_literals; i++)
    if (asks (sample->literals[i].comparison))
      return TRUE;
  return FALSE;
}

/* Whether the shifts of sample's thresholds depend on each other: a given shift
 * bounds each by itself, and one that is only above or only below others fits any. */
static gboolean
is_tie (const CoupletSample *sample)
{
  return (sample->n_assigned > 0 ||
          (one_asks (sample, couplet_asks_at_most) && one_asks (sample, couplet_asks_at_least))) &&
         !couplet_sample_is_given (sample);
}

static gboolean
tie_thresholds (const Clusters *clusters, CoupletTies *ties, CoupletPace *pace)
{
  for (guint32 s = 0; s < clusters->samples->len; s++) {
    const CoupletSample *sample = clusters_sample (clusters, s);
    if (couplet_pace_over (pace, 1))
      return FALSE;
    if (is_tie (sample))
      couplet_ties_add (ties, sample->literals, sample->n_literals, sample->assigned,
                        sample->n_assigned);
  }
  return TRUE;
}

guint32
clusters_assigned (const Clusters *clusters, guint32 cluster, const CoupletSample *sample)
{
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (clusters_have (clusters, cluster, sample->assigned[i]))
      return sample->assigned[i];
  return COUPLET_NONE;
}

/* ---- Numbering ------------------------------------------------------------------------- */

static void
number_clusters (Clusters *clusters, CoupletTies *ties)
{
  guint32 k = clusters->automaton->n_thresholds;
  clusters->n_clusters = couplet_ties_number (ties, clusters->cluster);
  clusters->first = g_new0 (guint32, (gsize)clusters->n_clusters + 1);
  for (guint32 v = 0; v < k; v++)
    clusters->place[v] = clusters->first[clusters->cluster[v] + 1]++;
  for (guint32 c = 0; c < clusters->n_clusters; c++)
    clusters->first[c + 1] += clusters->first[c];
  for (guint32 v = 0; v < k; v++)
    clusters->thresholds[clusters->first[clusters->cluster[v]] + clusters->place[v]] = v;
}

typedef struct {
  const Clusters *clusters;
  guint32 *last;  /* per cluster: the last sample seen that uses it */
  guint32 *count; /* per cluster */
  guint32 *list;  /* where to write samples down, a cluster's at its count; NULL */
} Users;

static void
add_user (Users *users, guint32 sample, guint32 threshold)
{
  guint32 cluster = users->clusters->cluster[threshold];
  if (users->last[cluster] == sample)
    return;
  users->last[cluster] = sample;
  if (users->list != NULL)
    users->list[users->count[cluster]] = sample;
  users->count[cluster]++;
}

static gboolean
add_users (Users *users, CoupletPace *pace)
{
  for (guint32 c = 0; c < users->clusters->n_clusters; c++)
    users->last[c] = COUPLET_NONE;
  for (guint32 s = 0; s < users->clusters->samples->len; s++) {
    const CoupletSample *sample = clusters_sample (users->clusters, s);
    if (couplet_pace_over (pace, 1 + sample->n_literals))
      return FALSE;
    for (guint32 i = 0; i < sample->n_literals; i++)
      add_user (users, s, sample->literals[i].threshold);
    for (guint32 i = 0; i < sample->n_assigned; i++)
      add_user (users, s, sample->assigned[i]);
  }
  return TRUE;
}

static gboolean
list_users (Clusters *clusters, CoupletPace *pace)
{
  guint32 n = clusters->n_clusters;
  g_autofree guint32 *last = g_new (guint32, (gsize)n + 1);
  g_autofree guint32 *end = g_new0 (guint32, (gsize)n + 1);
  clusters->begin = g_new0 (guint32, (gsize)n + 1);
  Users users = {clusters, last, clusters->begin + 1, NULL};
  if (!add_users (&users, pace))
    return FALSE;
  for (guint32 c = 0; c < n; c++)
    end[c + 1] = clusters->begin[c + 1] += clusters->begin[c];
  clusters->users = g_new (guint32, MAX (clusters->begin[n], 1));
  users.count = end;
  users.list = clusters->users;
  return add_users (&users, pace);
}

Clusters *
clusters_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
              CoupletContext *context)
{
  guint32 k = automaton->n_thresholds;
  CoupletPace pace = {.context = context};
  g_autoptr (Clusters) clusters = g_new0 (Clusters, 1);
  g_autoptr (CoupletTies) ties = couplet_ties_new (k);
  *clusters = (Clusters){.automaton = automaton,
                         .components = components,
                         .samples = g_array_new (FALSE, FALSE, sizeof (CoupletSample)),
                         .transitions = g_array_new (FALSE, FALSE, sizeof (guint32)),
                         .cluster = g_new0 (guint32, MAX (k, 1)),
                         .place = g_new0 (guint32, MAX (k, 1)),
                         .thresholds = g_new0 (guint32, MAX (k, 1))};
  if (!load_samples (clusters, &pace) || !tie_thresholds (clusters, ties, &pace))
    return NULL;
  number_clusters (clusters, ties);
  return list_users (clusters, &pace) ? g_steal_pointer (&clusters) : NULL;
}

void
clusters_free (Clusters *clusters)
{
  if (clusters == NULL)
    return;
  g_array_unref (clusters->samples);
  g_array_unref (clusters->transitions);
  g_free (clusters->cluster);
  g_free (clusters->place);
  g_free (clusters->first);
  g_free (clusters->thresholds);
  g_free (clusters->begin);
  g_free (clusters->users);
  g_free (clusters);
}

/* ---- Steps ---- */

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
