/* SPDX-License-Identifier: Apache-2.0 */
#include "c_assumption.h"

#include "routine_names.h"

#include <couplet/rational.h>

typedef enum { C_FALSE, C_TRUE, C_OPEN } Truth;

typedef struct {
  CoupletContext *context;
  const GPtrArray *ends;
} Assumption;

/* ---- Numbers ----------------------------------------------------------------------------- */

static gboolean
parse (CoupletRational *value, const char *text)
{
  g_autoptr (GError) error = NULL;
  return couplet_rational_parse (value, text, strlen (text), &error);
}

static gboolean evaluate (const Assumption *assumption, const RoutineExpression *expression,
                          CoupletRational *value);

static gboolean
operate (const Assumption *assumption, const RoutineExpression *expression, CoupletRational *value)
{
  g_auto (CoupletRational) right;
  couplet_rational_init (&right);
  if (!evaluate (assumption, expression->first, value) ||
      !evaluate (assumption, expression->first->next, &right))
    return FALSE;
  if (expression->kind == ROUTINE_ADD)
    mpq_add (value->value, value->value, right.value);
  else if (expression->kind == ROUTINE_SUBTRACT)
    mpq_sub (value->value, value->value, right.value);
  else if (expression->kind == ROUTINE_MULTIPLY)
    mpq_mul (value->value, value->value, right.value);
  else if (mpq_sgn (right.value) == 0)
    return FALSE;
  else
    mpq_div (value->value, value->value, right.value);
  return TRUE;
}

/* FALSE: some number in it is open. */
static gboolean
evaluate (const Assumption *assumption, const RoutineExpression *expression, CoupletRational *value)
{
  const char *given;
  switch (expression->kind) {
  case ROUTINE_NUMBER:
    return parse (value, expression->text);
  case ROUTINE_NAME:
    given = routine_given_value (assumption->context, expression->text);
    return given != NULL && parse (value, given);
  case ROUTINE_NEGATE:
    if (!evaluate (assumption, expression->first, value))
      return FALSE;
    mpq_neg (value->value, value->value);
    return TRUE;
  case ROUTINE_ADD:
  case ROUTINE_SUBTRACT:
  case ROUTINE_MULTIPLY:
  case ROUTINE_DIVIDE:
    return operate (assumption, expression, value);
  default:
    return FALSE;
  }
}

/* ---- Conditions ------------------------------------------------------------------------------ */

static Truth
compare (const Assumption *assumption, const RoutineExpression *comparison)
{
  g_auto (CoupletRational) left, right;
  couplet_rational_init (&left);
  couplet_rational_init (&right);
  if (!evaluate (assumption, comparison->first, &left) ||
      !evaluate (assumption, comparison->first->next, &right))
    return C_OPEN;
  int order = couplet_rational_compare (&left, &right);
  const gboolean holds[] = {[SVT_LESS] = order<0, [SVT_AT_MOST] = order <= 0, [SVT_MORE] = order> 0,
                            [SVT_AT_LEAST] = order >= 0,
                            [SVT_EQUAL] = order == 0,
                            [SVT_UNEQUAL] = order != 0};
  return holds[comparison->relation] ? C_TRUE : C_FALSE;
}

static gboolean
mentions_end (const Assumption *assumption, const RoutineExpression *expression)
{
  for (guint i = 0; i < assumption->ends->len; i++) {
    const char *end = assumption->ends->pdata[i];
    if (routine_given_value (assumption->context, end) == NULL &&
        routine_mentions (expression, end))
      return TRUE;
  }
  return FALSE;
}

/* `N <= size` and the like. */
static gboolean
is_lower_bound (const Assumption *assumption, const RoutineExpression *comparison)
{
  const RoutineExpression *left = comparison->first, *right = left->next;
  gboolean less = comparison->relation == SVT_LESS || comparison->relation == SVT_AT_MOST;
  gboolean more = comparison->relation == SVT_MORE || comparison->relation == SVT_AT_LEAST;
  const RoutineExpression *end = less ? right : left, *bound = less ? left : right;
  return (less || more) && end->kind == ROUTINE_NAME && !mentions_end (assumption, bound);
}

const char *
c_assumption_check (CoupletContext *context, const RoutineExpression *condition,
                    const GPtrArray *ends)
{
  const Assumption assumption = {context, ends};
  if (condition->kind == ROUTINE_AND) {
    const char *wrong = c_assumption_check (context, condition->first, ends);
    return wrong != NULL ? wrong : c_assumption_check (context, condition->first->next, ends);
  }
  if (condition->kind != ROUTINE_COMPARE)
    return "this assumption is not read; write comparisons, with '&&' between them";
  switch (compare (&assumption, condition)) {
  case C_FALSE:
    return "this assumption does not hold for the values that -D gives; give others, or remove it";
  case C_TRUE:
    return NULL;
  case C_OPEN:
    break;
  }
  if (mentions_end (&assumption, condition) && !is_lower_bound (&assumption, condition))
    return "this assumption bounds the number of answers, which is open; give it a value with -D";
  return NULL;
}
