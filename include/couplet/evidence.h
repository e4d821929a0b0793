/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence for answers (docs/evidence.md): what makes them count where the plugin is not trusted.
 */
#ifndef COUPLET_EVIDENCE_H
#define COUPLET_EVIDENCE_H

#include <couplet/solve.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Answers with the greatest cost of the vectors, an upper bound, and adds it with `bound` evidence
 * that is made of them. at: the vector of each state, NULL where no walk leads. Before anything is
 * answered the vectors are held against themselves: FALSE with error set (SOLVER) when what one
 * becomes through a move is not below the one at its target, or the start is not below that of the
 * initial state. Evidence above couplet_context_evidence_limit() is left out, which the outcome
 * says. */
gboolean couplet_outcome_add_bound (CoupletOutcome *outcome, CoupletContext *context,
                                    CoupletVectors *vectors, CoupletCost *const *at,
                                    GError **error);

/* Adds evidence of any kind: text is one JSON object of docs/evidence.md, or several, of length
 * bytes (-1: it ends in NUL); states and transitions are those of the automaton that was read.
 * automaton: the one given to `run`. FALSE with error set (INPUT), and nothing added, when text is
 * no such object. Whether it shows anything is checked by the host. */
gboolean couplet_outcome_add_evidence (CoupletOutcome *outcome, const CoupletAutomaton *automaton,
                                       const char *text, gssize length, GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
