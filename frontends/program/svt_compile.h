/* SPDX-License-Identifier: Apache-2.0 */
/* From a checked program to the automaton: a state for each reading, a
 * transition for each way from it to the next.
 */
#ifndef SVT_COMPILE_H
#define SVT_COMPILE_H

#include "svt_check.h"

/* A program with more when unrolled is refused. */
#define SVT_MAX_STATES 20000000
/* Ways from one reading to the next, each with its own comparisons. */
#define SVT_MAX_WAYS 1000
/* Instructions and comparisons looked at while unrolling. */
#define SVT_MAX_WORK G_GUINT64_CONSTANT (1000000000)

/* Puts the automaton of program into builder. False when an error was reported,
 * or context stopped the work. */
gboolean svt_compile (CoupletContext *context, const SvtProgram *program, CoupletBuilder *builder);

#endif
