/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of FLINT and Arb that clear themselves where their block ends: g_auto (fmpq_t) x. They
 * are initialised before anything returns. */
#ifndef COUPLET_EXACT_H
#define COUPLET_EXACT_H

#include <couplet/internal/path.h>

#include <arb.h>
#include <fmpq_poly.h>

#define CLEARS_ITSELF(type)                                                                        \
  static inline void clear_one_##type (type##_t *number)                                           \
  {                                                                                                \
    type##_clear (*number);                                                                        \
  }                                                                                                \
  G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (type##_t, clear_one_##type)

CLEARS_ITSELF (fmpz)
CLEARS_ITSELF (fmpq)
CLEARS_ITSELF (fmpq_poly)
CLEARS_ITSELF (arf)
CLEARS_ITSELF (arb)

/* Bits of balls where these are not known to be too few. */
#define EXACT_BITS 192

/* ball = number. */
static inline void
exact_set (arb_t ball, const CoupletRational *number)
{
  g_auto (fmpq_t) same;
  fmpq_init (same);
  fmpq_set_mpq (same, number->value);
  arb_set_fmpq (ball, same, EXACT_BITS);
}

#endif
