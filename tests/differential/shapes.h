/* SPDX-License-Identifier: Apache-2.0 */
/* Random automata of every shape that the model has. */
#ifndef COUPLET_TESTS_SHAPES_H
#define COUPLET_TESTS_SHAPES_H

#include "random_many.h"

/* Automaton number index of seed: the same whatever was made before. 1 to 4 thresholds, both
 * samplings, all adjacencies and kinds of noise, inputs read again, gaps, snaps, guards that hold
 * in several ways, outputs that do not tell the path, silent steps, means, extreme numbers. */
void random_shape (ManyAutomaton *many, guint32 seed, guint64 index);

/* The random numbers for what is done with that automaton; the caller frees them. */
GRand *random_numbers (guint32 seed, guint64 index, guint32 purpose);

#endif
