/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_truth.h"

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
      SvtTruth literal = {known == 0                     ? SVT_OPEN
                          : known == terms[i].comparison ? SVT_HOLDS
                                                         : SVT_FAILS,
                          i};
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

gboolean
svt_walk_test (SvtWalker *walker, SvtInstruction *instruction, gboolean *holds)
{
  const SvtCondition *condition = &instruction->branch->condition;
  if (!check_samples (walker, instruction))
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
