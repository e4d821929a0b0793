/* SPDX-License-Identifier: Apache-2.0 */
#include "copies.h"

#include "automaton.h"

#include <string.h>

static guint
hash_copy (gconstpointer data)
{
  const StateCopy *copy = data;
  guint64 mixed = ((guint64)copy->number << 32 | copy->state) +
                  (guint64)(copy->memory.change * 8 + copy->memory.last);
  return (guint)((mixed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

static gboolean
same_copy (gconstpointer a, gconstpointer b)
{
  const StateCopy *p = a, *q = b;
  return p->state == q->state && p->number == q->number && p->memory.change == q->memory.change &&
         p->memory.last == q->memory.last;
}

void
copies_init (Copies *copies, const CoupletAutomaton *automaton)
{
  *copies = (Copies){.automaton = automaton,
                     .arena = couplet_arena_new (),
                     .numbers = g_hash_table_new (hash_copy, same_copy),
                     .states = g_array_new (FALSE, FALSE, sizeof (StateCopy)),
                     .row = g_array_new (FALSE, FALSE, sizeof (guint32)),
                     .target = g_array_new (FALSE, FALSE, sizeof (guint32)),
                     .transition = g_array_new (FALSE, FALSE, sizeof (guint32)),
                     .differences = g_array_new (FALSE, FALSE, sizeof (guint8))};
}

void
copies_clear (Copies *copies)
{
  GArray *arrays[] = {copies->states, copies->row, copies->target, copies->transition,
                      copies->differences};
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  g_hash_table_unref (copies->numbers);
  couplet_arena_free (copies->arena);
}

guint32
copies_find (Copies *copies, guint32 state, guint32 number, CoupletMemory memory)
{
  const StateCopy copy = {state, number, memory};
  gpointer place;
  if (g_hash_table_lookup_extended (copies->numbers, &copy, NULL, &place))
    return GPOINTER_TO_UINT (place);
  StateCopy *kept = couplet_arena_alloc (copies->arena, sizeof *kept);
  *kept = copy;
  g_hash_table_insert (copies->numbers, kept, GUINT_TO_POINTER (copies->states->len));
  g_array_append_val (copies->states, copy);
  return copies->states->len - 1;
}

void
copies_begin (Copies *copies)
{
  g_array_append_val (copies->row, copies->transition->len);
}

void
copies_add (Copies *copies, guint32 target, guint32 transition, guint8 differences)
{
  g_array_append_val (copies->target, target);
  g_array_append_val (copies->transition, transition);
  g_array_append_val (copies->differences, differences);
}

static guint32 *
items_of (const GArray *array)
{
  return (guint32 *)(gpointer)array->data;
}

void
copies_restrict (Copies *copies, const guint8 *kept)
{
  guint32 n = copies->states->len, n_states = 0, n_transitions = 0;
  while (copies->row->len <= n)
    copies_begin (copies);
  guint32 *row = items_of (copies->row), *target = items_of (copies->target);
  g_autofree guint32 *number = g_new (guint32, (gsize)n + 1);
  for (guint32 q = 0; q < n; q++)
    number[q] = kept == NULL || kept[q] ? n_states++ : COUPLET_NONE;
  for (guint32 q = 0; q < n; q++) {
    if (number[q] == COUPLET_NONE)
      continue;
    guint32 begin = row[q], end = row[q + 1];
    g_array_index (copies->states, StateCopy, number[q]) = *copies_at (copies, q);
    row[number[q]] = n_transitions;
    for (guint32 t = begin; t < end; t++) {
      if (target[t] == COUPLET_NONE || number[target[t]] == COUPLET_NONE)
        continue;
      target[n_transitions] = number[target[t]];
      items_of (copies->transition)[n_transitions] = items_of (copies->transition)[t];
      copies->differences->data[n_transitions++] = copies->differences->data[t];
    }
  }
  row[n_states] = n_transitions;
  g_array_set_size (copies->states, n_states);
  g_array_set_size (copies->row, n_states + 1);
  g_array_set_size (copies->target, n_transitions);
  g_array_set_size (copies->transition, n_transitions);
  g_array_set_size (copies->differences, n_transitions);
}

static void
copy_transitions (const Copies *copies, CoupletAutomaton *result)
{
  const CoupletAutomaton *a = copies->automaton;
  const guint32 *transition = items_of (copies->transition);
  gsize n = result->n_transitions;
  guint32 *columns = couplet_arena_new_array (copies->arena, guint32, 4 * n + 1);
  CoupletPlace *places = couplet_arena_new_array (copies->arena, CoupletPlace, n + 1);
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
copy_readings (const Copies *copies)
{
  guint32 n = copies->states->len;
  const char **readings = couplet_arena_new_array (copies->arena, const char *, n);
  for (guint32 q = 0; q < n; q++)
    readings[q] = copies->automaton->readings[copies_at (copies, q)->state];
  return readings;
}

CoupletAutomaton *
copies_automaton (Copies *copies, const CoupletState *states)
{
  const CoupletAutomaton *a = copies->automaton;
  OwnedAutomaton *owned = g_new0 (OwnedAutomaton, 1);
  CoupletAutomaton *result = &owned->automaton;
  guint32 n = copies->states->len;
  guint8 *reachable = couplet_arena_new_array (copies->arena, guint8, n);
  memset (reachable, 1, n);
  *result = *a;
  couplet_rational_init (&result->sensitivity);
  mpq_set (result->sensitivity.value, a->sensitivity.value);
  couplet_rational_init (&result->claim);
  mpq_set (result->claim.value, a->claim.value);
  result->initial = 0;
  result->n_states = n;
  result->states = states;
  result->reachable = reachable;
  result->n_transitions = copies->transition->len;
  result->row = couplet_arena_keep (copies->arena, copies->row);
  result->target = couplet_arena_keep (copies->arena, copies->target);
  copy_transitions (copies, result);
  if (a->readings != NULL)
    result->readings = copy_readings (copies);
  result->folded = NULL;
  result->folded_state = result->folded_transition = NULL;
  result->order = NULL;
  result->memory = NULL;
  result->differences = NULL;
  owned->arena = g_steal_pointer (&copies->arena);
  return result;
}
