/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the condition of a branch holds on the way being walked. */
#ifndef SVT_TRUTH_H
#define SVT_TRUTH_H

#include "svt_walk.h"

/* Sets *holds for the branch that test tests, settling the comparisons that matter and are
 * not known yet. FALSE when an error was reported. */
gboolean svt_walk_test (SvtWalker *walker, SvtInstruction *test, gboolean *holds);

#endif
