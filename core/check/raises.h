/* SPDX-License-Identifier: Apache-2.0 */
/* By how much each turn of a loop raises the loss: docs/evidence.md, "Loops". */
#ifndef COUPLET_CHECK_RAISES_H
#define COUPLET_CHECK_RAISES_H

#include "word.h"

/* Whether all loops of word raise the loss by what they say. FALSE = rejected, or given up. */
gboolean check_raises (Word *word);

#endif
