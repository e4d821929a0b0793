/* SPDX-License-Identifier: Apache-2.0 */
/* What the signs of a table of comparisons mean: those that it uses. */
#ifndef COUPLET_LEGEND_H
#define COUPLET_LEGEND_H

#include "text_table.h"

typedef struct {
  guint used; /* bits, of the signs in their order */
} Legend;

/* Notes the signs of cell, what a method says briefly (report_stage_words_briefly()). */
void legend_note (Legend *legend, const char *cell);

/* Appends a line for each sign that was noted. */
void legend_append (const Legend *legend, TextPage *page);

#endif
