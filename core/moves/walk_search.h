/* SPDX-License-Identifier: Apache-2.0 */
/* Searches over walks, breadth first (<couplet/internal/walk_search.h>): what an element is, how
 * steps change it and which one covers another is the caller's to say. */
#ifndef COUPLET_CORE_WALK_SEARCH_H
#define COUPLET_CORE_WALK_SEARCH_H

#include <couplet/internal/walk_search.h>

/* What becomes of a walk that is one step longer. */
typedef enum {
  TAKE,      /* it is followed, unless another one covers it */
  TAKE_LAST, /* it is kept and not followed */
  TAKE_GOAL, /* it is what the search is for, and the last one kept */
  TAKE_NOT   /* it is of no interest */
} Take;

/* data: the caller's. */
typedef struct {
  /* Also follows walks that later ones dominate: no walk to a goal is shorter than the one found.
   */
  gboolean follows_dominated;
  guint most_at_state; /* walks to one state that are followed; 0 = any number */
  /* Sets *after to what before becomes by the last step of end, whose marks it may set. */
  Take (*take) (gpointer data, gconstpointer before, CoupletWalkEnd *end, gpointer after);
  /* Whether all that can be found after b, at the same state, can be found after a. */
  gboolean (*covers) (gpointer data, gconstpointer a, gconstpointer b);
  /* Raises element, which no walk to the same state covers and end will lead to. NULL = it stays as
   * it is. */
  void (*raise) (gpointer data, const CoupletSearch *search, CoupletWalkEnd *end, gpointer element);
  /* The differences to take transition with; NULL = couplet_differences(). */
  guint32 (*differences) (gpointer data, guint32 transition,
                          gint8 differences[COUPLET_MOST_DIFFERENCES]);
  /* Asked before a walk is followed: FALSE ends the search. NULL = nothing does. */
  gboolean (*goes_on) (gpointer data, const CoupletSearch *search);
} WalkElements;

typedef enum {
  SEARCH_DONE, /* every walk is covered */
  SEARCH_GOAL, /* the last walk is a goal */
  SEARCH_ENDED /* goes_on() said so */
} WalkSearchEnd;

/* A search without walks to n_states states, for elements of size bytes. The caller frees it. */
CoupletSearch *walk_search_new (guint32 n_states, gsize size);

/* Adds the walk of no steps at state, unless there is a walk to state. */
void walk_search_start (CoupletSearch *search, guint32 state, gconstpointer element);

/* Forgets all walks, in time proportional to their number. */
void walk_search_clear (CoupletSearch *search);

/* Follows all walks of automaton. With elements->differences its rows and targets alone matter. */
WalkSearchEnd walk_search_run (CoupletSearch *search, const CoupletAutomaton *automaton,
                               const WalkElements *elements, gpointer data);

static inline gconstpointer
walk_search_element (const CoupletSearch *search, guint32 walk)
{
  return &g_array_index (search->values, guint64, (gsize)walk * search->words);
}

#endif
