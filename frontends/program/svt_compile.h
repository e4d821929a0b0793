/* SPDX-License-Identifier: Apache-2.0 */
/* From a checked program to the automaton: a state for each reading, a
 * transition for each way from it to the next.
 */
#ifndef SVT_COMPILE_H
#define SVT_COMPILE_H

#include "svt_program.h"

/* Puts the automaton of program into builder. False when an error was reported,
 * or context stopped the work. */
gboolean svt_compile (CoupletContext *context, const SvtProgram *program, CoupletBuilder *builder);

#endif
