/* SPDX-License-Identifier: Apache-2.0 */
/* The vectors that an adversary may force at each state, by a policy of what is
 * told apart (docs/theory.md sections 4 and 7). */
#ifndef COUPLET_CORE_VECTOR_SETS_H
#define COUPLET_CORE_VECTOR_SETS_H

#include "factored_compare.h"
#include "factored_join.h"
#include "factored_merge.h"
#include "nested_word.h"
#include "vector_search.h"

/* No vector. */
#define NO_NODE G_MAXUINT32

/* A vector at a state and how the adversary got there. */
typedef struct {
  const Factored *vector;
  const gint8 *signs; /* ADAPTIVE: per threshold, the difference it was assigned with */
  guint32 parent;     /* NO_NODE for the start; of a joined vector, that of one of them */
  guint32 next;       /* of the same state */
  guint32 transition; /* taken from the parent's state */
  gint8 difference;
  guint32 n_loops;
  const NestedToken *loops; /* taken at the state, before the vector was kept */
  gboolean dropped;         /* below another vector of its state */
} Node;

typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  const CoupletLive *live;
  CoupletUnit *unit;
  Factoring *factoring;
  CoupletArena *arena;
  const SearchOptions *options;
  SearchPolicy policy;
  guint32 width;        /* most vectors kept per state; 0 = all */
  guint32 largest_sets; /* gives up beyond; 0 = never */
  const guint8 *pays;   /* per component: its cycles may be paid for; NULL = none */
  CoupletCost cap;      /* there: entries above are infinite */

  GArray *nodes;  /* Node */
  guint32 *first; /* per state: its vectors */
  guint32 *count; /* per state */
  guint32 largest;
  guint64 steps, next_look; /* work done, and when to look at the clock again */

  CoupletCost best; /* the largest least entry met ... */
  guint32 best_node;
  gboolean violated; /* ... or an impossible vector, at best_node */
  gboolean too_large;
  const char *stopped;
} Search;

/* Prepares *search; what the arguments point to must outlive it. */
void vector_sets_init (Search *search, CoupletContext *context, const CoupletAutomaton *automaton,
                       const CoupletComponents *components, const CoupletLive *live,
                       CoupletUnit *unit, const SearchOptions *options);
void vector_sets_clear (Search *search);

/* Finds the vectors of all states anew. width: most vectors kept per state, 0 =
 * all; largest_sets: gives up (too_large) when a state has more, 0 = never. */
void vector_sets_find (Search *search, SearchPolicy policy, guint32 width, guint32 largest_sets);

static inline Node *
node_at (const Search *search, guint32 index)
{
  return &g_array_index (search->nodes, Node, index);
}

#endif
