/* SPDX-License-Identifier: Apache-2.0 */
#include "walk_evidence.h"

/* Follows the walks of a cluster; a harmless one has none without a strategy. */
static CoupletWalksEnd
search_cluster (CoupletMoves *moves, const CoupletLive *live, const CoupletClusters *clusters,
                guint32 cluster, const CoupletWalkLimits *limits, GArray *walk)
{
  CoupletWalksEnd end;
  g_autoptr (CoupletSearch) search =
      couplet_cluster_walks (moves, live, clusters, cluster, limits, &end);
  if (end == COUPLET_WALKS_IMPOSSIBLE)
    couplet_search_steps (search, search->walks->len - 1, walk);
  return end == COUPLET_WALKS_HARMLESS ? COUPLET_WALKS_ALL : end;
}

CoupletWalksEnd
violation_search (CoupletContext *context, CoupletMoves *moves, const CoupletComponents *components,
                  guint64 most, GArray *walk)
{
  CoupletPace pace = {.context = context};
  const CoupletWalkLimits limits = {context, most, G_MAXSIZE};
  CoupletDisclosure found;
  CoupletWalksEnd end = COUPLET_WALKS_ALL;
  if (couplet_moves_disclose (moves, &pace, &found)) {
    CoupletWalkStep step = {found.transition, found.difference, COUPLET_SHIFT_UNUSED};
    g_array_append_val (walk, step);
    return COUPLET_WALKS_IMPOSSIBLE;
  }
  g_autoptr (CoupletLive) live =
      couplet_live_new_within (couplet_moves_automaton (moves), components, context);
  g_autoptr (CoupletClusters) clusters =
      live != NULL ? couplet_clusters_new (moves, FALSE, &pace) : NULL;
  if (clusters == NULL)
    return COUPLET_WALKS_STOPPED;
  for (guint32 c = 0; c < clusters->n_clusters && end == COUPLET_WALKS_ALL; c++)
    end = search_cluster (moves, live, clusters, c, &limits, walk);
  return end;
}

CoupletEvidence *
walk_evidence_new (CoupletEvidenceKind kind, const CoupletAutomaton *automaton, const GArray *walk)
{
  CoupletEvidence *evidence = couplet_evidence_new (kind, automaton);
  for (guint i = 0; i < walk->len; i++)
    couplet_evidence_add_step (evidence, g_array_index (walk, CoupletWalkStep, i));
  return evidence;
}

gboolean
walk_evidence_shift (CoupletEvidence *evidence, const GArray *walk, CoupletVectors *vectors,
                     CoupletPace *pace, CoupletCost *cost)
{
  guint32 n_slots = couplet_n_slots (couplet_vectors_automaton (vectors));
  g_autofree gint8 *shifts = g_new (gint8, (gsize)walk->len * n_slots + 1);
  if (!couplet_walk_shifts (vectors, (const CoupletWalkStep *)(gpointer)walk->data, walk->len, pace,
                            shifts, cost))
    return FALSE;
  for (gsize i = 0; i < (gsize)walk->len * n_slots; i++)
    if (shifts[i] != COUPLET_SHIFT_UNUSED)
      couplet_evidence_set_shift (evidence, (guint)(i / n_slots), (guint32)(i % n_slots),
                                  shifts[i]);
  return TRUE;
}

CoupletEvidence *
violation_evidence_new (const CoupletAutomaton *automaton, const GArray *walk)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  guint32 first = g_array_index (walk, CoupletWalkStep, 0).transition;
  couplet_shortest_walk (automaton, automaton->initial, automaton->source[first], TRUE,
                         &(CoupletPace){0}, steps);
  g_array_append_vals (steps, walk->data, walk->len);
  return walk_evidence_new (COUPLET_EVIDENCE_VIOLATION, automaton, steps);
}
