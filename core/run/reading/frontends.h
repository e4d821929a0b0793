/* SPDX-License-Identifier: Apache-2.0 */
/* The stages of a run that are front ends. */
#ifndef COUPLET_CORE_FRONTENDS_H
#define COUPLET_CORE_FRONTENDS_H

#include "run.h"

/* What stands after the last dot of file's name, in lower case; NULL = nothing. The caller frees
 * it. */
char *frontend_ending (const char *file);

/* The stage of the front end called name, made when first used; NULL with error set. */
Stage *need_frontend (CoupletRun *run, const char *name, GError **error);

#endif
