/* SPDX-License-Identifier: Apache-2.0 */
#include "exponential_sum.h"

#include <string.h>

static guint
hash_term (gconstpointer data)
{
  const ExponentialTerm *term = data;
  guint64 hash = 14695981039346656037u;
  for (guint v = 0; v < MOST_VARIABLES; v++)
    hash = (hash ^ (guint64)term->exponent[v] ^ ((guint64)term->power[v] << 48)) * 1099511628211u;
  return (guint)(hash ^ (hash >> 32));
}

static gboolean
equal_terms (gconstpointer a, gconstpointer b)
{
  const ExponentialTerm *s = a, *t = b;
  return memcmp (s->power, t->power, sizeof s->power) == 0 &&
         memcmp (s->exponent, t->exponent, sizeof s->exponent) == 0;
}

static void
free_coefficient (gpointer data)
{
  _arb_vec_clear (data, 1);
}

ExponentialSum *
exponential_sum_new (void)
{
  ExponentialSum *sum = g_new (ExponentialSum, 1);
  sum->terms = g_ptr_array_new_with_free_func (g_free);
  sum->coefficients = g_ptr_array_new_with_free_func (free_coefficient);
  sum->places = g_hash_table_new (hash_term, equal_terms);
  return sum;
}

void
exponential_sum_free (ExponentialSum *sum)
{
  if (sum == NULL)
    return;
  g_hash_table_unref (sum->places);
  g_ptr_array_unref (sum->coefficients);
  g_ptr_array_unref (sum->terms);
  g_free (sum);
}

void
exponential_sum_add (ExponentialSum *sum, const ExponentialTerm *term, const arb_t coefficient,
                     ExponentialScale *scale)
{
  gpointer place = g_hash_table_lookup (sum->places, term);
  if (place == NULL) {
    ExponentialTerm *copy = g_memdup2 (term, sizeof *term);
    g_ptr_array_add (sum->terms, copy);
    g_ptr_array_add (sum->coefficients, _arb_vec_init (1));
    place = GUINT_TO_POINTER (sum->terms->len);
    g_hash_table_insert (sum->places, copy, place);
  }
  arb_ptr c = g_ptr_array_index (sum->coefficients, GPOINTER_TO_UINT (place) - 1);
  arb_add (c, c, coefficient, scale->precision);
}

gboolean
exponential_sum_is_too_large (const ExponentialSum *sum)
{
  return sum->terms->len > MOST_TERMS;
}

/* ---- Powers at constants ---------------------------------------------------------- */

typedef struct {
  gint64 exponent;
  guint constant;
} PowerKey;

static guint
hash_power (gconstpointer data)
{
  const PowerKey *key = data;
  return (guint)((guint64)key->exponent * 11400714819323198485u >> 32) ^ key->constant;
}

static gboolean
equal_powers (gconstpointer a, gconstpointer b)
{
  const PowerKey *p = a, *q = b;
  return p->exponent == q->exponent && p->constant == q->constant;
}

void
exponential_scale_init (ExponentialScale *scale, const fmpq_t rho, slong precision,
                        const fmpq *constants, guint n_constants)
{
  *scale = (ExponentialScale){rho, precision, n_constants, constants, NULL};
  scale->powers = g_hash_table_new_full (hash_power, equal_powers, g_free, free_coefficient);
}

void
exponential_scale_clear (ExponentialScale *scale)
{
  g_hash_table_unref (scale->powers);
}

static void
compute_power (arb_t value, const ExponentialScale *scale, const PowerKey *key)
{
  fmpq_t argument;
  fmpz_t multiple;
  fmpq_init (argument);
  fmpz_init (multiple);
  fmpz_set_si (multiple, key->exponent);
  fmpq_mul (argument, scale->rho, &scale->constants[key->constant]);
  fmpq_mul_fmpz (argument, argument, multiple);
  arb_set_fmpq (value, argument, scale->precision);
  arb_exp (value, value, scale->precision);
  fmpz_clear (multiple);
  fmpq_clear (argument);
}

arb_srcptr
exponential_at (ExponentialScale *scale, gint64 exponent, guint constant)
{
  const PowerKey key = {exponent, constant};
  arb_ptr value = g_hash_table_lookup (scale->powers, &key);
  if (value == NULL) {
    value = _arb_vec_init (1);
    compute_power (value, scale, &key);
    g_hash_table_insert (scale->powers, g_memdup2 (&key, sizeof key), value);
  }
  return value;
}

/* ---- Integrals ---------------------------------------------------------------------- */

/* One term of an antiderivative in variable. */
typedef struct {
  const ExponentialTerm *term; /* its power and exponent of variable do not count */
  guint variable;
  guint16 power;
  gint64 exponent;
} Antiderivative;

/* coefficient *= the antiderivative's powers of its variable at a constant. */
static void
multiply_by_value (arb_t coefficient, const Antiderivative *f, guint constant,
                   ExponentialScale *scale)
{
  arb_t base;
  arb_init (base);
  arb_set_fmpq (base, &scale->constants[constant], scale->precision);
  arb_pow_ui (base, base, f->power, scale->precision);
  arb_mul (coefficient, coefficient, base, scale->precision);
  arb_mul (coefficient, coefficient, exponential_at (scale, f->exponent, constant),
           scale->precision);
  arb_clear (base);
}

/* Puts the antiderivative's powers of its variable on that of index. FALSE on overflow. */
static gboolean
rename_variable (ExponentialTerm *term, const Antiderivative *f, guint index)
{
  if (term->power[index] > G_MAXUINT16 - f->power ||
      __builtin_add_overflow (term->exponent[index], f->exponent, &term->exponent[index]))
    return FALSE;
  term->power[index] = (guint16)(term->power[index] + f->power);
  return TRUE;
}

/* into += coefficient * the term at end; FALSE when that is infinite or overflows. */
static gboolean
add_at_end (ExponentialSum *into, const Antiderivative *f, const arb_t coefficient,
            const IntegralEnd *end, gboolean is_low, ExponentialScale *scale)
{
  ExponentialTerm term = *f->term;
  term.power[f->variable] = 0;
  term.exponent[f->variable] = 0;
  if (end->kind == END_INFINITE) /* it vanishes there, or has no value */
    return is_low ? f->exponent > 0 : f->exponent < 0;
  arb_t value;
  arb_init (value);
  arb_set (value, coefficient);
  if (is_low)
    arb_neg (value, value);
  gboolean good = end->kind == END_CONSTANT || rename_variable (&term, f, end->index);
  if (end->kind == END_CONSTANT)
    multiply_by_value (value, f, end->index, scale);
  if (good)
    exponential_sum_add (into, &term, value, scale);
  arb_clear (value);
  return good;
}

/* into += coefficient * (f(high) - f(low)). */
static gboolean
add_between (ExponentialSum *into, const Antiderivative *f, const arb_t coefficient,
             const IntegralEnd *low, const IntegralEnd *high, ExponentialScale *scale)
{
  return add_at_end (into, f, coefficient, high, FALSE, scale) &&
         add_at_end (into, f, coefficient, low, TRUE, scale);
}

/* The integral of coefficient * v^k * exp(e*rho*v): by parts, the powers k, k - 1, ..., 0 with
 * the factors 1/(e*rho), -k/(e*rho)^2, k(k-1)/(e*rho)^3, ... */
static gboolean
integrate_by_parts (ExponentialSum *into, Antiderivative f, const arb_t coefficient,
                    const IntegralEnd *low, const IntegralEnd *high, ExponentialScale *scale)
{
  arb_t rate, part;
  arb_init (rate);
  arb_init (part);
  arb_set_fmpq (rate, scale->rho, scale->precision);
  arb_mul_si (rate, rate, f.exponent, scale->precision);
  arb_div (part, coefficient, rate, scale->precision);
  gboolean good = add_between (into, &f, part, low, high, scale);
  while (good && f.power > 0) {
    arb_mul_si (part, part, -(slong)f.power, scale->precision);
    arb_div (part, part, rate, scale->precision);
    f.power--;
    good = add_between (into, &f, part, low, high, scale);
  }
  arb_clear (part);
  arb_clear (rate);
  return good;
}

static gboolean
integrate_term (ExponentialSum *into, Antiderivative f, const arb_t coefficient,
                const IntegralEnd *low, const IntegralEnd *high, ExponentialScale *scale)
{
  if (f.exponent != 0)
    return integrate_by_parts (into, f, coefficient, low, high, scale);
  if (f.power == G_MAXUINT16)
    return FALSE;
  f.power++;
  arb_t part;
  arb_init (part);
  arb_div_ui (part, coefficient, f.power, scale->precision);
  gboolean good = add_between (into, &f, part, low, high, scale);
  arb_clear (part);
  return good;
}

gboolean
exponential_sum_integrate (ExponentialSum *into, const ExponentialSum *sum, guint variable,
                           const arb_t factor, gint64 exponent, const IntegralEnd *low,
                           const IntegralEnd *high, ExponentialScale *scale)
{
  gboolean good = TRUE;
  arb_t coefficient;
  arb_init (coefficient);
  for (guint i = 0; i < sum->terms->len && good; i++) {
    const ExponentialTerm *term = g_ptr_array_index (sum->terms, i);
    Antiderivative f = {term, variable, term->power[variable], 0};
    arb_mul (coefficient, g_ptr_array_index (sum->coefficients, i), factor, scale->precision);
    good = !__builtin_add_overflow (term->exponent[variable], exponent, &f.exponent) &&
           integrate_term (into, f, coefficient, low, high, scale);
  }
  arb_clear (coefficient);
  return good;
}

void
exponential_sum_add_multiple (ExponentialSum *into, const ExponentialSum *sum, const arb_t factor,
                              ExponentialScale *scale)
{
  arb_t coefficient;
  arb_init (coefficient);
  for (guint i = 0; i < sum->terms->len; i++) {
    arb_mul (coefficient, g_ptr_array_index (sum->coefficients, i), factor, scale->precision);
    exponential_sum_add (into, g_ptr_array_index (sum->terms, i), coefficient, scale);
  }
  arb_clear (coefficient);
}

void
exponential_sum_constant (const ExponentialSum *sum, arb_t value)
{
  arb_zero (value);
  for (guint i = 0; i < sum->terms->len; i++) {
    const ExponentialTerm *term = g_ptr_array_index (sum->terms, i);
    const ExponentialTerm one = {{0}, {0}};
    if (equal_terms (term, &one))
      arb_set (value, g_ptr_array_index (sum->coefficients, i));
  }
}
