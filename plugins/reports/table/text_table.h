/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of cells, aligned by what a terminal shows rather than by bytes. */
#ifndef COUPLET_TEXT_TABLE_H
#define COUPLET_TEXT_TABLE_H

#include <couplet/context.h>

typedef struct TextTable TextTable;

/* How a cell is shown where colours are wanted. */
typedef enum { CELL_PLAIN, CELL_GOOD, CELL_BAD, CELL_DOUBTFUL, CELL_HEAD } CellStyle;

/* An empty table; right: for each column a letter, 'l' or 'r'. The caller frees it. */
TextTable *text_table_new (const char *alignment);
void text_table_free (TextTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TextTable, text_table_free)

/* Adds a cell (copied; control characters and invalid UTF-8 made visible) to
 * the current row; a row is full when it has a cell per column. */
void text_table_add (TextTable *table, CellStyle style, const char *text);

/* Prints all rows, two blanks between columns. */
void text_table_print (const TextTable *table, CoupletContext *context);

/* The columns a terminal needs for text. */
guint text_width (const char *text);

/* Prints text in lines of at most width columns, each led by indent. */
void text_print_wrapped (CoupletContext *context, const char *indent, const char *text,
                         guint width);

#endif
