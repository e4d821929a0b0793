/* SPDX-License-Identifier: Apache-2.0 */
/* Well-posedness of an automaton, docs/theory.md section 1. */
#ifndef COUPLET_CORE_WELLPOSED_H
#define COUPLET_CORE_WELLPOSED_H

#include "automaton.h"

/* Reports every violation of well-posedness, and sets reachable and what may be
 * concluded. complete: no transition is missing; else nothing is reported that a missing
 * transition may explain. FALSE when any error was reported, here or before. */
gboolean check_well_posed (CoupletDiagnostics *diagnostics, OwnedAutomaton *owned,
                           gboolean complete);

#endif
