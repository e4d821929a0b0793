/* SPDX-License-Identifier: Apache-2.0 */
/* Results for people: a block of aligned rows per file. */
#ifndef COUPLET_REPORT_TABLE_H
#define COUPLET_REPORT_TABLE_H

#include "text_table.h"
#include "words.h"

#include <couplet/plugin.h>

/* Appends the block of one file: its verdict, a contradiction if there is one, a
 * row per stage, then why it is not private or not known and what limited its
 * stages. compare: with headings, and the ratio to the exact cost. */
void report_append_file (TextPage *page, const CoupletFileResult *result, gboolean compare);

/* How verdicts and claims are shown. */
CellStyle verdict_style (CoupletVerdict verdict);
CellStyle report_claim_style (const CoupletFileResult *result);

/* How a stage's answer is shown. */
CellStyle report_stage_style (const CoupletStageResult *stage);

#endif
