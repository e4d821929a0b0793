/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/format.h>

#include <string.h>

#define SHOWN_PLACES 4
#define DECIMAL_PLACES 6 /* for programs */
/* A longer fraction is told by its numbers of digits. */
#define LONGEST_FRACTION 40
#define LONGEST_BRIEFLY 16

/* number with the point of no locale, as format says. The caller frees it. */
static char *
with_unit (const char *format, double number, const char *unit)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strconcat (g_ascii_formatd (digits, sizeof digits, format, number), unit, NULL);
}

char *
couplet_format_duration (double seconds)
{
  /* half a digit below the next unit, since what is printed is rounded */
  if (seconds < 999.5e-6)
    return with_unit ("%.0f", seconds * 1e6, " us");
  if (seconds < 999.5e-3)
    return with_unit ("%.3g", seconds * 1e3, " ms");
  if (seconds < 59.5)
    return with_unit ("%.3g", seconds, " s");
  guint64 whole = (guint64)(seconds + 0.5);
  return g_strdup_printf ("%" G_GUINT64_FORMAT " min %" G_GUINT64_FORMAT " s", whole / 60,
                          whole % 60);
}

/* Whether cost is digits, with the point before the first one, times 10^exponent. */
static gboolean
is_exactly (const CoupletRational *cost, const char *digits, mp_exp_t exponent)
{
  mpz_t power, left;
  glong places = (glong)exponent - (glong)strlen (digits);
  mpz_init_set_str (left, digits, 10);
  mpz_init (power);
  mpz_ui_pow_ui (power, 10, (gulong)ABS (places));
  /* left * 10^places = numerator / denominator, without fractions */
  if (places > 0)
    mpz_mul (left, left, power);
  mpz_mul (left, left, mpq_denref (cost->value));
  if (places < 0)
    mpz_mul (power, power, mpq_numref (cost->value));
  else
    mpz_set (power, mpq_numref (cost->value));
  gboolean exact = mpz_cmp (left, power) == 0;
  mpz_clear (left);
  mpz_clear (power);
  return exact;
}

/* `1e-6` where that is exact, else rounded, `~1.0000e300`. The caller frees it. */
static char *
scientific (const CoupletRational *cost)
{
  char digits[SHOWN_PLACES + 4];
  mp_exp_t exponent;
  mpf_t number;
  mpf_init2 (number, 128);
  mpf_set_q (number, cost->value);
  mpf_get_str (digits, &exponent, 10, SHOWN_PLACES + 1, number);
  mpf_clear (number);
  gsize length = strlen (digits);
  if (is_exactly (cost, digits, exponent))
    return g_strdup_printf ("%c%s%se%ld", digits[0], length > 1 ? "." : "", digits + 1,
                            exponent - 1);
  memset (digits + length, '0', SHOWN_PLACES + 1 - length);
  return g_strdup_printf ("~%c.%.*se%ld", digits[0], SHOWN_PLACES, digits + 1, exponent - 1);
}

/* With some places, or as a power of ten where these show nothing or too much. The caller
 * frees it. */
static char *
decimal_of (const CoupletRational *cost)
{
  char *decimal = couplet_rational_to_decimal (cost, SHOWN_PLACES);
  gboolean vanishes =
      mpq_sgn (cost->value) != 0 && strcspn (decimal, "123456789") == strlen (decimal);
  if (!vanishes && strlen (decimal) <= LONGEST_FRACTION)
    return decimal;
  g_free (decimal);
  return scientific (cost);
}

char *
couplet_format_cost (const CoupletRational *cost)
{
  g_autofree char *exact = couplet_rational_to_string (cost);
  g_autofree char *decimal = decimal_of (cost);
  if (g_str_equal (exact, decimal))
    return g_strdup (exact);
  const char *slash = strchr (exact, '/');
  if (slash == NULL)
    return g_strdup_printf ("%s (%zu digits)", decimal, strlen (exact));
  if (slash != NULL && strlen (exact) > LONGEST_FRACTION)
    return g_strdup_printf ("%s (%d/%zu digits)", decimal, (int)(slash - exact),
                            strlen (slash + 1));
  return g_strdup_printf ("%s (%s)", exact, decimal);
}

char *
couplet_format_cost_briefly (const CoupletRational *cost)
{
  char *exact = couplet_rational_to_string (cost);
  if (strlen (exact) <= (strchr (exact, '/') != NULL ? LONGEST_BRIEFLY : LONGEST_FRACTION))
    return exact;
  g_free (exact);
  return decimal_of (cost);
}

char *
couplet_format_decimal (const CoupletRational *value)
{
  g_autofree char *text = couplet_rational_to_decimal (value, DECIMAL_PLACES);
  return g_strdup (*text == '~' ? text + 1 : text);
}

char *
couplet_format_swept (const CoupletResult *result)
{
  if (result->n_swept == 0)
    return NULL;
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < result->n_swept; i++)
    g_string_append_printf (text, "%s%s=%s", i > 0 ? ", " : "", result->swept[i].name,
                            result->swept[i].value);
  return g_string_free (text, FALSE);
}

char *
couplet_result_path (const CoupletResult *result)
{
  gsize length = strlen (result->file);
  return g_strndup (result->file, result->function == NULL
                                      ? length
                                      : (gsize)(result->function - result->file) - strlen ("::"));
}

char *
couplet_format_item (const CoupletResult *result)
{
  g_autofree char *swept = couplet_format_swept (result);
  return swept != NULL ? g_strdup_printf ("%s (%s)", result->file, swept) : g_strdup (result->file);
}

const CoupletRational *
couplet_exact_cost (const CoupletResult *result)
{
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    if (stage->has_cost && !stage->cost_is_infinite && stage->certified && !stage->claimed &&
        stage->guarantee == COUPLET_GUARANTEE_EXACT)
      return &stage->cost;
  }
  return NULL;
}

gboolean
couplet_cost_ratio (const CoupletRational *cost, const CoupletRational *exact,
                    CoupletRational *ratio)
{
  if (mpq_sgn (exact->value) != 0) {
    mpq_div (ratio->value, cost->value, exact->value);
    return TRUE;
  }
  mpq_set_ui (ratio->value, 1, 1);
  return mpq_sgn (cost->value) == 0;
}

gboolean
couplet_stage_ratio (const CoupletResult *result, const CoupletStageResult *stage,
                     CoupletRational *ratio)
{
  const CoupletRational *exact = couplet_exact_cost (result);
  return exact != NULL && stage->has_cost && !stage->cost_is_infinite && stage->certified &&
         !stage->claimed && stage->guarantee != COUPLET_GUARANTEE_LOWER_BOUND &&
         !result->disagreement && couplet_cost_ratio (&stage->cost, exact, ratio);
}

gboolean
couplet_greatest_ratio (const CoupletResult *result, CoupletRational *ratio)
{
  gboolean found = FALSE;
  g_auto (CoupletRational) one;
  couplet_rational_init (&one);
  for (guint i = 0; i < result->n_stages; i++) {
    if (!couplet_stage_ratio (result, &result->stages[i], &one))
      continue;
    if (!found || couplet_rational_compare (&one, ratio) > 0)
      mpq_set (ratio->value, one.value);
    found = TRUE;
  }
  return found;
}
