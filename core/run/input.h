/* SPDX-License-Identifier: Apache-2.0 */
/* Input files: which front end reads one, and what it makes of it. */
#ifndef COUPLET_CORE_INPUT_H
#define COUPLET_CORE_INPUT_H

#include "pipeline.h"

/* The stage of the front end called name, made when first used; NULL with error set. */
Stage *input_need_frontend (CoupletRun *run, const char *name, GError **error);

#endif
