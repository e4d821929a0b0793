/* SPDX-License-Identifier: Apache-2.0 */
#include "nested_word.h"

#include <couplet/internal/arena.h>

#include <string.h>

void
nested_add_letter (GArray *word, guint32 transition, gint8 difference)
{
  NestedToken letter = {transition, difference, 0};
  g_array_append_val (word, letter);
}

void
nested_add_loop (GArray *word, const NestedToken *loop, guint n)
{
  NestedToken begin = {0, 0, (gint32)n + 1}, end = {0, 0, -(gint32)n - 1};
  g_array_append_val (word, begin);
  g_array_append_vals (word, loop, n);
  g_array_append_val (word, end);
}

guint
nested_depth (const NestedToken *word, guint n)
{
  guint depth = 0, most = 0;
  for (guint i = 0; i < n; i++)
    if (word[i].partner > 0) {
      depth++;
      most = MAX (most, depth);
    } else if (word[i].partner < 0)
      depth--;
  return most;
}

guint32
nested_source (const CoupletAutomaton *automaton, const NestedToken *word)
{
  while (word->partner != 0)
    word++;
  return automaton->source[word->transition];
}

static gboolean
is_impossible (const CoupletCost *vector)
{
  return vector[0] == COUPLET_COST_INFINITE;
}

static gboolean
are_equal (const NestedTurns *turns, guint32 state, const CoupletCost *a, const CoupletCost *b)
{
  return vector_table_below (turns->tables, state, a, b) &&
         vector_table_below (turns->tables, state, b, a);
}

/* vector taken through a letter by rule, NULL as above. */
static const CoupletCost *
take_letter (NestedTurns *turns, int rule, const CoupletCost *vector, const NestedToken *letter)
{
  guint32 target = turns->tables->automaton->target[letter->transition];
  gsize size = vector_table_layout (turns->tables, target)->size;
  if (couplet_pace_over (&turns->pace, 64 * size))
    return NULL;
  CoupletCost *after = couplet_arena_new_array (turns->arena, CoupletCost, size);
  return vector_table_take (turns->tables, rule, letter->transition, &letter->difference, 1, vector,
                            after)
             ? after
             : NULL;
}

/* ---- Free repeats ---------------------------------------------------------------------------- */

/* vector taken through word, free of charge: each sample shifts by its D, so that a shift
 * vector has one successor at most. A second turn of a loop assigns what the first one has
 * and leaves the rest: what passes two turns repeats, and those stand for the loop. */
static const CoupletCost *
take_freely (NestedTurns *turns, const CoupletCost *vector, const NestedToken *word, guint n)
{
  guint again[NESTED_MOST_DEPTH + 1], depth = 0;
  for (guint i = 0; i < n && vector != NULL && !is_impossible (vector); i++)
    if (word[i].partner == 0)
      vector = take_letter (turns, FALSE, vector, &word[i]);
    else if (word[i].partner > 0)
      again[depth++] = 1;
    /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): what ends a loop has its begin */
    else if (again[depth - 1]-- > 0)
      i -= (guint)-word[i].partner;
    else
      depth--;
  return vector;
}

/* Zero at the shift vectors that a turn of loop, at state, repeats free of charge, infinite
 * elsewhere. */
static const CoupletCost *
find_repeats (NestedTurns *turns, guint32 state, const NestedToken *loop, guint n)
{
  gsize size = vector_table_layout (turns->tables, state)->size;
  CoupletCost *zeros = couplet_arena_new_array (turns->arena, CoupletCost, size);
  const CoupletCost *free = memset (zeros, 0, size * sizeof *zeros);
  for (guint turn = 0; turn < 2 && free != NULL && !is_impossible (free); turn++)
    free = take_freely (turns, free, loop, n);
  return free;
}

/* vector, at state, infinite where repeats is. */
static const CoupletCost *
keep_repeats (NestedTurns *turns, guint32 state, const CoupletCost *vector,
              const CoupletCost *repeats)
{
  gsize size = vector_table_layout (turns->tables, state)->size;
  CoupletCost *kept = vector_table_copy (turns->tables, state, vector, turns->arena);
  for (gsize i = 1; i < size; i++)
    kept[i] = couplet_cost_max (kept[i], repeats[i]);
  vector_table_level (turns->tables, state, kept);
  return kept;
}

/* ---- Limits --------------------------------------------------------------------------------- */

/* vector after so many turns that the entries that repeat freely are as low as they get; the
 * others do not matter. On those each turn can only lower what the ones before have reached,
 * and nothing can once the vector grows everywhere or stays as it is. */
static const CoupletCost *
turn_in (NestedTurns *turns, guint32 state, const CoupletCost *vector, const NestedToken *loop,
         guint n)
{
  for (guint32 turn = 0; turn < turns->most_turns; turn++) {
    const CoupletCost *next = nested_apply (turns, vector, loop, n);
    if (next == NULL || vector_table_below (turns->tables, state, vector, next))
      return next == NULL ? NULL : vector;
    vector = next;
  }
  return vector;
}

/* vector, whose finite entries repeat freely, after as many turns as lower anything. */
static const CoupletCost *
turn_out (NestedTurns *turns, guint32 state, const CoupletCost *vector, const NestedToken *loop,
          guint n)
{
  for (guint32 turn = 0; turn < turns->most_turns; turn++) {
    const CoupletCost *next = nested_apply (turns, vector, loop, n);
    if (next == NULL || are_equal (turns, state, vector, next))
      return next;
    vector = next;
  }
  return vector;
}

const CoupletCost *
nested_limit (NestedTurns *turns, guint32 state, const CoupletCost *vector, const NestedToken *loop,
              guint n)
{
  if (is_impossible (vector))
    return vector;
  const CoupletCost *repeats = find_repeats (turns, state, loop, n);
  if (repeats == NULL || is_impossible (repeats))
    return repeats;
  vector = turn_in (turns, state, vector, loop, n);
  if (vector != NULL && !is_impossible (vector))
    vector = keep_repeats (turns, state, vector, repeats);
  if (vector != NULL && !is_impossible (vector))
    vector = turn_out (turns, state, vector, loop, n);
  return vector;
}

const CoupletCost *
nested_apply (NestedTurns *turns, const CoupletCost *vector, const NestedToken *word, guint n)
{
  for (guint i = 0; i < n && vector != NULL && !is_impossible (vector); i++)
    if (word[i].partner == 0)
      vector = take_letter (turns, TRUE, vector, &word[i]);
    else {
      guint length = (guint)word[i].partner - 1;
      guint32 state = nested_source (turns->tables->automaton, &word[i]);
      vector = nested_limit (turns, state, vector, &word[i + 1], length);
      i += length + 1;
    }
  return vector;
}
