/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/moves.h>

#include "union_find.h"

/* Of the clock's pace. */
#define STEPS_PER_TRANSITION 8

/* Whether the shifts of sample's thresholds depend on each other where it has a choice. Costs
 * apart, one that is not stored and only above or only below others fits any. */
static gboolean
is_tie (const CoupletSample *sample, gboolean costs)
{
  guint32 comparisons = 0;
  for (guint32 i = 0; i < sample->n_literals; i++)
    comparisons |= sample->literals[i].comparison;
  return costs || sample->n_assigned > 0 ||
         (couplet_asks_at_most (comparisons) && couplet_asks_at_least (comparisons));
}

/* FALSE when pace is over. */
static gboolean
tie_thresholds (CoupletMoves *moves, gboolean costs, guint32 *parent, CoupletPace *pace)
{
  const CoupletAutomaton *a = couplet_moves_automaton (moves);
  const CoupletLetter *letters;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (couplet_pace_over (pace, STEPS_PER_TRANSITION))
      return FALSE;
    guint32 n = a->reachable[a->source[t]] ? couplet_moves_letters (moves, t, &letters) : 0;
    for (guint32 i = 0; n > 0 && i < letters[0].n_parts; i++) {
      const CoupletSample *sample = &letters[0].parts[i].sample;
      if (is_tie (sample, costs) && couplet_letters_choose (letters, n, i))
        union_find_join_sample (parent, sample, 0);
    }
  }
  return TRUE;
}

CoupletClusters *
couplet_clusters_new (CoupletMoves *moves, gboolean costs, CoupletPace *pace)
{
  guint32 k = couplet_moves_automaton (moves)->n_thresholds;
  g_autofree guint32 *parent = g_new (guint32, k);
  for (guint32 v = 0; v < k; v++)
    parent[v] = v;
  if (!tie_thresholds (moves, costs, parent, pace))
    return NULL;
  CoupletClusters *clusters = g_new0 (CoupletClusters, 1);
  clusters->cluster = g_new0 (guint32, k);
  clusters->place = g_new0 (guint32, k);
  clusters->thresholds = g_new0 (guint32, k);
  clusters->first = g_new0 (guint32, (gsize)k + 1);
  for (guint32 v = 0; v < k; v++) { /* the root comes first */
    guint32 root = union_find_root (parent, v);
    guint32 c = clusters->cluster[v] = root == v ? clusters->n_clusters++ : clusters->cluster[root];
    clusters->place[v] = clusters->first[c + 1]++;
  }
  for (guint32 c = 0; c < clusters->n_clusters; c++)
    clusters->first[c + 1] += clusters->first[c];
  for (guint32 v = 0; v < k; v++)
    clusters->thresholds[clusters->first[clusters->cluster[v]] + clusters->place[v]] = v;
  return clusters;
}

void
couplet_clusters_free (CoupletClusters *clusters)
{
  if (clusters == NULL)
    return;
  g_free (clusters->cluster);
  g_free (clusters->place);
  g_free (clusters->first);
  g_free (clusters->thresholds);
  g_free (clusters);
}

guint32
couplet_part_assigned (const CoupletLetterPart *part, const CoupletClusters *clusters,
                       guint32 cluster)
{
  for (guint32 i = 0; i < part->sample.n_assigned; i++)
    if (clusters->cluster[part->sample.assigned[i]] == cluster)
      return part->sample.assigned[i];
  return COUPLET_NONE;
}

const CoupletLetterPart *
couplet_letter_part (const CoupletLetter *letter, const CoupletClusters *clusters, guint32 cluster)
{
  for (guint32 i = 0; i < letter->n_parts; i++) {
    const CoupletSample *sample = &letter->parts[i].sample;
    for (guint32 l = 0; l < sample->n_literals; l++)
      if (clusters->cluster[sample->literals[l].threshold] == cluster)
        return &letter->parts[i];
    if (couplet_part_assigned (&letter->parts[i], clusters, cluster) != COUPLET_NONE)
      return &letter->parts[i];
  }
  return NULL;
}
