/* SPDX-License-Identifier: Apache-2.0 */
/* A walk that costs more and more as its loops are repeated: the steps and their inputs, the loops,
 * and what their turns add. */
#ifndef COUPLET_EXPLAIN_UNBOUNDED_STORY_H
#define COUPLET_EXPLAIN_UNBOUNDED_STORY_H

#include "telling.h"

/* Nothing where no stage gave such a walk that the checker accepts. */
void tell_unbounded (Telling *telling);

#endif
