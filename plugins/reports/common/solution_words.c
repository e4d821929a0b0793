/* SPDX-License-Identifier: Apache-2.0 */
#include "solution_words.h"

#include <couplet/internal/format.h>

#include <string.h>

#define LONGEST_STEP 10 /* characters; what is a little beside an exact answer is longer */

/* `42/5 (8.4)`; NULL = NULL. The caller frees it. */
static char *
number_words (const char *text)
{
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  if (text == NULL || !couplet_rational_parse (&number, text, strlen (text), NULL))
    return NULL;
  return couplet_format_cost (&number);
}

/* `it is from 5 up to 10: why`, as far as is known. */
static char *
unknown_words (const CoupletSolution *solution, const char *value, const char *beyond)
{
  gboolean largest = solution->which == COUPLET_SOLUTION_LARGEST;
  const char *up = largest ? "at least" : "at most";
  const char *down = largest ? "less than" : "more than";
  g_autoptr (GString) words = g_string_new (" is not known");
  if (solution->which != COUPLET_SOLUTION_NEITHER && value != NULL)
    g_string_append_printf (words, "; it is %s %s", up, value);
  if (solution->which != COUPLET_SOLUTION_NEITHER && beyond != NULL)
    g_string_append_printf (words, "%s %s %s", value != NULL ? " and" : "; it is", down, beyond);
  g_string_append_printf (words, " (%s)", solution->reason);
  return g_strdup (words->str);
}

/* What is said of `the largest c with d at most 10`. */
static char *
predicate (const CoupletSolution *solution)
{
  g_autofree char *value = number_words (solution->value);
  g_autofree char *beyond = number_words (solution->beyond);
  switch (solution->kind) {
  case COUPLET_SOLUTION_EXACT:
    return strlen (solution->beyond) > LONGEST_STEP
               ? g_strdup_printf (" is %s; d is more just %s", value,
                                  solution->which == COUPLET_SOLUTION_LARGEST ? "above" : "below")
               : g_strdup_printf (" is %s; d is more at %s", value, beyond);
  case COUPLET_SOLUTION_BETWEEN:
    return g_strdup_printf (" is between %s, where d is less, and %s, where d is more", value,
                            beyond);
  default:
    return unknown_words (solution, value, beyond);
  }
}

char *
solution_words (const CoupletSolution *solution)
{
  g_autofree char *at_most = number_words (solution->at_most);
  g_autofree char *value = number_words (solution->value);
  g_autofree char *beyond = number_words (solution->beyond);
  const char *parameter = solution->parameter;
  switch (solution->kind) {
  case COUPLET_SOLUTION_EVERYWHERE:
    if (solution->which == COUPLET_SOLUTION_NEITHER)
      return g_strdup_printf ("d is at most %s at every %s tried", at_most, parameter);
    return g_strdup_printf ("d is at most %s at every %s searched, %s %s", at_most, parameter,
                            solution->which == COUPLET_SOLUTION_LARGEST ? "up to" : "from", value);
  case COUPLET_SOLUTION_NOWHERE:
    if (solution->which == COUPLET_SOLUTION_NEITHER)
      return g_strdup_printf ("d is at most %s at no %s tried", at_most, parameter);
    return g_strdup_printf ("d is at most %s at no %s searched: it is more at %s already", at_most,
                            parameter, beyond);
  case COUPLET_SOLUTION_NOT_MONOTONE:
    return g_strdup_printf ("no %s can be searched for: %s", parameter, solution->reason);
  default: {
    g_autofree char *rest = predicate (solution);
    const char *which = couplet_solution_end_to_string (solution->which);
    return g_strdup_printf ("the %s %s with d at most %s%s",
                            which != NULL ? which : "largest or least", parameter, at_most, rest);
  }
  }
}

/* How many of the values tried have an answer. */
static guint
count_answers (const CoupletSolution *solution)
{
  guint n = 0;
  for (guint i = 0; i < solution->n_points; i++)
    n += solution->points[i].verdict == COUPLET_VERDICT_PRIVATE ||
         solution->points[i].verdict == COUPLET_VERDICT_NOT_PRIVATE;
  return n;
}

/* Whether the answers are proven the same. */
static gboolean
is_same_everywhere (const CoupletSolution *solution)
{
  const CoupletSolutionPoint *first = NULL;
  for (guint i = 0; i < solution->n_points; i++) {
    const CoupletSolutionPoint *point = &solution->points[i];
    if (point->verdict != COUPLET_VERDICT_PRIVATE && point->verdict != COUPLET_VERDICT_NOT_PRIVATE)
      continue;
    if (first == NULL)
      first = point;
    if (point->verdict != first->verdict || g_strcmp0 (point->cost, first->cost) != 0 ||
        g_strcmp0 (point->least, point->cost) != 0)
      return FALSE;
  }
  return TRUE;
}

char *
solution_condition (const CoupletSolution *solution)
{
  if (solution->kind == COUPLET_SOLUTION_NOT_MONOTONE ||
      (solution->value == NULL && solution->beyond == NULL))
    return NULL;
  guint n = count_answers (solution);
  g_autofree char *tried = g_strdup_printf ("the %u value%s tried", n, n == 1 ? "" : "s");
  if (n == 1)
    return g_strdup ("d is known at one value only");
  if (solution->which == COUPLET_SOLUTION_NEITHER)
    return is_same_everywhere (solution)
               ? g_strdup_printf ("d is the same at %s", tried)
               : g_strdup_printf ("at %s d is not seen to rise or fall", tried);
  return g_strdup_printf ("provided that d only %s as %s grows, as it does at %s",
                          solution->which == COUPLET_SOLUTION_LARGEST ? "rises" : "falls",
                          solution->parameter, tried);
}
