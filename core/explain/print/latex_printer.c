/* SPDX-License-Identifier: Apache-2.0 */
#include "latex_printer.h"

#include "plain_line.h"

#include <string.h>

#define PAGE_WIDTH 78 /* characters of \small typewriter text in a line of an article */
#define GAP 3         /* between columns */
#define NARROW_GAP 2  /* where there is little room */
#define BREAKS "_.,(" /* a name may be broken behind these */
#define PAGE_ROWS 36  /* a longer table is continued in another */

static const char *const SIGNS[N_SIGNS] = {
    [SIGN_PLUS] = "+",
    [SIGN_MINUS] = "-",
    [SIGN_NEGATIVE] = "-",
    [SIGN_EQUAL] = "=",
    [SIGN_TIMES] = "\\cdot ",
    [SIGN_AT_MOST] = "\\le ",
    [SIGN_AT_LEAST] = "\\ge ",
    [SIGN_ARROW] = "\\to\\allowbreak ",
    [SIGN_INFINITE] = "\\infty ",
    [SIGN_EPSILON] = "\\varepsilon ",
    [SIGN_OPEN] = "(",
    [SIGN_CLOSE] = ")",
    [SIGN_MAGNITUDE] = "|",
    [SIGN_FIRST_RUN] = "\\langle 1\\rangle ",
    [SIGN_SECOND_RUN] = "\\langle 2\\rangle ",
};

/* ---- Words ------------------------------------------------------------------------ */

/* Letters of Latin-1 are known to every LaTeX; other characters may not be. */
static void
put_other_character (GString *out, gunichar c)
{
  gboolean letter = c >= 0xc0 && c <= 0xff && strchr ("\xd0\xd7\xde\xf0\xf7\xfe", (int)c) == NULL;
  if (letter)
    g_string_append_unichar (out, c);
  else
    g_string_append_printf (out, "U+%04X", c);
}

/* What stands for the characters at *text in running text, which is then moved
 * to the last of them; NULL when they are ordinary. */
static const char *
word_sign (const char **text, gboolean begins)
{
  static const char *const pairs[][2] = {{"->", "\\ensuremath{\\to}"},
                                         {">=", "\\ensuremath{\\ge}"}};
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (g_str_has_prefix (*text, pairs[i][0])) {
      ++*text;
      return pairs[i][1];
    }
  return **text == '\'' && begins ? "`" : NULL;
}

static void
put_words (GString *out, const char *text, gboolean typewriter)
{
  const char *sign;
  for (const char *begin = text; *text != '\0'; text = g_utf8_next_char (text)) {
    gunichar c = g_utf8_get_char (text);
    if (!typewriter && (sign = word_sign (&text, text == begin || text[-1] == ' ')) != NULL)
      g_string_append (out, sign);
    else if (c == '\\')
      g_string_append (out, "\\textbackslash{}");
    else if (c == '~' || c == '^')
      g_string_append_printf (out, "\\%c{}", (char)c);
    else if (c == '<' || c == '>' || c == '|')
      /* text fonts of old have other characters there */
      g_string_append_printf (out, typewriter ? "%c" : "\\ensuremath{%c}", (char)c);
    else if (c < 0x80 && strchr ("#$%&_{}", (int)c) != NULL)
      g_string_append_printf (out, "\\%c", (char)c);
    else if (c < 0x80)
      g_string_append_c (out, (char)c);
    else
      put_other_character (out, c);
    if (typewriter && c < 0x80 && strchr (BREAKS, (int)c) != NULL && text[1] != '\0')
      g_string_append (out, "\\allowbreak{}");
  }
}

static void
put_command (GString *out, const char *command, const char *text)
{
  g_string_append_printf (out, "\\%s{", command);
  put_words (out, text, g_str_equal (command, "texttt"));
  g_string_append_c (out, '}');
}

/* ---- Mathematics --------------------------------------------------------------------- */

static void
put_variable (GString *out, const char *name)
{
  if (g_ascii_isalpha (name[0]) && name[1] == '\0')
    g_string_append (out, name);
  else
    put_command (out, "mathit", name);
}

static void
put_number (GString *out, const char *digits, gboolean raised)
{
  const char *slash = raised ? NULL : strchr (digits, '/');
  if (slash == NULL)
    g_string_append (out, digits);
  else
    g_string_append_printf (out, "\\tfrac{%.*s}{%s}", (int)(slash - digits), digits, slash + 1);
}

static void put_math (GString *out, const Atom *atom, gboolean raised);

/* Exponents have none themselves, so this goes one level deep. */
static void
put_power (GString *out, const Line *exponent)
{
  g_string_append (out, "^{");
  for (guint i = 0; i < exponent->atoms->len; i++)
    put_math (out, &g_array_index (exponent->atoms, Atom, i), TRUE);
  g_string_append (out, "}");
}

static void
put_math (GString *out, const Atom *atom, gboolean raised)
{
  switch (atom->kind) {
  case ATOM_VARIABLE:
    put_variable (out, atom->text);
    break;
  case ATOM_NUMBER:
    put_number (out, atom->text, raised);
    break;
  case ATOM_INDEX:
    g_string_append_printf (out, "_{%s}", atom->text);
    break;
  case ATOM_SIGN:
    g_string_append (out, SIGNS[atom->sign]);
    break;
  case ATOM_POWER:
    put_power (out, atom->exponent);
    break;
  default:
    put_command (out, "text", atom->text);
  }
}

/* ---- Lines ------------------------------------------------------------------------------ */

static void
put_atom (GString *out, const Atom *atom)
{
  switch (atom->kind) {
  case ATOM_TEXT:
    put_words (out, atom->text, FALSE);
    break;
  case ATOM_STRONG:
    put_command (out, "textbf", atom->text);
    break;
  case ATOM_CODE:
    put_command (out, "texttt", atom->text);
    break;
  case ATOM_RULE:
    put_command (out, "textsc", atom->text);
    break;
  case ATOM_BAR:
    g_string_append_printf (out, "\\rule{%d.%02dem}{1.2ex}", (int)(atom->part * 8),
                            (int)(atom->part * 800) % 100);
    break;
  default:
    put_math (out, atom, FALSE);
  }
}

static void
put_line (GString *out, const Line *line)
{
  gboolean math = FALSE;
  for (guint i = 0; i < line->atoms->len; i++) {
    const Atom *atom = &g_array_index (line->atoms, Atom, i);
    gboolean is_math = atom->kind >= ATOM_VARIABLE;
    if (is_math != math)
      g_string_append_c (out, '$');
    math = is_math;
    put_atom (out, atom);
  }
  if (math)
    g_string_append_c (out, '$');
}

/* ---- Tables -------------------------------------------------------------------------------- */

/* How a column is set: as wide as it is, or with lines of width characters. */
typedef struct {
  guint width, floor; /* floor: of its widest word */
  gboolean right, broken;
} Setting;

/* The end of the piece at text that no line break divides. */
static const char *
piece_end (const char *text)
{
  for (; *text != '\0' && *text != ' ' && *text != MARK_NO_BREAK; text++)
    if (strchr (BREAKS, *text) != NULL || (text[0] == '-' && text[1] == '>'))
      return text + (*text == '-' && text[1] == '>' ? 2 : 1);
  return *text == '\0' ? text : text + 1;
}

static void
measure (Setting *setting, const Line *line)
{
  g_autofree char *text = plain_line (line, FALSE);
  setting->width = MAX (setting->width, plain_width (text, NULL));
  for (const char *from = text, *end; *from != '\0'; from = end) {
    end = piece_end (from);
    setting->floor = MAX (setting->floor, plain_width (from, end));
  }
}

static guint
total_width (const Setting *settings, guint n, guint gap)
{
  guint total = gap * n;
  for (guint c = 0; c < n; c++)
    total += settings[c].width;
  return total;
}

/* Breaks the lines of the widest columns until the table fits between the margins. */
static void
narrow (Setting *settings, guint n)
{
  while (total_width (settings, n, NARROW_GAP) > PAGE_WIDTH) {
    Setting *widest = NULL;
    for (guint c = 0; c < n; c++)
      if (settings[c].width > settings[c].floor &&
          (widest == NULL || settings[c].width > widest->width))
        widest = &settings[c];
    if (widest == NULL)
      return;
    widest->width--;
    widest->broken = TRUE;
  }
}

/* How the columns are set, measured by what they are on a terminal, which is about right
 * here too. The caller frees it. */
static Setting *
fit_columns (const Table *table, gboolean *narrowed)
{
  guint n = table->columns->len;
  Setting *settings = g_new0 (Setting, n);
  for (guint c = 0; c < n; c++) {
    const Column *column = &g_array_index (table->columns, Column, c);
    settings[c].right = column->right;
    measure (&settings[c], column->title);
    for (guint r = 0; r < table->rows->len; r++)
      measure (&settings[c], row_cell (table->rows->pdata[r], c));
  }
  *narrowed = total_width (settings, n, GAP) > PAGE_WIDTH;
  if (*narrowed)
    narrow (settings, n);
  return settings;
}

static void
put_columns (GString *out, const Setting *settings, guint n)
{
  for (guint c = 0; c < n; c++)
    if (settings[c].broken)
      /* rounded up, and some more: words of roman letters may be wider than on a terminal */
      g_string_append_printf (out, "p{0.%02u\\linewidth}",
                              MIN ((100 * settings[c].width - 1) / PAGE_WIDTH + 2, 98));
    else
      g_string_append_c (out, settings[c].right ? 'r' : 'l');
}

static void
put_row (GString *out, const Table *table, const Setting *settings, const Row *row)
{
  for (guint c = 0; c < table->columns->len; c++) {
    g_string_append (out, c > 0 ? " & " : "  ");
    if (settings[c].broken)
      g_string_append (out, settings[c].right ? "\\raggedleft " : "\\raggedright ");
    put_line (out,
              row != NULL ? row_cell (row, c) : g_array_index (table->columns, Column, c).title);
  }
  g_string_append (out, " \\tabularnewline\n");
}

/* The rows from begin up to end as one table. */
static void
put_part (GString *out, const Table *table, guint begin, guint end)
{
  gboolean narrowed;
  g_autofree Setting *settings = fit_columns (table, &narrowed);
  g_string_append_printf (out, "\\begin{center}\\small%s\n\\begin{tabular}{@{}",
                          narrowed ? "\\setlength{\\tabcolsep}{3pt}" : "");
  put_columns (out, settings, table->columns->len);
  g_string_append (out, "@{}}\n  \\toprule\n");
  put_row (out, table, settings, NULL);
  g_string_append (out, "  \\midrule\n");
  for (guint r = begin; r < end; r++) {
    const Row *row = table->rows->pdata[r];
    if (row->total)
      g_string_append (out, "  \\midrule\n");
    put_row (out, table, settings, row);
  }
  g_string_append (out, "  \\bottomrule\n\\end{tabular}\n\\end{center}\n");
}

static void
put_table (GString *out, const Table *table)
{
  guint begin = 0;
  do {
    guint end = MIN (begin + PAGE_ROWS, table->rows->len);
    put_part (out, table, begin, end);
    begin = end;
  } while (begin < table->rows->len);
}

/* ---- All of it --------------------------------------------------------------------------------
 */

static void
put_block (GString *out, const Block *block, gboolean first_item, gboolean last_item)
{
  switch (block->kind) {
  case BLOCK_HEADING:
    g_string_append (out, block->level > 1 ? "\\subsubsection*{\\raggedright "
                                           : "\\subsection*{\\raggedright ");
    put_line (out, block->line);
    g_string_append (out, "}\n");
    break;
  case BLOCK_PARAGRAPH:
    put_line (out, block->line);
    g_string_append_c (out, '\n');
    break;
  case BLOCK_ITEM:
    g_string_append (out, first_item ? "\\begin{itemize}\\sloppy\n" : "");
    g_string_append (out, "\\item ");
    put_line (out, block->line);
    g_string_append (out, last_item ? "\n\\end{itemize}\n" : "\n");
    break;
  case BLOCK_TABLE:
    put_table (out, block->table);
    break;
  }
}

static gboolean
is_item (const Document *document, guint index)
{
  return index < document->blocks->len &&
         ((const Block *)document->blocks->pdata[index])->kind == BLOCK_ITEM;
}

void
print_latex (const Document *document, GString *out)
{
  g_string_append (out, "% needs \\usepackage{amsmath,booktabs}\n");
  for (guint i = 0; i < document->blocks->len; i++) {
    gboolean first = i == 0 || !is_item (document, i - 1);
    gboolean last = !is_item (document, i + 1);
    if (i > 0 && (!is_item (document, i) || first))
      g_string_append_c (out, '\n');
    put_block (out, document->blocks->pdata[i], first, last);
  }
}
