/* SPDX-License-Identifier: Apache-2.0 */
/* What a file's automaton was made from: its content, those of the parameters that its
 * frontend asked for, and the frontend's options. */
#ifndef COUPLET_CORE_PROVENANCE_H
#define COUPLET_CORE_PROVENANCE_H

#include "stage.h"

/* Takes all parameters (CoupletParameter, may be NULL) for unused, to see which a
 * frontend asks for. What they were, which the caller frees. */
gboolean *forget_use (GArray *parameters);

/* The parameters that were asked for since, as CoupletDefinition; those that were used
 * before are so again. The caller frees the array. */
GArray *find_use (GArray *parameters, const gboolean *before);

/* Gives automaton the origin that evidence tells of. used: from find_use(); not to be used
 * afterwards, for frontend's options are put behind. */
void note_origin (const CoupletSource *source, const Stage *frontend, GArray *used,
                  CoupletAutomaton *automaton);

#endif
