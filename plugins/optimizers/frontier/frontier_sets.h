/* SPDX-License-Identifier: Apache-2.0 */
/* The search of docs/theory.md section 4 for one threshold: the vectors that an
 * adversary may force at each state, none below another. */
#ifndef COUPLET_FRONTIER_SETS_H
#define COUPLET_FRONTIER_SETS_H

#include "antichain.h"

/* No vector. */
#define NO_NODE G_MAXUINT32

/* What a vector is reckoned to take. */
#define FRONTIER_BYTES_PER_VECTOR 256

/* A vector at a state and how the adversary got there. */
typedef struct {
  CoupletVector vector;
  guint32 parent;     /* NO_NODE for the start */
  guint32 next;       /* of the same state */
  guint32 transition; /* taken from the parent's state */
  guint8 difference;  /* its index in the step */
} Node;

/* The vectors that an adversary may force at each state. */
typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  const CoupletVector *to_go; /* per state; NULL = do not prune */
  guint width;                /* most vectors kept per state; 0 = all */
  gboolean stop_when_large;

  Node *nodes;
  guint32 n_nodes, room, unused; /* unused: dropped nodes, linked by next */
  guint32 *first;                /* per state: its vectors */
  Candidate *candidates;
  guint candidates_room;

  CoupletCost best; /* the largest least entry met ... */
  guint32 best_node;
  gboolean violated; /* ... or an all-infinite vector, at best_node */
  gboolean stopped, too_large;
  guint32 vector_limit;
  CoupletPace pace;
  guint64 steps; /* of the pace, for each step along a transition */
  guint64 made;
  guint largest;
} Search;

/* Prepares *search; what the arguments point to must outlive it. vector_limit:
 * most vectors in memory at once, each reckoned to take FRONTIER_BYTES_PER_VECTOR. */
void frontier_sets_init (Search *search, CoupletContext *context, const CoupletAutomaton *automaton,
                         const CoupletComponents *components, CoupletUnit *unit,
                         guint32 vector_limit);
void frontier_sets_clear (Search *search);

/* Finds the vectors of all states anew, by search's to_go, width and
 * stop_when_large. best and best_node stay what they are until more is met. */
void frontier_sets_find (Search *search);

#endif
