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

static guint32 *
items_of (const GArray *array)
{
  return (guint32 *)(gpointer)array->data;
}

void
copies_restrict (const AutomatonCopies *copies, const guint8 *kept)
{
  guint32 *state = items_of (copies->state), *row = items_of (copies->row);
  guint32 *target = items_of (copies->target), *transition = items_of (copies->transition);
  guint32 n = copies->state->len, n_states = 0, n_transitions = 0;
  g_autofree guint32 *number = g_new (guint32, (gsize)n + 1);
  for (guint32 q = 0; q < n; q++)
    number[q] = kept == NULL || kept[q] ? n_states++ : COUPLET_NONE;
  for (guint32 q = 0; q < n; q++) {
    guint32 begin = row[q], end = number[q] != COUPLET_NONE ? row[q + 1] : begin;
    if (number[q] != COUPLET_NONE) {
      state[number[q]] = state[q];
      row[number[q]] = n_transitions;
    }
    for (guint32 t = begin; t < end; t++) {
      if (target[t] == COUPLET_NONE || number[target[t]] == COUPLET_NONE)
        continue;
      target[n_transitions] = number[target[t]];
      transition[n_transitions] = transition[t];
      if (copies->differences != NULL)
        copies->differences->data[n_transitions] = copies->differences->data[t];
      n_transitions++;
    }
  }
  row[n_states] = n_transitions;
  g_array_set_size (copies->state, n_states);
  g_array_set_size (copies->row, n_states + 1);
  g_array_set_size (copies->target, n_transitions);
  g_array_set_size (copies->transition, n_transitions);
  if (copies->differences != NULL)
    g_array_set_size (copies->differences, n_transitions);
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
  copy_transitions (automaton, items_of (copies->transition), arena, result);
  if (automaton->readings != NULL)
    result->readings = copy_readings (automaton, items_of (copies->state), n, arena);
  result->folded = NULL;
  result->folded_state = result->folded_transition = NULL;
  result->order = NULL;
  result->memory = NULL;
  result->differences = NULL;
  return result;
}
