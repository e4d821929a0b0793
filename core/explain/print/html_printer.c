/* SPDX-License-Identifier: Apache-2.0 */
#include "html_printer.h"

#include "plain_line.h"

#define BAR_WIDTH 8 /* of a full bar, in em */

/* Appends text, UTF-8 of whatever origin, with what HTML would obey escaped. It may also stand
 * between the quotes of an attribute. */
static void
put_text (GString *out, const char *text)
{
  for (; *text != '\0'; text++)
    switch (*text) {
    case '&':
      g_string_append (out, "&amp;");
      break;
    case '<':
      g_string_append (out, "&lt;");
      break;
    case '>':
      g_string_append (out, "&gt;");
      break;
    case '"':
      g_string_append (out, "&quot;");
      break;
    case MARK_NO_BREAK:
      g_string_append (out, "&nbsp;");
      break;
    default:
      g_string_append_c (out, *text);
    }
}

/* ---- Lines ------------------------------------------------------------------------------ */

static void
put_element (GString *out, const char *begin, const char *text, const char *end)
{
  g_string_append (out, begin);
  put_text (out, text);
  g_string_append (out, end);
}

static void put_atoms (GString *out, const Line *line);

static void
put_bar (GString *out, double part)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd (digits, sizeof digits, "%.2f", part * BAR_WIDTH);
  g_string_append_printf (out, "<span class=\"bar\" style=\"width:%sem\"></span>", digits);
}

static void
put_atom (GString *out, const Atom *atom)
{
  switch (atom->kind) {
  case ATOM_TEXT:
  case ATOM_NUMBER:
    put_text (out, atom->text);
    break;
  case ATOM_STRONG:
    put_element (out, "<strong>", atom->text, "</strong>");
    break;
  case ATOM_CODE:
    put_element (out, "<code>", atom->text, "</code>");
    break;
  case ATOM_RULE:
    put_element (out, "<span class=\"rule\">", atom->text, "</span>");
    break;
  case ATOM_BAR:
    put_bar (out, atom->part);
    break;
  case ATOM_VARIABLE:
    put_element (out, "<var>", atom->text, "</var>");
    break;
  case ATOM_INDEX:
    put_element (out, "<sub>", atom->text, "</sub>");
    break;
  case ATOM_SIGN:
    put_text (out, plain_sign (atom->sign, TRUE));
    break;
  case ATOM_NOTE:
    g_string_append (out, " (");
    put_atoms (out, atom->exponent);
    g_string_append (out, ")");
    break;
  case ATOM_POWER: /* exponents have none themselves, so this goes one level deep */
    g_string_append (out, "<sup>");
    put_atoms (out, atom->exponent);
    g_string_append (out, "</sup>");
    break;
  }
}

static void
put_atoms (GString *out, const Line *line)
{
  for (guint i = 0; i < line->atoms->len; i++)
    put_atom (out, &g_array_index (line->atoms, Atom, i));
}

/* ---- Blocks ------------------------------------------------------------------------------- */

static void
put_cell (GString *out, const Table *table, guint column, const char *tag, const Line *line)
{
  gboolean right = g_array_index (table->columns, Column, column).right;
  g_string_append_printf (out, "<%s%s>", tag, right ? " class=\"number\"" : "");
  put_atoms (out, line);
  g_string_append_printf (out, "</%s>", tag);
}

static void
put_table (GString *out, const Table *table)
{
  g_string_append (out, "<div class=\"wide\"><table>\n<thead><tr>");
  for (guint c = 0; c < table->columns->len; c++)
    put_cell (out, table, c, "th", g_array_index (table->columns, Column, c).title);
  g_string_append (out, "</tr></thead>\n<tbody>\n");
  for (guint r = 0; r < table->rows->len; r++) {
    const Row *row = table->rows->pdata[r];
    g_string_append (out, row->total ? "<tr class=\"total\">" : "<tr>");
    for (guint c = 0; c < table->columns->len; c++)
      put_cell (out, table, c, "td", row_cell (row, c));
    g_string_append (out, "</tr>\n");
  }
  g_string_append (out, "</tbody></table></div>\n");
}

static void
put_line (GString *out, const char *tag, const Line *line)
{
  g_string_append_printf (out, "<%s>", tag);
  put_atoms (out, line);
  g_string_append_printf (out, "</%s>\n", tag);
}

static void
put_block (GString *out, const Block *block, int level)
{
  const char heading[] = {'h', (char)('0' + MIN (level + block->level - 1, 6)), '\0'};
  switch (block->kind) {
  case BLOCK_HEADING:
    put_line (out, heading, block->line);
    break;
  case BLOCK_PARAGRAPH:
    put_line (out, "p", block->line);
    break;
  case BLOCK_ITEM:
    put_line (out, "li", block->line);
    break;
  case BLOCK_TABLE:
    put_table (out, block->table);
    break;
  }
}

void
print_html (const Document *document, int level, GString *out)
{
  gboolean in_list = FALSE;
  for (guint i = 0; i < document->blocks->len; i++) {
    const Block *block = document->blocks->pdata[i];
    gboolean is_item = block->kind == BLOCK_ITEM;
    if (is_item != in_list)
      g_string_append (out, is_item ? "<ul>\n" : "</ul>\n");
    in_list = is_item;
    put_block (out, block, level);
  }
  if (in_list)
    g_string_append (out, "</ul>\n");
}
