/* SPDX-License-Identifier: Apache-2.0 */
#include "text_printer.h"

#include "plain_line.h"

#include <string.h>

#define NARROWEST 40 /* terminals below that are treated as this wide */
#define GAP 2        /* between columns of a table */
#define SHORTEST 6   /* what a column is shrunk to at most */

typedef struct {
  const TextStyle *style;
  guint columns;
  GString *out;
} Printer;

/* ---- Breaking lines ---------------------------------------------------------------- */

/* The end of the longest piece of text, from its start, that fits into width:
 * at a space, else, when a word alone is wider, after a slash, or anywhere. */
static const char *
find_break (const char *text, guint width)
{
  const char *space = NULL, *slash = NULL;
  guint used = 0;
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c)) {
    if (*c == ' ')
      space = c;
    used += plain_width (c, g_utf8_next_char (c));
    if (used > width && *c != ' ')
      return space != NULL ? space : slash != NULL ? slash : c;
    if (*c == '/')
      slash = c + 1;
  }
  return text + strlen (text);
}

/* The marks open at the end of text, continued from those in open. */
static char
open_mark (const char *text, const char *end, char open)
{
  for (; text < end; text++)
    if (*text >= MARK_STRONG && *text <= MARK_BAR)
      open = *text;
    else if (*text == MARK_END)
      open = 0;
  return open;
}

/* text broken into pieces that fit into width; a piece repeats the mark that is
 * open at its start and ends what is open at its end. */
static GPtrArray *
break_text (const char *text, guint width)
{
  GPtrArray *pieces = g_ptr_array_new_with_free_func (g_free);
  char open = 0;
  do {
    while (*text == ' ')
      text++;
    const char *end = find_break (text, width);
    if (end == text && *text != '\0')
      end = g_utf8_next_char (text); /* wider than everything */
    GString *piece = g_string_new (NULL);
    if (open != 0)
      g_string_append_c (piece, open);
    const char *shown = end;
    while (shown > text && shown[-1] == ' ')
      shown--;
    g_string_append_len (piece, text, shown - text);
    open = open_mark (text, end, open);
    if (open != 0)
      g_string_append_c (piece, MARK_END);
    g_ptr_array_add (pieces, g_string_free (piece, FALSE));
    text = end;
    while (*text == ' ')
      text++;
  } while (*text != '\0');
  return pieces;
}

/* ---- Pieces ---------------------------------------------------------------------- */

static const char *
escape_of (char mark)
{
  switch (mark) {
  case MARK_STRONG:
    return "\033[1m";
  case MARK_CODE:
    return "\033[36m";
  case MARK_RULE:
    return "\033[35m";
  case MARK_BAR:
    return "\033[33m";
  default:
    return "\033[0m";
  }
}

static void
put_piece (Printer *printer, const char *piece)
{
  for (; *piece != '\0'; piece++)
    if (*piece == MARK_NO_BREAK)
      g_string_append_c (printer->out, ' ');
    else if (*piece < MARK_NO_BREAK || *piece > MARK_END)
      g_string_append_c (printer->out, *piece);
    else if (printer->style->colour)
      g_string_append (printer->out, escape_of (*piece));
}

static void
put_spaces (Printer *printer, guint n)
{
  g_string_append_printf (printer->out, "%*s", (int)n, "");
}

/* A new line, without spaces before it. */
static void
end_line (Printer *printer)
{
  while (printer->out->len > 0 && printer->out->str[printer->out->len - 1] == ' ')
    g_string_truncate (printer->out, printer->out->len - 1);
  g_string_append_c (printer->out, '\n');
}

/* ---- Running text ------------------------------------------------------------------ */

/* first: what stands before the first piece; the others are indented as far. */
static void
put_paragraph (Printer *printer, const Line *line, const char *first)
{
  g_autofree char *text = plain_line (line, printer->style->utf8);
  guint indent = plain_width (first, NULL);
  g_autoptr (GPtrArray) pieces = break_text (text, printer->columns - indent);
  for (guint i = 0; i < pieces->len; i++) {
    if (i == 0)
      g_string_append (printer->out, first);
    else
      put_spaces (printer, indent);
    put_piece (printer, g_ptr_array_index (pieces, i));
    end_line (printer);
  }
}

static void
put_heading (Printer *printer, const Block *block)
{
  g_autofree char *text = plain_line (block->line, printer->style->utf8);
  g_autoptr (GPtrArray) pieces = break_text (text, printer->columns);
  guint width = 0;
  for (guint i = 0; i < pieces->len; i++) {
    const char *piece = g_ptr_array_index (pieces, i);
    g_string_append (printer->out, printer->style->colour ? escape_of (MARK_STRONG) : "");
    put_piece (printer, piece);
    g_string_append (printer->out, printer->style->colour ? escape_of (MARK_END) : "");
    end_line (printer);
    width = MAX (width, plain_width (piece, NULL));
  }
  const char *stroke = block->level > 1 ? "-" : printer->style->utf8 ? "\u2550" : "=";
  if (block->level > 1 && printer->style->utf8)
    stroke = "\u2500";
  for (guint i = 0; i < width; i++)
    g_string_append (printer->out, stroke);
  end_line (printer);
}

/* ---- Tables -------------------------------------------------------------------------- */

/* A table in characters: cells[row][column], the titles as row 0. */
typedef struct {
  const Table *table;
  guint n_columns, n_rows;
  char **cells;
  guint *widths;
} Grid;

static char **
grid_cell (const Grid *grid, guint row, guint column)
{
  return &grid->cells[row * grid->n_columns + column];
}

static void
fill_grid (Grid *grid, const Table *table, gboolean utf8)
{
  grid->table = table;
  grid->n_columns = table->columns->len;
  grid->n_rows = table->rows->len + 1;
  grid->cells = g_new0 (char *, (gsize)grid->n_columns * grid->n_rows + 1);
  grid->widths = g_new0 (guint, grid->n_columns);
  for (guint c = 0; c < grid->n_columns; c++) {
    *grid_cell (grid, 0, c) = plain_line (g_array_index (table->columns, Column, c).title, utf8);
    for (guint r = 1; r < grid->n_rows; r++)
      *grid_cell (grid, r, c) = plain_line (row_cell (table->rows->pdata[r - 1], c), utf8);
    for (guint r = 0; r < grid->n_rows; r++)
      grid->widths[c] = MAX (grid->widths[c], plain_width (*grid_cell (grid, r, c), NULL));
  }
}

static void
clear_grid (Grid *grid)
{
  g_strfreev (grid->cells);
  g_free (grid->widths);
}

/* The width of the widest word of a column. */
static guint
widest_word (const Grid *grid, guint column)
{
  guint widest = 1;
  for (guint r = 0; r < grid->n_rows; r++) {
    const char *text = *grid_cell (grid, r, column);
    while (*text != '\0') {
      const char *end = text + strcspn (text, " ");
      widest = MAX (widest, plain_width (text, end));
      text = *end == '\0' ? end : end + 1;
    }
  }
  return widest;
}

static guint
total_width (const Grid *grid)
{
  guint total = GAP * (grid->n_columns - 1);
  for (guint c = 0; c < grid->n_columns; c++)
    total += grid->widths[c];
  return total;
}

/* Narrows the widest column, above its floor, by one until the table fits. */
static void
shrink (Grid *grid, const guint *floors, guint columns)
{
  while (total_width (grid) > columns) {
    guint widest = grid->n_columns;
    for (guint c = 0; c < grid->n_columns; c++)
      if (grid->widths[c] > floors[c] &&
          (widest == grid->n_columns || grid->widths[c] > grid->widths[widest]))
        widest = c;
    if (widest == grid->n_columns)
      return;
    grid->widths[widest]--;
  }
}

static void
fit_grid (Grid *grid, guint columns)
{
  g_autofree guint *floors = g_new (guint, grid->n_columns);
  for (guint c = 0; c < grid->n_columns; c++)
    floors[c] = widest_word (grid, c);
  shrink (grid, floors, columns);
  for (guint c = 0; c < grid->n_columns; c++)
    floors[c] = SHORTEST;
  shrink (grid, floors, columns);
}

static void
put_cell (Printer *printer, const Grid *grid, guint column, const char *piece)
{
  guint width = plain_width (piece, NULL), room = grid->widths[column];
  guint space = room > width ? room - width : 0;
  gboolean right = g_array_index (grid->table->columns, Column, column).right;
  put_spaces (printer, right ? space : 0);
  put_piece (printer, piece);
  put_spaces (printer, right ? 0 : space);
}

static void
put_row (Printer *printer, const Grid *grid, guint row)
{
  guint height = 1;
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  for (guint c = 0; c < grid->n_columns; c++) {
    GPtrArray *pieces = break_text (*grid_cell (grid, row, c), grid->widths[c]);
    height = MAX (height, pieces->len);
    g_ptr_array_add (cells, pieces);
  }
  for (guint i = 0; i < height; i++) {
    for (guint c = 0; c < grid->n_columns; c++) {
      const GPtrArray *pieces = cells->pdata[c];
      put_spaces (printer, c > 0 ? GAP : 0);
      put_cell (printer, grid, c, i < pieces->len ? pieces->pdata[i] : "");
    }
    end_line (printer);
  }
}

static void
put_stroke (Printer *printer, const Grid *grid)
{
  for (guint c = 0; c < grid->n_columns; c++) {
    put_spaces (printer, c > 0 ? GAP : 0);
    for (guint i = 0; i < grid->widths[c]; i++)
      g_string_append (printer->out, printer->style->utf8 ? "\u2500" : "-");
  }
  end_line (printer);
}

static void
put_table (Printer *printer, const Table *table)
{
  Grid grid;
  fill_grid (&grid, table, printer->style->utf8);
  fit_grid (&grid, printer->columns);
  put_row (printer, &grid, 0);
  put_stroke (printer, &grid);
  for (guint r = 1; r < grid.n_rows; r++) {
    if (((const Row *)table->rows->pdata[r - 1])->total)
      put_stroke (printer, &grid);
    put_row (printer, &grid, r);
  }
  clear_grid (&grid);
}

/* ---- All of it --------------------------------------------------------------------------- */

static void
put_block (Printer *printer, const Block *block)
{
  switch (block->kind) {
  case BLOCK_HEADING:
    put_heading (printer, block);
    break;
  case BLOCK_PARAGRAPH:
    put_paragraph (printer, block->line, "");
    break;
  case BLOCK_ITEM:
    put_paragraph (printer, block->line, printer->style->utf8 ? "  \u2022 " : "  * ");
    break;
  case BLOCK_TABLE:
    put_table (printer, block->table);
    break;
  }
}

void
print_text (const Document *document, const TextStyle *style, GString *out)
{
  Printer printer = {style, MAX (style->columns, NARROWEST), out};
  const Block *before = NULL;
  for (guint i = 0; i < document->blocks->len; i++) {
    const Block *block = document->blocks->pdata[i];
    gboolean together = before != NULL && before->kind == BLOCK_ITEM && block->kind == BLOCK_ITEM;
    gboolean titled = before != NULL && before->kind == BLOCK_HEADING;
    if (before != NULL && !together && (!titled || block->kind == BLOCK_HEADING))
      g_string_append_c (out, '\n');
    put_block (&printer, block);
    before = block;
  }
}
