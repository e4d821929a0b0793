/* SPDX-License-Identifier: Apache-2.0 */
#include "range.h"

#include <string.h>

void
range_init (Range *range)
{
  *range = (Range){.kind = RANGE_FREE};
  couplet_rational_init (&range->first);
  couplet_rational_init (&range->last);
  couplet_rational_init (&range->step);
}

void
range_clear (Range *range)
{
  couplet_rational_clear (&range->first);
  couplet_rational_clear (&range->last);
  couplet_rational_clear (&range->step);
}

void
range_copy (Range *copy, const Range *range)
{
  range_init (copy);
  copy->kind = range->kind;
  mpq_set (copy->first.value, range->first.value);
  mpq_set (copy->last.value, range->last.value);
  mpq_set (copy->step.value, range->step.value);
}

static gboolean
parse_number (const char *text, CoupletRational *number)
{
  return couplet_rational_parse (number, text, strlen (text), NULL);
}

/* Only digits and a sign: not `4/2`, `2.0` or `2e0`. */
static gboolean
is_written_whole (const char *text)
{
  return text[strspn (text, "+-0123456789")] == '\0';
}

/* Makes the last one a step. */
static void
cut_off (Range *range)
{
  g_auto (CoupletRational) steps;
  mpz_t whole;
  couplet_rational_init (&steps);
  mpz_init (whole);
  mpq_sub (steps.value, range->last.value, range->first.value);
  mpq_div (steps.value, steps.value, range->step.value);
  mpz_fdiv_q (whole, mpq_numref (steps.value), mpq_denref (steps.value));
  mpq_set_z (steps.value, whole);
  mpq_mul (steps.value, steps.value, range->step.value);
  mpq_add (range->last.value, range->first.value, steps.value);
  mpz_clear (whole);
}

char *
range_parse (const char *text, Range *range)
{
  g_auto (GStrv) parts = g_strsplit (text, RANGE_DOTS, -1);
  guint n = g_strv_length (parts);
  mpq_set_ui (range->step.value, 1, 1);
  if (n < 2 || n > 3 || !parse_number (parts[0], &range->first) ||
      !parse_number (parts[1], &range->last) || (n == 3 && !parse_number (parts[2], &range->step)))
    return g_strdup_printf (
        "'%s' is not a range; expected two numbers, as in 1..5, or a step, too, as "
        "in 1/2..2..1/4",
        text);
  if (mpq_sgn (range->step.value) <= 0)
    return g_strdup_printf ("the step of the range '%s' is not positive", text);
  if (couplet_rational_compare (&range->first, &range->last) > 0)
    return g_strdup_printf ("the range '%s' ends before it begins", text);
  gboolean steps = n == 3 || (is_written_whole (parts[0]) && is_written_whole (parts[1]));
  range->kind = steps ? RANGE_STEPS : RANGE_INTERVAL;
  if (steps)
    cut_off (range);
  return NULL;
}
