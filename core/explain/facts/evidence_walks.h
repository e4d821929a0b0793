/* SPDX-License-Identifier: Apache-2.0 */
/* The walks that deciders and optimizers gave as evidence, with their samples. */
#ifndef COUPLET_EXPLAIN_EVIDENCE_WALKS_H
#define COUPLET_EXPLAIN_EVIDENCE_WALKS_H

#include "walk_samples.h"

#include <couplet/internal/plugin.h>

/* What the stages looked at: the automaton, or what it unfolds to. */
const CoupletAutomaton *examined_automaton (const CoupletResult *result);

/* Evidence of kind that the checker accepts: where several stages have some, that of the greatest
 * cost, from *by. Its walk may have no steps. NULL when there is none. */
const CoupletEvidence *accepted_evidence (const CoupletResult *result, CoupletEvidenceKind kind,
                                          const CoupletStageResult **by);

/* The samples of the evidence's walk, with the shifts that it has. automaton: the
 * evidence's, or what it unfolds to when it can be unfolded; not owned. NULL when
 * the walk is none of it. The caller frees the result. */
WalkSamples *evidence_samples (const CoupletAutomaton *automaton, const CoupletEvidence *evidence);

/* The samples of path (guint32, from the initial state) at the differences of the inputs that are
 * worst for it, with the cheapest shifts; *conflict: NULL, or why there are none, which the caller
 * frees, too. Where differences depend on earlier ones, no cycle is asked to be free. NULL with
 * error set (SOLVER) when that is too much work. */
WalkSamples *path_samples (const CoupletAutomaton *automaton, const GArray *path,
                           ShiftConflict **conflict, GError **error);

/* The walk of examined_automaton() that costs most of those that stages gave, the checker accepts,
 * and are not too long to be told, with shifts that pay no more than they must, and the stage that
 * gave it; NULL when there is none. It may cost less than the result. */
WalkSamples *worst_walk (const CoupletResult *result, const CoupletStageResult **by);

/* A walk of examined_automaton() on which no strategy is valid, and why; NULL when no stage gave
 * one that the checker accepts. The caller frees both. */
WalkSamples *violating_walk (const CoupletResult *result, ShiftConflict **conflict);

/* The walk that the explanation of result is about: the worst, the violating, or else the
 * unbounded one, with *conflict as violating_walk() sets it, else NULL. NULL when there is none.
 * The caller frees both. */
WalkSamples *told_walk (const CoupletResult *result, ShiftConflict **conflict);

#endif
