/* SPDX-License-Identifier: Apache-2.0 */
/* Making vectors: for the files that do; others use factored.h. */
#ifndef COUPLET_VECTORS_FACTORING_H
#define COUPLET_VECTORS_FACTORING_H

#include "joint.h"

/* Instead of a shift. */
#define FREE 2

struct Factoring {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  const CoupletComponents *free_cycles; /* components, or NULL where cycles may be paid for */
  CoupletUnit *unit;
  CoupletArena *arena;
  const CoupletLive *live;
  CoupletMoves *moves[2]; /* the letters where cycles may be paid for and where they must be free */
  gboolean owns_moves;
  gint8 *x;               /* per threshold: the shift at the point that is looked at, or FREE */
  /* per transition, where cycles may be paid for and where they must be free: the
   * differences that matter (empty = not known yet), and SUPPORTS_DIFFER */
  CoupletShifts *worst[2];
  const Factor **factors; /* of the vector being made */
  guint32 n_factors;
  const Factor **gathered; /* those a sample ties */
  guint32 n_gathered;
  gboolean prefers_last; /* of places that do as well for a join */
  gboolean had_choice;   /* there were such places */
};

/* The vector without possible shifts. */
extern const Factored IMPOSSIBLE_VECTOR;

/* Adds a factor with the values given to the vector being made, with its least
 * value moved to *constant. A table of zeros ties nothing. */
void add_factor (Factoring *factoring, const guint32 *thresholds, guint32 n, CoupletCost *values,
                 CoupletCost *constant);

/* The vector of the constant and the factors collected. */
const Factored *finish_vector (Factoring *factoring, CoupletCost constant);

#endif
