/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs whose loss grows with the turns of a loop. */
#ifndef COUPLET_EXPLAIN_PAIR_STORY_H
#define COUPLET_EXPLAIN_PAIR_STORY_H

#include "document.h"
#include "input_pair.h"

/* The inputs, and how the loss grows. */
void tell_input_pair (Document *document, const InputPair *pair);

#endif
