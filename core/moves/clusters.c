/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/moves.h>

#include <couplet/ties.h>

/* Of the clock's pace. */
#define STEPS_PER_TRANSITION 8

static gboolean
has_choice (const CoupletLetter *letters, guint32 n, guint32 part)
{
  for (guint32 i = 0; i < n; i++)
    if (!couplet_shifts_are_single (letters[i].parts[part].shifts))
      return TRUE;
  return FALSE;
}

/* Whether the shifts of sample's thresholds depend on each other where it has a choice: one that is
 * not stored and only above or only below others fits any. */
static gboolean
is_tie (const CoupletSample *sample)
{
  guint32 comparisons = 0;
  for (guint32 i = 0; i < sample->n_literals; i++)
    comparisons |= sample->literals[i].comparison;
  return sample->n_assigned > 0 ||
         (couplet_asks_at_most (comparisons) && couplet_asks_at_least (comparisons));
}

/* FALSE when pace is over. */
static gboolean
tie_thresholds (CoupletMoves *moves, const CoupletAutomaton *a, CoupletTies *ties,
                CoupletPace *pace)
{
  const CoupletLetter *letters;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (couplet_pace_over (pace, STEPS_PER_TRANSITION))
      return FALSE;
    guint32 n = a->reachable[a->source[t]] ? couplet_moves_letters (moves, t, &letters) : 0;
    for (guint32 i = 0; n > 0 && i < letters[0].n_parts; i++) {
      const CoupletSample *sample = &letters[0].parts[i].sample;
      if (is_tie (sample) && has_choice (letters, n, i))
        couplet_ties_add (ties, sample->literals, sample->n_literals, sample->assigned,
                          sample->n_assigned);
    }
  }
  return TRUE;
}

CoupletClusters *
couplet_clusters_new (CoupletMoves *moves, CoupletPace *pace)
{
  const CoupletAutomaton *a = couplet_moves_automaton (moves);
  guint32 k = a->n_thresholds;
  g_autoptr (CoupletTies) ties = couplet_ties_new (k);
  if (!tie_thresholds (moves, a, ties, pace))
    return NULL;
  CoupletClusters *clusters = g_new (CoupletClusters, 1);
  clusters->cluster = g_new0 (guint32, k);
  clusters->place = g_new0 (guint32, k);
  clusters->thresholds = g_new0 (guint32, k);
  clusters->n_clusters = couplet_ties_number (ties, clusters->cluster);
  clusters->first = g_new0 (guint32, (gsize)clusters->n_clusters + 1);
  for (guint32 v = 0; v < k; v++)
    clusters->place[v] = clusters->first[clusters->cluster[v] + 1]++;
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
