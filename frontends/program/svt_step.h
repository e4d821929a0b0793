/* SPDX-License-Identifier: Apache-2.0 */
/* What the instructions between two readings do to the way being walked. */
#ifndef SVT_STEP_H
#define SVT_STEP_H

#include "svt_walk.h"

/* Does one instruction that is neither a reading nor a halt, at the place at, and sets *next
 * to where the way goes on. FALSE when an error was reported. */
gboolean svt_walk_step (SvtWalker *walker, SvtInstruction *instruction, guint32 at, guint32 *next);

#endif
