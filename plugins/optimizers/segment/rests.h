/* SPDX-License-Identifier: Apache-2.0 */
/* For every state, what the rest of a walk may cost from there, by the shift that the threshold
 * has: by classes of the walks to the end of the segment, and what the assignment there asks
 * for (docs/theory.md section 6). */
#ifndef COUPLET_SEGMENT_RESTS_H
#define COUPLET_SEGMENT_RESTS_H

#include "antichain.h"

/* The walks that lead to the same end and leave the same shifts: for each of them the cost
 * of the walk that costs most, and of what the end asks for. */
typedef struct {
  guint32 end; /* an assignment, or after them the component where they stop */
  guint32 shifts;
  CoupletVector cost;
} Rest;

typedef struct {
  Rest rest;
  guint32 next; /* the place of another one with the same end; COUPLET_NONE */
} FoundRest;

/* Of walks without assignments: all states of a component have the same rests, of which none is
 * below another. */
typedef struct {
  CoupletContext *context; /* when it says to stop, what is told from then on means nothing */
  const CoupletAutomaton *automaton;
  const CoupletComponents *whole; /* its components */
  CoupletUnit *unit;
  CoupletVector *worst; /* per transition that assigns: entry x + 1 is the cost from it on when the
                           previous shift is x; the caller raises it */
  CoupletPace pace;
  CoupletComponents *components; /* of the automaton's states and one more, from which
                                    all reachable ones are reached */
  guint32 *order;                /* of them, as those of whole have them */
  guint32 *begin;                /* per one of those, and one more: its own in order */
  gsize most;                    /* of the following, about */
  gsize room;                    /* where there are more, those not needed any more are forgotten */
  GArray *all;                   /* Rest */
  guint32 *first, *n;            /* per component: its rests */
  gboolean some_forgotten;
  gboolean too_many; /* more than most: the last ones are missing */
  GArray *found;     /* FoundRest: those of the component at hand */
  guint32 *of_end;   /* per end: the place of one of these; COUPLET_NONE */
  GArray *reduced;   /* Candidate, tagged with their place in found */
} Rests;

/* None yet, and later up to most, or to room if all are to stay. The caller frees them; what the
 * other arguments point to must outlive them. */
Rests *rests_new (CoupletContext *context, const CoupletAutomaton *automaton,
                  const CoupletComponents *whole, CoupletUnit *unit, gsize most, gsize room);
void rests_free (Rests *rests);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Rests, rests_free)

/* Finds those of component, one of whole, from those of the components that follow
 * and what the assignments ask for. It may be done again before the next one. */
void rests_find (Rests *rests, guint32 component);

/* The cost from transition, which assigns and is step, on: for each previous shift x (entry x + 1)
 * the greatest, over its input differences and the rests of its target, of the least cost over the
 * shifts that it may choose. */
CoupletVector rests_worst (Rests *rests, const CoupletStep *step, guint32 transition);

#endif
