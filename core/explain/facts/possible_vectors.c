/* SPDX-License-Identifier: Apache-2.0 */
#include "possible_vectors.h"

static const guint POWERS[POSSIBLE_THRESHOLDS + 1] = {1, 3, 9, 27};

/* The shifts in vector, by threshold. */
static void
read_vector (guint vector, gint8 x[POSSIBLE_THRESHOLDS])
{
  for (guint32 v = 0; v < POSSIBLE_THRESHOLDS; v++)
    x[v] = (gint8)vector_shift (vector, v);
}

/* Whether each draw that is not stored has a shift beside x, however the inputs differ. */
static gboolean
may_stay (const CoupletLetter *letters, guint32 n, const gint8 *x)
{
  for (guint32 i = 0; i < n; i++)
    for (guint32 p = 0; p < letters[i].n_parts; p++)
      if (letters[i].parts[p].sample.n_assigned == 0 &&
          couplet_part_left (&letters[i].parts[p], x) == 0)
        return FALSE;
  return TRUE;
}

/* vector, when the draw of part shifts by g: the thresholds that it is stored in take that shift.
 */
static guint
store (const CoupletLetterPart *part, guint vector, int g)
{
  for (guint32 i = 0; i < part->sample.n_assigned; i++) {
    guint32 v = part->sample.assigned[i];
    int change = g - vector_shift (vector, v);
    vector = (guint)((int)vector + change * (int)POWERS[v]);
  }
  return vector;
}

/* The vectors that one, of shifts x, becomes: for every choice of shifts of the draws. */
static VectorSet
cross (const CoupletLetter *letter, guint vector, const gint8 *x)
{
  VectorSet after = 0;
  for (guint choice = 0; choice < POWERS[letter->n_parts]; choice++) {
    guint reached = vector;
    gboolean good = TRUE;
    for (guint32 p = 0; p < letter->n_parts && good; p++) {
      int g = vector_shift (choice, p);
      good = couplet_shifts_have (couplet_part_left (&letter->parts[p], x), g);
      reached = store (&letter->parts[p], reached, g);
    }
    if (good)
      after |= (VectorSet)1 << reached;
  }
  return after;
}

VectorSet
vectors_after (CoupletMoves *moves, const CoupletComponents *components, guint32 transition,
               int difference, VectorSet from)
{
  const CoupletAutomaton *automaton = couplet_moves_automaton (moves);
  const CoupletLetter *letters, *letter = couplet_moves_letter (moves, transition, difference);
  guint32 n = couplet_moves_letters (moves, transition, &letters);
  gboolean cycle = couplet_on_cycle (automaton, components, transition);
  VectorSet after = 0;
  if (letter->fresh_fee == COUPLET_NO_FEE)
    return 0;
  for (guint vector = 0; vector < POWERS[automaton->n_thresholds]; vector++) {
    gint8 x[POSSIBLE_THRESHOLDS];
    read_vector (vector, x);
    if ((from >> vector & 1) != 0 && (!cycle || may_stay (letters, n, x)))
      after |= cross (letter, vector, x);
  }
  return after;
}

VectorSet *
possible_vectors (CoupletMoves *moves, const CoupletComponents *components)
{
  const CoupletAutomaton *automaton = couplet_moves_automaton (moves);
  if (automaton->n_thresholds > POSSIBLE_THRESHOLDS)
    return NULL;
  VectorSet *sets = g_new0 (VectorSet, automaton->n_states);
  sets[automaton->initial] = ((VectorSet)1 << POWERS[automaton->n_thresholds]) - 1;
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (queue, automaton->initial);
  for (guint i = 0; i < queue->len; i++) {
    guint32 state = g_array_index (queue, guint32, i);
    for (guint32 t = automaton->row[state]; t < automaton->row[state + 1]; t++) {
      VectorSet *set = &sets[automaton->target[t]], before = *set;
      gint8 differences[COUPLET_MOST_DIFFERENCES];
      guint32 n = couplet_differences (automaton, t, differences);
      for (guint32 d = 0; d < n; d++)
        *set |= vectors_after (moves, components, t, differences[d], sets[state]);
      if (*set != before)
        g_array_append_val (queue, automaton->target[t]);
    }
  }
  return sets;
}
