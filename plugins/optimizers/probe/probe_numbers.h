/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of a counterexample as it has them. */
#ifndef COUPLET_PROBE_NUMBERS_H
#define COUPLET_PROBE_NUMBERS_H

#include "exact.h"

#include <couplet/model.h>

/* Sets *result to value, which is finite, rounded down to some decimals. */
void probe_round_down (const arb_t value, CoupletRational *result);

/* The number in lowest terms, and an interval that has value in it. The caller frees them. */
char *probe_print_exactly (const fmpq_t value);
char *probe_print_enclosure (const arb_t value);

#endif
