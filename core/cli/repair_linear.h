/* SPDX-License-Identifier: Apache-2.0 */
/* Larger scales of a linear mechanism. */
#ifndef COUPLET_CLI_REPAIR_LINEAR_H
#define COUPLET_CLI_REPAIR_LINEAR_H

#include <couplet/host/model.h>

/* The scale of draws with that rate: `3/eps`, `(3/2)/eps`. The caller frees it. */
char *scale_text (const CoupletRational *rate);

/* The mechanism with all rates multiplied by factor, as what stands for it. The caller frees it. */
CoupletAutomaton *linear_rescale (const CoupletLinear *linear, const CoupletRational *factor);

/* Prints a line for each line of the source and scale that this changes. */
void print_linear_scales (const CoupletLinear *linear, const CoupletRational *factor);

#endif
