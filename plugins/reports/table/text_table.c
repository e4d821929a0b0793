/* SPDX-License-Identifier: Apache-2.0 */
#include "text_table.h"

#include <string.h>

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

/* Valid UTF-8 in which nothing moves the cursor. */
static char *
make_visible (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *visible = g_string_new (NULL);
  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at)) {
    gunichar c = g_utf8_get_char (at);
    if (g_unichar_iscntrl (c) || g_unichar_type (c) == G_UNICODE_FORMAT)
      g_string_append_c (visible, '?');
    else
      g_string_append_unichar (visible, c);
  }
  return g_string_free (visible, FALSE);
}

void
text_table_add (TextTable *table, CellStyle style, const char *text)
{
  Cell cell = {make_visible (text), 0, style};
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
print_cell (GString *line, const Cell *cell, guint width, gboolean right, gboolean coloured)
{
  const char *colour = coloured ? colour_of (cell->style) : NULL;
  guint blanks = width - cell->width;
  g_string_append_printf (line, "%*s", right ? (int)blanks : 0, "");
  g_string_append_printf (line, "%s%s%s", colour != NULL ? colour : "", cell->text,
                          colour != NULL ? "\033[0m" : "");
  g_string_append_printf (line, "%*s", right ? 0 : (int)blanks, "");
}

void
text_table_print (const TextTable *table, CoupletContext *context)
{
  gboolean coloured = couplet_context_wants_colour (context);
  g_autofree guint *widths = g_new0 (guint, table->n_columns);
  for (guint i = 0; i < table->cells->len; i++) {
    guint *width = &widths[i % table->n_columns];
    *width = MAX (*width, g_array_index (table->cells, Cell, i).width);
  }
  for (guint i = 0; i < table->cells->len; i += table->n_columns) {
    g_autoptr (GString) line = g_string_new (NULL);
    for (guint c = 0; c < table->n_columns && i + c < table->cells->len; c++) {
      g_string_append (line, c > 0 ? "  " : "");
      print_cell (line, &g_array_index (table->cells, Cell, i + c), widths[c],
                  table->alignment[c] == 'r', coloured);
    }
    g_autofree char *text = g_strchomp (g_strdup (line->str));
    couplet_context_print (context, "%s\n", text);
  }
}

void
text_print_wrapped (CoupletContext *context, const char *indent, const char *text, guint width)
{
  g_autofree char *visible = make_visible (text);
  g_auto (GStrv) words = g_strsplit (visible, " ", -1);
  g_autoptr (GString) line = g_string_new (indent);
  gboolean empty = TRUE;
  for (char **word = words; *word != NULL; word++) {
    if (!empty && text_width (line->str) + 1 + text_width (*word) > width) {
      couplet_context_print (context, "%s\n", line->str);
      g_string_assign (line, indent);
      empty = TRUE;
    }
    g_string_append (line, empty ? "" : " ");
    g_string_append (line, *word);
    empty = FALSE;
  }
  couplet_context_print (context, "%s\n", line->str);
}
