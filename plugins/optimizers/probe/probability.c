/* SPDX-License-Identifier: Apache-2.0 */
#include "probability.h"

/* Bits of a value that is known well enough. */
#define ENOUGH_BITS 40

const char *
probability_obstacle (ProbabilityStatus status)
{
  switch (status) {
  case PROBABILITY_DISCRETE:
    return "of discrete draws only differences of two are computed with";
  case PROBABILITY_TOO_MANY_DRAWS:
    return "too many draws are compared at once";
  case PROBABILITY_TOO_LARGE:
    return "a probability takes too long";
  case PROBABILITY_TOO_SMALL:
    return "a probability is too small to be told from 0";
  case PROBABILITY_FOUND:
  case PROBABILITY_STOPPED:
    break;
  }
  return NULL;
}

gboolean
probability_is_known (const arb_t value)
{
  return arb_is_zero (value) ||
         (arb_is_positive (value) && arb_rel_accuracy_bits (value) >= ENOUGH_BITS);
}
