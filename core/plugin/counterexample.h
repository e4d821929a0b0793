/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of counterexamples. */
#ifndef COUPLET_CORE_COUNTEREXAMPLE_H
#define COUPLET_CORE_COUNTEREXAMPLE_H

#include <couplet/counterexample.h>

/* A copy that owns all it points to; the caller frees it. */
CoupletCounterexample *counterexample_copy (const CoupletCounterexample *counterexample);

#endif
