/* SPDX-License-Identifier: Apache-2.0 */
/* Noise: from its texts to numbers. */
#ifndef COUPLET_CORE_RESOLVE_NOISE_H
#define COUPLET_CORE_RESOLVE_NOISE_H

#include "resolver.h"

/* Reads each distinct noise of the states. */
void resolve_noises (Resolver *resolver);

#endif
