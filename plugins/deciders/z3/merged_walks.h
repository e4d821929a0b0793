/* SPDX-License-Identifier: Apache-2.0 */
/* A cheap proof that every walk has valid shifts, for clusters whose walks leave
 * very many different relations: all the walks to a state are treated as one. */
#ifndef COUPLET_Z3_MERGED_WALKS_H
#define COUPLET_Z3_MERGED_WALKS_H

#include "clusters.h"

#include <couplet/context.h>

/* TRUE when at every state all that any walk to it says of the cluster's shifts
 * can hold at once; then each walk has valid shifts. FALSE says nothing; it is
 * also the answer when more than most_bytes of memory would be needed. */
gboolean merged_walks_are_harmless (CoupletContext *context, const ClusterView *view,
                                    gsize most_bytes);

#endif
