/* SPDX-License-Identifier: Apache-2.0 */
/* Accepting or rejecting evidence by the rules of docs/evidence.md. The checker uses the
 * automaton as it was read and nothing of what finds answers. */
#ifndef COUPLET_HOST_CHECK_H
#define COUPLET_HOST_CHECK_H

#include <couplet/host/evidence.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

typedef enum {
  COUPLET_EVIDENCE_ACCEPTED,
  COUPLET_EVIDENCE_REJECTED,
  COUPLET_EVIDENCE_TOO_LARGE /* to be checked: neither right nor wrong */
} CoupletEvidenceCheck;

/* Checks evidence. *why (not NULL itself) becomes NULL when it is accepted, else why it is not,
 * with the place: `entry 3 (state q1, transition ..., D = +1): ...`, which the caller frees. Of an
 * accepted STRATEGY for a path *cost, which may be NULL, becomes its cost. */
CoupletEvidenceCheck couplet_evidence_check (const CoupletEvidence *evidence, CoupletRational *cost,
                                             char **why);

/* What a BOUND rests on: vector, through transition with difference, is below vector target.
 * vector COUPLET_NONE: the start, which costs nothing and mentions no threshold. */
typedef struct {
  guint32 vector;
  guint32 transition;
  guint32 target;
  gint8 difference;
} CoupletBoundStep;

/* Checks evidence BOUND: all its steps (CoupletBoundStep), those of the start first, then by
 * vector. NULL when it is not accepted. The caller frees the array. */
GArray *couplet_evidence_bound_steps (const CoupletEvidence *evidence);

#pragma GCC visibility pop
G_END_DECLS

#endif
