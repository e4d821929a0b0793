/* SPDX-License-Identifier: Apache-2.0 */
/* What is told of the d that is claimed. */
#ifndef COUPLET_EXPLAIN_CLAIM_STORY_H
#define COUPLET_EXPLAIN_CLAIM_STORY_H

#include "document.h"

#include <couplet/internal/plugin.h>

/* A paragraph: what is claimed, what is proven, and where to see it. Nothing where nothing is
 * claimed. */
void tell_claimed (Document *document, const CoupletResult *result);

#endif
