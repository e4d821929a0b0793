/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_number.h"
#include "svt_message.h"

#include <couplet/internal/text.h>

/* value times eps to power */
typedef struct {
  CoupletRational value;
  int power;
} Monomial;

static void
clear_monomial (gpointer data)
{
  couplet_rational_clear (&((Monomial *)data)->value);
}

static gboolean
is_zero (const Monomial *monomial)
{
  return mpq_sgn (monomial->value.value) == 0;
}

void
svt_report_scope (const SvtValues *values, const SvtName *name, SvtPlace place)
{
  g_autofree char *quoted = couplet_quote (name->text, -1);
  svt_error (values->reporter, place,
             "%s has no value here; expected 'int %s = NUMBER;' before, in this block or one "
             "around it (it stands on line %u)",
             quoted, name->text, name->first.line);
}

/* A name without a value; whole where variables may stand. */
static void
report_variable (const SvtValues *values, const SvtTerm *term, gboolean whole)
{
  const SvtName *name = term->name;
  g_autofree char *quoted = couplet_quote (name->text, -1);
  const char *meant = svt_word_meant (name->text);
  guint roles = 1 << SVT_PARAMETER | (whole ? 1 << SVT_WHOLE : 0);
  const char *nearest =
      g_strcmp0 (meant, "eps") == 0 ? meant : svt_file_nearest (values->file, name->text, roles);
  g_autofree char *hint = couplet_suggest (nearest);
  if (name->role == SVT_PARAMETER)
    svt_error (values->reporter, term->place, "parameter %s has no value before its own line",
               quoted);
  else if (name->role == SVT_WHOLE && whole)
    svt_report_scope (values, name, term->place);
  else if (name->role == SVT_WHOLE)
    svt_error (values->reporter, term->place,
               "%s changes as the mechanism runs; expected numbers and parameters only", quoted);
  else if (name->role == SVT_UNUSED && svt_word_is_beyond (name->text))
    svt_error (values->reporter, term->place, "%s: " SVT_ONLY_PURE, quoted);
  else if (name->role == SVT_UNUSED)
    svt_error (values->reporter, term->place, "%s is not a parameter of this mechanism%s%s", quoted,
               whole ? ", nor a whole number of it ('int')" : "", hint);
  else
    svt_error (values->reporter, term->place,
               "%s is a value that is read; expected numbers and parameters only", quoted);
}

static gboolean
has_value (const SvtValues *values, const SvtName *name)
{
  return name->role == SVT_PARAMETER && name->index < values->parameters->len;
}

/* A long need not hold value. */
static void
set_whole (CoupletRational *number, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);
  couplet_rational_parse (number, text, strlen (text), NULL);
}

static gboolean
push_variable (const SvtValues *values, const SvtTerm *term, Monomial *monomial)
{
  const SvtName *name = term->name;
  if (name->role == SVT_WHOLE && values->variables != NULL)
    set_whole (&monomial->value, values->variables[name->index]);
  else if (has_value (values, name))
    mpq_set (monomial->value.value,
             g_array_index (values->parameters, CoupletRational, name->index).value);
  else {
    report_variable (values, term, FALSE);
    return FALSE;
  }
  return TRUE;
}

void
svt_check_whole (const SvtValues *values, const SvtExpression *expression)
{
  const SvtTerm *terms = svt_expression_terms (values->file, expression);
  for (guint32 i = 0; i < expression->n; i++)
    if (terms[i].kind == SVT_EPS)
      svt_error (values->reporter, terms[i].place, "a whole number must not depend on eps");
    else if (terms[i].kind == SVT_VARIABLE && !has_value (values, terms[i].name) &&
             !(terms[i].name->role == SVT_WHOLE && terms[i].name->is_in_scope))
      report_variable (values, &terms[i], TRUE);
}

static gboolean
push_number (const SvtValues *values, const SvtTerm *term, Monomial *monomial)
{
  g_autoptr (GError) error = NULL;
  if (couplet_rational_parse (&monomial->value, term->number, strlen (term->number), &error))
    return TRUE;
  svt_error (values->reporter, term->place, "%s", error->message);
  return FALSE;
}

static gboolean
add (const SvtValues *values, const SvtTerm *term, Monomial *a, const Monomial *b)
{
  if (!is_zero (a) && !is_zero (b) && a->power != b->power) {
    svt_error (values->reporter, term->place,
               "a number and a multiple of a power of eps cannot be added");
    return FALSE;
  }
  if (is_zero (a))
    a->power = b->power;
  if (term->kind == SVT_ADD)
    mpq_add (a->value.value, a->value.value, b->value.value);
  else
    mpq_sub (a->value.value, a->value.value, b->value.value);
  return TRUE;
}

static gboolean
multiply (const SvtValues *values, const SvtTerm *term, Monomial *a, const Monomial *b)
{
  if (term->kind == SVT_MULTIPLY) {
    mpq_mul (a->value.value, a->value.value, b->value.value);
    a->power += b->power;
    return TRUE;
  }
  if (is_zero (b)) {
    svt_error (values->reporter, term->place, "division by zero");
    return FALSE;
  }
  mpq_div (a->value.value, a->value.value, b->value.value);
  a->power -= b->power;
  return TRUE;
}

/* Applies term to what is on the stack. */
static gboolean
apply (const SvtValues *values, const SvtTerm *term, GArray *stack)
{
  Monomial *top = &g_array_index (stack, Monomial, stack->len - 1);
  if (term->kind == SVT_NEGATE) {
    mpq_neg (top->value.value, top->value.value);
    return TRUE;
  }
  Monomial *a = top - 1;
  gboolean sum = term->kind == SVT_ADD || term->kind == SVT_SUBTRACT;
  if (!(sum ? add : multiply) (values, term, a, top))
    return FALSE;
  g_array_set_size (stack, stack->len - 1);
  if (mpz_sizeinbase (mpq_numref (a->value.value), 2) <= SVT_MAX_BITS &&
      mpz_sizeinbase (mpq_denref (a->value.value), 2) <= SVT_MAX_BITS)
    return TRUE;
  svt_error (values->reporter, term->place, "a number of more than %d bits", SVT_MAX_BITS);
  return FALSE;
}

gboolean
svt_evaluate (const SvtValues *values, const SvtExpression *expression, CoupletRational *value,
              int *power)
{
  const SvtTerm *terms = svt_expression_terms (values->file, expression);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Monomial));
  g_array_set_clear_func (stack, clear_monomial);
  gboolean good = TRUE;
  for (guint32 i = 0; good && i < expression->n; i++) {
    if (terms[i].kind > SVT_EPS) {
      good = apply (values, &terms[i], stack);
      continue;
    }
    Monomial leaf = {.power = terms[i].kind == SVT_EPS};
    couplet_rational_init (&leaf.value);
    if (terms[i].kind == SVT_EPS)
      mpq_set_ui (leaf.value.value, 1, 1);
    else
      good = terms[i].kind == SVT_NUMBER ? push_number (values, &terms[i], &leaf)
                                         : push_variable (values, &terms[i], &leaf);
    g_array_append_val (stack, leaf);
  }
  if (!good)
    return FALSE;
  const Monomial *result = &g_array_index (stack, Monomial, 0);
  mpq_set (value->value, result->value.value);
  *power = is_zero (result) ? 0 : result->power;
  return TRUE;
}

gboolean
svt_evaluate_plain (const SvtValues *values, const SvtExpression *expression, const char *what,
                    CoupletRational *value)
{
  int power;
  if (!svt_evaluate (values, expression, value, &power))
    return FALSE;
  if (power != 0)
    svt_error (values->reporter, expression->place, "%s must not depend on eps", what);
  return power == 0;
}
