/* SPDX-License-Identifier: Apache-2.0 */
/* Changes of an automaton of which it is known what they do to its costs (docs/theory.md). */
#ifndef COUPLET_TESTS_RELATIONS_H
#define COUPLET_TESTS_RELATIONS_H

#include "random_many.h"

/* What holds of the changed automaton's costs, in terms of the first one's. */
typedef enum {
  COSTS_EQUAL,    /* exact costs are factor times as large */
  BOUNDS_EQUAL,   /* so are upper bounds */
  COSTS_AT_MOST,  /* exact costs are no larger */
  COSTS_AT_LEAST, /* exact costs are no smaller */
  LEAST_EQUAL,    /* the least d is the same, whatever paths cost */
  LEAST_AT_MOST,  /* exact costs are equal, and the least d is no larger */
} Effect;

typedef struct {
  const char *name;
  /* Changes many, which builds, at random. FALSE where the change does not apply. */
  gboolean (*change) (ManyAutomaton *many, GRand *random);
  Effect effect;
  int factor;
} Relation;

const Relation *all_relations (guint *n);

#endif
