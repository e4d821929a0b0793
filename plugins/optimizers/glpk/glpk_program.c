/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_program.h"

#include <math.h>

/* Of a line, about. */
#define LINE_LENGTH 72
/* Of whole numbers that have no more than the 15 digits of decimals. */
#define WHOLE_BITS 49

void
glpk_program_init (GlpkProgram *program, const CostScale *scale, int direction)
{
  *program = (GlpkProgram){.scale = scale,
                           .direction = direction,
                           .columns = g_array_new (FALSE, FALSE, sizeof (ProgramColumn)),
                           .rows = g_array_new (FALSE, FALSE, sizeof (ProgramRow)),
                           .term_row = g_array_new (FALSE, FALSE, sizeof (int)),
                           .term_column = g_array_new (FALSE, FALSE, sizeof (int)),
                           .term_factor = g_array_new (FALSE, FALSE, sizeof (double))};
  glpk_program_add_term (program, 0, 0, 0);
}

void
glpk_program_clear (GlpkProgram *program)
{
  g_array_unref (program->columns);
  g_array_unref (program->rows);
  g_array_unref (program->term_row);
  g_array_unref (program->term_column);
  g_array_unref (program->term_factor);
}

int
glpk_program_add_column (GlpkProgram *program, ProgramColumn column)
{
  g_array_append_val (program->columns, column);
  return (int)program->columns->len;
}

int
glpk_program_add_row (GlpkProgram *program, ProgramRow row)
{
  g_array_append_val (program->rows, row);
  return (int)program->rows->len;
}

void
glpk_program_add_term (GlpkProgram *program, int row, int column, double factor)
{
  g_array_append_val (program->term_row, row);
  g_array_append_val (program->term_column, column);
  g_array_append_val (program->term_factor, factor);
}

static const ProgramColumn *
column_at (const GlpkProgram *program, int column)
{
  return &g_array_index (program->columns, ProgramColumn, column - 1);
}

/* ---- GLPK ------------------------------------------------------------------------------- */

glp_prob *
glpk_program_load (const GlpkProgram *program)
{
  glp_prob *lp = glp_create_prob ();
  int n_columns = (int)program->columns->len, n_rows = (int)program->rows->len;
  glp_set_obj_dir (lp, program->direction);
  if (n_columns > 0)
    glp_add_cols (lp, n_columns);
  if (n_rows > 0)
    glp_add_rows (lp, n_rows);
  for (int j = 1; j <= n_columns; j++) {
    const ProgramColumn *column = column_at (program, j);
    glp_set_col_kind (lp, j, column->is_whole ? GLP_IV : GLP_CV);
    int bounds = isinf (column->high) ? GLP_LO : column->low < column->high ? GLP_DB : GLP_FX;
    glp_set_col_bnds (lp, j, bounds, column->low, column->high);
    glp_set_obj_coef (
        lp, j, column->weight + column->times * cost_scale_double (program->scale, column->price));
  }
  for (int i = 1; i <= n_rows; i++) {
    const ProgramRow *row = &g_array_index (program->rows, ProgramRow, i - 1);
    double bound = row->bound + cost_scale_double (program->scale, row->cost);
    glp_set_row_bnds (lp, i, row->kind, bound, bound);
  }
  glp_load_matrix (lp, (int)program->term_row->len - 1,
                   (const int *)(gpointer)program->term_row->data,
                   (const int *)(gpointer)program->term_column->data,
                   (const double *)(gpointer)program->term_factor->data);
  return lp;
}

/* ---- Text ------------------------------------------------------------------------------- */

/* A text, and comments with the exact numbers of its decimals. */
typedef struct {
  const GlpkProgram *program;
  GString *text, *exact;
  CoupletRational value; /* the number at hand */
} Writer;

static void
append_decimal (Writer *writer)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append (writer->text, g_ascii_formatd (digits, sizeof digits, "%.15g",
                                                  mpq_get_d (writer->value.value)));
}

static gboolean
is_short (mpq_srcptr value)
{
  return mpz_cmp_ui (mpq_denref (value), 1) == 0 &&
         mpz_sizeinbase (mpq_numref (value), 2) <= WHOLE_BITS;
}

/* A term of the objective (row 0) or of a row: the value times a column. */
static void
append_term (Writer *writer, GString *text, guint row, const ProgramColumn *column)
{
  g_autofree char *exact = couplet_rational_to_string (&writer->value);
  gsize before = text->len;
  writer->text = text;
  g_string_append (text, mpq_sgn (writer->value.value) < 0 ? " - " : " + ");
  mpq_abs (writer->value.value, writer->value.value);
  if (mpq_cmp_ui (writer->value.value, 1, 1) != 0) {
    append_decimal (writer);
    g_string_append_c (text, ' ');
  }
  g_string_append_printf (text, "%s_%" G_GUINT64_FORMAT, column->name, column->number);
  if (before / LINE_LENGTH != text->len / LINE_LENGTH)
    g_string_append_c (text, '\n');
  if (row > 0 && !is_short (writer->value.value))
    g_string_append_printf (writer->exact, "\\ exactly: r_%u: %s %s_%" G_GUINT64_FORMAT "\n", row,
                            exact, column->name, column->number);
  else if (row == 0 && mpq_sgn (writer->value.value) != 0)
    g_string_append_printf (writer->exact, "\\ exactly: obj: %s %s_%" G_GUINT64_FORMAT "\n", exact,
                            column->name, column->number);
}

/* Columns that stand in no row are named here, though they cost nothing. */
static void
append_objective (Writer *writer, GString *text)
{
  const GlpkProgram *program = writer->program;
  int n = (int)program->columns->len;
  g_autofree gboolean *met = g_new0 (gboolean, (gsize)n + 1);
  g_auto (CoupletRational) one;
  mpq_t times;
  mpq_init (times);
  couplet_rational_init (&one);
  cost_scale_one (program->scale, &one);
  for (guint t = 0; t < program->term_column->len; t++)
    met[g_array_index (program->term_column, int, t)] = TRUE;
  for (int j = 1; j <= n; j++) {
    const ProgramColumn *column = column_at (program, j);
    couplet_cost_to_rational (program->scale->unit, column->price, &writer->value);
    mpq_set_si (times, column->times, 1);
    mpq_mul (writer->value.value, writer->value.value, times);
    mpq_set_d (times, column->weight);
    mpq_mul (times, times, one.value);
    mpq_add (writer->value.value, writer->value.value, times);
    if (!met[j] || mpq_sgn (writer->value.value) != 0)
      append_term (writer, text, 0, column);
  }
  mpq_clear (times);
}

/* The terms of each row. */
static GPtrArray *
row_texts (Writer *writer)
{
  const GlpkProgram *program = writer->program;
  GPtrArray *rows = g_ptr_array_new ();
  for (guint i = 0; i <= program->rows->len; i++)
    g_ptr_array_add (rows, g_string_new (NULL));
  for (guint t = 1; t < program->term_row->len; t++) {
    int row = g_array_index (program->term_row, int, t);
    mpq_set_d (writer->value.value, g_array_index (program->term_factor, double, t));
    append_term (writer, g_ptr_array_index (rows, row), (guint)row,
                 column_at (program, g_array_index (program->term_column, int, t)));
  }
  return rows;
}

static void
append_rows (Writer *writer, GString *text, GPtrArray *rows)
{
  mpq_t bound;
  mpq_init (bound);
  for (guint i = 1; i < rows->len; i++) {
    const ProgramRow *row = &g_array_index (writer->program->rows, ProgramRow, i - 1);
    const char *sign = row->kind == GLP_LO ? ">=" : row->kind == GLP_UP ? "<=" : "=";
    mpq_set_d (bound, row->bound);
    cost_scale_exact (writer->program->scale, row->cost, &writer->value);
    mpq_add (writer->value.value, writer->value.value, bound);
    writer->text = text;
    g_string_append_printf (text, " r_%u:%s %s ", i, ((GString *)g_ptr_array_index (rows, i))->str,
                            sign);
    append_decimal (writer);
    g_string_append_c (text, '\n');
    if (!is_short (writer->value.value)) {
      g_autofree char *exact = couplet_rational_to_string (&writer->value);
      g_string_append_printf (writer->exact, "\\ exactly: r_%u: %s %s\n", i, sign, exact);
    }
  }
  mpq_clear (bound);
}

static void
append_bounds (Writer *writer, GString *text)
{
  const GlpkProgram *program = writer->program;
  char low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr (GString) whole = g_string_new (NULL);
  g_string_append (text, "\nBounds\n");
  for (int j = 1; j <= (int)program->columns->len; j++) {
    const ProgramColumn *column = column_at (program, j);
    g_ascii_formatd (low, sizeof low, "%.15g", column->low);
    g_ascii_formatd (high, sizeof high, "%.15g", column->high);
    g_string_append_printf (text, " %s <= %s_%" G_GUINT64_FORMAT " <= %s\n", low, column->name,
                            column->number, high);
    if (column->is_whole)
      g_string_append_printf (whole, " %s_%" G_GUINT64_FORMAT "\n", column->name, column->number);
  }
  if (whole->len > 0)
    g_string_append_printf (text, "\nGenerals\n%s", whole->str);
}

char *
glpk_program_text (const GlpkProgram *program)
{
  Writer writer = {.program = program, .exact = g_string_new (NULL)};
  g_autoptr (GString) objective = g_string_new (NULL);
  g_autoptr (GString) rest = g_string_new (NULL);
  couplet_rational_init (&writer.value);
  append_objective (&writer, objective);
  g_autoptr (GPtrArray) rows = row_texts (&writer);
  append_rows (&writer, rest, rows);
  append_bounds (&writer, rest);
  char *text = g_strdup_printf ("%s\n obj:%s\n%s\nSubject To\n%s\nEnd\n",
                                program->direction == GLP_MIN ? "Minimize" : "Maximize",
                                objective->str, writer.exact->str, rest->str);
  couplet_rational_clear (&writer.value);
  g_string_free (writer.exact, TRUE);
  for (guint i = 0; i < rows->len; i++)
    g_string_free (g_ptr_array_index (rows, i), TRUE);
  return text;
}
