/* SPDX-License-Identifier: Apache-2.0 */
/* A counterexample, carried to another process. */
#ifndef COUPLET_CORE_TRANSFER_COUNTEREXAMPLE_H
#define COUPLET_CORE_TRANSFER_COUNTEREXAMPLE_H

#include "wire.h"

#include <couplet/counterexample.h>

/* Appends counterexample, which may be NULL. */
void put_counterexample (GByteArray *out, const CoupletCounterexample *counterexample);

/* What was put, which the caller frees; NULL also when the wire is broken. */
CoupletCounterexample *take_counterexample (Wire *wire);

#endif
