/* SPDX-License-Identifier: Apache-2.0 */
/* A STRATEGY for one path, with shifts for every D: docs/evidence.md. */
#ifndef COUPLET_CHECK_PATH_H
#define COUPLET_CHECK_PATH_H

#include "check.h"

/* FALSE = rejected. *cost, which may be NULL, becomes what it costs. */
gboolean check_path (Check *check, CoupletRational *cost);

#endif
