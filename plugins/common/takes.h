/* SPDX-License-Identifier: Apache-2.0 */
/* What plugins take that ask internal/sample.h and internal/shift.h for all that they know of
 * draws: a kind of draw that is new there gets its flag here. */
#ifndef COUPLET_PLUGINS_TAKES_H
#define COUPLET_PLUGINS_TAKES_H

#include <couplet/internal/plugin.h>

/* Draws of all kinds. */
#define TAKES_ALL_DRAWS                                                                            \
  (COUPLET_TAKES_NO_NOISE | COUPLET_TAKES_DIFFERENCES | COUPLET_TAKES_GAPS |                       \
   COUPLET_TAKES_DISCRETE | COUPLET_TAKES_EXPONENTIAL | COUPLET_TAKES_SNAPS)

/* These with several thresholds, too. */
#define TAKES_ALL_AUTOMATA (TAKES_ALL_DRAWS | COUPLET_TAKES_INDEPENDENT | COUPLET_TAKES_SHARED)

#endif
