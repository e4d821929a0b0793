/* SPDX-License-Identifier: Apache-2.0 */
/* What searches for the cost of one automaton found so far: bounds that come nearer, with their
 * evidence, and the answer that is made of them. */
#ifndef COUPLET_VECTORS_FINDINGS_H
#define COUPLET_VECTORS_FINDINGS_H

#include "vector_sets.h"

/* All zeros: nothing yet. */
typedef struct {
  gboolean has_lower, has_upper;
  CoupletCost lower;       /* in the exact unit */
  CoupletCost upper;       /* in upper_unit */
  CoupletUnit *upper_unit; /* the exact one, or rounded */
  CoupletUnit *rounded;    /* that, to be freed; NULL = none */
  gboolean violated;       /* no strategy: the walk shows it, if there is one */
  CoupletEvidence *walk;   /* of the lower bound; NULL = none */
  gboolean repeats;        /* it is one with loops that are repeated without end */
  CoupletEvidence *bound;  /* of the upper bound; NULL = none */
  gsize left_out;          /* the size of that if it is left out */
  gsize word_left_out;     /* the length of walk if it is left out, as too long with its loops */
  gboolean is_whole;       /* the upper bound is that of to_go, without evidence yet */
  char *stopped;           /* NULL = upper and lower are all that was asked for */
  guint64 vectors;
  guint32 largest;
} Findings;

void findings_clear (Findings *found);

/* Sets why the search ended early; NULL = it did not. The text is copied. */
void findings_stop (Findings *found, const char *reason);

/* Adds the work that sets took. */
void findings_count (const VectorSets *sets, Findings *found);

/* Takes over the best walk that sets found: a lower bound, when it costs more than the one
 * known. exact: where its cost is reckoned. */
void findings_take_lower (const VectorSets *sets, VectorSpace *exact, Findings *found);

/* The same walk with its loops, of a search of vectors with limits. */
void findings_take_word (const VectorSets *sets, Findings *found);

/* Sets the upper bound, in the unit of sets. */
void findings_set_upper (const VectorSets *sets, CoupletCost upper, Findings *found);

/* Makes evidence for the upper bound, which sets show by what they keep (kept), or by their to_go
 * alone. */
void findings_show_upper (const VectorSets *sets, gboolean kept, Findings *found);

/* Takes over the best cost of a search of all vectors, which is an upper bound, and shows it. */
void findings_take_upper (const VectorSets *sets, Findings *found);

/* TRUE when the upper bound is at most 1 + gap times the lower; gap NULL = 0. sets: of the exact
 * unit, here and below. */
gboolean findings_are_within (const VectorSets *sets, const Findings *found,
                              const CoupletRational *gap);

/* TRUE when no more is asked for. */
gboolean findings_are_settled (const VectorSets *sets, const Findings *found);

/* Sets what outcome says, and gives it the evidence, which found keeps no more. */
void findings_answer (const VectorSets *sets, const Findings *found, CoupletOutcome *outcome);
void findings_give_evidence (Findings *found, CoupletOutcome *outcome);

/* ---- Walks ---- */

/* The walk to the best vector of sets: `violation` when it leaves no shifts, else `attained`, with
 * the shifts of a best answer, unless they have too many places, and the *cost of the walk in the
 * unit of exact, which may be finer than that of the search. The caller owns it. NULL when the
 * stage is overdue. */
CoupletEvidence *vector_walk_trace (const VectorSets *sets, const VectorSpace *exact,
                                    CoupletCost *cost);

/* Makes of a walk that leaves no shifts, evidence `violation`, the outcome's reason. */
void vector_walk_tell (const CoupletEvidence *violation, CoupletOutcome *outcome);

#endif
