/* SPDX-License-Identifier: Apache-2.0 */
#include "text_table.h"

#include <couplet/internal/format.h>

#include <string.h>

#define DEFAULT_WIDTH 80
#define LEAST_WIDTH 40

typedef struct {
  char *text;
  guint width;
  CellStyle style;
} Cell;

struct TextTable {
  char *alignment;
  guint n_columns;
  GArray *cells; /* Cell, row by row */
};

TextPage *
text_page_new (CoupletContext *context)
{
  guint columns = couplet_context_columns (context);
  TextPage *page = g_new0 (TextPage, 1);
  page->text = g_string_new (NULL);
  page->is_known = columns >= LEAST_WIDTH;
  page->width = page->is_known ? columns : DEFAULT_WIDTH;
  page->coloured = couplet_context_wants_colour (context);
  return page;
}

TextPage *
text_page_new_like (const TextPage *page)
{
  TextPage *other = g_new0 (TextPage, 1);
  *other = (TextPage){g_string_new (NULL), page->width, page->is_known, page->coloured};
  return other;
}

void
text_page_free (TextPage *page)
{
  if (page == NULL)
    return;
  g_string_free (page->text, TRUE);
  g_free (page);
}

void
text_page_flush (TextPage *page, CoupletContext *context)
{
  couplet_context_write (context, page->text->str, page->text->len);
  g_string_truncate (page->text, 0);
}

static void
clear_cell (gpointer data)
{
  g_free (((Cell *)data)->text);
}

TextTable *
text_table_new (const char *alignment)
{
  TextTable *table = g_new0 (TextTable, 1);
  table->alignment = g_strdup (alignment);
  table->n_columns = (guint)strlen (alignment);
  table->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  g_array_set_clear_func (table->cells, clear_cell);
  return table;
}

void
text_table_free (TextTable *table)
{
  if (table == NULL)
    return;
  g_free (table->alignment);
  g_array_unref (table->cells);
  g_free (table);
}

guint
text_width (const char *text)
{
  guint width = 0;
  for (; *text != '\0'; text = g_utf8_next_char (text)) {
    gunichar c = g_utf8_get_char (text);
    if (!g_unichar_iszerowidth (c))
      width += g_unichar_iswide (c) ? 2 : 1;
  }
  return width;
}

void
text_table_add (TextTable *table, CellStyle style, const char *text)
{
  Cell cell = {couplet_make_visible (text), 0, style};
  cell.width = text_width (cell.text);
  g_array_append_val (table->cells, cell);
}

static const char *
colour_of (CellStyle style)
{
  switch (style) {
  case CELL_GOOD:
    return "\033[32m";
  case CELL_BAD:
    return "\033[31m";
  case CELL_DOUBTFUL:
    return "\033[33m";
  case CELL_HEAD:
    return "\033[1m";
  case CELL_PLAIN:
    break;
  }
  return NULL;
}

static void
append_styled (TextPage *page, CellStyle style, const char *text)
{
  const char *colour = page->coloured ? colour_of (style) : NULL;
  if (colour == NULL)
    g_string_append (page->text, text);
  else
    g_string_append_printf (page->text, "%s%s\033[0m", colour, text);
}

static void
append_blanks (TextPage *page, guint n)
{
  g_string_append_printf (page->text, "%*s", (int)n, "");
}

/* The first cell of a row and those from `from` to before `to`. Blanks that nothing follows
 * are left out. */
static void
append_row (TextPage *page, const Cell *cells, guint from, guint to, const guint *widths,
            const char *alignment)
{
  guint due = 0;
  for (guint c = 0; c < to; c = MAX (c + 1, from)) {
    guint blanks = widths[c] - cells[c].width;
    gboolean right = alignment[c] == 'r';
    due += (c > 0 ? 2 : 0) + (right ? blanks : 0);
    if (*cells[c].text != '\0') {
      append_blanks (page, due);
      append_styled (page, cells[c].style, cells[c].text);
      due = 0;
    }
    due += right ? 0 : blanks;
  }
  g_string_append_c (page->text, '\n');
}

static void
append_part (const TextTable *table, TextPage *page, guint from, guint to, const guint *widths)
{
  for (guint i = 0; i < table->cells->len; i += table->n_columns)
    append_row (page, &g_array_index (table->cells, Cell, i), from, MIN (to, table->cells->len - i),
                widths, table->alignment);
}

static guint *
column_widths (const TextTable *table)
{
  guint *widths = g_new0 (guint, table->n_columns);
  for (guint i = 0; i < table->cells->len; i++) {
    guint *width = &widths[i % table->n_columns];
    *width = MAX (*width, g_array_index (table->cells, Cell, i).width);
  }
  return widths;
}

void
text_table_append (const TextTable *table, TextPage *page)
{
  g_autofree guint *widths = column_widths (table);
  append_part (table, page, 1, table->n_columns, widths);
}

void
text_table_append_folded (const TextTable *table, TextPage *page)
{
  g_autofree guint *widths = column_widths (table);
  guint from = 1, to = 1;
  do {
    guint width = widths[0];
    for (to = from; to < table->n_columns; to++) {
      width += 2 + widths[to];
      if (page->is_known && to > from && width > page->width)
        break;
    }
    if (from > 1)
      g_string_append_c (page->text, '\n');
    append_part (table, page, from, to, widths);
    from = to;
  } while (to < table->n_columns);
}

static void
append_line (TextPage *page, CellStyle style, const char *indent, const GString *line)
{
  g_string_append (page->text, indent);
  append_styled (page, style, line->str);
  g_string_append_c (page->text, '\n');
}

void
text_append_wrapped (TextPage *page, CellStyle style, const char *indent, const char *text)
{
  g_autofree char *visible = couplet_make_visible (text);
  g_auto (GStrv) words = g_strsplit (visible, " ", -1);
  g_autoptr (GString) line = g_string_new (NULL);
  guint used = text_width (indent), start = used;
  for (char **word = words; *word != NULL; word++) {
    guint width = text_width (*word);
    if (used > start && used + 1 + width > page->width) {
      append_line (page, style, indent, line);
      g_string_truncate (line, 0);
      used = start;
    }
    if (used > start) {
      g_string_append_c (line, ' ');
      used++;
    }
    g_string_append (line, *word);
    used += width;
  }
  append_line (page, style, indent, line);
}
