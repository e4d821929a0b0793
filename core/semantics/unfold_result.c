/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold_result.h"

#include "automaton.h"
#include "unfold_names.h"

#include <string.h>

/* A copy of array in the arena. */
static gpointer
keep (const Unfolding *unfolding, const GArray *array)
{
  gsize bytes = (gsize)array->len * g_array_get_element_size ((GArray *)array);
  gpointer copy = couplet_arena_alloc (unfolding->arena, MAX (bytes, 1));
  if (bytes > 0)
    memcpy (copy, array->data, bytes);
  return copy;
}

static void
lay_out_transitions (const Unfolding *unfolding, CoupletAutomaton *result)
{
  const CoupletAutomaton *a = unfolding->automaton;
  guint32 n = result->n_transitions = unfolding->transition->len;
  guint32 *columns = couplet_arena_new_array (unfolding->arena, guint32, (gsize)4 * n + 1);
  CoupletPlace *places = couplet_arena_new_array (unfolding->arena, CoupletPlace, (gsize)n + 1);
  for (guint32 q = 0; q < result->n_states; q++)
    for (guint32 t = result->row[q]; t < result->row[q + 1]; t++) {
      guint32 origin = result->folded_transition[t];
      columns[t] = q;
      columns[n + t] = a->guard[origin];
      columns[2 * (gsize)n + t] = a->output[origin];
      columns[3 * (gsize)n + t] = a->assignment[origin];
      places[t] = a->place[origin];
    }
  result->source = columns;
  result->guard = columns + n;
  result->output = columns + 2 * (gsize)n;
  result->assignment = columns + 3 * (gsize)n;
  result->place = places;
}

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

static const char *const *
lay_out_readings (const Unfolding *unfolding)
{
  guint32 n = unfolding->state->len;
  const char *const *folded = unfolding->automaton->readings;
  const char **readings = couplet_arena_new_array (unfolding->arena, const char *, n);
  for (guint32 q = 0; q < n; q++)
    readings[q] = folded[unfolding_at (unfolding->state, q)];
  return readings;
}

CoupletAutomaton *
unfold_result (const Unfolding *unfolding, Pace *pace)
{
  guint32 n = unfolding->state->len;
  CoupletState *states = couplet_arena_new_array (unfolding->arena, CoupletState, n);
  if (!unfold_name_states (unfolding, states, pace))
    return NULL;
  OwnedAutomaton *owned = g_new0 (OwnedAutomaton, 1);
  CoupletAutomaton *result = &owned->automaton;
  *result = *unfolding->automaton;
  owned->arena = unfolding->arena;
  couplet_rational_init (&result->sensitivity);
  mpq_set (result->sensitivity.value, unfolding->automaton->sensitivity.value);
  couplet_rational_init (&result->claim);
  mpq_set (result->claim.value, unfolding->automaton->claim.value);
  result->folded = unfolding->automaton;
  result->folded_state = keep (unfolding, unfolding->state);
  result->folded_transition = keep (unfolding, unfolding->transition);
  result->initial = 0;
  result->n_states = n;
  result->row = keep (unfolding, unfolding->row);
  result->target = keep (unfolding, unfolding->target);
  lay_out_transitions (unfolding, result);
  guint8 *reachable = couplet_arena_new_array (owned->arena, guint8, n);
  memset (reachable, 1, n);
  result->states = states;
  result->reachable = reachable;
  result->readings = result->readings != NULL ? lay_out_readings (unfolding) : NULL;
  result->order = unfolding->tells_orders ? lay_out_orders (unfolding) : NULL;
  result->n_ordered = unfolding->order_rules.shape.n_values;
  result->memory = unfolding->tells_memories ? lay_out_memories (unfolding) : NULL;
  result->differences = unfolding->tells_memories ? keep (unfolding, unfolding->differences) : NULL;
  return result;
}
