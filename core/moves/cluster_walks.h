/* SPDX-License-Identifier: Apache-2.0 */
/* All walks of a cluster (<couplet/internal/moves.h>) to a state as one. */
#ifndef COUPLET_CORE_CLUSTER_WALKS_H
#define COUPLET_CORE_CLUSTER_WALKS_H

#include <couplet/internal/moves.h>

/* TRUE when at every state all that any walk to it says of the shifts can hold at once; then each
 * walk leaves some. FALSE says nothing; it is also the answer when more than most_bytes of memory
 * would be needed. */
gboolean merged_walks_are_harmless (CoupletMoves *moves, const CoupletLive *live,
                                    const CoupletClusters *clusters, guint32 cluster,
                                    CoupletContext *context, gsize most_bytes);

#endif
