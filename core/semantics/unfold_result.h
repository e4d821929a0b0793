/* SPDX-License-Identifier: Apache-2.0 */
/* The automaton that an unfolding comes to, what its states are called, and what never can be
 * taken. */
#ifndef COUPLET_CORE_UNFOLD_RESULT_H
#define COUPLET_CORE_UNFOLD_RESULT_H

#include "unfolding.h"

#include <couplet/host/model.h>

/* The automaton, which owns the arena from now on; NULL, the arena being the caller's, when
 * stopped. */
CoupletAutomaton *unfold_result (const Unfolding *unfolding, Pace *pace);

/* Warns of each transition that is taken nowhere, for what is known of the order. */
void unfold_report_never_taken (const Unfolding *unfolding, CoupletDiagnostics *diagnostics);

#endif
