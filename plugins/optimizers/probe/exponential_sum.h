/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of terms c * product over variables v of v^k * exp(e*rho*v), with whole numbers k >= 0 and
 * rational e: what densities of Laplace and exponential noise, their products and their integrals
 * over polyhedra are. Coefficients are balls (Arb), so that every value is an enclosure. A form is
 * a vector of n + 1 rationals: the multiples of the variables, and a constant after them.
 */
#ifndef COUPLET_EXPONENTIAL_SUM_H
#define COUPLET_EXPONENTIAL_SUM_H

#include "exact.h"

/* Variables of a sum. */
#define MOST_SUM_VARIABLES 24
/* Terms that a product may have; beyond, the work is given up. */
#define MOST_PRODUCT_TERMS 200000

/* Of a fmpq. */
guint hash_rational (gconstpointer data);

/* What all sums of one computation share. */
typedef struct {
  const fmpq *rho; /* > 0 */
  slong precision;
  GHashTable *powers; /* exp(rho*x) by x, each computed once */
} ExponentialScale;

/* rho must outlive the scale, which the caller clears. */
void exponential_scale_init (ExponentialScale *scale, const fmpq_t rho, slong precision);
void exponential_scale_clear (ExponentialScale *scale);

/* exp(rho*x), which belongs to scale. */
arb_srcptr exponential_at (ExponentialScale *scale, const fmpq_t x);

typedef struct {
  guint n;           /* of variables */
  GHashTable *terms; /* a set of terms that differ in more than the coefficient */
} ExponentialSum;

/* The sum of no terms. */
ExponentialSum *exponential_sum_new (guint n);
void exponential_sum_free (ExponentialSum *sum);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExponentialSum, exponential_sum_free)

/* How many terms it has. */
guint exponential_sum_size (const ExponentialSum *sum);

/* sum += 1. */
void exponential_sum_add_one (ExponentialSum *sum, ExponentialScale *scale);

/* into += factor * sum * exp(rho*exponent), of a form; NULL = 1, and 0. */
void exponential_sum_add (ExponentialSum *into, const ExponentialSum *sum, arb_srcptr factor,
                          const fmpq *exponent, ExponentialScale *scale);

/* into += the integral of sum over variable from low to high: forms without variable, NULL =
 * infinite. FALSE when it has no finite value, or there are too many terms. */
gboolean exponential_sum_integrate (ExponentialSum *into, const ExponentialSum *sum, guint variable,
                                    const fmpq *low, const fmpq *high, ExponentialScale *scale);

/* The same for a variable of whole numbers: into += the sum over variable from low to high, both of
 * which are counted and whole numbers wherever the others are. */
gboolean exponential_sum_add_up (ExponentialSum *into, const ExponentialSum *sum, guint variable,
                                 const fmpq *low, const fmpq *high, ExponentialScale *scale);

/* value = the sum's constant term, which is all it has without variables. */
void exponential_sum_constant (const ExponentialSum *sum, arb_t value);

#endif
