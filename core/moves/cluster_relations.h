/* SPDX-License-Identifier: Apache-2.0 */
/* What walks leave of the shifts of one cluster's thresholds, as relations (relation.h). */
#ifndef COUPLET_CORE_CLUSTER_RELATIONS_H
#define COUPLET_CORE_CLUSTER_RELATIONS_H

#include "relation.h"

#include <couplet/internal/moves.h>

typedef struct {
  CoupletMoves *moves;
  const CoupletLive *live;
  const CoupletClusters *clusters;
  guint32 cluster;
  guint32 size;              /* of the cluster */
  const guint32 *thresholds; /* its own */
  RelationShape shape;
} ClusterRelations;

ClusterRelations cluster_relations (CoupletMoves *moves, const CoupletLive *live,
                                    const CoupletClusters *clusters, guint32 cluster);

/* TRUE when no later comparison reads a value that a threshold of the cluster has at state. */
gboolean cluster_is_idle (const ClusterRelations *relations, guint32 state);

/* Fills differences with those at which the cluster's sample may shift by no more than at any
 * other. Returns their number. */
guint32 cluster_differences (const ClusterRelations *relations, guint32 transition,
                             gint8 differences[COUPLET_MOST_DIFFERENCES]);

/* Takes the relation before, at transition's source, to *after at its target. FALSE when no shifts
 * can follow. *restricts: whether some cannot. */
gboolean cluster_take (const ClusterRelations *relations, const guint64 *before, guint32 transition,
                       int difference, guint64 *after, gboolean *restricts);

/* ---- All walks to a state as one ---- */

/* TRUE when at every state all that any walk to it says of the shifts can hold at once; then each
 * walk leaves some. FALSE says nothing; it is also the answer when more than most_bytes of memory
 * would be needed. */
gboolean merged_walks_are_harmless (const ClusterRelations *relations, CoupletContext *context,
                                    gsize most_bytes);

#endif
