/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_condition.h"
#include "svt_roles.h"

/* Reports a relation that values with noise do not have; TRUE when there is nothing to
 * report. */
static gboolean
check_relation (SvtChecker *checker, const SvtConditionTerm *term)
{
  if (term->relation == SVT_LESS || term->relation == SVT_AT_LEAST)
    return TRUE;
  if (term->relation == SVT_AT_MOST)
    svt_error (checker->reporter, term->relation_place, "found '<=', expected '<'");
  else if (term->relation == SVT_MORE)
    svt_error (checker->reporter, term->relation_place, "found '>', expected '>='");
  else
    svt_error (checker->reporter, term->relation_place,
               "values with noise are not compared for equality; expected '<' or '>='");
  return FALSE;
}

static void
check_literal (SvtChecker *checker, SvtConditionTerm *literal)
{
  const SvtName *sample = literal->sample, *threshold = literal->threshold;
  gboolean less = literal->relation == SVT_LESS || literal->relation == SVT_AT_MOST;
  literal->kind = SVT_LITERAL;
  literal->comparison = less ? COUPLET_LESS : COUPLET_GREATER_EQUAL;
  literal->threshold->is_compared = TRUE;
  if (sample->role == SVT_THRESHOLD && threshold->role == SVT_READING)
    svt_error (checker->reporter, literal->place,
               "the value read stands on the left: expected '%s %s %s'", threshold->text,
               less ? ">=" : "<", sample->text);
  else if (!svt_is_read (sample))
    svt_report_name (checker, sample, literal->left.place, FALSE);
  else if (threshold->role != SVT_THRESHOLD)
    svt_report_name (checker, threshold, literal->right.place, TRUE);
  else if (check_relation (checker, literal) && sample == threshold)
    svt_error (checker->reporter, literal->place, "'%s' is compared with itself", sample->text);
}

static gboolean
has_value_read (const SvtChecker *checker, const SvtExpression *expression)
{
  const SvtTerm *terms = svt_expression_terms (checker->file, expression);
  for (guint32 i = 0; i < expression->n; i++)
    if (terms[i].kind == SVT_VARIABLE && svt_is_read (terms[i].name))
      return TRUE;
  return FALSE;
}

/* `q >= x + 5`, `q - 5 >= x`, `q >= 5`. */
static void
report_sum (SvtChecker *checker, const SvtConditionTerm *term)
{
  const SvtExpression *other = term->threshold == NULL ? &term->right : &term->left;
  if (other->n > 1) {
    svt_error (checker->reporter, other->place,
               "a value is compared with a threshold, without sums or differences; expected "
               "numbers where one of the two is read, as in 'threshold x = public + 5 + "
               "lap(NUMBER/eps);'");
    return;
  }
  g_autofree char *text =
      g_strndup (checker->reporter->text + other->place.offset, MIN (other->place.length, 255));
  svt_error (checker->reporter, other->place,
             "a value is compared with a threshold; expected a name here, and 'threshold NAME = "
             "public + %s + lap(0);' at the beginning",
             text);
}

static void
check_comparison (SvtChecker *checker, SvtConditionTerm *term)
{
  gboolean read = has_value_read (checker, &term->left) || has_value_read (checker, &term->right);
  gboolean names = term->sample != NULL && term->threshold != NULL;
  if (names && (read || (!svt_is_number (term->sample) && !svt_is_number (term->threshold))))
    check_literal (checker, term);
  else if (read)
    report_sum (checker, term);
  else {
    svt_check_whole (&checker->values, &term->left);
    svt_check_whole (&checker->values, &term->right);
  }
}

void
svt_check_condition (SvtChecker *checker, const SvtCondition *condition)
{
  SvtConditionTerm *terms =
      &g_array_index (checker->file->conditions, SvtConditionTerm, condition->first);
  for (guint32 i = 0; i < condition->n; i++)
    if (terms[i].kind == SVT_COMPARISON)
      check_comparison (checker, &terms[i]);
}
