/* SPDX-License-Identifier: Apache-2.0 */
#include "clusters.h"

#include <couplet/ties.h>

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
