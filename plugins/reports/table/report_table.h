/* SPDX-License-Identifier: Apache-2.0 */
/* Results for people: a block of aligned rows per file. */
#ifndef COUPLET_REPORT_TABLE_H
#define COUPLET_REPORT_TABLE_H

#include "text_table.h"

#include <couplet/plugin.h>

/* Appends the block of one file: its verdict, a contradiction if there is one, a
 * row per stage, then why it is not private or not known and what limited its
 * stages. compare: with headings, and the ratio to the exact cost. */
void report_append_file (TextPage *page, const CoupletFileResult *result, gboolean compare);

/* `private`, `not private`, `error (2 errors)`: for people. The caller frees it. */
char *report_verdict_words (const CoupletFileResult *result);

/* `claim 1 fails`, and how it is shown; NULL: nothing is claimed. The caller frees it. */
char *report_claim_words (const CoupletFileResult *result);
CellStyle report_claim_style (const CoupletFileResult *result);

/* The same as report_verdict_words() without counting errors, and how it is shown. */
const char *verdict_words (CoupletVerdict verdict);
CellStyle verdict_style (CoupletVerdict verdict);

/* How a stage's answer is shown. */
CellStyle report_stage_style (const CoupletStageResult *stage);

/* What stands behind an answer that is only claimed; else empty. */
static inline const char *
report_claim_mark (const CoupletStageResult *stage)
{
  return stage->claimed ? ", claimed" : "";
}

/* Whether stage has an infinite cost that means something: an infinite upper
 * bound alone does not. */
gboolean report_denies_cost (const CoupletStageResult *stage);

/* Whether stage's reason adds to the answers: it did not run, did not answer, or
 * its figure needs a word. */
gboolean report_needs_reason (const CoupletFileResult *result, const CoupletStageResult *stage);

/* What leads a contradiction's text. */
static inline const char *
report_disagreement (const CoupletFileResult *result)
{
  return result->rejected ? "THE CHECKER REJECTS AN ANSWER" : "THE STAGES DISAGREE";
}

#endif
