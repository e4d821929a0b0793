/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence that is a walk, and the search for walks on which no strategy is valid. */
#ifndef COUPLET_WALK_EVIDENCE_H
#define COUPLET_WALK_EVIDENCE_H

#include <couplet/internal/place_vectors.h>

G_BEGIN_DECLS

/* Evidence of kind with the steps of walk (CoupletWalkStep, from the initial state). The caller
 * owns it. */
CoupletEvidence *walk_evidence_new (CoupletEvidenceKind kind, const CoupletAutomaton *automaton,
                                    const GArray *walk);

/* Gives the steps of evidence, which are those of walk, their cheapest shifts by vectors, and sets
 * *cost to what they cost. FALSE when the walk has too many places, or pace is over. */
gboolean walk_evidence_shift (CoupletEvidence *evidence, const GArray *walk,
                              CoupletVectors *vectors, CoupletPace *pace, CoupletCost *cost);

/* Looks for a walk without shifts where cycles must be free, as moves has it.
 * COUPLET_WALKS_IMPOSSIBLE: its steps (CoupletWalkStep), from a state where what came before does
 * not matter, are appended to walk; COUPLET_WALKS_ALL: there is none. most: how many walks may be
 * followed, beside one to each state. */
CoupletWalksEnd violation_search (CoupletContext *context, CoupletMoves *moves,
                                  const CoupletComponents *components, guint64 most, GArray *walk);

/* Evidence `violation`: walk, led up to from the initial state by as few steps as possible. The
 * caller owns it. */
CoupletEvidence *violation_evidence_new (const CoupletAutomaton *automaton, const GArray *walk);

G_END_DECLS

#endif
