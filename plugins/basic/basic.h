/* SPDX-License-Identifier: Apache-2.0 */
/* The plugins of a run without options, the JSON report and the front ends of code. They share one
 * shared object, basic.so, because each file takes 0.06 ms to load (docs/performance.md,
 * "Starting"). Each lies in the folder of its kind and defines its descriptor there; it is found by
 * its name like any other.
 */
#ifndef COUPLET_BASIC_H
#define COUPLET_BASIC_H

#include <couplet/internal/plugin.h>

extern const CoupletPlugin FRONTEND_JSON, FRONTEND_PYTHON, FRONTEND_C, DECIDER_GRAPH,
    OPTIMIZER_FRONTIER, OPTIMIZER_SEGMENT, REPORT_TABLE, REPORT_JSON;

#endif
