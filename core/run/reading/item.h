/* SPDX-License-Identifier: Apache-2.0 */
/* An item, a file with what it is read with, on its way into a run and out of it. */
#ifndef COUPLET_CORE_ITEM_H
#define COUPLET_CORE_ITEM_H

#include "run.h"

#include <couplet/internal/arena.h>

/* Gives the run's parameters the values that item has. found: the value of the last, NULL = as item
 * has it. */
void run_set_parameters (CoupletRun *run, const CoupletItem *item, const char *found);

/* Says with which parameters result is about item, the one that was looked for with the value that
 * the solution has; in arena. */
void result_set_swept (CoupletResult *result, const CoupletItem *item, CoupletArena *arena);

/* Says which item result is about. */
void result_set_item (CoupletResult *result, const CoupletItem *item);

#endif
