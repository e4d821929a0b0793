/* SPDX-License-Identifier: Apache-2.0 */
/* All numbers of a check as integers over one common denominator. */
#ifndef COUPLET_CHECK_NUMBERS_H
#define COUPLET_CHECK_NUMBERS_H

#include <couplet/check.h>

typedef struct {
  mpz_t scale;    /* the common denominator */
  mpz_t infinite; /* above every sum of costs that can arise; half of it is still */
  mpz_t finite;   /* half of infinite: what is not below is infinite */
  mpz_t cost;     /* the evidence's; 0 when it has none */
  guint32 n_given, n_noise;
  mpz_t *given; /* the evidence's numbers */
  mpz_t *noise; /* the automaton's numbers times its sensitivity; of noise parameters only */
} Numbers;

/* Fills *numbers, which the caller clears. FALSE when the denominators are too long to
 * work with. */
gboolean check_numbers_init (Numbers *numbers, const CoupletEvidence *evidence);
void check_numbers_clear (Numbers *numbers);

static inline gboolean
check_is_infinite (const Numbers *numbers, mpz_srcptr value)
{
  return mpz_cmp (value, numbers->finite) >= 0;
}

#endif
