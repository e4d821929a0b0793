/* SPDX-License-Identifier: Apache-2.0 */
/* An automaton while it is unfolded: which states with which orders and memories runs reach, and
 * by which transitions.
 */
#ifndef COUPLET_CORE_UNFOLDING_H
#define COUPLET_CORE_UNFOLDING_H

#include "clock.h"
#include "copies.h"
#include "order_relevance.h"
#include "order_rules.h"
#include "within.h"

#include <couplet/internal/arena.h>

/* Of the clock's pace. */
#define UNFOLDING_STEPS_PER_STATE 16

/* A transition of the result to a node that may not be made yet. */
typedef struct {
  guint32 transition;
  guint32 state, order;
  guint8 memory;
} LaterNode;

typedef struct {
  const CoupletAutomaton *automaton;
  CoupletArena *arena; /* of the result */
  UnfoldExtent extent;
  guint32 most_states; /* of the result */
  gboolean tells_orders;
  gboolean tells_memories;
  MemoryRules memory_rules;
  OrderRules order_rules;    /* without values where no orders are told */
  OrderRelevance *relevance; /* what is kept of orders; NULL = all */
  gboolean drops;            /* something was not kept */
  GHashTable *order_numbers; /* the words of an order -> its number */
  GPtrArray *orders;
  GHashTable *nodes;           /* (state, order, memory) -> state of the result */
  GArray *state, *order;       /* per state of the result */
  GArray *memory;              /* guint8, per state of the result: its code */
  GArray *row;                 /* per state of the result: its first transition */
  GArray *target, *transition; /* per transition of the result */
  GArray *differences;         /* guint8, per transition of the result, if it tells memories */
  GArray *later;               /* of a part: LaterNode, nodes that know something else than those
                                  that lead to them; NULL = the whole */
  guint next_later;            /* the first one that is not made */
  gboolean takes_last;         /* the one made last was the last of them */
  guint8 *taken;               /* per transition of the automaton */
  guint32 *contradicted;       /* likewise: the first order that it contradicts, or COUPLET_NONE */
  guint64 *current, *scratch;  /* an order with room for all values; for order_rules_advance() */
} Unfolding;

/* Begins to unfold automaton as far as extent says, with an arena of its own. */
void unfolding_init (Unfolding *unfolding, const CoupletAutomaton *automaton, UnfoldExtent extent);

/* Frees all but the arena. */
void unfolding_clear (Unfolding *unfolding);

/* The number of the order in unfolding->current. */
guint32 unfolding_order (Unfolding *unfolding);

/* The state of the result that stands for state with that order and memory (by its code). */
guint32 unfolding_node (Unfolding *unfolding, guint32 state, guint32 order, guint8 memory);

/* What stands at index of one of its arrays. */
static inline guint32
unfolding_at (const GArray *array, guint32 index)
{
  return g_array_index (array, guint32, index);
}

/* Words of one order. */
static inline gsize
unfolding_order_words (const Unfolding *unfolding)
{
  return order_words (&unfolding->order_rules.shape);
}

static inline const guint64 *
unfolding_order_of (const Unfolding *unfolding, guint32 number)
{
  return g_ptr_array_index (unfolding->orders, number);
}

/* What the result is made of. */
static inline AutomatonCopies
unfolding_copies (const Unfolding *unfolding)
{
  return (AutomatonCopies){unfolding->state, unfolding->row, unfolding->target,
                           unfolding->transition,
                           unfolding->tells_memories ? unfolding->differences : NULL};
}

#endif
