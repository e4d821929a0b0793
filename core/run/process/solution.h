/* SPDX-License-Identifier: Apache-2.0 */
/* Examining an item for which a value of a parameter is looked for: at as many values as that
 * takes. */
#ifndef COUPLET_CORE_SOLUTION_H
#define COUPLET_CORE_SOLUTION_H

#include "examination.h"

/* Like examine(), of an item with or without a goal. With one, the result is that at the value
 * found, or at the one that shows best why there is none, and says what was found. */
void examine_item (CoupletRun *run, const CoupletItem *item, const char *const *failures,
                   Examination *examination);

#endif
