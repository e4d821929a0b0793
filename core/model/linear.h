/* SPDX-License-Identifier: Apache-2.0 */
/* A linear mechanism and the automaton without states that stands for it wherever the program
 * hands automata on. */
#ifndef COUPLET_CORE_LINEAR_H
#define COUPLET_CORE_LINEAR_H

#include <couplet/host/model.h>

/* What text, a JSON object of docs/formats.md, says; NULL with errors added to diagnostics. The
 * result's field `linear` is set, and it owns that. The caller frees it. */
CoupletAutomaton *linear_parse (const char *text, gsize length, CoupletDiagnostics *diagnostics);

/* Takes over name, origin and claim of automaton, which stands for a linear mechanism, after they
 * were set. Any other automaton is left alone. */
void linear_follow (CoupletAutomaton *automaton);

/* Sets `idle` of the nodes of list, which are all read. */
void linear_mark_idle (const CoupletLinearList *list, CoupletLinearNode *nodes);

#endif
