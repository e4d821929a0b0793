/* SPDX-License-Identifier: Apache-2.0 */
/* Results for people: a block of aligned rows per file. */
#ifndef COUPLET_REPORT_TABLE_H
#define COUPLET_REPORT_TABLE_H

#include "text_table.h"

#include <couplet/plugin.h>

/* Prints the result of one file: a row per stage, then why it is not private or
 * not known. */
void report_table_file (CoupletContext *context, const CoupletFileResult *result);

/* `private`, `not private`, ...: for people. */
const char *verdict_words (CoupletVerdict verdict);
CellStyle verdict_style (CoupletVerdict verdict);

/* What a stage says, as one cell: `private`, `exact cost 5/4 (1.25)`. The caller
 * frees it. */
char *stage_words (const CoupletStageResult *stage);

/* The width to wrap text at. */
guint report_width (CoupletContext *context);

/* Prints that the stages contradict each other, if they do. */
void report_disagreement (CoupletContext *context, const CoupletFileResult *result);

#endif
