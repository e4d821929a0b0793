/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A walk through the graph as evidence about the automaton. */
#ifndef COUPLET_WALK_EVIDENCE_H
#define COUPLET_WALK_EVIDENCE_H

#include "walk_graph.h"

#include <couplet/host/evidence_parts.h>

/* Evidence `attained`: the n edges' transitions, and between them ways round in the
 * nodes that bound the shifts as much as the nodes' intervals say. shifts: the strategy's
 * answer off cycles, one per part of each edge; NULL = none. The caller owns it. */
CoupletEvidence *walk_evidence_new (const WalkGraph *graph, const guint32 *edges, guint n,
                                    const gint8 *shifts);

#endif
