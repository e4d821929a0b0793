/* SPDX-License-Identifier: Apache-2.0 */
/* An item, a file with what it is read with, on its way into a run and out of it. */
#ifndef COUPLET_CORE_ITEM_H
#define COUPLET_CORE_ITEM_H

#include "pipeline.h"

/* Gives the run's parameters the values that item has. */
void run_set_parameters (CoupletRun *run, const CoupletItem *item);

/* Says which item result is about. */
void result_set_item (CoupletFileResult *result, const CoupletItem *item);

#endif
