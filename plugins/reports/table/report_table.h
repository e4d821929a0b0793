/* SPDX-License-Identifier: Apache-2.0 */
/* Results for people: a block of aligned rows per file. */
#ifndef COUPLET_REPORT_TABLE_H
#define COUPLET_REPORT_TABLE_H

#include "text_table.h"
#include "words.h"

#include <couplet/internal/plugin.h>

typedef enum {
  LAYOUT_AUTO,   /* a block for one file, columns for several */
  LAYOUT_ROWS,   /* a block per file, a row per method */
  LAYOUT_COLUMNS /* a row per file, a column per method */
} TableLayout;

/* How a table is to look. */
typedef struct {
  gboolean compare;    /* with headings, and the ratio to the exact cost */
  TableLayout layout;  /* of a comparison */
  gboolean reasons;    /* say why files are not private or not known, and what limited stages */
  gboolean full_paths; /* leave the folder that all files have in common in their names */
  gboolean summary;    /* of a comparison: say of each method what it came to over all files */
  gboolean details;    /* a row for every stage, with its time, and what each bound rests on */
} TableStyle;

/* Appends the block of one file: its verdict, a contradiction if there is one, what the
 * stages say, what is said of a claim, then reasons. */
void report_append_file (TextPage *page, const CoupletResult *result, const TableStyle *style);

/* Whether the reason of a stage's answer is shown. */
gboolean report_shows_reason (const TableStyle *style, const CoupletResult *result,
                              const CoupletStageResult *stage);

/* How verdicts and claims are shown. */
CellStyle verdict_style (CoupletVerdict verdict);
CellStyle report_claim_style (const CoupletResult *result);

/* How a stage's answer is shown. */
CellStyle report_stage_style (const CoupletStageResult *stage);

#endif
