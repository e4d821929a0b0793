/* SPDX-License-Identifier: Apache-2.0 */
/* The shifts of a best answer that may come with the walk of ATTAINED: docs/evidence.md. */
#ifndef COUPLET_CHECK_WALK_SHIFTS_H
#define COUPLET_CHECK_WALK_SHIFTS_H

#include "check.h"

/* Whether they obey the rules and cost what the evidence names, if there are any. FALSE = rejected.
 */
gboolean check_walk_shifts (Check *check);

#endif
