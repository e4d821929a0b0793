/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"

#include <couplet/internal/format.h>

#include <stdarg.h>
#include <string.h>

/* ---- Lines ------------------------------------------------------------------- */

static void
clear_atom (gpointer data)
{
  Atom *atom = data;
  g_free (atom->text);
  line_free (atom->exponent);
}

Line *
line_new (void)
{
  Line *line = g_new (Line, 1);
  line->atoms = g_array_new (FALSE, FALSE, sizeof (Atom));
  g_array_set_clear_func (line->atoms, clear_atom);
  return line;
}

void
line_free (Line *line)
{
  if (line == NULL)
    return;
  g_array_unref (line->atoms);
  g_free (line);
}

/* Valid UTF-8 without control characters, which printers use as marks. */
static char *
printable (const char *text, gssize length)
{
  g_autofree char *part = length < 0 ? g_strdup (text) : g_strndup (text, (gsize)length);
  return couplet_make_visible (part);
}

static void
put_atom (Line *line, AtomKind kind, const char *text, gssize length)
{
  Atom atom = {.kind = kind, .text = printable (text, length)};
  g_array_append_val (line->atoms, atom);
}

static void
put_sign (Line *line, Sign sign)
{
  Atom atom = {.kind = ATOM_SIGN, .sign = sign};
  g_array_append_val (line->atoms, atom);
}

/* The sign written between braces at *format, which is moved after them. */
static Sign
read_sign (const char **format)
{
  static const char *const names[N_SIGNS] = {
      [SIGN_PLUS] = "+",      [SIGN_MINUS] = "-",      [SIGN_NEGATIVE] = "neg",
      [SIGN_EQUAL] = "=",     [SIGN_TIMES] = "*",      [SIGN_AT_MOST] = "<=",
      [SIGN_AT_LEAST] = ">=",

      [SIGN_ARROW] = "->",    [SIGN_INFINITE] = "inf", [SIGN_EPSILON] = "eps",
      [SIGN_OPEN] = "(",      [SIGN_CLOSE] = ")",      [SIGN_MAGNITUDE] = "|",
      [SIGN_FIRST_RUN] = "1", [SIGN_SECOND_RUN] = "2",
  };
  gsize length = strcspn (*format, "}");
  for (Sign sign = 0; sign < N_SIGNS; sign++)
    if (strlen (names[sign]) == length && strncmp (names[sign], *format, length) == 0) {
      *format += length + 1;
      return sign;
    }
  g_assert_not_reached (); /* formats are constants of this program */
}

static void
put_number (Line *line, const char *digits)
{
  if (*digits == '-')
    put_sign (line, SIGN_NEGATIVE);
  put_atom (line, ATOM_NUMBER, *digits == '-' ? digits + 1 : digits, -1);
}

static void
put_line (Line *line, const Line *other)
{
  for (guint i = 0; i < other->atoms->len; i++) {
    Atom atom = g_array_index (other->atoms, Atom, i);
    atom.text = g_strdup (atom.text);
    if (atom.exponent != NULL) {
      Line *exponent = line_new ();
      put_line (exponent, atom.exponent);
      atom.exponent = exponent;
    }
    g_array_append_val (line->atoms, atom);
  }
}

static void
put_line_of (Line *line, AtomKind kind, Line *exponent)
{
  Atom atom = {.kind = kind, .exponent = exponent};
  g_array_append_val (line->atoms, atom);
}

/* What an argument is, written after its conversion. */
typedef enum { KIND_PLAIN, KIND_NUMBER, KIND_LINE, KIND_OF_LINE } PointerKind;

typedef struct {
  const char *name;
  AtomKind atom;       /* of strings, and of %u */
  PointerKind pointer; /* of %p */
} ArgumentKind;

static const ArgumentKind PLAIN = {"", ATOM_TEXT, KIND_PLAIN};

/* The kind written at *format, which is moved after it. */
static const ArgumentKind *
read_kind (const char **format)
{
  static const ArgumentKind kinds[] = {
      {"{b}", ATOM_STRONG, KIND_PLAIN},  {"{c}", ATOM_CODE, KIND_PLAIN},
      {"{r}", ATOM_RULE, KIND_PLAIN},    {"{v}", ATOM_VARIABLE, KIND_PLAIN},
      {"{i}", ATOM_INDEX, KIND_PLAIN},   {"{m}", ATOM_NUMBER, KIND_PLAIN},
      {"{q}", ATOM_NUMBER, KIND_NUMBER}, {"{l}", ATOM_TEXT, KIND_LINE},
      {"{p}", ATOM_POWER, KIND_OF_LINE}, {"{n}", ATOM_NOTE, KIND_OF_LINE},
  };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (*format, kinds[i].name)) {
      *format += strlen (kinds[i].name);
      return &kinds[i];
    }
  return &PLAIN;
}

static void
put_text (Line *line, AtomKind kind, const char *text)
{
  if (kind == ATOM_NUMBER)
    put_number (line, text);
  else
    put_atom (line, kind, text, -1);
}

static void
put_pointer (Line *line, const ArgumentKind *kind, void *pointer)
{
  if (kind->pointer == KIND_LINE)
    put_line (line, pointer);
  else if (kind->pointer == KIND_OF_LINE)
    put_line_of (line, kind->atom, pointer);
  else {
    g_autofree char *digits = couplet_rational_to_string (pointer);
    put_number (line, digits);
  }
}

/* Appends what the conversion at *format, which is moved after it, stands for. */
static void
put_argument (Line *line, const char **format, va_list *arguments)
{
  g_autofree char *digits = NULL;
  char conversion = *(*format)++;
  const ArgumentKind *kind = read_kind (format);
  switch (conversion) {
  case 's':
    put_text (line, kind->atom, va_arg (*arguments, const char *));
    break;
  case 'u':
    digits = g_strdup_printf ("%u", va_arg (*arguments, unsigned));
    put_text (line, kind->atom, digits);
    break;
  case 'd':
    digits = g_strdup_printf ("%d", va_arg (*arguments, int));
    put_number (line, digits);
    break;
  case 'p':
    put_pointer (line, kind, va_arg (*arguments, void *));
    break;
  default:
    g_assert_not_reached (); /* the compiler knows formats with other conversions only */
  }
}

void
line_put (Line *line, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  while (*format != '\0') {
    gsize words = strcspn (format, "%{");
    if (words > 0)
      put_atom (line, ATOM_TEXT, format, (gssize)words);
    format += words;
    if (*format == '{') {
      format++;
      put_sign (line, read_sign (&format));
    } else if (*format == '%') {
      format++;
      put_argument (line, &format, &arguments);
    }
  }
  va_end (arguments);
}

void
line_put_bar (Line *line, const CoupletRational *part, const CoupletRational *whole)
{
  Atom atom = {.kind = ATOM_BAR};
  mpq_t share;
  mpq_init (share);
  mpq_div (share, part->value, whole->value);
  atom.part = mpq_get_d (share);
  mpq_clear (share);
  g_array_append_val (line->atoms, atom);
}

/* ---- Tables ------------------------------------------------------------------- */

static void
clear_column (gpointer data)
{
  line_free (((Column *)data)->title);
}

static void
free_row (gpointer data)
{
  Row *row = data;
  g_ptr_array_unref (row->cells);
  g_free (row);
}

static Table *
table_new (void)
{
  Table *table = g_new (Table, 1);
  table->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  g_array_set_clear_func (table->columns, clear_column);
  table->rows = g_ptr_array_new_with_free_func (free_row);
  return table;
}

static void
table_free (Table *table)
{
  if (table == NULL)
    return;
  g_array_unref (table->columns);
  g_ptr_array_unref (table->rows);
  g_free (table);
}

Line *
table_add_column (Table *table, const char *title, gboolean right)
{
  Column column = {line_new (), right};
  if (title != NULL)
    line_put (column.title, "%s", title);
  g_array_append_val (table->columns, column);
  return column.title;
}

Row *
table_add_row (Table *table)
{
  Row *row = g_new0 (Row, 1);
  row->cells = g_ptr_array_new_with_free_func ((GDestroyNotify)line_free);
  for (guint i = 0; i < table->columns->len; i++)
    g_ptr_array_add (row->cells, line_new ());
  g_ptr_array_add (table->rows, row);
  return row;
}

Line *
row_cell (const Row *row, guint column)
{
  return g_ptr_array_index (row->cells, column);
}

/* ---- Documents ------------------------------------------------------------------ */

static void
free_block (gpointer data)
{
  Block *block = data;
  line_free (block->line);
  table_free (block->table);
  g_free (block);
}

Document *
document_new (void)
{
  Document *document = g_new (Document, 1);
  document->blocks = g_ptr_array_new_with_free_func (free_block);
  return document;
}

void
document_free (Document *document)
{
  if (document == NULL)
    return;
  g_ptr_array_unref (document->blocks);
  g_free (document);
}

static Block *
add_block (Document *document, BlockKind kind)
{
  Block *block = g_new0 (Block, 1);
  block->kind = kind;
  if (kind == BLOCK_TABLE)
    block->table = table_new ();
  else
    block->line = line_new ();
  g_ptr_array_add (document->blocks, block);
  return block;
}

Line *
document_heading (Document *document, int level)
{
  Block *block = add_block (document, BLOCK_HEADING);
  block->level = level;
  return block->line;
}

Line *
document_paragraph (Document *document)
{
  return add_block (document, BLOCK_PARAGRAPH)->line;
}

Line *
document_item (Document *document)
{
  return add_block (document, BLOCK_ITEM)->line;
}

Table *
document_table (Document *document)
{
  return add_block (document, BLOCK_TABLE)->table;
}

void
document_take (Document *document, Document *other)
{
  g_ptr_array_extend_and_steal (document->blocks, other->blocks);
  other->blocks = g_ptr_array_new_with_free_func (free_block);
}
