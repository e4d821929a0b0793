/* SPDX-License-Identifier: Apache-2.0 */
#include "exponential_sum.h"

#include <string.h>

/* ---- Powers -------------------------------------------------------------------------- */

static guint
hash_number (guint hash, const fmpz *number)
{
  ulong word = COEFF_IS_MPZ (*number) ? fmpz_fdiv_ui (number, 2147483647u) : (ulong)*number;
  return (hash ^ (guint)word) * 16777619u;
}

guint
hash_rational (gconstpointer data)
{
  const fmpq *x = data;
  return hash_number (hash_number (2166136261u, fmpq_numref (x)), fmpq_denref (x));
}

static gboolean
equal_rationals (gconstpointer a, gconstpointer b)
{
  return fmpq_equal (a, b);
}

static void
free_rational (gpointer data)
{
  _fmpq_vec_clear (data, 1);
}

static void
free_ball (gpointer data)
{
  _arb_vec_clear (data, 1);
}

void
exponential_scale_init (ExponentialScale *scale, const fmpq_t rho, slong precision)
{
  *scale = (ExponentialScale){rho, precision, NULL};
  scale->powers = g_hash_table_new_full (hash_rational, equal_rationals, free_rational, free_ball);
}

void
exponential_scale_clear (ExponentialScale *scale)
{
  g_hash_table_unref (scale->powers);
}

arb_srcptr
exponential_at (ExponentialScale *scale, const fmpq_t x)
{
  arb_ptr value = g_hash_table_lookup (scale->powers, x);
  if (value == NULL) {
    fmpq *copy = _fmpq_vec_init (1);
    value = _arb_vec_init (1);
    fmpq_mul (copy, x, scale->rho);
    arb_set_fmpq (value, copy, scale->precision);
    arb_exp (value, value, scale->precision);
    fmpq_set (copy, x);
    g_hash_table_insert (scale->powers, copy, value);
  }
  return value;
}

/* ---- Terms -------------------------------------------------------------------------------- */

typedef struct {
  guint n;
  arb_t coefficient;
  guint32 power[MOST_SUM_VARIABLES]; /* together at most the number of integrations */
  fmpq exponent[];                   /* n of them, multiples of rho */
} Term;

/* The term 1. */
static Term *
term_new (guint n)
{
  Term *term = g_malloc0 (sizeof *term + n * sizeof *term->exponent);
  term->n = n;
  arb_init (term->coefficient);
  arb_one (term->coefficient);
  for (guint i = 0; i < n; i++)
    fmpq_init (&term->exponent[i]);
  return term;
}

static Term *
term_copy (const Term *term)
{
  Term *copy = term_new (term->n);
  memcpy (copy->power, term->power, sizeof term->power);
  arb_set (copy->coefficient, term->coefficient);
  for (guint i = 0; i < term->n; i++)
    fmpq_set (&copy->exponent[i], &term->exponent[i]);
  return copy;
}

static void
free_term (gpointer data)
{
  Term *term = data;
  for (guint i = 0; i < term->n; i++)
    fmpq_clear (&term->exponent[i]);
  arb_clear (term->coefficient);
  g_free (term);
}

static guint
hash_term (gconstpointer data)
{
  const Term *term = data;
  guint hash = 2166136261u;
  for (guint i = 0; i < term->n; i++) {
    hash = hash_number ((hash ^ term->power[i]) * 16777619u, fmpq_numref (&term->exponent[i]));
    hash = hash_number (hash, fmpq_denref (&term->exponent[i]));
  }
  return hash;
}

static gboolean
equal_terms (gconstpointer a, gconstpointer b)
{
  const Term *s = a, *t = b;
  gboolean equal = memcmp (s->power, t->power, s->n * sizeof *s->power) == 0;
  for (guint i = 0; i < s->n && equal; i++)
    equal = fmpq_equal (&s->exponent[i], &t->exponent[i]);
  return equal;
}

/* ---- Sums --------------------------------------------------------------------------------- */

ExponentialSum *
exponential_sum_new (guint n)
{
  ExponentialSum *sum = g_new (ExponentialSum, 1);
  sum->n = n;
  sum->terms = g_hash_table_new_full (hash_term, equal_terms, free_term, NULL);
  return sum;
}

void
exponential_sum_free (ExponentialSum *sum)
{
  if (sum == NULL)
    return;
  g_hash_table_unref (sum->terms);
  g_free (sum);
}

guint
exponential_sum_size (const ExponentialSum *sum)
{
  return g_hash_table_size (sum->terms);
}

/* sum += term, of which it takes ownership. */
static void
take_term (ExponentialSum *sum, Term *term, const ExponentialScale *scale)
{
  Term *known = g_hash_table_lookup (sum->terms, term);
  if (known == NULL) {
    g_hash_table_add (sum->terms, term);
    return;
  }
  arb_add (known->coefficient, known->coefficient, term->coefficient, scale->precision);
  free_term (term);
}

void
exponential_sum_add_one (ExponentialSum *sum, ExponentialScale *scale)
{
  take_term (sum, term_new (sum->n), scale);
}

void
exponential_sum_add (ExponentialSum *into, const ExponentialSum *sum, arb_srcptr factor,
                     const fmpq *exponent, ExponentialScale *scale)
{
  GHashTableIter iter;
  gpointer term;
  g_hash_table_iter_init (&iter, sum->terms);
  while (g_hash_table_iter_next (&iter, &term, NULL)) {
    Term *copy = term_copy (term);
    for (guint i = 0; i < copy->n && exponent != NULL; i++)
      fmpq_add (&copy->exponent[i], &copy->exponent[i], &exponent[i]);
    if (exponent != NULL && !fmpq_is_zero (&exponent[copy->n]))
      arb_mul (copy->coefficient, copy->coefficient, exponential_at (scale, &exponent[copy->n]),
               scale->precision);
    if (factor != NULL)
      arb_mul (copy->coefficient, copy->coefficient, factor, scale->precision);
    take_term (into, copy, scale);
  }
}

void
exponential_sum_constant (const ExponentialSum *sum, arb_t value)
{
  Term *one = term_new (sum->n);
  const Term *constant = g_hash_table_lookup (sum->terms, one);
  arb_zero (value);
  if (constant != NULL)
    arb_set (value, constant->coefficient);
  free_term (one);
}

/* ---- Replacing a variable ------------------------------------------------------------------- */

/* term *= (what form has at index)^power. */
static void
multiply_by_entry (Term *term, const fmpq *form, guint index, guint32 power,
                   const ExponentialScale *scale)
{
  if (index < term->n)
    term->power[index] += power;
  if (fmpq_is_one (&form[index]))
    return;
  g_auto (arb_t) base;
  arb_init (base);
  arb_set_fmpq (base, &form[index], scale->precision);
  arb_pow_ui (base, base, power, scale->precision);
  arb_mul (term->coefficient, term->coefficient, base, scale->precision);
}

/* The terms of sum * form. */
static ExponentialSum *
multiply_by_form (const ExponentialSum *sum, const fmpq *form, const ExponentialScale *scale)
{
  ExponentialSum *product = exponential_sum_new (sum->n);
  GHashTableIter iter;
  gpointer term;
  g_hash_table_iter_init (&iter, sum->terms);
  while (g_hash_table_iter_next (&iter, &term, NULL))
    for (guint i = 0; i <= sum->n; i++) {
      if (fmpq_is_zero (&form[i]))
        continue;
      Term *copy = term_copy (term);
      multiply_by_entry (copy, form, i, 1, scale);
      take_term (product, copy, scale);
    }
  return product;
}

/* into += term * form^power; takes ownership of term. FALSE: too many terms. */
static gboolean
take_product (ExponentialSum *into, Term *term, const fmpq *form, guint32 power,
              ExponentialScale *scale)
{
  guint n_entries = 0, last = 0;
  for (guint i = 0; i <= into->n; i++)
    if (!fmpq_is_zero (&form[i])) {
      n_entries++;
      last = i;
    }
  if (power == 0 || n_entries == 1) {
    if (power > 0)
      multiply_by_entry (term, form, last, power, scale);
    take_term (into, term, scale);
    return TRUE;
  }
  g_autoptr (ExponentialSum) sum = exponential_sum_new (into->n);
  take_term (sum, term, scale);
  while (power-- > 0 && exponential_sum_size (sum) <= MOST_PRODUCT_TERMS) {
    ExponentialSum *product = multiply_by_form (sum, form, scale);
    exponential_sum_free (sum);
    sum = product;
  }
  exponential_sum_add (into, sum, NULL, NULL, scale);
  return exponential_sum_size (sum) <= MOST_PRODUCT_TERMS;
}

/* into += sign * term with variable replaced by form. FALSE: too many terms. */
static gboolean
add_at (ExponentialSum *into, const Term *term, guint variable, const fmpq *form, int sign,
        ExponentialScale *scale)
{
  Term *copy = term_copy (term);
  g_auto (fmpq_t) constant;
  fmpq_init (constant);
  copy->power[variable] = 0;
  fmpq_zero (&copy->exponent[variable]);
  for (guint i = 0; i < copy->n; i++)
    if (!fmpq_is_zero (&form[i]))
      fmpq_addmul (&copy->exponent[i], &term->exponent[variable], &form[i]);
  fmpq_mul (constant, &term->exponent[variable], &form[copy->n]);
  if (!fmpq_is_zero (constant))
    arb_mul (copy->coefficient, copy->coefficient, exponential_at (scale, constant),
             scale->precision);
  if (sign < 0)
    arb_neg (copy->coefficient, copy->coefficient);
  return take_product (into, copy, form, term->power[variable], scale);
}

/* ---- Integrals ---------------------------------------------------------------------------- */

/* into += part at high - part at low; at an infinite end it vanishes. */
static gboolean
add_between (ExponentialSum *into, const Term *part, guint variable, const fmpq *low,
             const fmpq *high, ExponentialScale *scale)
{
  return (high == NULL || add_at (into, part, variable, high, 1, scale)) &&
         (low == NULL || add_at (into, part, variable, low, -1, scale));
}

/* into += the integral of term, which changes: by parts, the powers k, k - 1, ..., 0 with the
 * factors 1/(e*rho), -k/(e*rho)^2, k(k-1)/(e*rho)^3, ... */
static gboolean
integrate_by_parts (ExponentialSum *into, Term *term, guint variable, const fmpq *low,
                    const fmpq *high, ExponentialScale *scale)
{
  g_auto (fmpq_t) exponent;
  g_auto (arb_t) rate;
  fmpq_init (exponent);
  arb_init (rate);
  fmpq_mul (exponent, &term->exponent[variable], scale->rho);
  arb_set_fmpq (rate, exponent, scale->precision);
  arb_div (term->coefficient, term->coefficient, rate, scale->precision);
  gboolean good = add_between (into, term, variable, low, high, scale);
  while (good && term->power[variable] > 0) {
    arb_mul_si (term->coefficient, term->coefficient, -(slong)term->power[variable],
                scale->precision);
    arb_div (term->coefficient, term->coefficient, rate, scale->precision);
    term->power[variable]--;
    good = add_between (into, term, variable, low, high, scale);
  }
  return good;
}

/* What is done to a term, which changes, between two ends. FALSE: too many terms. */
typedef gboolean (*TakeTerm) (ExponentialSum *into, Term *term, guint variable, const fmpq *low,
                              const fmpq *high, ExponentialScale *scale);

/* Whether term vanishes at those ends that are infinite. */
static gboolean
is_finite (const Term *term, guint variable, const fmpq *low, const fmpq *high)
{
  int sign = fmpq_sgn (&term->exponent[variable]);
  return (low != NULL || sign > 0) && (high != NULL || sign < 0);
}

static gboolean
integrate_term (ExponentialSum *into, Term *term, guint variable, const fmpq *low, const fmpq *high,
                ExponentialScale *scale)
{
  if (!fmpq_is_zero (&term->exponent[variable]))
    return integrate_by_parts (into, term, variable, low, high, scale);
  term->power[variable]++;
  arb_div_ui (term->coefficient, term->coefficient, term->power[variable], scale->precision);
  return add_between (into, term, variable, low, high, scale);
}

static gboolean
take_terms (ExponentialSum *into, const ExponentialSum *sum, guint variable, const fmpq *low,
            const fmpq *high, TakeTerm take, ExponentialScale *scale)
{
  GHashTableIter iter;
  gpointer key;
  gboolean good = TRUE;
  g_hash_table_iter_init (&iter, sum->terms);
  while (good && g_hash_table_iter_next (&iter, &key, NULL)) {
    Term *term = term_copy (key);
    good = is_finite (term, variable, low, high) && take (into, term, variable, low, high, scale);
    free_term (term);
  }
  return good;
}

gboolean
exponential_sum_integrate (ExponentialSum *into, const ExponentialSum *sum, guint variable,
                           const fmpq *low, const fmpq *high, ExponentialScale *scale)
{
  return take_terms (into, sum, variable, low, high, integrate_term, scale);
}

/* ---- Sums over whole numbers ---------------------------------------------------------------- */

/* values[j] += factor * (-1)^(n - j) * (n over j), for j < most. */
static void
add_binomials (arb_ptr values, guint most, guint n, const arb_t factor, slong precision)
{
  g_auto (fmpz_t) binomial;
  fmpz_init (binomial);
  for (guint j = 0; j < most; j++) {
    fmpz_bin_uiui (binomial, n, j);
    if ((n - j) % 2 != 0)
      fmpz_neg (binomial, binomial);
    arb_addmul_fmpz (&values[j], factor, binomial, precision);
  }
}

/* Takes what to sum, values[k] * v^k * r^v with r = exp(exponent*rho): values[k] becomes what
 * r^v * v^k, or v^(k + 1) where r is 1, is multiplied by in the sum up to v. With r other than 1,
 * v^k r^v = (r (v^k r^v - (v - 1)^k r^(v - 1)) + r^v ((v - 1)^k - v^k)) / (r - 1). */
static void
sum_power (arb_ptr values, guint k, const fmpq_t exponent, ExponentialScale *scale)
{
  slong precision = scale->precision;
  g_auto (arb_t) less;
  arb_init (less);
  if (fmpq_is_zero (exponent)) {
    arb_div_ui (&values[k], &values[k], k + 1, precision);
    add_binomials (values, k, k + 1, &values[k], precision);
  } else {
    arb_sub_ui (less, exponential_at (scale, exponent), 1, precision);
    arb_div (&values[k], &values[k], less, precision);
    add_binomials (values, k, k, &values[k], precision);
    arb_mul (&values[k], &values[k], exponential_at (scale, exponent), precision);
  }
}

static gboolean
add_up_term (ExponentialSum *into, Term *term, guint variable, const fmpq *low, const fmpq *high,
             ExponentialScale *scale)
{
  guint most = term->power[variable];
  guint more = fmpq_is_zero (&term->exponent[variable]) ? 1 : 0;
  gboolean good = TRUE;
  arb_ptr values = _arb_vec_init (most + 1);
  fmpq *before = _fmpq_vec_init (term->n + 1); /* low - 1 */
  for (guint i = 0; i <= term->n && low != NULL; i++)
    fmpq_set (&before[i], &low[i]);
  fmpq_sub_si (&before[term->n], &before[term->n], 1);
  arb_set (&values[most], term->coefficient);
  for (guint k = most + 1; k-- > 0 && good;) {
    sum_power (values, k, &term->exponent[variable], scale);
    arb_set (term->coefficient, &values[k]);
    term->power[variable] = k + more;
    good = add_between (into, term, variable, low != NULL ? before : NULL, high, scale);
  }
  _fmpq_vec_clear (before, term->n + 1);
  _arb_vec_clear (values, most + 1);
  return good;
}

gboolean
exponential_sum_add_up (ExponentialSum *into, const ExponentialSum *sum, guint variable,
                        const fmpq *low, const fmpq *high, ExponentialScale *scale)
{
  return take_terms (into, sum, variable, low, high, add_up_term, scale);
}
