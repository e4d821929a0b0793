/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold_result.h"

#include "copies.h"
#include "unfold_names.h"

static const guint64 *const *
lay_out_orders (const Unfolding *unfolding)
{
  guint32 n = unfolding->state->len;
  const guint64 **orders = couplet_arena_new_array (unfolding->arena, const guint64 *, n);
  for (guint32 q = 0; q < n; q++)
    orders[q] = unfolding_order_of (unfolding, unfolding_at (unfolding->order, q));
  return orders;
}

static const CoupletMemory *
lay_out_memories (const Unfolding *unfolding)
{
  guint32 n = unfolding->state->len;
  CoupletMemory *memories = couplet_arena_new_array (unfolding->arena, CoupletMemory, n);
  for (guint32 q = 0; q < n; q++)
    memories[q] = memory_of_code (g_array_index (unfolding->memory, guint8, q));
  return memories;
}

CoupletAutomaton *
unfold_result (const Unfolding *unfolding, Pace *pace)
{
  const AutomatonCopies copies = {unfolding->state, unfolding->row, unfolding->target,
                                  unfolding->transition};
  CoupletArena *arena = unfolding->arena;
  CoupletState *states = couplet_arena_new_array (arena, CoupletState, unfolding->state->len);
  if (!unfold_name_states (unfolding, states, pace))
    return NULL;
  CoupletAutomaton *result = automaton_of_copies (unfolding->automaton, &copies, states, arena);
  result->folded = unfolding->automaton;
  result->folded_state = copies_keep (arena, unfolding->state);
  result->folded_transition = copies_keep (arena, unfolding->transition);
  result->order = unfolding->tells_orders ? lay_out_orders (unfolding) : NULL;
  result->n_ordered = unfolding->order_rules.shape.n_values;
  result->memory = unfolding->tells_memories ? lay_out_memories (unfolding) : NULL;
  result->differences =
      unfolding->tells_memories ? copies_keep (arena, unfolding->differences) : NULL;
  return result;
}
