/* SPDX-License-Identifier: Apache-2.0 */
/* By how much each turn of a loop raises the loss (docs/evidence.md, "Loops"). */
#ifndef COUPLET_LOOP_GAIN_H
#define COUPLET_LOOP_GAIN_H

#include "nested_word.h"

G_BEGIN_DECLS

/* Sets *gain to the least average cost of a turn of loop, over many, on ways that no turn repeats
 * free of charge. FALSE when there is no such way, or too much would have to be reckoned. */
gboolean loop_gain (NestedTurns *turns, const NestedToken *loop, guint n, CoupletRational *gain);

G_END_DECLS

#endif
