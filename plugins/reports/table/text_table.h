/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of cells and wrapped text, aligned by what a terminal shows rather than by bytes. */
#ifndef COUPLET_TEXT_TABLE_H
#define COUPLET_TEXT_TABLE_H

#include <couplet/internal/context.h>

/* How text is shown where colours are wanted. */
typedef enum { CELL_PLAIN, CELL_GOOD, CELL_BAD, CELL_DOUBTFUL, CELL_HEAD } CellStyle;

/* Text on its way to the report, and what is known of the place it goes to. */
typedef struct {
  GString *text;
  guint width;       /* columns to wrap at */
  gboolean is_known; /* the width is that of a terminal */
  gboolean coloured;
} TextPage;

/* An empty page for what context's report goes to: its width in columns, 80 when
 * it is unknown or too narrow for words. The caller frees it. */
TextPage *text_page_new (CoupletContext *context);
/* Another empty page for the same place. */
TextPage *text_page_new_like (const TextPage *page);
void text_page_free (TextPage *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TextPage, text_page_free)

/* Writes what is on the page and empties it. */
void text_page_flush (TextPage *page, CoupletContext *context);

typedef struct TextTable TextTable;

/* An empty table; alignment: a letter for each column, 'l' or 'r'. The caller frees it. */
TextTable *text_table_new (const char *alignment);
void text_table_free (TextTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TextTable, text_table_free)

/* Adds a cell (copied; control characters and invalid UTF-8 made visible) to
 * the current row; a row is full when it has a cell per column. */
void text_table_add (TextTable *table, CellStyle style, const char *text);

/* Appends all rows to page, two blanks between columns. */
void text_table_append (const TextTable *table, TextPage *page);

/* Likewise, but a table that is wider than the terminal is cut into parts, each led by
 * the first column and a blank line between them. */
void text_table_append_folded (const TextTable *table, TextPage *page);

/* The columns a terminal needs for text, which is valid UTF-8. */
guint text_width (const char *text);

/* Appends text, made visible as a cell is, in lines of at most the page's width,
 * each led by indent; a word that is longer stays whole. */
void text_append_wrapped (TextPage *page, CellStyle style, const char *indent, const char *text);

#endif
