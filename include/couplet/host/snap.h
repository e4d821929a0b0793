/* SPDX-License-Identifier: Apache-2.0 */
/* Snapped fresh outputs that are computed with floating-point numbers (I. Mironov, On
 * significance of the least significant bits for differential privacy, CCS 2012, Theorem 1;
 * docs/theory.md section 10).
 */
#ifndef COUPLET_HOST_SNAP_H
#define COUPLET_HOST_SNAP_H

#include <couplet/host/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* TRUE when a reachable state has floating snapping: then costs are upper bounds of d, for the
 * epsilon of couplet_epsilon_range() only. */
gboolean couplet_is_floating (const CoupletAutomaton *automaton);

/* The epsilon that the costs of automaton hold for: `8 <= epsilon < 16`; NULL = all. The caller
 * frees it. */
char *couplet_epsilon_range (const CoupletAutomaton *automaton);

/* Makes *exact automaton with the same outputs computed in exact arithmetic. It is a view: it
 * owns nothing, must not be freed, and automaton must outlive it. */
void couplet_exact_view (const CoupletAutomaton *automaton, CoupletAutomaton *exact);

#pragma GCC visibility pop
G_END_DECLS

#endif
