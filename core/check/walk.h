/* SPDX-License-Identifier: Apache-2.0 */
/* ATTAINED and VIOLATION: a vector taken from step to step (docs/evidence.md). */
#ifndef COUPLET_CHECK_WALK_H
#define COUPLET_CHECK_WALK_H

#include "check.h"

/* FALSE = rejected, or given up. */
gboolean check_walk (Check *check);

#endif
