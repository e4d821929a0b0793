/* SPDX-License-Identifier: Apache-2.0 */
/* Walks that a search found: to the states of an automaton, each with an element of an ordered set
 * that it leads to. Of two walks to one state only that with the greater element was followed.
 */
#ifndef COUPLET_INTERNAL_WALK_SEARCH_H
#define COUPLET_INTERNAL_WALK_SEARCH_H

#include <couplet/internal/context.h>
#include <couplet/host/evidence_parts.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* A walk: the one before it and a step. */
typedef struct {
  guint32 state;
  guint32 before;     /* the walk without its last step; COUPLET_NONE = it has none */
  guint32 transition; /* the last step */
  gint8 difference;
  guint8 marks;       /* what the kind of search says of it */
  gboolean ends;      /* it is not followed, nor compared with others */
  gboolean dominated; /* by a later walk */
  guint32 length;
  guint32 next; /* of the same state: an earlier one that is not dominated; COUPLET_NONE */
} CoupletWalkEnd;

typedef struct {
  GArray *walks;     /* CoupletWalkEnd, shortest first */
  guint32 n_crowded; /* walks that were not the only one to their state when they were found */
  GArray *values;    /* for the search, like what follows: guint64, the walks' elements */
  gsize words;       /* of an element */
  guint32 *head;     /* per state: its latest walk that is not dominated; COUPLET_NONE */
} CoupletSearch;

void couplet_search_free (CoupletSearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletSearch, couplet_search_free)

static inline CoupletWalkEnd *
couplet_search_walk (const CoupletSearch *search, guint32 walk)
{
  return &g_array_index (search->walks, CoupletWalkEnd, walk);
}

/* Appends the steps of walk to steps (CoupletWalkStep), without shifts. */
void couplet_search_steps (const CoupletSearch *search, guint32 walk, GArray *steps);

/* Appends those of a shortest walk from one state to another, each with its first difference; with
 * assigns FALSE one that assigns nothing. FALSE when there is none, or pace is over. */
gboolean couplet_shortest_walk (const CoupletAutomaton *automaton, guint32 from, guint32 to,
                                gboolean assigns, CoupletPace *pace, GArray *steps);

#pragma GCC visibility pop
G_END_DECLS

#endif
