/* SPDX-License-Identifier: Apache-2.0 */
/* Outputs: from their texts to symbols and samples, each distinct output once. */
#ifndef COUPLET_CORE_RESOLVE_OUTPUT_H
#define COUPLET_CORE_RESOLVE_OUTPUT_H

#include "resolver.h"

/* Reads each distinct output. */
void resolve_outputs (Resolver *resolver);

#endif
