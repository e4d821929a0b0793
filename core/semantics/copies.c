/* SPDX-License-Identifier: Apache-2.0 */
#include "copies.h"

#include "automaton.h"

#include <string.h>

gpointer
copies_keep (CoupletArena *arena, const GArray *array)
{
  gsize bytes = (gsize)array->len * g_array_get_element_size ((GArray *)array);
  gpointer copy = couplet_arena_alloc (arena, MAX (bytes, 1));
  if (bytes > 0)
    memcpy (copy, array->data, bytes);
  return copy;
}

static void
copy_transitions (const CoupletAutomaton *a, const guint32 *transition, CoupletArena *arena,
                  CoupletAutomaton *result)
{
  gsize n = result->n_transitions;
  guint32 *columns = couplet_arena_new_array (arena, guint32, 4 * n + 1);
  CoupletPlace *places = couplet_arena_new_array (arena, CoupletPlace, n + 1);
  for (guint32 q = 0; q < result->n_states; q++)
    for (guint32 t = result->row[q]; t < result->row[q + 1]; t++) {
      columns[t] = q;
      columns[n + t] = a->guard[transition[t]];
      columns[2 * n + t] = a->output[transition[t]];
      columns[3 * n + t] = a->assignment[transition[t]];
      places[t] = a->place[transition[t]];
    }
  result->source = columns;
  result->guard = columns + n;
  result->output = columns + 2 * n;
  result->assignment = columns + 3 * n;
  result->place = places;
}

static const char *const *
copy_readings (const CoupletAutomaton *a, const guint32 *state, guint32 n, CoupletArena *arena)
{
  const char **readings = couplet_arena_new_array (arena, const char *, n);
  for (guint32 q = 0; q < n; q++)
    readings[q] = a->readings[state[q]];
  return readings;
}

CoupletAutomaton *
automaton_of_copies (const CoupletAutomaton *automaton, const AutomatonCopies *copies,
                     const CoupletState *states, CoupletArena *arena)
{
  OwnedAutomaton *owned = g_new0 (OwnedAutomaton, 1);
  CoupletAutomaton *result = &owned->automaton;
  guint32 n = copies->state->len;
  guint8 *reachable = couplet_arena_new_array (arena, guint8, n);
  memset (reachable, 1, n);
  *result = *automaton;
  owned->arena = arena;
  couplet_rational_init (&result->sensitivity);
  mpq_set (result->sensitivity.value, automaton->sensitivity.value);
  couplet_rational_init (&result->claim);
  mpq_set (result->claim.value, automaton->claim.value);
  result->initial = 0;
  result->n_states = n;
  result->states = states;
  result->reachable = reachable;
  result->n_transitions = copies->transition->len;
  result->row = copies_keep (arena, copies->row);
  result->target = copies_keep (arena, copies->target);
  copy_transitions (automaton, (const guint32 *)(gpointer)copies->transition->data, arena, result);
  if (automaton->readings != NULL)
    result->readings =
        copy_readings (automaton, (const guint32 *)(gpointer)copies->state->data, n, arena);
  result->folded = NULL;
  result->folded_state = result->folded_transition = NULL;
  result->order = NULL;
  result->memory = NULL;
  result->differences = NULL;
  return result;
}
