/* SPDX-License-Identifier: Apache-2.0 */
/* A function that is, on each of some polyhedra, a sum of terms c * product over variables v of
 * v^k * exp(e*rho*v), with whole numbers k >= 0 and rational e: what densities of Laplace and
 * exponential noise, their products and their integrals are. Coefficients are balls (Arb), so that
 * every value is an enclosure; bounds of polyhedra are exact. Some variables may be whole numbers:
 * integrals over these are sums.
 */
#ifndef COUPLET_PIECES_H
#define COUPLET_PIECES_H

#include "exact.h"

#include <fmpq_mpoly.h>

#define MOST_VARIABLES 24

typedef struct {
  const fmpq *rho; /* > 0 */
  slong precision;
  GHashTable *powers;             /* exp(rho*x) by x, each computed once */
  GHashTable *cells;              /* a set of the polyhedra that it is not 0 on */
  guint size;                     /* of all cells: terms and bounds */
  fmpq_mpoly_ctx_t forms;         /* polynomials in all variables */
  gboolean whole[MOST_VARIABLES]; /* the variable is a whole number; set before it is used */
  gboolean gives_up; /* a form of whole numbers has had multiples other than 1 and -1 */
} Pieces;

/* The function that is 1 everywhere. rho must outlive it. The caller clears it. */
void pieces_init (Pieces *pieces, const fmpq_t rho, slong precision);
void pieces_clear (Pieces *pieces);

/* exp(rho*x), which belongs to pieces. */
arb_srcptr pieces_power (Pieces *pieces, const fmpq_t x);

/* A form is the polynomial in which x^(v + 1) has the multiple of variable v. */

/* Multiplies by exp(-rate*rho*|form|), by 0 where form is negative if one_sided, and also where it
 * is 0 if strict, which counts for whole numbers and constants. FALSE: too much work. */
gboolean pieces_weigh (Pieces *pieces, const fmpq_poly_t form, gboolean strict, const fmpq_t rate,
                       gboolean one_sided);

/* Integrates over variable, which is not used any more then; real ones before whole ones. FALSE:
 * too much work, or gives_up. */
gboolean pieces_integrate (Pieces *pieces, guint variable);

/* value = the function, where no variable is left. */
void pieces_value (const Pieces *pieces, arb_t value);

#endif
