/* SPDX-License-Identifier: Apache-2.0 */
/* Deciders, optimizers and reports that are programs (docs/plugins.md): a stage whose plugin starts
 * the program for each question, in the process of its own that a stranger's plugin has. */
#ifndef COUPLET_CORE_PROGRAM_STAGE_H
#define COUPLET_CORE_PROGRAM_STAGE_H

#include "stage.h"

/* Makes stage, which has a name, one of that kind that the program answers for that words start. */
void stage_be_program (Stage *stage, CoupletPluginKind kind, char **words);

/* What a report's program is told first: a line with its options. compare: as couplet_run_begin().
 * The caller frees it. */
GString *program_report_head (const Stage *stage, gboolean compare);

#endif
