/* SPDX-License-Identifier: Apache-2.0 */
/* Drawing together two values between which the bound is passed: guesses by curves through known
 * costs, halving, and steps of the cost. */
#ifndef COUPLET_CORE_SEARCH_BETWEEN_H
#define COUPLET_CORE_SEARCH_BETWEEN_H

#include "search_work.h"

/* Sets value to the simplest one in the middle half of a and b; FALSE: they are close. */
gboolean between_middle (const CoupletRational *a, const CoupletRational *b,
                         CoupletRational *value);

/* The undecided sample next to from, on the way to to; NULL = there is none. */
const Sample *between_find_open (const SearchWork *work, const Sample *from, const Sample *to);

/* Sets value to the one to try next between work->within and work->above; FALSE: they are as near
 * as they need be. */
gboolean between_next (const SearchWork *work, CoupletRational *value);

/* Tries values between both sides until they are near. */
void between_refine (SearchWork *work);

/* Whether work->within is the answer itself, of ends that are near: where there are steps, where
 * the cost is the bound itself, where it jumps at a whole number. May try more values. */
gboolean between_is_exact (SearchWork *work);

#endif
