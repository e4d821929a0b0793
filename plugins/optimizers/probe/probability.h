/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a probability that was asked for. */
#ifndef COUPLET_PROBABILITY_H
#define COUPLET_PROBABILITY_H

#include <arb.h>
#include <glib.h>

/* Bits of precision at first and at most. */
#define PROBABILITY_FIRST_BITS 128
#define PROBABILITY_MOST_BITS 32768

typedef enum {
  PROBABILITY_FOUND,
  PROBABILITY_DISCRETE,       /* a draw of whole numbers is in more than differences of two */
  PROBABILITY_TOO_MANY_DRAWS, /* too many are compared at once */
  PROBABILITY_TOO_LARGE,      /* draws, cells, terms, digits or exponents */
  PROBABILITY_TOO_SMALL,      /* to be told from 0 */
  PROBABILITY_STOPPED         /* the context should stop */
} ProbabilityStatus;

/* Why a probability is not known, a constant sentence; NULL where it is, or where the context
 * should stop. */
const char *probability_obstacle (ProbabilityStatus status);

/* Whether value is 0, or known well enough. */
gboolean probability_is_known (const arb_t value);

#endif
