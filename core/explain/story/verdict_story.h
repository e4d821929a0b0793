/* SPDX-License-Identifier: Apache-2.0 */
/* The proof, or the refutation. */
#ifndef COUPLET_EXPLAIN_VERDICT_STORY_H
#define COUPLET_EXPLAIN_VERDICT_STORY_H

#include "telling.h"

void tell_verdict (Telling *telling);

#endif
