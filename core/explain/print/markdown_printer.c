/* SPDX-License-Identifier: Apache-2.0 */
#include "markdown_printer.h"

#include "plain_line.h"

#include <string.h>

/* The longest run of backticks in text. */
static guint
longest_ticks (const char *text, const char *end)
{
  guint longest = 0, run = 0;
  for (; text < end; text++) {
    run = *text == '`' ? run + 1 : 0;
    longest = MAX (longest, run);
  }
  return longest;
}

/* text as a code span; a table's bars must be escaped even there. */
static void
put_code (GString *out, const char *text, const char *end)
{
  guint n = longest_ticks (text, end) + 1;
  gboolean padded = n > 1;
  for (guint i = 0; i < n; i++)
    g_string_append_c (out, '`');
  g_string_append (out, padded ? " " : "");
  for (; text < end; text++) {
    if (*text == '|')
      g_string_append_c (out, '\\');
    g_string_append_c (out, *text == MARK_NO_BREAK ? ' ' : *text);
  }
  g_string_append (out, padded ? " " : "");
  for (guint i = 0; i < n; i++)
    g_string_append_c (out, '`');
}

static void
put_words (GString *out, const char *text, const char *end)
{
  for (; text < end; text++) {
    if (strchr ("\\`*_{}[]<>#|~$&", *text) != NULL)
      g_string_append_c (out, '\\');
    g_string_append_c (out, *text == MARK_NO_BREAK ? ' ' : *text);
  }
}

static void
put_marked (GString *out, char mark, const char *text, const char *end)
{
  if (mark == MARK_CODE && end > text)
    put_code (out, text, end);
  else {
    const char *fence = mark == MARK_STRONG ? "**" : "";
    g_string_append (out, fence);
    put_words (out, text, end);
    g_string_append (out, fence);
  }
}

static void
put_line (GString *out, const Line *line)
{
  static const char marks[] = {MARK_STRONG, MARK_CODE, MARK_RULE, MARK_BAR, '\0'};
  g_autofree char *text = plain_line (line, TRUE);
  const char *c = text;
  while (*c == ' ' || *c == MARK_NO_BREAK)
    c++;
  while (*c != '\0') {
    const char *end = c + strcspn (c, marks);
    put_words (out, c, end);
    if (*end == '\0')
      return;
    const char *close = strchr (end, MARK_END);
    put_marked (out, *end, end + 1, close);
    c = close + 1;
  }
}

static void
put_row (GString *out, const Table *table, const Row *row)
{
  for (guint c = 0; c < table->columns->len; c++) {
    const Column *column = &g_array_index (table->columns, Column, c);
    g_string_append (out, "| ");
    put_line (out, row != NULL ? row_cell (row, c) : column->title);
    g_string_append_c (out, ' ');
  }
  g_string_append (out, "|\n");
}

static void
put_table (GString *out, const Table *table)
{
  put_row (out, table, NULL);
  for (guint c = 0; c < table->columns->len; c++)
    g_string_append (out, g_array_index (table->columns, Column, c).right ? "|---:" : "|---");
  g_string_append (out, "|\n");
  for (guint r = 0; r < table->rows->len; r++)
    put_row (out, table, table->rows->pdata[r]);
}

static void
put_block (GString *out, const Block *block)
{
  if (block->kind == BLOCK_TABLE) {
    put_table (out, block->table);
    return;
  }
  if (block->kind == BLOCK_HEADING)
    g_string_append (out, block->level > 1 ? "## " : "# ");
  else if (block->kind == BLOCK_ITEM)
    g_string_append (out, "- ");
  put_line (out, block->line);
  g_string_append_c (out, '\n');
}

void
print_markdown (const Document *document, GString *out)
{
  const Block *before = NULL;
  for (guint i = 0; i < document->blocks->len; i++) {
    const Block *block = document->blocks->pdata[i];
    if (before != NULL && !(before->kind == BLOCK_ITEM && block->kind == BLOCK_ITEM))
      g_string_append_c (out, '\n');
    put_block (out, block);
    before = block;
  }
}
