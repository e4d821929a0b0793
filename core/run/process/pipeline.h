/* SPDX-License-Identifier: Apache-2.0 */
/* Delivering the results of a run to its report. */
#ifndef COUPLET_CORE_PIPELINE_H
#define COUPLET_CORE_PIPELINE_H

#include "run.h"

/* Calls function, then the report; returns the exit status result calls for. */
int deliver_result (CoupletRun *run, const CoupletResult *result, CoupletResultFunction function,
                    gpointer data);

#endif
