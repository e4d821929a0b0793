/* SPDX-License-Identifier: Apache-2.0 */
#include "violation.h"

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
violation_evidence_new (const CoupletAutomaton *automaton, const GArray *walk)
{
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, automaton);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  guint32 first = g_array_index (walk, CoupletWalkStep, 0).transition;
  couplet_shortest_walk (automaton, automaton->initial, automaton->source[first], TRUE,
                         &(CoupletPace){0}, steps);
  g_array_append_vals (steps, walk->data, walk->len);
  for (guint i = 0; i < steps->len; i++)
    couplet_evidence_add_step (evidence, g_array_index (steps, CoupletWalkStep, i));
  return evidence;
}
