/* SPDX-License-Identifier: Apache-2.0 */
/* Walks on which no strategy is valid. */
#ifndef COUPLET_VIOLATION_H
#define COUPLET_VIOLATION_H

#include <couplet/internal/moves.h>

G_BEGIN_DECLS

/* Looks for one where cycles must be free, as moves has it. COUPLET_WALKS_IMPOSSIBLE: its steps
 * (CoupletWalkStep), from a state where what came before does not matter, are appended to walk;
 * COUPLET_WALKS_ALL: there is none. most: how many walks may be followed, beside one to each
 * state. */
CoupletWalksEnd violation_search (CoupletContext *context, CoupletMoves *moves,
                                  const CoupletComponents *components, guint64 most, GArray *walk);

/* Evidence `violation`: walk, led up to from the initial state by as few steps as possible. The
 * caller owns it. */
CoupletEvidence *violation_evidence_new (const CoupletAutomaton *automaton, const GArray *walk);

G_END_DECLS

#endif
