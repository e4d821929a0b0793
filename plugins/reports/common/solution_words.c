/* SPDX-License-Identifier: Apache-2.0 */
#include "solution_words.h"

#include <couplet/format.h>

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
  const char *up = solution->largest ? "at least" : "at most";
  const char *down = solution->largest ? "less than" : "more than";
  g_autoptr (GString) words = g_string_new (" is not known");
  if (value != NULL)
    g_string_append_printf (words, "; it is %s %s", up, value);
  if (beyond != NULL)
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
                                  solution->largest ? "above" : "below")
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
    return g_strdup_printf ("d is at most %s at every %s searched, %s %s", at_most, parameter,
                            solution->largest ? "up to" : "from", value);
  case COUPLET_SOLUTION_NOWHERE:
    return g_strdup_printf ("d is at most %s at no %s searched: it is more at %s already", at_most,
                            parameter, beyond);
  case COUPLET_SOLUTION_NOT_MONOTONE:
    return g_strdup_printf ("no %s can be searched for: %s", parameter, solution->reason);
  default: {
    g_autofree char *rest = predicate (solution);
    return g_strdup_printf ("the %s %s with d at most %s%s",
                            solution->largest ? "largest" : "least", parameter, at_most, rest);
  }
  }
}

char *
solution_condition (const CoupletSolution *solution)
{
  if (solution->kind == COUPLET_SOLUTION_NOT_MONOTONE ||
      (solution->value == NULL && solution->beyond == NULL))
    return NULL;
  return g_strdup_printf ("provided that d only %s as %s grows, as it does at the %u value%s tried",
                          solution->largest ? "rises" : "falls", solution->parameter,
                          solution->n_points, solution->n_points == 1 ? "" : "s");
}
