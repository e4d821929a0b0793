/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that clear themselves where their block ends: g_auto (fmpq_t) x. They are initialised
 * before anything returns. */
#ifndef COUPLET_EXACT_H
#define COUPLET_EXACT_H

#include <arb.h>
#include <fmpq_vec.h>
#include <glib.h>

#define CLEARS_ITSELF(type)                                                                        \
  static inline void clear_one_##type (type##_t *number)                                           \
  {                                                                                                \
    type##_clear (*number);                                                                        \
  }                                                                                                \
  G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (type##_t, clear_one_##type)

CLEARS_ITSELF (fmpz)
CLEARS_ITSELF (fmpq)
CLEARS_ITSELF (arf)
CLEARS_ITSELF (arb)

#endif
