/* SPDX-License-Identifier: Apache-2.0 */
/* What tests of explanations share: an examiner to ask, random automata, and checks of the
 * walks and conflicts that are told. */
#ifndef COUPLET_TESTS_EXPLAINED_H
#define COUPLET_TESTS_EXPLAINED_H

#include "walk_samples.h"
#include "examiner.h"
#include "walk_samples.h"

typedef struct {
  GRand *random;
  CoupletRegistry *registry;
  CoupletHost host;
  Examiner *examiner;
} Explained;

/* For cmocka_run_group_tests(): *state is an Explained. */
int set_up_explained (void **state);
int tear_down_explained (void **state);

/* A random automaton of one threshold, also with public comparisons and without noise. */
CoupletAutomaton *next_explained (Explained *explained);

/* The shifts are valid, and their sum, which the table tells, is cost. */
void check_told_walk (const WalkSamples *samples, const CoupletRational *cost);

/* Every link of the chain is an order of the walk, and its ends cannot meet. */
void check_told_conflict (const WalkSamples *samples, const ShiftConflict *conflict);

#endif
