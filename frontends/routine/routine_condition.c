/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_walker.h"

#include "routine_budget.h"

#include <couplet/text.h>

/* ---- Comparisons of answers -------------------------------------------------------------- */

static SvtRelation
turned (SvtRelation relation)
{
  static const SvtRelation other[] = {
      [SVT_LESS] = SVT_MORE,        [SVT_AT_MOST] = SVT_AT_LEAST, [SVT_MORE] = SVT_LESS,
      [SVT_AT_LEAST] = SVT_AT_MOST, [SVT_EQUAL] = SVT_EQUAL,      [SVT_UNEQUAL] = SVT_UNEQUAL};
  return other[relation];
}

/* With noise, `<=` and `>` mean what `<` and `>=` do; with noise of whole numbers, or none, what an
 * answer is compared with may stand a little lower, in all comparisons (routine_note_ties()). */
static SvtRelation
plain (SvtRelation relation)
{
  return relation == SVT_AT_MOST ? SVT_LESS : relation == SVT_MORE ? SVT_AT_LEAST : relation;
}

static SvtCondition
build_name_comparison (RoutineWalker *walker, SvtName *a, SvtRelation relation, SvtName *b,
                       SvtPlace place)
{
  SvtExpression left = svt_build_name (walker->file, a, place);
  return svt_build_comparison (walker->file, left, relation, place,
                               svt_build_name (walker->file, b, place), place);
}

/* The comparison of sum with 0, told at place. */
static RoutineDecision
compare_answer (RoutineWalker *walker, const RoutineSum *sum, SvtRelation relation, SvtPlace place,
                SvtCondition *built)
{
  RoutineMeeting meeting;
  if (!routine_meet (walker, sum, place, TRUE, &meeting))
    return ROUTINE_UNDECIDED;
  relation = meeting.is_turned ? turned (relation) : relation;
  if (!routine_note_ties (walker, sum, &meeting, relation, place) ||
      !routine_make_reading (walker, meeting.reading, place))
    return ROUTINE_UNDECIDED;
  if (!walker->building)
    return ROUTINE_DECIDED;
  const RoutineReading *reading =
      &g_array_index (walker->readings, RoutineReading, meeting.reading);
  *built = build_name_comparison (walker, reading->name, plain (relation),
                                  routine_threshold_name (walker, meeting.threshold), place);
  return ROUTINE_DECIDED;
}

/* ---- Comparisons of numbers ----------------------------------------------------------------- */

static RoutineDecision
compare_numbers (RoutineWalker *walker, const RoutineExpression *comparison, SvtCondition *built)
{
  SvtExpression left, right;
  RoutineUnit unit = routine_unit_of (walker->names, comparison->first, comparison->first->next);
  if (unit == ROUTINE_IN_BOTH) {
    routine_error (
        walker, comparison->place,
        "a number is compared with a multiple of epsilon; write both as one or the other");
    return ROUTINE_UNDECIDED;
  }
  walker->in_multiples = unit == ROUTINE_IN_MULTIPLES;
  gboolean good = routine_number (walker, comparison->first, &left) &&
                  routine_number (walker, comparison->first->next, &right);
  walker->in_multiples = FALSE;
  if (!good)
    return ROUTINE_UNDECIDED;
  *built = svt_build_comparison (walker->file, left, comparison->relation, comparison->place, right,
                                 comparison->place);
  return ROUTINE_DECIDED;
}

/* `if found`, `while not done`: a number that is not 0. */
static RoutineDecision
test_number (RoutineWalker *walker, const RoutineExpression *value, SvtCondition *built)
{
  SvtExpression left;
  walker->in_multiples = routine_unit_of (walker->names, value, value) == ROUTINE_IN_MULTIPLES;
  gboolean good = routine_number (walker, value, &left);
  walker->in_multiples = FALSE;
  if (!good)
    return ROUTINE_UNDECIDED;
  *built = svt_build_comparison (walker->file, left, SVT_UNEQUAL, value->place,
                                 routine_literal (walker, "0", value->place), value->place);
  return ROUTINE_DECIDED;
}

/* Whether expression is the name of a number that stays or changes, or the length of a list. */
static gboolean
names_number (const RoutineExpression *expression, gconstpointer data)
{
  const RoutineWalker *walker = data;
  if (expression->kind == ROUTINE_CALL)
    return routine_counted_list (walker, expression) != NULL;
  if (expression->kind != ROUTINE_NAME)
    return FALSE;
  const RoutineName *name = routine_names_find (walker->names, expression->text);
  const RoutineValue *value = routine_state_get (walker->state, expression->text);
  return name != NULL &&
         (name->role == ROUTINE_ROLE_WHOLE || name->role == ROUTINE_ROLE_INDEX ||
          name->role == ROUTINE_ROLE_PARAMETER || name->role == ROUTINE_ROLE_EPSILON ||
          name->role == ROUTINE_ROLE_CONSTANT ||
          (value != NULL && value->kind == ROUTINE_INDEX_OF));
}

/* Whether expression is made of numbers that stay or change, and nothing that is followed. */
static gboolean
is_number (const RoutineWalker *walker, const RoutineExpression *expression)
{
  return routine_is_arithmetic (expression, names_number, walker);
}

/* The difference of both sides of a comparison of an answer; FALSE with an error reported. */
static gboolean
compared_sum (RoutineWalker *walker, const RoutineExpression *comparison, RoutineSum *sum)
{
  const RoutineValue *a = routine_evaluate (walker, comparison->first);
  const RoutineValue *b = routine_evaluate (walker, comparison->first->next);
  gboolean equality = comparison->relation == SVT_EQUAL || comparison->relation == SVT_UNEQUAL;
  if (a->kind == ROUTINE_FAULTY || b->kind == ROUTINE_FAULTY)
    return FALSE;
  const char *wrong = "this comparison is not read; compare an answer and its noise with a "
                      "threshold, or numbers with numbers";
  if (a->kind == ROUTINE_SUM && b->kind == ROUTINE_SUM) {
    gboolean fits = routine_sum_add (sum, &a->sum, 1) && routine_sum_add (sum, &b->sum, -1);
    if (fits && sum->answer != ROUTINE_NO_ANSWER && !equality)
      return TRUE;
    wrong = fits && sum->answer != ROUTINE_NO_ANSWER
                ? "an answer is compared for equality; write '<' or '>='"
            : !fits
                ? "two private answers are compared, or one noise with itself; compare one answer "
                  "with a threshold"
                : "noise is compared without an answer of the private argument; compare the "
                  "answer and its noise with the threshold";
  }
  if (a->kind == ROUTINE_INFINITE || b->kind == ROUTINE_INFINITE)
    wrong = "a running maximum is read only where a loop compares one noisy answer with it, keeps "
            "value and index, and the index alone is returned";
  routine_error (walker, comparison->place, "%s", wrong);
  return FALSE;
}

static RoutineDecision
compare (RoutineWalker *walker, const RoutineExpression *comparison, SvtCondition *built)
{
  const RoutineExpression *left = comparison->first, *right = left->next;
  RoutineSum sum = {0};
  if (routine_is_end (walker->names, comparison))
    return ROUTINE_ALWAYS;
  if (is_number (walker, left) && is_number (walker, right))
    return compare_numbers (walker, comparison, built);
  return compared_sum (walker, comparison, &sum)
             ? compare_answer (walker, &sum, comparison->relation, comparison->place, built)
             : ROUTINE_UNDECIDED;
}

const RoutineValue *
routine_kept_comparison (RoutineWalker *walker, const RoutineExpression *comparison)
{
  RoutineSum sum = {0};
  if (routine_is_end (walker->names, comparison) ||
      (is_number (walker, comparison->first) && is_number (walker, comparison->first->next)))
    return NULL;
  gboolean good = compared_sum (walker, comparison, &sum);
  RoutineValue *value =
      routine_value_new (walker->file, good ? ROUTINE_COMPARISON : ROUTINE_FAULTY);
  value->sum = sum;
  value->relation = comparison->relation;
  return value;
}

/* `if above`, where above holds a comparison. */
static RoutineDecision
test_value (RoutineWalker *walker, const RoutineExpression *condition, SvtCondition *built)
{
  const RoutineValue *value = routine_evaluate (walker, condition);
  if (value->kind == ROUTINE_COMPARISON)
    return compare_answer (walker, &value->sum, value->relation, condition->place, built);
  if (value->kind != ROUTINE_FAULTY)
    routine_error (walker, condition->place,
                   "this condition is not read; compare an answer and its noise with a "
                   "threshold, or numbers with numbers");
  return ROUTINE_UNDECIDED;
}

/* ---- Connectives ----------------------------------------------------------------------------- */

static RoutineDecision
connect (RoutineWalker *walker, const RoutineExpression *condition, SvtCondition *built)
{
  SvtCondition right;
  RoutineDecision first = routine_condition (walker, condition->first, built);
  gint32 reading = walker->state->current;
  walker->conditional++;
  RoutineDecision second = routine_condition (walker, condition->first->next, &right);
  walker->conditional--;
  if (first == ROUTINE_UNDECIDED || second == ROUTINE_UNDECIDED)
    return ROUTINE_UNDECIDED;
  if (first == ROUTINE_ALWAYS || second == ROUTINE_ALWAYS) {
    if (condition->kind == ROUTINE_OR) {
      routine_error (walker, condition->place,
                     "'%s' with the end of the list is not read; write '%s', or two 'if's",
                     walker->options->words->or, walker->options->words->and);
      return ROUTINE_UNDECIDED;
    }
    if (first == ROUTINE_ALWAYS)
      *built = right;
    return first == ROUTINE_ALWAYS ? second : first;
  }
  if (reading >= 0 && walker->state->current != reading) {
    routine_error (walker, condition->place,
                   "two answers with noise stand in one condition; write an 'if' for each");
    return ROUTINE_UNDECIDED;
  }
  if (walker->building)
    *built = svt_build_connective (walker->file, condition->kind == ROUTINE_AND ? SVT_AND : SVT_OR,
                                   *built, condition->place);
  return ROUTINE_DECIDED;
}

static RoutineDecision
negate (RoutineWalker *walker, const RoutineExpression *condition, SvtCondition *built)
{
  RoutineDecision decision = routine_condition (walker, condition->first, built);
  if (decision == ROUTINE_ALWAYS) {
    routine_error (walker, condition->place, "'%s' with the end of the list is not read; write '<'",
                   walker->options->words->not );
    return ROUTINE_UNDECIDED;
  }
  if (decision == ROUTINE_DECIDED && walker->building)
    *built = svt_build_connective (walker->file, SVT_NOT, *built, condition->place);
  return decision;
}

RoutineDecision
routine_condition (RoutineWalker *walker, const RoutineExpression *condition, SvtCondition *built)
{
  switch (condition->kind) {
  case ROUTINE_AND:
  case ROUTINE_OR:
    return connect (walker, condition, built);
  case ROUTINE_NOT:
    return negate (walker, condition, built);
  case ROUTINE_COMPARE:
    return compare (walker, condition, built);
  default:
    return is_number (walker, condition) ? test_number (walker, condition, built)
                                         : test_value (walker, condition, built);
  }
}
