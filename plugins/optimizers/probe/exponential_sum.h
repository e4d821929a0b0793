/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of terms c * product over variables v of v^k * exp(e*rho*v), with whole
 * numbers k >= 0 and e: what densities of Laplace and exponential noise, their
 * products and their integrals are between two breakpoints. Coefficients are balls
 * (Arb), so that every value is an enclosure.
 */
#ifndef COUPLET_EXPONENTIAL_SUM_H
#define COUPLET_EXPONENTIAL_SUM_H

#include <arb.h>
#include <fmpq.h>
#include <glib.h>

/* Variables of a sum; one of them is being integrated. */
#define MOST_VARIABLES 4
/* Terms that a sum may have; beyond, the work is given up. */
#define MOST_TERMS 20000

typedef struct {
  guint16 power[MOST_VARIABLES];
  gint64 exponent[MOST_VARIABLES]; /* multiples of rho */
} ExponentialTerm;

/* What all sums of one computation share. */
typedef struct {
  const fmpq *rho; /* > 0 */
  slong precision;
  guint n_constants;
  const fmpq *constants; /* where intervals of integration may end */
  GHashTable *powers;    /* exp(e*rho*constant), each computed once */
} ExponentialScale;

/* The arguments must outlive the scale, which the caller clears. */
void exponential_scale_init (ExponentialScale *scale, const fmpq_t rho, slong precision,
                             const fmpq *constants, guint n_constants);
void exponential_scale_clear (ExponentialScale *scale);

/* exp(exponent*rho*constants[constant]), which belongs to scale. */
arb_srcptr exponential_at (ExponentialScale *scale, gint64 exponent, guint constant);

typedef struct {
  GPtrArray *terms;        /* ExponentialTerm *, distinct */
  GPtrArray *coefficients; /* arb_ptr: of each term */
  GHashTable *places;      /* term -> its index + 1 */
} ExponentialSum;

ExponentialSum *exponential_sum_new (void);
void exponential_sum_free (ExponentialSum *sum);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExponentialSum, exponential_sum_free)

/* sum += coefficient * term. */
void exponential_sum_add (ExponentialSum *sum, const ExponentialTerm *term, const arb_t coefficient,
                          ExponentialScale *scale);

/* TRUE when sum has more terms than may be. */
gboolean exponential_sum_is_too_large (const ExponentialSum *sum);

/* An end of an interval of integration. */
typedef enum { END_INFINITE, END_VARIABLE, END_CONSTANT } IntegralEndKind;

typedef struct {
  IntegralEndKind kind;
  guint index; /* of the variable, or of the constant in the scale */
} IntegralEnd;

/* into += the integral over variable from low to high of
 * factor * exp(exponent*rho*variable) * sum. FALSE when it has no finite value, or an
 * exponent overflows. An infinite low end is minus infinity. */
gboolean exponential_sum_integrate (ExponentialSum *into, const ExponentialSum *sum, guint variable,
                                    const arb_t factor, gint64 exponent, const IntegralEnd *low,
                                    const IntegralEnd *high, ExponentialScale *scale);

/* into += factor * sum. */
void exponential_sum_add_multiple (ExponentialSum *into, const ExponentialSum *sum,
                                   const arb_t factor, ExponentialScale *scale);

/* value = the sum's constant term, which is all it has without variables. */
void exponential_sum_constant (const ExponentialSum *sum, arb_t value);

#endif
