/* SPDX-License-Identifier: Apache-2.0 */
/* A vector after a transition: docs/evidence.md, "On vectors". */
#ifndef COUPLET_CHECK_TAKE_H
#define COUPLET_CHECK_TAKE_H

#include "vectors.h"

#define CHECK_TOO_MANY_TIED "it ties more thresholds than a factor may have"

/* Takes vector through the present transition. FALSE = rejected, or given up. */
gboolean check_take (Check *check, Vector *vector);

#endif
