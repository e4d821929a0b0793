/* SPDX-License-Identifier: Apache-2.0 */
/* Reading evidence, and accepting or rejecting it by the rules of
 * docs/evidence.md. The checker uses the automaton as it was read and nothing of
 * what finds answers.
 */
#ifndef COUPLET_CHECK_H
#define COUPLET_CHECK_H

#include <couplet/evidence.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Reads what stands in data (need not end in NUL): one piece of evidence, an array of
 * them, a line of the JSON report, or several of these. Returns an array of
 * CoupletEvidence about automaton that frees them; NULL with error set (INPUT),
 * naming file, line and entry. */
GPtrArray *couplet_evidence_read (const CoupletAutomaton *automaton, const char *file,
                                  const char *data, gsize length, GError **error);

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

/* About how many comparisons of vectors and visits of transitions the check takes:
 * to leave checks of large evidence to those who ask for them. */
gsize couplet_evidence_effort (const CoupletEvidence *evidence);

#pragma GCC visibility pop
G_END_DECLS

#endif
