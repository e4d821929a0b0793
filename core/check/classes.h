/* SPDX-License-Identifier: Apache-2.0 */
/* A STRATEGY for classes of segments, with which no sample has to do with two thresholds:
 * docs/evidence.md, whose points have the same numbers. */
#ifndef COUPLET_CHECK_CLASSES_H
#define COUPLET_CHECK_CLASSES_H

#include "check.h"

/* FALSE = rejected. */
gboolean check_classes (Check *check);

#endif
