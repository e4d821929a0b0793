/* SPDX-License-Identifier: Apache-2.0 */
/* Report noisy max: the index of the largest of all answers with their noise, as the largest of a
 * list or vector, or by a running maximum. A function of this form is one output of the mechanism.
 */
#ifndef ROUTINE_MAX_H
#define ROUTINE_MAX_H

#include "routine_walker.h"

/* What the function comes to: NULL = it is not of this form, or an error was reported. */
SvtStatement *routine_find_max (RoutineWalker *walker);

/* Reports the first place where all answers, or an array of noise, are computed with at once.
 * TRUE: there is one. */
gboolean routine_refuse_vectors (RoutineWalker *walker);

#endif
