/* SPDX-License-Identifier: Apache-2.0 */
#include "nested_word.h"

#include "factored_compare.h"
#include "factored_merge.h"

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

static gboolean
is_impossible (const Factored *vector)
{
  return vector->constant == COUPLET_COST_INFINITE;
}

static gboolean
are_equal (const NestedTurns *turns, const Factored *a, const Factored *b)
{
  return factored_below (turns->factoring, a, b) && factored_below (turns->factoring, b, a);
}

/* vector taken through a letter, NULL as above. */
static const Factored *
take_letter (NestedTurns *turns, const Factored *vector, const NestedToken *letter)
{
  if (couplet_pace_over (&turns->pace, 64 * factored_size (vector)))
    return NULL;
  return factored_apply (turns->factoring, vector, letter->transition, &letter->difference, 1);
}

/* ---- Free repeats ---------------------------------------------------------------------------- */

/* vector taken through word, free of charge: each sample shifts by its D, so that a shift
 * vector has one successor at most. A second turn of a loop assigns what the first one has
 * and leaves the rest: what passes two turns repeats, and those stand for the loop. */
static const Factored *
take_freely (NestedTurns *turns, const Factored *vector, const NestedToken *word, guint n)
{
  guint again[NESTED_MOST_DEPTH + 1], depth = 0;
  for (guint i = 0; i < n && vector != NULL && !is_impossible (vector); i++)
    if (word[i].partner == 0)
      vector = take_letter (turns, vector, &word[i]);
    else if (word[i].partner > 0)
      again[depth++] = 1;
    /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): what ends a loop has its begin */
    else if (again[depth - 1]-- > 0)
      i -= (guint)-word[i].partner;
    else
      depth--;
  return vector;
}

/* Zero at the shift vectors that a turn of loop repeats free of charge, infinite elsewhere. */
static const Factored *
find_repeats (NestedTurns *turns, const Factored *vector, const NestedToken *loop, guint n)
{
  factoring_ask_free_cycles (turns->factoring, TRUE);
  const Factored *free = factored_free_like (turns->factoring, vector);
  for (guint turn = 0; turn < 2 && free != NULL && !is_impossible (free); turn++)
    free = take_freely (turns, free, loop, n);
  factoring_ask_free_cycles (turns->factoring, FALSE);
  return free;
}

/* ---- Limits --------------------------------------------------------------------------------- */

/* vector after so many turns that the entries that repeat freely are as low as they get; the
 * others do not matter. On those each turn can only lower what the ones before have reached,
 * and nothing can once the vector grows everywhere or stays as it is. */
static const Factored *
turn_in (NestedTurns *turns, const Factored *vector, const NestedToken *loop, guint n)
{
  for (guint32 turn = 0; turn < turns->most_turns; turn++) {
    const Factored *next = nested_apply (turns, vector, loop, n);
    if (next == NULL || factored_below (turns->factoring, vector, next))
      return next == NULL ? NULL : vector;
    vector = next;
  }
  return vector;
}

/* vector, whose finite entries repeat freely, after as many turns as lower anything. */
static const Factored *
turn_out (NestedTurns *turns, const Factored *vector, const NestedToken *loop, guint n)
{
  for (guint32 turn = 0; turn < turns->most_turns; turn++) {
    const Factored *next = nested_apply (turns, vector, loop, n);
    if (next == NULL || are_equal (turns, vector, next))
      return next;
    vector = next;
  }
  return vector;
}

const Factored *
nested_limit (NestedTurns *turns, const Factored *vector, const NestedToken *loop, guint n)
{
  if (is_impossible (vector)) /* it names no thresholds to begin with */
    return vector;
  const Factored *repeats = find_repeats (turns, vector, loop, n);
  if (repeats == NULL || is_impossible (repeats))
    return repeats;
  vector = turn_in (turns, vector, loop, n);
  if (vector != NULL && !is_impossible (vector))
    vector = factored_plus (turns->factoring, vector, repeats);
  if (vector != NULL && !is_impossible (vector))
    vector = turn_out (turns, vector, loop, n);
  return vector;
}

const Factored *
nested_apply (NestedTurns *turns, const Factored *vector, const NestedToken *word, guint n)
{
  for (guint i = 0; i < n && vector != NULL && !is_impossible (vector); i++)
    if (word[i].partner == 0)
      vector = take_letter (turns, vector, &word[i]);
    else {
      guint length = (guint)word[i].partner - 1;
      vector = nested_limit (turns, vector, &word[i + 1], length);
      i += length + 1;
    }
  return vector;
}
