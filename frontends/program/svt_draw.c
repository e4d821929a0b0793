/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_draw.h"

static const char *
word_of (CoupletNoiseKind noise)
{
  return noise == COUPLET_DISCRETE_LAPLACE ? "dlap" : noise == COUPLET_EXPONENTIAL ? "exp" : "lap";
}

/* The scale is not a multiple of 1/eps, but value times another power. */
static void
report_scale (const SvtChecker *checker, const SvtSummand *noise, const CoupletRational *value,
              int power)
{
  const char *word = word_of (noise->noise);
  g_autofree char *number = couplet_rational_to_string (value);
  svt_error (checker->reporter, noise->value.place,
             "the scale of noise is a multiple of 1/eps; expected %s(%s/eps), or %s(0) for no "
             "noise",
             word, power == 0 && strlen (number) <= 20 ? number : "NUMBER", word);
}

/* `lap(E/eps)`: d is 1/E. */
static void
read_noise (SvtChecker *checker, SvtDraw *draw, const SvtSummand *noise)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  int power;
  if (!svt_evaluate (&checker->values, &noise->value, &value, &power))
    return;
  int sign = mpq_sgn (value.value);
  if (sign == 0)
    draw->d = "none";
  else if (power != -1)
    report_scale (checker, noise, &value, power);
  else if (sign < 0) {
    g_autofree char *number = couplet_rational_to_string (&value);
    g_autofree char *text = g_strdup_printf ("%s * 1/eps", number);
    g_autofree char *quoted = couplet_quote (text, -1);
    svt_error (checker->reporter, noise->value.place,
               "the scale of noise is %s; expected a positive one", quoted);
  } else {
    mpq_inv (value.value, value.value);
    draw->d = svt_checker_keep (checker, &value);
  }
}

/* The sum of all constants. */
static void
read_mean (SvtChecker *checker, SvtDraw *draw)
{
  g_auto (CoupletRational) sum;
  g_auto (CoupletRational) value;
  couplet_rational_init (&sum);
  couplet_rational_init (&value);
  for (const SvtSummand *s = draw->summands; s != NULL; s = s->next) {
    if (s->noise != COUPLET_NOISELESS ||
        !svt_evaluate_plain (&checker->values, &s->value, "a constant", &value))
      continue;
    (s->is_negative ? mpq_sub : mpq_add) (sum.value, sum.value, value.value);
    if (mpz_sizeinbase (mpq_numref (sum.value), 2) > SVT_MAX_BITS ||
        mpz_sizeinbase (mpq_denref (sum.value), 2) > SVT_MAX_BITS) {
      svt_error (checker->reporter, s->place, "a number of more than %d bits", SVT_MAX_BITS);
      return;
    }
  }
  if (mpq_sgn (sum.value) != 0)
    draw->mu = svt_checker_keep (checker, &sum);
}

void
svt_check_draw (SvtChecker *checker, SvtDraw *draw)
{
  const SvtSummand *noise = NULL;
  for (const SvtSummand *s = draw->summands; s != NULL; s = s->next)
    if (s->noise != COUPLET_NOISELESS && noise != NULL) {
      svt_error (checker->reporter, noise->place, "noise is added twice; expected one lap(...)");
      return;
    } else if (s->noise != COUPLET_NOISELESS)
      noise = s;
  if (noise == NULL) {
    svt_error (checker->reporter, draw->place,
               "no noise is added; expected '+ lap(NUMBER/eps)', or '+ lap(0)' for none");
    return;
  }
  draw->noise = noise->noise;
  read_noise (checker, draw, noise);
  read_mean (checker, draw);
}
