/* SPDX-License-Identifier: Apache-2.0 */
/* The pipeline of `verify`, asked about automata that no file holds, and the checker, asked
 * about what is shown to a person. */
#ifndef COUPLET_EXPLAIN_VERIFIER_H
#define COUPLET_EXPLAIN_VERIFIER_H

#include <couplet/host.h>

/* A run of the decider `graph` and the optimizer `frontier`. */
typedef struct Verifier Verifier;

/* Plugins come from registry; what they answer is checked as far as host says. NULL with error
 * set (PLUGIN). Both must outlive the verifier, which the caller frees. */
Verifier *verifier_new (CoupletRegistry *registry, const CoupletHost *host, GError **error);
void verifier_free (Verifier *verifier);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Verifier, verifier_free)

/* What the pipeline says of automaton. The caller frees it, before automaton. */
CoupletExamination *verifier_ask (Verifier *verifier, const CoupletAutomaton *automaton);

/* The cost, when result is that its automaton is private at exactly this one, or, with floating
 * snaps, that no proof by shift couplings costs less; else NULL. */
const CoupletRational *exact_cost (const CoupletFileResult *result);

/* Whether the checker accepts evidence of stage; what is too large for it is not shown. */
gboolean verifier_accepts (Verifier *verifier, const CoupletStageResult *stage,
                           const CoupletEvidence *evidence);

/* Evidence of kind ATTAINED, VIOLATION or UNBOUNDED that the checker accepts: where several stages
 * have some, that of the greatest cost, from *by. Its walk may have no steps. NULL when there is
 * none.
 */
const CoupletEvidence *verifier_find_evidence (Verifier *verifier, const CoupletFileResult *result,
                                               CoupletEvidenceKind kind,
                                               const CoupletStageResult **by);

/* The first answer or evidence that the checker rejected, as a clause; NULL = none. */
const char *verifier_rejection (const Verifier *verifier);

#endif
