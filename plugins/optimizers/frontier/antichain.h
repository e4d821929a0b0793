/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of vectors of which none is below another: what the adversary keeps. */
#ifndef COUPLET_FRONTIER_ANTICHAIN_H
#define COUPLET_FRONTIER_ANTICHAIN_H

#include <couplet/step.h>

/* A vector of a candidate set and who it belongs to. */
typedef struct {
  CoupletVector vector;
  guint32 node;
} Candidate;

/* Moves the candidates that are not below another to the front (of equal ones,
 * the first) and returns their number. n log n comparisons and, for the large
 * sets, moves proportional to the size of the result. */
guint couplet_antichain_reduce (Candidate *candidates, guint n);

#endif
