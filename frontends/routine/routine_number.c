/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_walker.h"

#include <couplet/rational.h>
#include <couplet/text.h>

SvtExpression
routine_literal (RoutineWalker *walker, const char *text, SvtPlace place)
{
  return svt_build_number (walker->file, (CoupletText){text, strlen (text)}, place);
}

/* ---- Privacy parameters -------------------------------------------------------------------- */

/* The number that name has in the text, or by -D; NULL = none. */
static const char *
number_of (const RoutineName *name)
{
  const RoutineExpression *value = name->argument != NULL ? name->argument->value
                                   : name->only != NULL   ? name->only->value
                                                          : NULL;
  if (name->given != NULL)
    return name->given;
  return value != NULL && value->kind == ROUTINE_NUMBER ? value->text : NULL;
}

static gboolean
parse_positive (const char *text, CoupletRational *number)
{
  g_autoptr (GError) error = NULL;
  return couplet_rational_parse (number, text, strlen (text), &error) &&
         mpq_sgn (number->value) > 0;
}

/* `eps2` in terms of epsilon: by the numbers that both have, or as a multiple of it. */
static gboolean
number_of_epsilon (RoutineWalker *walker, const RoutineExpression *expression,
                   const RoutineName *name, SvtExpression *number)
{
  const RoutineName *unit = walker->names->epsilon;
  const char *text = number_of (name), *unit_text = unit != NULL ? number_of (unit) : NULL;
  g_auto (CoupletRational) value, whole;
  couplet_rational_init (&value);
  couplet_rational_init (&whole);
  g_autofree char *quoted = couplet_quote (name->text, -1);
  if (text == NULL || !parse_positive (text, &value)) {
    routine_error (walker, expression->place,
                   "%s is a multiple of epsilon that is not given; say which with -D %s=1/2, or "
                   "write it as a part of epsilon",
                   quoted, name->text);
    return FALSE;
  }
  if (unit_text != NULL && parse_positive (unit_text, &whole))
    mpq_div (value.value, value.value, whole.value);
  g_autofree char *ratio = couplet_rational_to_string (&value);
  routine_note (walker, expression->place, "%s is read as %s times epsilon", quoted, ratio);
  SvtExpression first = routine_literal (walker, ratio, expression->place);
  *number = first;
  if (walker->in_multiples)
    return TRUE;
  svt_build_eps (walker->file, expression->place);
  *number = svt_build_operation (walker->file, SVT_MULTIPLY, first, expression->place);
  return TRUE;
}

/* ---- Names ---------------------------------------------------------------------------------- */

static gboolean
number_of_value (RoutineWalker *walker, const RoutineExpression *expression, SvtExpression *number)
{
  const RoutineValue *value = routine_state_get (walker->state, expression->text);
  g_autofree char *quoted = couplet_quote (expression->text, -1);
  const RoutineName *name = routine_names_find (walker->names, expression->text);
  if (value != NULL && value->kind == ROUTINE_FAULTY)
    return FALSE;
  if (value != NULL && value->kind == ROUTINE_INDEX_OF && name != NULL && name->decides) {
    *number = svt_build_name (walker->file,
                              svt_file_intern (walker->file, name->text, strlen (name->text)),
                              expression->place);
    return TRUE;
  }
  if (value != NULL && value->kind == ROUTINE_LOST)
    routine_error (walker, expression->place, "%s cannot be followed here: %s", quoted, value->why);
  else if (name == NULL)
    routine_error (walker, expression->place, "%s has no value here; give it one in the function",
                   quoted);
  else
    routine_error (walker, expression->place,
                   "%s is no number made of numbers, arguments and counters; write one here",
                   quoted);
  return FALSE;
}

gboolean
routine_check_assigned (RoutineWalker *walker, const RoutineName *name, SvtPlace place)
{
  const RoutineValue *value = routine_state_get (walker->state, name->text);
  if (!walker->walks || name->argument != NULL || name->role == ROUTINE_ROLE_VALUE ||
      (value != NULL && value->kind != ROUTINE_LOST))
    return TRUE;
  g_autofree char *quoted = couplet_quote (name->text, -1);
  routine_error (walker, place,
                 "%s has no value here on some way, where the function ends by an error that is "
                 "seen; give it one at the beginning",
                 quoted);
  return FALSE;
}

static gboolean
number_of_name (RoutineWalker *walker, const RoutineExpression *expression, SvtExpression *number)
{
  const RoutineName *name = routine_names_find (walker->names, expression->text);
  if (name != NULL && !routine_check_assigned (walker, name, expression->place))
    return FALSE;
  SvtName *own = svt_file_intern (walker->file, expression->text, strlen (expression->text));
  switch (name != NULL ? name->role : ROUTINE_ROLE_VALUE) {
  case ROUTINE_ROLE_EPSILON:
    if (name != walker->names->epsilon)
      return number_of_epsilon (walker, expression, name, number);
    *number = walker->in_multiples ? routine_literal (walker, "1", expression->place)
                                   : svt_build_eps (walker->file, expression->place);
    return TRUE;
  case ROUTINE_ROLE_PARAMETER:
    g_hash_table_add (walker->parameters, (gpointer)name);
    break;
  case ROUTINE_ROLE_CONSTANT:
    return routine_number (walker, name->only->value, number);
  case ROUTINE_ROLE_WHOLE:
    if (!name->is_budget || walker->in_multiples)
      break;
    routine_error (walker, expression->place,
                   "'%s' changes and is a multiple of epsilon; it is compared with such, and used "
                   "for nothing else",
                   name->text);
    return FALSE;
  case ROUTINE_ROLE_INDEX:
    if (name->decides)
      break;
    return number_of_value (walker, expression, number);
  case ROUTINE_ROLE_PRIVATE:
  case ROUTINE_ROLE_VALUE:
    return number_of_value (walker, expression, number);
  }
  *number = svt_build_name (walker->file, own, expression->place);
  return TRUE;
}

/* ---- Expressions ---------------------------------------------------------------------------- */

static const struct {
  RoutineKind kind;
  SvtTermKind term;
} OPERATORS[] = {{ROUTINE_ADD, SVT_ADD},
                 {ROUTINE_SUBTRACT, SVT_SUBTRACT},
                 {ROUTINE_MULTIPLY, SVT_MULTIPLY},
                 {ROUTINE_DIVIDE, SVT_DIVIDE},
                 {ROUTINE_NEGATE, SVT_NEGATE}};

static gboolean
number_of_operation (RoutineWalker *walker, const RoutineExpression *expression,
                     SvtExpression *number)
{
  guint i = 0;
  while (i < G_N_ELEMENTS (OPERATORS) && OPERATORS[i].kind != expression->kind)
    i++;
  if (i == G_N_ELEMENTS (OPERATORS)) {
    routine_error (walker, expression->place,
                   "%s is no number made of numbers, arguments and counters with + - * and /; "
                   "write one here",
                   expression->kind == ROUTINE_OTHER ? expression->text : "this");
    return FALSE;
  }
  SvtExpression second;
  if (!routine_number (walker, expression->first, number) ||
      (expression->first->next != NULL &&
       !routine_number (walker, expression->first->next, &second)))
    return FALSE;
  *number = svt_build_operation (walker->file, OPERATORS[i].term, *number, expression->place);
  return TRUE;
}

static gboolean
build_number (RoutineWalker *walker, const RoutineExpression *expression, SvtExpression *number)
{
  if (expression->kind == ROUTINE_NUMBER || expression->kind == ROUTINE_SYMBOL) {
    const char *text = expression->text;
    if (expression->kind == ROUTINE_SYMBOL && g_str_equal (text, "True"))
      text = "1";
    else if (expression->kind == ROUTINE_SYMBOL && g_str_equal (text, "False"))
      text = "0";
    else if (expression->kind == ROUTINE_SYMBOL)
      return number_of_operation (walker, expression, number);
    *number = routine_literal (walker, text, expression->place);
    return TRUE;
  }
  if (expression->kind == ROUTINE_NAME)
    return number_of_name (walker, expression, number);
  RoutineName *counted = routine_counted_list (walker, expression);
  if (counted != NULL) {
    counted->is_counted = TRUE;
    *number = counted->length != NULL
                  ? svt_build_name (walker->file, counted->length, expression->place)
                  : routine_literal (walker, "0", expression->place);
    return TRUE;
  }
  if (expression->kind == ROUTINE_CALL && routine_is_name (expression->first, "float") &&
      expression->first->next != NULL && expression->first->next->next == NULL)
    return routine_number (walker, expression->first->next, number);
  return number_of_operation (walker, expression, number);
}

RoutineName *
routine_counted_list (const RoutineWalker *walker, const RoutineExpression *expression)
{
  const RoutineExpression *list = expression->kind == ROUTINE_CALL ? expression->first->next : NULL;
  if (list == NULL || list->next != NULL || list->kind != ROUTINE_NAME ||
      !routine_is_name (expression->first, "len"))
    return NULL;
  const RoutineValue *held = routine_state_get (walker->state, list->text);
  return held != NULL && held->kind == ROUTINE_OUTPUTS && held->text == NULL
             ? routine_names_find (walker->names, list->text)
             : NULL;
}

gboolean
routine_number (RoutineWalker *walker, const RoutineExpression *expression, SvtExpression *number)
{
  gboolean good =
      routine_enter (walker, expression->place) && build_number (walker, expression, number);
  routine_leave (walker);
  return good;
}

SvtParameter *
routine_parameters (RoutineWalker *walker)
{
  SvtParameter *first = NULL, **end = &first;
  for (guint i = 0; i < walker->names->all->len; i++) {
    const RoutineName *name = walker->names->all->pdata[i];
    if (!g_hash_table_contains (walker->parameters, name))
      continue;
    SvtExpression value;
    gboolean has_value = name->argument->value != NULL && name->given == NULL;
    if (has_value && !routine_number (walker, name->argument->value, &value))
      continue;
    *end = svt_build_parameter (walker->file,
                                svt_file_intern (walker->file, name->text, strlen (name->text)),
                                name->argument->place, has_value ? &value : NULL);
    end = &(*end)->next;
  }
  return first;
}
