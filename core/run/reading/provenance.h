/* SPDX-License-Identifier: Apache-2.0 */
/* What a file's automaton was made from: its content, those of the parameters that its
 * frontend asked for, and the frontend's options. */
#ifndef COUPLET_CORE_PROVENANCE_H
#define COUPLET_CORE_PROVENANCE_H

#include "run_provenance.h"

/* Marks all parameters (CoupletParameter, may be NULL) as unused, to see which a front end asks
 * for. Returns which were used before; the caller frees it. */
gboolean *forget_use (GArray *parameters);

/* The parameters that were asked for since, as CoupletDefinition. Marks those that were used
 * before as used again. The caller frees the array. */
GArray *find_use (GArray *parameters, const gboolean *before);

/* The origin of what frontend makes of file, whose content has that hash, or of what reader (NULL =
 * none) said of it, in arena; of what repeats run it has no copy. used: from find_use(); not to be
 * used afterwards, for frontend's options are put after. */
const CoupletOrigin *make_origin (const char *file, const char *sha256, const Stage *frontend,
                                  const CommandReader *reader, GArray *used, RunProvenance *run,
                                  CoupletArena *arena);

/* Adds the plugin of stage, which is none of the run's solvers, to what origin (NULL = nobody wants
 * to know) says of the plugins that answer, in arena. */
void note_stage (CoupletRun *run, const CoupletOrigin *origin, const Stage *stage,
                 CoupletArena *arena);

#endif
