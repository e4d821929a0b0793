/* SPDX-License-Identifier: Apache-2.0 */
#include "latex_printer.h"

#include "latex_width.h"

#include <string.h>

#define LONG_CELL 500 /* hundredths of a digit: narrower columns are never broken */
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
  static const char *const pairs[][2] = {
      {"->", "\\ensuremath{\\to}"}, {">=", "\\ensuremath{\\ge}"}, {"<=", "\\ensuremath{\\le}"}};
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (g_str_has_prefix (*text, pairs[i][0])) {
      ++*text;
      return pairs[i][1];
    }
  return **text == '\'' && begins ? "`" : NULL;
}

static void
put_break (GString *out, LatexBreak kind)
{
  if (kind != BREAK_NONE)
    g_string_append (out, kind == BREAK_FREE ? "\\allowbreak{}" : "\\penalty200{}");
}

static void
put_character (GString *out, gunichar c, gboolean typewriter)
{
  if (c == '\\')
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
}

static void
put_words (GString *out, const char *text, AtomKind kind)
{
  const char *sign;
  guint run = 0;
  for (const char *begin = text; *text != '\0'; text = g_utf8_next_char (text)) {
    if (kind != ATOM_CODE && (sign = word_sign (&text, text == begin || text[-1] == ' ')) != NULL)
      g_string_append (out, sign);
    else
      put_character (out, g_utf8_get_char (text), kind == ATOM_CODE);
    put_break (out, latex_break_behind (begin, text, kind, &run));
  }
}

static void
put_command (GString *out, const char *command, const char *text, AtomKind kind)
{
  g_string_append_printf (out, "\\%s{", command);
  put_words (out, text, kind);
  g_string_append_c (out, '}');
}

/* ---- Mathematics --------------------------------------------------------------------- */

/* A name of several letters, in parts between which a formula may be broken. */
static void
put_variable (GString *out, const char *name)
{
  if (g_ascii_isalpha (name[0]) && name[1] == '\0') {
    g_string_append (out, name);
    return;
  }
  guint run = 0;
  g_string_append (out, "\\mathit{");
  for (const char *c = name; *c != '\0'; c = g_utf8_next_char (c)) {
    LatexBreak kind = latex_break_behind (name, c, ATOM_VARIABLE, &run);
    put_character (out, g_utf8_get_char (c), FALSE);
    if (kind != BREAK_NONE) {
      g_string_append_c (out, '}');
      put_break (out, kind);
      g_string_append (out, "\\mathit{");
    }
  }
  g_string_append_c (out, '}');
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
    put_command (out, "text", atom->text, atom->kind);
  }
}

/* ---- Lines ------------------------------------------------------------------------------ */

static void put_line (GString *out, const Line *line);

static void
put_atom (GString *out, const Atom *atom)
{
  switch (atom->kind) {
  case ATOM_TEXT:
    put_words (out, atom->text, atom->kind);
    break;
  case ATOM_STRONG:
    put_command (out, "textbf", atom->text, atom->kind);
    break;
  case ATOM_CODE:
    put_command (out, "texttt", atom->text, atom->kind);
    break;
  case ATOM_RULE:
    put_command (out, "textsc", atom->text, atom->kind);
    break;
  case ATOM_BAR:
    g_string_append_printf (out, "\\rule{0.%03d\\linewidth}{1.2ex}", (int)(atom->part * 200));
    break;
  case ATOM_NOTE: /* notes have none themselves, so this goes one level deep */
    g_string_append (out, "\\footnote{\\raggedright ");
    put_line (out, atom->exponent);
    g_string_append_c (out, '}');
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

/* The macros of a table, defined once in a document. TeX sets the table as wide as it is, in
 * \small; if that is wider than the line, in smaller letters, breaking the lines of the widest of
 * the columns that may be (\coupletPar, whose first argument is the narrowest width, and the
 * second the full one, in tenths of a digit) until it fits. Rows may stand on several pages; the
 * rules, as thick as those of booktabs, are never parted from their rows. */
static const char MACROS[] =
    "\\ifx\\coupletTable\\undefined\n"
    "\\newcount\\coupletCap \\newdimen\\coupletUnit \\newbox\\coupletBox\n"
    "\\gdef\\coupletLeft{\\strut##\\hfil}\n"
    "\\gdef\\coupletRight{\\strut\\hfil##}\n"
    "\\gdef\\coupletWhole#1#2#3{\\strut\\ifx#3r\\hfil\\fi##\\ifx#3l\\hfil\\fi}\n"
    "\\gdef\\coupletBroken#1#2#3{\\vtop{\\hsize\\ifnum\\coupletCap<#1 "
    "#1\\else\\ifnum\\coupletCap<#2 "
    "\\coupletCap\\else#2\\fi\\fi\\coupletUnit\n"
    "  \\normalbaselines\\ifx#3r\\raggedleft\\else\\raggedright\\fi\n"
    "  \\noindent\\strut\\hskip0pt\\relax##\\unskip\\strut\\par}\\hfil}\n"
    "\\gdef\\coupletTop{\\noalign{\\hrule height\\heavyrulewidth\\nobreak\\vskip\\belowrulesep"
    "\\nobreak}}\n"
    "\\gdef\\coupletMiddle{\\noalign{\\nobreak\\vskip\\aboverulesep\\nobreak\n"
    "  \\hrule height\\lightrulewidth\\nobreak\\vskip\\belowrulesep\\nobreak}}\n"
    "\\gdef\\coupletBottom{\\noalign{\\nobreak\\vskip\\aboverulesep\\nobreak\n"
    "  \\hrule height\\heavyrulewidth}}\n"
    "\\long\\gdef\\coupletSet#1#2{\\setbox\\coupletBox\\vbox{\\baselineskip0pt\\lineskip2pt\n"
    "  \\everycr{}\\tabskip0pt\\halign{\\tabskip2\\tabcolsep#1\\tabskip0pt\\cr#2}}}\n"
    "\\long\\gdef\\coupletTry#1#2#3{\\ifdim\\wd\\coupletBox>\\linewidth\n"
    "  #1\\settowidth\\coupletUnit{0}\\divide\\coupletUnit10 \\advance\\coupletUnit1sp\n"
    "  \\coupletCap\\linewidth\\divide\\coupletCap\\coupletUnit\n"
    "  \\loop\\advance\\coupletCap-20 \\coupletSet{#2}{#3}%\n"
    "  \\ifdim\\ifnum\\coupletCap>0 \\wd\\coupletBox\\else0pt\\fi>\\linewidth\\repeat\\fi}\n"
    "\\long\\gdef\\coupletTable#1#2{\\par\\begingroup\\small\n"
    "  \\let\\coupletPar\\coupletWhole\\coupletSet{#1}{#2}%\n"
    "  \\let\\coupletPar\\coupletBroken\n"
    "  \\ifdim\\wd\\coupletBox>\\linewidth\\tabcolsep2.5pt \\fi\n"
    "  "
    "\\coupletTry\\footnotesize{#1}{#2}\\coupletTry\\scriptsize{#1}{#2}\\coupletTry\\tiny{#1}{#2}%"
    "\n"
    "  \\medskip\\ifdim\\wd\\coupletBox>\\linewidth\n"
    "  \\noindent\\resizebox{\\linewidth}{!}{\\box\\coupletBox}\\par\n"
    "  \\else\\unvbox\\coupletBox\\fi\\medskip\\endgroup}\n"
    "\\fi\n";

static void
measure_column (LatexWidth *width, const Table *table, guint c)
{
  latex_measure (width, g_array_index (table->columns, Column, c).title);
  for (guint r = 0; r < table->rows->len; r++)
    latex_measure (width, row_cell (table->rows->pdata[r], c));
}

static void
put_columns (GString *out, const Table *table)
{
  for (guint c = 0; c < table->columns->len; c++) {
    gboolean right = g_array_index (table->columns, Column, c).right;
    LatexWidth width = {0};
    measure_column (&width, table, c);
    g_string_append (out, c > 0 ? "&" : "");
    if (width.whole > LONG_CELL && width.piece < width.whole)
      g_string_append_printf (out, "\\span\\coupletPar{%u}{%u}%c", width.piece / 10 + 1,
                              width.whole / 10 + 1, right ? 'r' : 'l');
    else
      g_string_append (out, right ? "\\span\\coupletRight" : "\\span\\coupletLeft");
  }
}

/* The cells of row, or with NULL the titles. */
static void
put_row (GString *out, const Table *table, const Row *row)
{
  for (guint c = 0; c < table->columns->len; c++) {
    g_string_append (out, c > 0 ? " & " : "  ");
    put_line (out,
              row != NULL ? row_cell (row, c) : g_array_index (table->columns, Column, c).title);
  }
  g_string_append (out, " \\cr\n");
}

/* The rows from begin up to end as one table with these columns. */
static void
put_part (GString *out, const Table *table, const char *columns, guint begin, guint end)
{
  g_string_append_printf (out, "\\coupletTable{%s}{\\coupletTop\n", columns);
  put_row (out, table, NULL);
  g_string_append (out, "  \\coupletMiddle\n");
  for (guint r = begin; r < end; r++) {
    const Row *row = table->rows->pdata[r];
    if (row->total)
      g_string_append (out, "  \\coupletMiddle\n");
    put_row (out, table, row);
  }
  g_string_append (out, "  \\coupletBottom}\n");
}

static void
put_table (GString *out, const Table *table)
{
  g_autoptr (GString) columns = g_string_new (NULL);
  guint begin = 0;
  put_columns (columns, table);
  do {
    guint end = MIN (begin + PAGE_ROWS, table->rows->len);
    put_part (out, table, columns->str, begin, end);
    begin = end;
  } while (begin < table->rows->len);
}

/* ---- All of it -------------------------------------------------------------------------- */

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
    g_string_append (out, first_item ? "\\begin{itemize}\n" : "");
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

/* What makes a document of it where there is none around it. */
static const char BEGIN[] =
    "% for \\input in a document with \\usepackage{amsmath,booktabs,graphicx}, or alone\n"
    "\\expandafter\\ifx\\csname @classoptionslist\\endcsname\\relax\n"
    "  \\documentclass{article}\n"
    "  \\usepackage{amsmath,booktabs,graphicx}\n"
    "  \\begin{document}\n"
    "  \\def\\coupletEnd{\\end{document}}\n"
    "\\else\n"
    "  \\def\\coupletEnd{}\n"
    "\\fi\n";

void
print_latex (const Document *document, GString *out)
{
  g_string_append (out, BEGIN);
  g_string_append (out, MACROS);
  g_string_append (out, "\\begingroup\\tolerance9999 \\emergencystretch3em\\relax\n");
  for (guint i = 0; i < document->blocks->len; i++) {
    gboolean first = i == 0 || !is_item (document, i - 1);
    gboolean last = !is_item (document, i + 1);
    if (i > 0 && (!is_item (document, i) || first))
      g_string_append_c (out, '\n');
    put_block (out, document->blocks->pdata[i], first, last);
  }
  g_string_append (out, "\\par\\endgroup\n\\coupletEnd\n");
}
