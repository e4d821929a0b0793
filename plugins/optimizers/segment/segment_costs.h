/* SPDX-License-Identifier: Apache-2.0 */
/* The costs from assignments on, docs/theory.md section 6: what segment finds, and what its parts
 * look at. */
#ifndef COUPLET_SEGMENT_COSTS_H
#define COUPLET_SEGMENT_COSTS_H

#include <couplet/step.h>

typedef struct {
  CoupletContext *context; /* when it says to stop, what is told from then on means nothing */
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  guint32 *number; /* per transition that assigns: counts them, those that come last in walks
                      first */
  guint32 n_assignments;
  CoupletVector *worst; /* per assignment, by number: entry x + 1 is the cost from it on when the
                           previous shift is x */
} SegmentCosts;

#endif
