/* SPDX-License-Identifier: Apache-2.0 */
/* Places of answers in a run that is divided. */
#ifndef COUPLET_PART_H
#define COUPLET_PART_H

#include <couplet/internal/plugin.h>

/* Whether part, which comes from outside, is a place in some run. */
gboolean part_is_sensible (const CoupletPart *part);

/* What to say of one that is not; the caller frees it. */
char *part_fault (const CoupletPart *part);

#endif
