/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of a counterexample as it has them. */
#ifndef COUPLET_PROBE_NUMBERS_H
#define COUPLET_PROBE_NUMBERS_H

#include "exact.h"

#include <couplet/model.h>

/* Decimals that a loss is told in, rounded down. */
#define LOSS_DECIMALS 6

/* Sets *result to value, which is finite, rounded up or else down to some decimals. */
void probe_round (const arb_t value, guint decimals, gboolean up, CoupletRational *result);

/* The number in lowest terms, and an interval that has value in it. The caller frees them. */
char *probe_print_exactly (const fmpq_t value);
char *probe_print_enclosure (const arb_t value);

#endif
