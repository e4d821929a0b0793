/* SPDX-License-Identifier: Apache-2.0 */
/* What says whether a changed automaton is private: a run of the decider `graph` and the optimizer
 * `frontier` on automata that no file holds. */
#ifndef COUPLET_EXPLAIN_EXAMINER_H
#define COUPLET_EXPLAIN_EXAMINER_H

#include <couplet/host.h>

typedef struct Examiner Examiner;

/* Plugins come from registry; what they answer is checked as far as host says. NULL with error
 * set (PLUGIN). Both must outlive the examiner, which the caller frees. */
Examiner *examiner_new (CoupletRegistry *registry, const CoupletHost *host, GError **error);
void examiner_free (Examiner *examiner);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Examiner, examiner_free)

/* What it says of automaton. The caller frees it, before automaton. */
CoupletExamination *examiner_ask (Examiner *examiner, const CoupletAutomaton *automaton);

/* The cost, when result is that its automaton is private at exactly this one, or, with floating
 * snaps, that no proof by shift couplings costs less; else NULL. */
const CoupletRational *exact_cost (const CoupletResult *result);

/* Why methods, or a method and the checker, disagree about the first automaton of which they do;
 * NULL = about none. */
const char *examiner_disagreement (const Examiner *examiner);

#endif
