/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_walker.h"

RoutineState *
routine_state_new (void)
{
  RoutineState *state = g_new0 (RoutineState, 1);
  state->values = g_hash_table_new (g_str_hash, g_str_equal);
  state->told = g_byte_array_new ();
  state->read = g_byte_array_new ();
  state->current = -1;
  return state;
}

RoutineState *
routine_state_copy (const RoutineState *state)
{
  RoutineState *copy = routine_state_new ();
  GHashTableIter iter;
  gpointer name, value;
  g_hash_table_iter_init (&iter, state->values);
  while (g_hash_table_iter_next (&iter, &name, &value))
    g_hash_table_insert (copy->values, name, value);
  g_byte_array_append (copy->told, state->told->data, state->told->len);
  g_byte_array_append (copy->read, state->read->data, state->read->len);
  copy->current = state->current;
  copy->last = state->last;
  copy->stepped = state->stepped;
  copy->dead = state->dead;
  return copy;
}

void
routine_state_free (RoutineState *state)
{
  if (state == NULL)
    return;
  g_hash_table_unref (state->values);
  g_byte_array_unref (state->told);
  g_byte_array_unref (state->read);
  g_free (state);
}

const RoutineValue *
routine_state_get (const RoutineState *state, const char *name)
{
  return g_hash_table_lookup (state->values, name);
}

void
routine_state_set (RoutineState *state, const char *name, const RoutineValue *value)
{
  g_hash_table_insert (state->values, (gpointer)name, (gpointer)value);
}

RoutineWays
routine_ways_at (const GByteArray *ways, guint32 i)
{
  return i < ways->len ? (RoutineWays)ways->data[i] : ROUTINE_ON_NONE;
}

void
routine_ways_set (GByteArray *ways, guint32 i, RoutineWays value)
{
  guint8 none = ROUTINE_ON_NONE;
  while (ways->len <= i)
    g_byte_array_append (ways, &none, 1);
  ways->data[i] = (guint8)value;
}

static void
join_ways (GByteArray *a, const GByteArray *b)
{
  for (guint32 i = 0; i < MAX (a->len, b->len); i++)
    if (routine_ways_at (a, i) != routine_ways_at (b, i))
      routine_ways_set (a, i, ROUTINE_ON_SOME);
}

static void
join_values (RoutineWalker *walker, RoutineState *a, const RoutineState *b)
{
  GHashTableIter iter;
  gpointer name, value;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_hash_table_iter_init (&iter, a->values);
  while (g_hash_table_iter_next (&iter, &name, &value))
    g_ptr_array_add (names, name);
  g_hash_table_iter_init (&iter, b->values);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (!g_hash_table_contains (a->values, name))
      g_ptr_array_add (names, name);
  for (guint i = 0; i < names->len; i++)
    routine_state_set (
        a, names->pdata[i],
        routine_value_join (walker->file, walker->draws, routine_state_get (a, names->pdata[i]),
                            routine_state_get (b, names->pdata[i]), &walker->changed));
}

void
routine_state_join (RoutineWalker *walker, RoutineState *a, const RoutineState *b)
{
  if (b->dead)
    return;
  if (a->dead) {
    RoutineState *copy = routine_state_copy (b), old = *a;
    *a = *copy;
    *copy = old;
    routine_state_free (copy);
    return;
  }
  join_values (walker, a, b);
  join_ways (a->told, b->told);
  join_ways (a->read, b->read);
  if (a->current != b->current)
    a->current = -1;
  if (a->last != b->last)
    a->last = ROUTINE_SEVERAL;
  if (a->stepped != b->stepped)
    a->stepped = ROUTINE_ON_SOME;
}

static gboolean
same_value (const RoutineValue *a, const RoutineValue *b)
{
  if (a == b)
    return TRUE;
  if (a == NULL || b == NULL || a->kind != b->kind)
    return FALSE;
  return routine_has_sum (a) ? a->relation == b->relation && routine_sum_equal (&a->sum, &b->sum)
                             : a->loop == b->loop && g_strcmp0 (a->text, b->text) == 0;
}

static gboolean
same_ways (const GByteArray *a, const GByteArray *b)
{
  for (guint32 i = 0; i < MAX (a->len, b->len); i++)
    if (routine_ways_at (a, i) != routine_ways_at (b, i))
      return FALSE;
  return TRUE;
}

gboolean
routine_state_equal (const RoutineState *a, const RoutineState *b)
{
  GHashTableIter iter;
  gpointer name, value;
  if (g_hash_table_size (a->values) != g_hash_table_size (b->values) || a->dead != b->dead ||
      a->current != b->current || a->last != b->last || a->stepped != b->stepped ||
      !same_ways (a->told, b->told) || !same_ways (a->read, b->read))
    return FALSE;
  g_hash_table_iter_init (&iter, a->values);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (!same_value (value, routine_state_get (b, name)))
      return FALSE;
  return TRUE;
}

/* ---- What is lost -------------------------------------------------------------------------- */

typedef gboolean (*Loses) (const RoutineWalker *walker, const RoutineSum *sum, guint32 what);

static void
lose_values (RoutineWalker *walker, RoutineState *state, Loses loses, guint32 what, const char *why)
{
  GHashTableIter iter;
  gpointer name, value;
  g_hash_table_iter_init (&iter, state->values);
  while (g_hash_table_iter_next (&iter, &name, &value)) {
    const RoutineValue *held = value;
    if (routine_has_sum (held) && loses (walker, &held->sum, what))
      g_hash_table_iter_replace (&iter, (gpointer)routine_value_lost (walker->file, why));
  }
}

static guint32
loop_of_answer (const RoutineWalker *walker, guint32 answer)
{
  return g_array_index (walker->answers, RoutineAnswer, answer).loop;
}

/* Numbers that differ from round to round are told apart by the round alone. */
static gboolean
is_of_loop (const RoutineWalker *walker, const RoutineSum *sum, guint32 loop)
{
  return sum->varies ||
         (sum->answer != ROUTINE_NO_ANSWER && loop_of_answer (walker, sum->answer) == loop);
}

void
routine_state_begin_round (RoutineWalker *walker, RoutineState *state, guint32 loop)
{
  lose_values (walker, state, is_of_loop, loop, "it holds a value of an earlier round");
  state->current = -1;
  for (guint32 a = 1; a < walker->answers->len; a++)
    if (loop_of_answer (walker, a) == loop)
      routine_ways_set (state->read, a, ROUTINE_ON_NONE);
  for (guint32 r = 0; r < walker->readings->len; r++)
    if (loop_of_answer (walker, g_array_index (walker->readings, RoutineReading, r).answer) == loop)
      routine_ways_set (state->told, r, ROUTINE_ON_NONE);
}

static gboolean
has_class (const RoutineWalker *walker, const RoutineSum *sum, guint32 draw)
{
  guint32 class = routine_class_of (walker->draws, draw);
  for (guint i = 0; i < sum->n_draws; i++)
    if (routine_class_of (walker->draws, sum->draws[i].draw) == class)
      return TRUE;
  return FALSE;
}

void
routine_state_redraw (RoutineWalker *walker, RoutineState *state, guint32 draw)
{
  lose_values (walker, state, has_class, draw, "its noise has been drawn anew since");
}
