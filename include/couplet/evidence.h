/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence for an answer, which a short checker accepts or rejects without
 * searching (docs/theory.md section 8). Costs are in multiples of epsilon.
 */
#ifndef COUPLET_EVIDENCE_H
#define COUPLET_EVIDENCE_H

#include <couplet/cost.h>
#include <couplet/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

typedef enum {
  COUPLET_EVIDENCE_BOUND,     /* every path costs at most the figure: vectors kept at states */
  COUPLET_EVIDENCE_ATTAINED,  /* no strategy does better on this walk */
  COUPLET_EVIDENCE_VIOLATION, /* no strategy is valid on this walk */
  COUPLET_EVIDENCE_STRATEGY   /* one valid shift per segment class or draw */
} CoupletEvidenceKind;

/* `bound`, `attained`, `violation`, `strategy`. */
const char *couplet_evidence_kind_to_string (CoupletEvidenceKind kind);

/* Stands for the shift of a sample that is not used, or not chosen. */
#define COUPLET_SHIFT_UNUSED 127

/* One transition of a walk: the adversary's input difference D, and the shift
 * the strategy answers with for the sample used (one threshold or shared
 * sampling) or COUPLET_SHIFT_UNUSED. */
typedef struct {
  guint32 transition;
  gint8 difference;
  gint8 shift;
} CoupletWalkStep;

typedef struct CoupletEvidence CoupletEvidence;

/* Evidence of kind about automaton (not owned, must outlive it). The caller
 * owns the result until it gives it to an outcome. */
CoupletEvidence *couplet_evidence_new (CoupletEvidenceKind kind, const CoupletAutomaton *automaton);
void couplet_evidence_free (CoupletEvidence *evidence);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletEvidence, couplet_evidence_free)

CoupletEvidenceKind couplet_evidence_kind (const CoupletEvidence *evidence);
const CoupletAutomaton *couplet_evidence_automaton (const CoupletEvidence *evidence);

/* The cost the evidence is for: BOUND at most, ATTAINED at least this. */
void couplet_evidence_set_cost (CoupletEvidence *evidence, const CoupletRational *cost);
/* NULL when none was set. */
const CoupletRational *couplet_evidence_cost (const CoupletEvidence *evidence);

/* Appends a step to the walk, which begins at the initial state. */
void couplet_evidence_add_step (CoupletEvidence *evidence, CoupletWalkStep step);
/* The walk; *n receives its length. Owned by evidence. */
const CoupletWalkStep *couplet_evidence_walk (const CoupletEvidence *evidence, guint *n);

#pragma GCC visibility pop
G_END_DECLS

#endif
