/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_walker.h"

#include <couplet/text.h>

static const RoutineValue *
faulty (RoutineWalker *walker)
{
  return routine_value_new (walker->file, ROUTINE_FAULTY);
}

static const RoutineValue *
from_sum (RoutineWalker *walker, const RoutineSum *sum)
{
  RoutineValue *value = routine_value_new (walker->file, ROUTINE_SUM);
  value->sum = *sum;
  return value;
}

/* A number that everyone knows; its text tells it from others. */
static const RoutineValue *
public_value (RoutineWalker *walker, const RoutineExpression *expression, gboolean varies)
{
  RoutineValue *value = routine_value_new (walker->file, ROUTINE_SUM);
  g_autoptr (GString) text = g_string_new (NULL);
  routine_append_text (text, expression);
  value->sum.publics[0].text = couplet_arena_strndup (walker->file->arena, text->str, text->len);
  value->sum.publics[0].sign = 1;
  value->sum.n_publics = 1;
  value->sum.varies = varies;
  return value;
}

static gboolean
is_zero (const char *number)
{
  return strspn (number, "0.") == strlen (number);
}

/* ---- Answers --------------------------------------------------------------------------------- */

static gboolean
same_answer (const RoutineAnswer *a, guint32 loop, const char *index)
{
  return a->loop == loop && g_strcmp0 (a->index, index) == 0;
}

/* Answers of two loops, or of the list and of places in it, may be the same. */
static gboolean
check_once (RoutineWalker *walker, guint32 loop, SvtPlace place)
{
  for (guint32 i = 1; i < walker->answers->len; i++) {
    const RoutineAnswer *other = &g_array_index (walker->answers, RoutineAnswer, i);
    if (other->loop == loop)
      continue;
    routine_error (walker, place,
                   "the private answers are read here, and on line %u already; read each once, and "
                   "keep what is needed in variables",
                   other->place.line);
    return FALSE;
  }
  return TRUE;
}

static const RoutineValue *
answer_value (RoutineWalker *walker, guint32 loop, const char *index, SvtPlace place)
{
  guint32 i = 1;
  while (i < walker->answers->len &&
         !same_answer (&g_array_index (walker->answers, RoutineAnswer, i), loop, index))
    i++;
  if (i == walker->answers->len) {
    RoutineAnswer answer = {loop, index, place};
    if (!check_once (walker, loop, place))
      return faulty (walker);
    g_array_append_val (walker->answers, answer);
  }
  RoutineValue *value = routine_value_new (walker->file, ROUTINE_SUM);
  value->sum.answer = i;
  value->sum.answer_sign = 1;
  return value;
}

const RoutineValue *
routine_answer_of_round (RoutineWalker *walker, SvtPlace place)
{
  return answer_value (walker, walker->loop, NULL, place);
}

/* `queries[i]` with the index of a `while`: before or behind its step, not both. */
static const RoutineValue *
evaluate_counted (RoutineWalker *walker, const RoutineName *index, SvtPlace place)
{
  g_autofree char *quoted = couplet_quote (index->text, -1);
  walker->read_before |= walker->state->stepped == ROUTINE_ON_NONE;
  walker->read_behind |= walker->state->stepped != ROUTINE_ON_NONE;
  if (walker->loop != index->loop->loop)
    routine_error (walker, place,
                   "the answer at %s is read outside the loop that counts it; read "
                   "it into a variable there",
                   quoted);
  else if (walker->state->stepped == ROUTINE_ON_SOME ||
           (walker->read_before && walker->read_behind))
    routine_error (walker, place,
                   "%s is counted up before this on some ways, so that two answers are read in one "
                   "round; read the answer into a variable at the beginning of the round",
                   quoted);
  else
    return answer_value (walker, index->loop->loop, NULL, place);
  return faulty (walker);
}

void
routine_refuse_again (RoutineWalker *walker, SvtPlace place)
{
  routine_error (walker, place,
                 "the private answers are gone through from the beginning in each round of another "
                 "loop; read each answer once");
}

static const RoutineValue *
evaluate_answer (RoutineWalker *walker, const RoutineExpression *index, SvtPlace place)
{
  const RoutineName *name =
      index->kind == ROUTINE_NAME ? routine_names_find (walker->names, index->text) : NULL;
  if (index->kind == ROUTINE_NUMBER && walker->loop == 0)
    return answer_value (walker, 0, index->text, place);
  if (name != NULL && name->role == ROUTINE_ROLE_INDEX)
    return evaluate_counted (walker, name, place);
  const RoutineValue *round = name != NULL ? routine_state_get (walker->state, name->text) : NULL;
  if (round != NULL && round->kind == ROUTINE_INDEX_OF && round->loop == walker->loop) {
    if (routine_loop (walker, walker->loop)->parent == 0)
      return answer_value (walker, walker->loop, NULL, place);
    routine_refuse_again (walker, place);
    return faulty (walker);
  }
  routine_error (walker, place, "which of the private answers this is cannot be told; write %s",
                 walker->options->words->each_answer);
  return faulty (walker);
}

static const RoutineValue *
evaluate_item (RoutineWalker *walker, const RoutineExpression *item)
{
  const RoutineExpression *list = item->first, *index = list->next;
  const RoutineName *name =
      list->kind == ROUTINE_NAME ? routine_names_find (walker->names, list->text) : NULL;
  if (name != NULL && name->role == ROUTINE_ROLE_PRIVATE)
    return evaluate_answer (walker, index, item->place);
  const RoutineValue *place =
      index->kind == ROUTINE_NAME ? routine_state_get (walker->state, index->text) : NULL;
  const RoutineName *counted =
      index->kind == ROUTINE_NAME ? routine_names_find (walker->names, index->text) : NULL;
  gboolean round =
      (place != NULL && place->kind == ROUTINE_INDEX_OF) ||
      (counted != NULL && counted->role == ROUTINE_ROLE_INDEX &&
       counted->loop->loop == walker->loop && walker->state->stepped == ROUTINE_ON_NONE);
  if (name != NULL && name->role == ROUTINE_ROLE_PARAMETER &&
      (round || index->kind == ROUTINE_NUMBER))
    return public_value (walker, item, round);
  routine_error (walker, item->place,
                 "an item of a list is read; only the private answers and lists among the "
                 "arguments are read, at the number of the round");
  return faulty (walker);
}

/* ---- Names ---------------------------------------------------------------------------------- */

static const RoutineValue *
evaluate_private (RoutineWalker *walker, const RoutineExpression *expression)
{
  /* an argument that is one answer: it was said to be private, and nothing goes through it */
  if (*walker->options->private != '\0' && walker->loop == 0)
    return answer_value (walker, 0, "", expression->place);
  return routine_value_new (walker->file, ROUTINE_ANSWERS);
}

static const RoutineValue *
evaluate_variable (RoutineWalker *walker, const RoutineExpression *expression)
{
  const RoutineValue *value = routine_state_get (walker->state, expression->text);
  g_autofree char *quoted = couplet_quote (expression->text, -1);
  if (value == NULL)
    routine_error (walker, expression->place,
                   "%s has no value here; give it one in the function, or make it an argument",
                   quoted);
  else if (value->kind == ROUTINE_LOST)
    routine_error (walker, expression->place,
                   "%s cannot be followed here: %s; use a variable that gets its value in this "
                   "round, on every way",
                   quoted, value->why);
  else
    return value;
  return faulty (walker);
}

static const RoutineValue *
evaluate_name (RoutineWalker *walker, const RoutineExpression *expression)
{
  const RoutineName *name = routine_names_find (walker->names, expression->text);
  RoutineValue *number;
  if (name != NULL && !routine_check_assigned (walker, name, expression->place))
    return faulty (walker);
  switch (name != NULL ? name->role : ROUTINE_ROLE_VALUE) {
  case ROUTINE_ROLE_PRIVATE:
    return evaluate_private (walker, expression);
  case ROUTINE_ROLE_PARAMETER:
  case ROUTINE_ROLE_EPSILON:
    return public_value (walker, expression, FALSE);
  case ROUTINE_ROLE_CONSTANT:
    return routine_evaluate (walker, name->only->value);
  case ROUTINE_ROLE_WHOLE:
    return routine_value_new (walker->file, ROUTINE_WHOLE);
  case ROUTINE_ROLE_INDEX:
    number = routine_value_new (walker->file, ROUTINE_INDEX_OF);
    number->loop = name->loop->loop;
    return number;
  case ROUTINE_ROLE_VALUE:
    break;
  }
  return evaluate_variable (walker, expression);
}

/* ---- Sums ----------------------------------------------------------------------------------- */

/* value as a sum; NULL with an error reported. */
static const RoutineSum *
need_sum (RoutineWalker *walker, const RoutineValue *value, SvtPlace place)
{
  static const char *const words[] = {
      [ROUTINE_COMPARISON] = "a comparison stands among numbers; use it in an 'if', or output it",
      [ROUTINE_CONSTANT] = "a symbol stands among numbers; write a number",
      [ROUTINE_INDEX_OF] = "the number of the round is used in a sum; it can be an index, be "
                           "compared with numbers, or be output",
      [ROUTINE_WHOLE] =
          "a number that changes as the function runs is added to a value; compare it "
          "by itself, or use an argument",
      [ROUTINE_ANSWERS] = "all private answers are used at once; go through them with a loop",
      [ROUTINE_OUTPUTS] = "a list stands among numbers; compute with the values before they are "
                          "appended",
      [ROUTINE_INFINITE] = "infinity stands in a sum; write a number"};
  if (value->kind == ROUTINE_SUM)
    return &value->sum;
  if (value->kind != ROUTINE_FAULTY && value->kind != ROUTINE_LOST)
    routine_error (walker, place, "%s", words[value->kind]);
  return NULL;
}

static const RoutineValue *
evaluate_sum (RoutineWalker *walker, const RoutineExpression *expression)
{
  const RoutineExpression *left = expression->first, *right = left->next;
  const RoutineValue *a = routine_evaluate (walker, left);
  const RoutineValue *b = right != NULL ? routine_evaluate (walker, right) : NULL;
  const RoutineSum *first = need_sum (walker, a, left->place);
  const RoutineSum *second = b != NULL ? need_sum (walker, b, right->place) : NULL;
  RoutineSum sum = {0};
  if (first == NULL || (b != NULL && second == NULL))
    return faulty (walker);
  gboolean fits = routine_sum_add (&sum, first, expression->kind == ROUTINE_NEGATE ? -1 : 1);
  if (second != NULL)
    fits = fits && routine_sum_add (&sum, second, expression->kind == ROUTINE_SUBTRACT ? -1 : 1);
  if (fits)
    return from_sum (walker, &sum);
  routine_error (walker, expression->place,
                 "two private answers, the same noise twice, or too many terms are added; compare "
                 "one answer with its own noise, which is drawn for it alone");
  return faulty (walker);
}

/* A product or quotient of numbers that everyone knows. */
static const RoutineValue *
evaluate_product (RoutineWalker *walker, const RoutineExpression *expression)
{
  gboolean varies = FALSE;
  for (const RoutineExpression *part = expression->first; part != NULL; part = part->next) {
    const RoutineSum *sum = need_sum (walker, routine_evaluate (walker, part), part->place);
    if (sum == NULL)
      return faulty (walker);
    if (!routine_sum_is_public (sum)) {
      routine_error (walker, expression->place, "%s is multiplied or divided; %s",
                     sum->answer != ROUTINE_NO_ANSWER ? "a private answer" : "noise",
                     sum->answer != ROUTINE_NO_ANSWER
                         ? "scale the noise and the threshold instead, and say the sensitivity"
                         : "give the noise its scale where it is drawn");
      return faulty (walker);
    }
    varies |= sum->varies;
  }
  return public_value (walker, expression, varies);
}

/* ---- Calls ---------------------------------------------------------------------------------- */

static guint32
find_draw (RoutineWalker *walker, const RoutineExpression *call, const RoutineNoise *noise)
{
  gpointer found;
  if (g_hash_table_lookup_extended (walker->draw_of, call, NULL, &found))
    return GPOINTER_TO_UINT (found);
  guint32 number = walker->draws->len;
  RoutineDraw draw = {.call = call,
                      .kind = noise->kind,
                      .scale = noise->scale,
                      .loop = walker->loop,
                      .class = number};
  g_array_append_val (walker->draws, draw);
  g_hash_table_insert (walker->draw_of, (gpointer)call, GUINT_TO_POINTER (number));
  return number;
}

/* Noise of a threshold is read where it is drawn. */
static void
build_threshold (RoutineWalker *walker, guint32 draw, SvtPlace place)
{
  RoutineDraw *class = routine_draw (walker, routine_class_of (walker->draws, draw));
  if (!walker->building || !class->is_threshold)
    return;
  if (class->name == NULL)
    class->name = routine_new_name (walker, class->hint != NULL ? class->hint : "threshold");
  place = routine_new_place (walker, place);
  svt_build_append (
      walker->out,
      svt_build_read (walker->file, TRUE, class->name, place,
                      routine_build_draw (walker, COUPLET_PUBLIC, (gint32)draw, place), place));
  walker->state->current = -1;
}

static const RoutineValue *
evaluate_noise (RoutineWalker *walker, const RoutineExpression *call)
{
  RoutineNoise noise;
  g_autofree char *wrong = routine_noise_read (call, walker->routine->helpers, &noise);
  if (wrong == NULL && !routine_draws_outside (walker->names, call))
    wrong =
        g_strdup ("what draws this noise is made in the function, or is private; make it outside, "
                  "and give it a name");
  if (wrong == NULL && noise.size != NULL)
    wrong = g_strdup ("an array of noise is not read; draw one number for each answer, in a loop");
  if (wrong == NULL && walker->conditional > 0)
    wrong = g_strdup ("whether this noise is drawn depends on the value before it; draw it in a "
                      "statement of its own before");
  if (wrong != NULL) {
    routine_error (walker, call->place, "%s", wrong);
    return faulty (walker);
  }
  SvtExpression scale;
  if (noise.scale != NULL && !routine_number (walker, noise.scale, &scale))
    return faulty (walker);
  RoutineSum sum = {0};
  if (noise.location != NULL) {
    const RoutineSum *location =
        need_sum (walker, routine_evaluate (walker, noise.location), noise.location->place);
    if (location == NULL)
      return faulty (walker);
    sum = *location;
  }
  guint32 draw = find_draw (walker, call, &noise);
  routine_state_redraw (walker, walker->state, draw);
  build_threshold (walker, draw, call->place);
  const RoutineSum drawn = {.n_draws = 1, .draws = {{draw, 1}}};
  if (routine_sum_add (&sum, &drawn, 1))
    return from_sum (walker, &sum);
  routine_error (walker, call->place, "too many terms are added; write a shorter sum");
  return faulty (walker);
}

static gboolean
is_infinity (const RoutineExpression *expression)
{
  const RoutineExpression *text =
      expression->kind == ROUTINE_CALL && routine_is_name (expression->first, "float")
          ? expression->first->next
          : NULL;
  return (text != NULL && text->kind == ROUTINE_SYMBOL &&
          g_ascii_strncasecmp (text->text + strspn (text->text, "+-"), "inf", 3) == 0) ||
         (expression->kind == ROUTINE_MEMBER && g_str_equal (expression->text, "inf"));
}

static const RoutineValue *
evaluate_call (RoutineWalker *walker, const RoutineExpression *call)
{
  const char *name = routine_callee (call);
  const RoutineExpression *argument = call->first->next;
  if (routine_noise_is_call (call))
    return evaluate_noise (walker, call);
  if (call->first->kind == ROUTINE_NAME && g_str_equal (name, "float") && argument != NULL &&
      argument->next == NULL)
    return routine_evaluate (walker, argument);
  g_autofree char *quoted = couplet_quote (name != NULL ? name : "this", -1);
  if (routine_is_length (walker->names, call))
    routine_error (walker, call->place,
                   "the number of answers is open here; make it an argument, and give it a value "
                   "with -D");
  else if (argument != NULL && routine_mentions (call, walker->names->private))
    routine_error (walker, call->place,
                   "the private answers go into a call of %s; go through them with a loop, and "
                   "compare each with noise",
                   quoted);
  else
    routine_error (walker, call->place,
                   "a call of %s is not read; write sums of an answer, noise and numbers", quoted);
  return faulty (walker);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static const RoutineValue *
evaluate_symbol (RoutineWalker *walker, const RoutineExpression *expression)
{
  RoutineValue *value = routine_value_new (walker->file, ROUTINE_CONSTANT);
  value->text = expression->text;
  return value;
}

static const RoutineValue *
refuse (RoutineWalker *walker, const RoutineExpression *expression)
{
  const char *what = expression->kind == ROUTINE_OTHER     ? expression->text
                     : expression->kind == ROUTINE_MEMBER  ? "a member of an object"
                     : expression->kind == ROUTINE_COMPARE ? "a comparison as a value"
                     : expression->kind == ROUTINE_CHOICE  ? "'if' inside an expression"
                     : expression->kind == ROUTINE_BUILT   ? "a list by a comprehension"
                     : expression->kind == ROUTINE_LIST    ? "a list here"
                     : expression->kind == ROUTINE_TUPLE   ? "a tuple here"
                                                           : "a condition as a value";
  const char *advice = expression->kind == ROUTINE_COMPARE || expression->kind == ROUTINE_CHOICE ||
                               expression->kind == ROUTINE_AND || expression->kind == ROUTINE_OR ||
                               expression->kind == ROUTINE_NOT
                           ? "write an 'if' statement"
                           : "write sums of an answer, noise and numbers";
  routine_error (walker, expression->place, "%s is not read; %s", what, advice);
  return faulty (walker);
}

static const RoutineValue *
evaluate (RoutineWalker *walker, const RoutineExpression *expression)
{
  if (is_infinity (expression))
    return routine_value_new (walker->file, ROUTINE_INFINITE);
  switch (expression->kind) {
  case ROUTINE_NUMBER:
    return is_zero (expression->text) ? routine_value_new (walker->file, ROUTINE_SUM)
                                      : public_value (walker, expression, FALSE);
  case ROUTINE_SYMBOL:
    return evaluate_symbol (walker, expression);
  case ROUTINE_NAME:
    return evaluate_name (walker, expression);
  case ROUTINE_CALL:
    return evaluate_call (walker, expression);
  case ROUTINE_ITEM:
    return evaluate_item (walker, expression);
  case ROUTINE_ADD:
  case ROUTINE_SUBTRACT:
    return evaluate_sum (walker, expression);
  case ROUTINE_NEGATE: {
    const RoutineExpression *operand = expression->first;
    return is_infinity (operand) ? routine_value_new (walker->file, ROUTINE_INFINITE)
                                 : evaluate_sum (walker, expression);
  }
  case ROUTINE_MULTIPLY:
  case ROUTINE_DIVIDE:
    return evaluate_product (walker, expression);
  case ROUTINE_COMPARE: {
    const RoutineValue *kept = routine_kept_comparison (walker, expression);
    return kept != NULL ? kept : refuse (walker, expression);
  }
  default:
    return refuse (walker, expression);
  }
}

const RoutineValue *
routine_evaluate (RoutineWalker *walker, const RoutineExpression *expression)
{
  const RoutineValue *value =
      routine_enter (walker, expression->place) ? evaluate (walker, expression) : faulty (walker);
  routine_leave (walker);
  return value;
}
