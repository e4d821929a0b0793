/* SPDX-License-Identifier: Apache-2.0 */
/* What states keep of the vectors that an adversary may force there, by a policy of what is
 * told apart: none is below another (docs/theory.md sections 4 and 7). */
#ifndef COUPLET_VECTOR_SETS_H
#define COUPLET_VECTOR_SETS_H

#include "vector_search.h"
#include "vector_space.h"

#include "antichain.h"

/* No vector. */
#define NO_NODE G_MAXUINT32
/* No rest of a walk: it ends. */
#define NO_REST G_MAXUINT32

/* A letter of a nested word (vector_limits.h), or with partner != 0 a bracket: the loop between
 * begins at partner's place below this one (negative) or ends at partner's above it (positive). */
typedef struct {
  guint32 transition;
  gint8 difference;
  gint32 partner;
} NestedToken;

typedef struct WalkRests WalkRests; /* meeting.h */

/* What a search of several thresholds remembers of the way to a vector. */
typedef struct {
  const gint8 *signs; /* ADAPTIVE: per threshold, the difference it was assigned with */
  guint32 n_loops;
  const NestedToken *loops; /* taken at the state, before the vector was kept */
} NodeHistory;

/* A vector at a state and how the adversary got there. */
typedef struct {
  Vector vector;
  const NodeHistory *history; /* NULL = nothing */
  guint32 parent;             /* NO_NODE for the start; of a joined vector, that of one of them */
  guint32 next;               /* of the same state */
  guint32 transition;         /* taken from the parent's state */
  gint8 difference;
  guint8 dropped; /* below another vector of its state */
} Node;

typedef struct {
  CoupletContext *context;
  VectorSpace space;
  const CoupletLive *live; /* NULL with vectors of three entries */
  CoupletArena *arena;
  const SearchOptions *options;
  SearchPolicy policy;
  guint32 width;              /* most vectors kept per state; 0 = all */
  guint32 largest_sets;       /* gives up beyond; 0 = never */
  const guint8 *pays;         /* per component: its cycles may be paid for; NULL = none */
  const CoupletVector *to_go; /* three entries: bounds of what may follow; drops vectors from
                                 which no more than best can be reached. NULL = none */
  WalkRests *rests;           /* what follows where these reach, instead of vectors; NULL = none */
  gboolean together;          /* the transition entered is followed for all differences at once */

  Node *nodes;
  guint32 n_nodes, room, unused; /* unused: nodes that are free again, linked by next */
  guint32 *first;                /* per state: its vectors */
  guint32 *count;                /* per state */
  /* with several thresholds, else NULL */
  guint32 *depth;       /* per node: steps from the start */
  guint32 *least_depth; /* per state: of the nodes that ever were there; G_MAXUINT32 = none */
  Candidate *candidates;
  guint32 candidates_room;
  guint64 made;
  guint32 largest;
  CoupletPace pace;
  guint64 steps_per_cost;

  gboolean has_best; /* with to_go, also that of the search before */
  CoupletCost best;  /* the largest least entry met */
  guint32 best_node; /* where it was met; NO_NODE = not in this search */
  guint32 best_rest; /* of rests: the one that the walk goes on by; NO_REST = none */
  gboolean violated; /* the vector at best_node is impossible */
  gboolean too_large;
  const char *stopped; /* why the search ended early; NULL = it did not */
  char *limit;         /* that text for the limit of vectors */
} VectorSets;

/* Prepares *sets, which frees tables; what the arguments point to must outlive it. live, tables:
 * NULL = vectors of three entries (vector_space_init()). */
void vector_sets_init (VectorSets *sets, CoupletContext *context, const CoupletAutomaton *automaton,
                       const CoupletComponents *components, const CoupletLive *live,
                       VectorTables *tables, CoupletUnit *unit, const SearchOptions *options);
void vector_sets_clear (VectorSets *sets);

/* Forgets the vectors found, and puts that of the beginning at the initial state. With to_go the
 * best cost stays what it is until more is met. width: most vectors kept per state, 0 =
 * all; largest_sets: gives up (too_large) when a state has more, 0 = never. */
void vector_sets_begin (VectorSets *sets, SearchPolicy policy, guint32 width, guint32 largest_sets);

/* Counts the work of making a vector at state or comparing it with n others. */
void vector_sets_count (VectorSets *sets, guint32 state, guint32 n);

/* Adds node to those that wait at state until it is settled. One that leaves no shifts counts at
 * once. */
void vector_sets_add (VectorSets *sets, const Node *node, guint32 state);

/* Keeps of the vectors that came to state what matters; only then may one be the best. */
void vector_sets_settle (VectorSets *sets, guint32 state);

/* Whether a vector at state is no less than that of node. */
gboolean vector_sets_cover (const VectorSets *sets, const Node *node, guint32 state);

/* Keeps node at state, which is settled, and unlinks what is below: the number of node, or
 * NO_NODE when it is itself below one there. */
guint32 vector_sets_insert (VectorSets *sets, const Node *node, guint32 state);

/* Whether vectors of a state are joined. */
static inline gboolean
vector_sets_join (const VectorSets *sets)
{
  return sets->policy != SEARCH_EXACT;
}

/* Why a search stops that has used up its memory. */
#define VECTOR_MEMORY_STOP "stopped at the limit of memory for vectors"

/* And why where too many thresholds are tied. */
#define VECTOR_TIES_STOP                                                                           \
  "more than " G_STRINGIFY (COUPLET_VECTOR_THRESHOLDS) " thresholds are tied to each other"

/* Finds the vectors of all states anew; the arguments are those of vector_sets_begin(). */
void find_vectors (VectorSets *sets, SearchPolicy policy, guint32 width, guint32 largest_sets);

/* Keeps the vectors that came to the states of component, those after them inside it, and hands
 * on what leaves it; all that lead there must have been searched. FALSE when the search should
 * end. */
gboolean find_vectors_in (VectorSets *sets, guint32 component);

static inline Node *
node_at (const VectorSets *sets, guint32 index)
{
  return &sets->nodes[index];
}

#endif
