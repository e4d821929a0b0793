/* SPDX-License-Identifier: Apache-2.0 */
/* What a file's automaton was made from: its content, and those of the parameters that
 * its frontend asked for. */
#ifndef COUPLET_CORE_PROVENANCE_H
#define COUPLET_CORE_PROVENANCE_H

#include <couplet/host.h>

/* Takes all parameters (CoupletParameter, may be NULL) for unused, to see which a
 * frontend asks for. What they were, which the caller frees. */
gboolean *forget_use (GArray *parameters);

/* The parameters that were asked for since, as CoupletDefinition; those that were used
 * before are so again. The caller frees the array. */
GArray *find_use (GArray *parameters, const gboolean *before);

/* Gives automaton the origin that evidence tells of. used: from find_use(). */
void note_origin (const CoupletSource *source, const GArray *used, CoupletAutomaton *automaton);

#endif
