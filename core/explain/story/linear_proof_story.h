/* SPDX-License-Identifier: Apache-2.0 */
/* A numbered proof, as of proof_story.h, for a linear mechanism: the shifts of all paths, and the
 * weights of those with some outputs. */
#ifndef COUPLET_EXPLAIN_LINEAR_PROOF_STORY_H
#define COUPLET_EXPLAIN_LINEAR_PROOF_STORY_H

#include "numbered.h"

void tell_linear_proof (Numbered *numbered);

#endif
