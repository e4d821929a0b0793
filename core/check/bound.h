/* SPDX-License-Identifier: Apache-2.0 */
/* BOUND: all its vectors, each taken through all transitions and compared with those kept where
 * that leads (docs/evidence.md, whose points have the same numbers). */
#ifndef COUPLET_CHECK_BOUND_H
#define COUPLET_CHECK_BOUND_H

#include "check.h"

/* FALSE = rejected, or given up. */
gboolean check_bound (Check *check);

#endif
