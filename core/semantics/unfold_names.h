/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of an unfolded automaton are called, and what never can be taken. */
#ifndef COUPLET_CORE_UNFOLD_NAMES_H
#define COUPLET_CORE_UNFOLD_NAMES_H

#include "unfolding.h"

#include <couplet/host/model.h>

/* Names states, one per state of the result, in its arena: the name in the input, and what is known
 * and remembered there. FALSE when stopped. */
gboolean unfold_name_states (const Unfolding *unfolding, CoupletState *states, Pace *pace);

/* Warns of each transition that is taken nowhere, for what is known of the order. */
void unfold_report_never_taken (const Unfolding *unfolding, CoupletDiagnostics *diagnostics);

#endif
