/* SPDX-License-Identifier: Apache-2.0 */
/* ATTAINED, VIOLATION and UNBOUNDED: a vector taken from step to step, and through loops without
 * end (docs/evidence.md). */
#ifndef COUPLET_CHECK_WALK_H
#define COUPLET_CHECK_WALK_H

#include "check.h"

/* FALSE = rejected, or given up. */
gboolean check_walk (Check *check);

#endif
