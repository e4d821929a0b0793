/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_step.h"

/* Of an operation on numbers, as steps of the walk. */
#define WORK_PER_TERM 16

gboolean
svt_calculate (SvtWalker *walker, const SvtExpression *expression, CoupletRational *value)
{
  walker->work += WORK_PER_TERM * (guint64)expression->n;
  return svt_evaluate_plain (&walker->numbers, expression, "a whole number", value);
}

void
svt_meet (SvtWalker *walker, const SvtName *threshold, SvtPlace place)
{
  if (walker->met == NULL)
    walker->met = threshold;
  if (walker->met == threshold || walker->program->says_sampling || walker->asked_for_sampling)
    return;
  walker->asked_for_sampling = TRUE;
  g_autofree char *first = couplet_quote (walker->met->text, -1);
  g_autofree char *second = couplet_quote (threshold->text, -1);
  svt_error (
      walker->program->reporter, place,
      "the value read on line %u meets two thresholds, %s and %s; expected 'sampling shared;' "
      "at the top, for one noisy value that meets both, or 'sampling independent;', for a "
      "noisy copy of its own for each",
      walker->reading->statement->place.line, first, second);
}

/* Whether the condition of a branch holds on the way being walked. */

static SvtTruth
combine (SvtConditionKind kind, SvtTruth a, SvtTruth b)
{
  int decisive = kind == SVT_AND ? SVT_FAILS : SVT_HOLDS;
  if ((int)a.value == decisive || (int)b.value == decisive)
    return (int)a.value == decisive ? a : b;
  return a.value == SVT_OPEN ? a : b;
}

static gboolean
compare_numbers (SvtWalker *walker, const SvtConditionTerm *term, SvtTruth *truth)
{
  g_auto (CoupletRational) left;
  g_auto (CoupletRational) right;
  couplet_rational_init (&left);
  couplet_rational_init (&right);
  if (!svt_calculate (walker, &term->left, &left) || !svt_calculate (walker, &term->right, &right))
    return FALSE;
  int order = mpq_cmp (left.value, right.value);
  gboolean holds = term->relation == SVT_LESS       ? order < 0
                   : term->relation == SVT_AT_MOST  ? order <= 0
                   : term->relation == SVT_MORE     ? order > 0
                   : term->relation == SVT_AT_LEAST ? order >= 0
                   : term->relation == SVT_EQUAL    ? order == 0
                                                    : order != 0;
  truth->value = holds ? SVT_HOLDS : SVT_FAILS;
  return TRUE;
}

/* Sets *truth; FALSE when a number in it has no value, which is reported. */
static gboolean
evaluate (SvtWalker *walker, const SvtCondition *condition, SvtTruth *truth)
{
  const SvtConditionTerm *terms = svt_condition_terms (walker->program->file, condition);
  GArray *stack = walker->stack;
  g_array_set_size (stack, 0);
  walker->work += condition->n;
  for (guint32 i = 0; i < condition->n; i++) {
    if (terms[i].kind == SVT_LITERAL) {
      guint8 known = walker->outcome[terms[i].threshold->index];
      gboolean equal_holds = terms[i].relation == SVT_AT_LEAST || terms[i].relation == SVT_AT_MOST;
      gboolean holds = known == SVT_IS_VALUE ? equal_holds : known == terms[i].comparison;
      SvtTruth literal = {known == 0 ? SVT_OPEN : holds ? SVT_HOLDS : SVT_FAILS, i};
      g_array_append_val (stack, literal);
      continue;
    }
    if (terms[i].kind == SVT_COMPARISON) {
      SvtTruth comparison = {SVT_FAILS, i};
      if (!compare_numbers (walker, &terms[i], &comparison))
        return FALSE;
      g_array_append_val (stack, comparison);
      continue;
    }
    SvtTruth *top = &g_array_index (stack, SvtTruth, stack->len - 1);
    if (terms[i].kind == SVT_NOT) {
      if (top->value != SVT_OPEN)
        top->value = top->value == SVT_HOLDS ? SVT_FAILS : SVT_HOLDS;
      continue;
    }
    top[-1] = combine (terms[i].kind, top[-1], *top);
    g_array_set_size (stack, stack->len - 1);
  }
  *truth = g_array_index (stack, SvtTruth, 0);
  return TRUE;
}

/* Settles a comparison: as the path already has it, or anew, in the direction
 * in which the text has it first. */
static void
decide (SvtWalker *walker, const SvtConditionTerm *literal)
{
  if (walker->n_decided == walker->path->len) {
    SvtDecision decision = {literal->threshold->index, literal->comparison, FALSE, literal->place};
    g_array_append_val (walker->path, decision);
  }
  const SvtDecision *made = &g_array_index (walker->path, SvtDecision, walker->n_decided++);
  walker->outcome[made->threshold] = (guint8)made->comparison;
  svt_meet (walker, literal->threshold, literal->place);
}

/* Whether the value of read may equal a threshold that is no copy of it. */
static gboolean
may_tie (const SvtStatement *read)
{
  return g_strcmp0 (read->draw->d, "none") == 0 || couplet_noise_is_whole (read->draw->noise);
}

/* FALSE when `>` or `<=`, which are `>=` and `<` where values do not tie, would be more than that.
 */
static gboolean
check_ties (SvtWalker *walker, SvtInstruction *test)
{
  const SvtCondition *condition = &test->branch->condition;
  const SvtConditionTerm *terms = svt_condition_terms (walker->program->file, condition);
  const SvtStatement *read = walker->reading->statement;
  for (guint32 i = 0; i < condition->n; i++) {
    gboolean more = terms[i].relation == SVT_MORE;
    if (terms[i].kind != SVT_LITERAL || (!more && terms[i].relation != SVT_AT_MOST) ||
        !may_tie (read))
      continue;
    g_autofree char *name = couplet_quote (svt_reading_name (read), -1);
    svt_walk_error (walker, test, terms[i].relation_place,
                    "found '%s', expected '%s'; they are the same where noise is continuous, and "
                    "that of %s (line %u) is not",
                    more ? ">" : "<=", more ? ">=" : "<", name, read->place.line);
    return FALSE;
  }
  return TRUE;
}

/* FALSE when it compares what is not the value read last. */
static gboolean
check_samples (SvtWalker *walker, SvtInstruction *test)
{
  const SvtCondition *condition = &test->branch->condition;
  const SvtConditionTerm *terms = svt_condition_terms (walker->program->file, condition);
  const SvtStatement *read = walker->reading != NULL ? walker->reading->statement : NULL;
  for (guint32 i = 0; i < condition->n; i++) {
    if (terms[i].kind != SVT_LITERAL || (read != NULL && terms[i].sample == read->name))
      continue;
    g_autofree char *quoted = couplet_quote (terms[i].sample->text, -1);
    if (read == NULL)
      svt_walk_error (walker, test, terms[i].place, "%s is compared before anything is read",
                      quoted);
    else
      svt_walk_error (
          walker, test, terms[i].place,
          "%s is not the value read last, which is '%s' (line %u); only that one can be "
          "compared",
          quoted, svt_reading_name (read), read->place.line);
    return FALSE;
  }
  return TRUE;
}

/* Sets *holds for the branch that test tests, settling the comparisons that matter and are
 * not known yet. FALSE when an error was reported. */
static gboolean
svt_walk_test (SvtWalker *walker, SvtInstruction *instruction, gboolean *holds)
{
  const SvtCondition *condition = &instruction->branch->condition;
  if (!check_samples (walker, instruction) ||
      (walker->reading != NULL && !check_ties (walker, instruction)))
    return FALSE;
  for (;;) {
    SvtTruth truth;
    if (instruction->reported || !evaluate (walker, condition, &truth)) {
      instruction->reported = TRUE;
      return FALSE;
    }
    *holds = truth.value == SVT_HOLDS;
    if (truth.value != SVT_OPEN)
      return TRUE;
    decide (walker, svt_condition_terms (walker->program->file, condition) + truth.witness);
  }
}

/* Decimal digits of a variable's value. */
#define MAX_DIGITS 18

/* Gives a variable its next value. A round of a `repeat` that changes one is not as
 * the round before. */
static gboolean
set_variable (SvtWalker *walker, SvtInstruction *instruction)
{
  const SvtStatement *s = instruction->statement;
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (instruction->reported || !svt_calculate (walker, &s->value, &value)) {
    instruction->reported = TRUE;
    return FALSE;
  }
  g_autofree char *name = couplet_quote (s->name->text, -1);
  if (mpz_cmp_ui (mpq_denref (value.value), 1) != 0) {
    g_autofree char *text = couplet_rational_to_string (&value);
    g_autofree char *quoted = couplet_quote (text, -1);
    svt_walk_error (walker, instruction, s->value.place,
                    "%s gets the value %s; expected a whole number", name, quoted);
    return FALSE;
  }
  if (mpz_sizeinbase (mpq_numref (value.value), 10) > MAX_DIGITS) {
    svt_walk_error (walker, instruction, s->value.place,
                    "%s gets a value of more than %d digits; expected an 'if' that ends its growth",
                    name, MAX_DIGITS);
    return FALSE;
  }
  g_autofree char *digits = couplet_rational_to_string (&value);
  gint64 next = g_ascii_strtoll (digits, NULL, 10); /* a long need not hold it */
  walker->work += walker->code->loops->len;
  if (next != walker->values[s->name->index])
    for (guint i = 0; i < walker->code->loops->len; i++)
      if (svt_code_loop (walker->code, i)->is_repeat)
        walker->passes[i] = 0;
  walker->values[s->name->index] = next;
  return TRUE;
}

static gboolean
store (SvtWalker *walker, SvtInstruction *instruction)
{
  const SvtStatement *s = instruction->statement;
  const SvtStatement *read = walker->reading != NULL ? walker->reading->statement : NULL;
  g_autofree char *quoted = couplet_quote (s->source->text, -1);
  if (read == NULL || s->source != read->name) {
    svt_walk_error (walker, instruction, s->source_place, "%s is not the value read last%s%s%s",
                    quoted, read != NULL ? ", which is '" : "; nothing has been read yet",
                    read != NULL ? svt_reading_name (read) : "", read != NULL ? "'" : "");
    return FALSE;
  }
  walker->outcome[s->name->index] = SVT_IS_VALUE;
  for (guint i = 0; i < walker->stored->len; i++)
    if (g_array_index (walker->stored, guint32, i) == s->name->index)
      return TRUE;
  g_array_append_val (walker->stored, s->name->index);
  if (!svt_has_copies (walker) || walker->stored->len == 1) {
    svt_meet (walker, s->name, s->place);
    return TRUE;
  }
  svt_walk_error (
      walker, instruction, s->place,
      "a reading is stored in two thresholds; this takes 'sampling shared;' at the top, for "
      "otherwise each has a noisy copy of its own");
  return FALSE;
}

/* A gap is taken from the threshold as it was when the value was read. */
static gboolean
check_gap (SvtWalker *walker, SvtInstruction *instruction)
{
  const SvtStatement *s = instruction->statement;
  guint i = 0;
  while (i < walker->stored->len && g_array_index (walker->stored, guint32, i) != s->source->index)
    i++;
  if (i == walker->stored->len)
    return TRUE;
  g_autofree char *quoted = couplet_quote (s->source->text, -1);
  svt_walk_error (walker, instruction, s->source_place,
                  "%s is the value read itself here, so that nothing is left; expected the output "
                  "before it is stored, or another threshold",
                  quoted);
  return FALSE;
}

static gboolean
check_value (SvtWalker *walker, SvtInstruction *instruction)
{
  const SvtStatement *s = instruction->statement, *read = walker->reading->statement;
  g_autofree char *quoted = couplet_quote (s->name->text, -1);
  if (s->name != read->name) {
    svt_walk_error (
        walker, instruction, s->name_place,
        "%s is not the value read last, which is '%s' (line %u); only that one can be output",
        quoted, svt_reading_name (read), read->place.line);
    return FALSE;
  }
  if (s->output == SVT_OUTPUT_GAP && !check_gap (walker, instruction))
    return FALSE;
  if (s->source != NULL)
    svt_meet (walker, s->source, s->source_place);
  if (!svt_has_copies (walker) || s->source != NULL || read->is_threshold)
    return TRUE;
  const SvtName *first = g_ptr_array_index (walker->program->thresholds, 0);
  svt_walk_error (walker, instruction, s->name_place,
                  "each threshold has a noisy copy of %s of its own: expected the one meant, as in "
                  "'output %s(%s)'",
                  quoted, s->name->text, first->text);
  return FALSE;
}

static gboolean
output (SvtWalker *walker, SvtInstruction *instruction)
{
  const SvtStatement *s = instruction->statement;
  if (walker->reading == NULL) {
    svt_walk_error (walker, instruction, s->place, "an output before anything is read");
    return FALSE;
  }
  if ((s->output == SVT_OUTPUT_VALUE || s->output == SVT_OUTPUT_GAP) &&
      !check_value (walker, instruction))
    return FALSE;
  if (walker->output != NULL) {
    svt_walk_error (walker, instruction, s->place,
                    "a second output after one reading (line %u); the first is on line %u",
                    walker->reading->statement->place.line, walker->output->place.line);
    return FALSE;
  }
  walker->output = s;
  walker->output_branch = walker->branch;
  return TRUE;
}

/* After the body of a loop: sets *next to where it goes on. A round in which
 * nothing is read would be repeated unchanged. */
static gboolean
go_round (SvtWalker *walker, SvtInstruction *instruction, guint32 *next)
{
  const SvtLoop *loop = svt_code_loop (walker->code, instruction->target);
  guint8 *passes = &walker->passes[instruction->target];
  if (loop->is_repeat) {
    guint32 *round = &walker->round[instruction->target];
    *next = *round + 1 < loop->count && *passes < 3 ? loop->head : loop->end;
    if (*next == loop->head) {
      (*round)++;
      (*passes)++;
    }
    return TRUE;
  }
  *next = loop->head;
  if (++*passes < 2)
    return TRUE;
  svt_walk_error (walker, instruction, loop->statement->place,
                  "this loop can go round without reading anything%s",
                  walker->branch != NULL ? "; see the branches inside that read nothing" : "");
  return FALSE;
}

static void
enter (SvtWalker *walker, guint32 number, guint32 *next)
{
  const SvtLoop *loop = svt_code_loop (walker->code, number);
  walker->round[number] = 0;
  walker->passes[number] = 1;
  *next = loop->is_repeat && loop->count == 0 ? loop->end : loop->head;
}

/* ---- All of them ------------------------------------------------------------------------ */

gboolean
svt_walk_step (SvtWalker *walker, SvtInstruction *instruction, guint32 at, guint32 *next)
{
  gboolean holds;
  *next = at + 1;
  switch (instruction->operation) {
  case SVT_DO_OUTPUT:
    return output (walker, instruction);
  case SVT_DO_ASSIGN:
    return store (walker, instruction);
  case SVT_DO_SET:
    return set_variable (walker, instruction);
  case SVT_DO_TEST:
    if (!svt_walk_test (walker, instruction, &holds))
      return FALSE;
    if (!holds) {
      *next = instruction->target;
      return TRUE;
    }
    /* fall through */
  case SVT_DO_OTHERWISE:
    walker->branch = instruction->branch;
    walker->skipped = NULL;
    instruction->branch->reached = TRUE;
    return TRUE;
  case SVT_DO_NOTHING:
    walker->skipped = instruction;
    return TRUE;
  case SVT_DO_JUMP:
    *next = instruction->target;
    return TRUE;
  case SVT_DO_ENTER:
    enter (walker, instruction->target, next);
    return TRUE;
  case SVT_DO_AGAIN:
    return go_round (walker, instruction, next);
  case SVT_DO_BREAK:
    *next = svt_code_loop (walker->code, instruction->target)->end;
    return TRUE;
  case SVT_DO_CONTINUE:
    *next = svt_code_loop (walker->code, instruction->target)->again;
    return TRUE;
  default:
    g_return_val_if_reached (FALSE);
  }
}
