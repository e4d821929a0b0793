/* SPDX-License-Identifier: Apache-2.0 */
/* Why no smaller d is enough, or none at all: multipliers of the conditions on one walk. */
#ifndef COUPLET_EXPLAIN_NECESSARY_STORY_H
#define COUPLET_EXPLAIN_NECESSARY_STORY_H

#include "numbered.h"

void tell_necessary (Numbered *numbered);

#endif
