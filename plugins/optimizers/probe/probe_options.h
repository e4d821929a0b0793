/* SPDX-License-Identifier: Apache-2.0 */
/* What a probe is asked. */
#ifndef COUPLET_PROBE_OPTIONS_H
#define COUPLET_PROBE_OPTIONS_H

#include <couplet/internal/plugin.h>

typedef struct {
  CoupletRational epsilon; /* > 0 */
  gboolean has_claim;
  CoupletRational claim;     /* stop at a loss above it; else look for a large one */
  gboolean has_range;        /* all inputs are from low to high */
  CoupletRational low, high; /* low < high */
  gboolean turns;            /* say how many steps the claims 10 and 100 take */
} ProbeOptions;

#endif
