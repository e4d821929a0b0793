/* SPDX-License-Identifier: Apache-2.0 */
/* What repeats a run, in its provenance: the command, what is asked beside the options that answers
 * depend on, and the plugins and programs that answer. */
#ifndef COUPLET_CORE_RUN_SETUP_H
#define COUPLET_CORE_RUN_SETUP_H

#include "run.h"
#include "tools.h"

/* Adds to provenance what repeats run; it belongs to tools. */
void run_setup_note (CoupletProvenance *provenance, const CoupletRun *run, Tools *tools);

/* Lets to, of an answer of the run that has provenance from, share what repeats the run; its front
 * end remains, and so do its plugins if it names some. */
void run_setup_share (CoupletProvenance *to, const CoupletProvenance *from);

#endif
