/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs at which a path is possible, in the numbers that its probability is computed with. */
#ifndef COUPLET_PATH_PLACE_H
#define COUPLET_PATH_PLACE_H

#include <couplet/internal/automaton.h>

#include <fmpq.h>

/* Sets inputs, and the values that are output then, n each, to what couplet_path_inputs() finds
 * for the path of n transitions. FALSE when it finds none. */
gboolean path_place (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
                     fmpq *inputs, fmpq *values);

#endif
