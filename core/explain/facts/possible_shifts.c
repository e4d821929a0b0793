/* SPDX-License-Identifier: Apache-2.0 */
#include "possible_shifts.h"

#include <couplet/large.h>

struct PossibleShifts {
  const CoupletAutomaton *automaton;
  const CoupletComponents *free_cycles;
  CoupletLive *live;
  CoupletPlaceVectors *vectors;
  guint n;                     /* vectors of shifts: 3 to the number of thresholds */
  guint32 *reached;            /* per state: those that some walk leads to, as bits */
  CoupletCost *before, *after; /* room for a vector of costs */
};

/* Reads number, whose digits to the base of 3 are shifts; 0 is that of a threshold which is not
 * live at state. FALSE: it has another one. */
static gboolean
read_shifts (const PossibleShifts *possible, guint32 state, guint number, gint8 *x)
{
  for (guint32 v = 0; v < possible->automaton->n_thresholds; v++, number /= 3) {
    x[v] = (gint8)((int)(number % 3) - 1);
    if (x[v] != 0 && !couplet_is_live (possible->live, state, v))
      return FALSE;
  }
  return TRUE;
}

/* Whether each draw that is not stored has a shift beside x, however the inputs differ. */
static gboolean
may_repeat (const PossibleShifts *possible, guint32 transition, const gint8 *x)
{
  const CoupletLetter *letters;
  CoupletMoves *moves = couplet_place_vectors_moves (possible->vectors);
  guint32 n = couplet_moves_letters (moves, transition, &letters);
  for (guint32 i = 0; i < n; i++)
    for (guint32 p = 0; p < letters[i].n_parts; p++)
      if (letters[i].parts[p].sample.n_assigned == 0 &&
          couplet_part_left (&letters[i].parts[p], x) == 0)
        return FALSE;
  return TRUE;
}

/* Whether walks come with vector number to transition's source and may go on. */
static gboolean
may_follow (const PossibleShifts *possible, guint32 transition, guint number, gint8 *x)
{
  guint32 from = possible->automaton->source[transition];
  return (possible->reached[from] >> number & 1) != 0 && read_shifts (possible, from, number, x) &&
         (!couplet_on_cycle (possible->automaton, possible->free_cycles, transition) ||
          may_repeat (possible, transition, x));
}

/* Adds what vector x before transition becomes by it at difference. */
static void
spread (PossibleShifts *possible, guint32 transition, int difference, const gint8 *x)
{
  const CoupletAutomaton *a = possible->automaton;
  guint32 to = a->target[transition];
  gint8 y[POSSIBLE_THRESHOLDS];
  couplet_place_vectors_point (possible->vectors, a->source[transition], x, possible->before);
  couplet_place_vectors_take (possible->vectors, transition, difference, possible->before,
                              possible->after);
  for (guint number = 0; number < possible->n; number++)
    if (read_shifts (possible, to, number, y) &&
        couplet_place_vectors_at (possible->vectors, to, y, possible->after) !=
            COUPLET_COST_INFINITE)
      possible->reached[to] |= (guint32)1 << number;
}

/* Takes all vectors through transition; whether there are more behind it. */
static gboolean
follow (PossibleShifts *possible, guint32 transition)
{
  gint8 x[POSSIBLE_THRESHOLDS], differences[COUPLET_MOST_DIFFERENCES];
  guint32 to = possible->automaton->target[transition], known = possible->reached[to];
  guint32 n = couplet_differences (possible->automaton, transition, differences);
  for (guint number = 0; number < possible->n; number++)
    for (guint32 d = 0; d < n && may_follow (possible, transition, number, x); d++)
      spread (possible, transition, differences[d], x);
  return possible->reached[to] != known;
}

static void
follow_all (PossibleShifts *possible)
{
  const CoupletAutomaton *a = possible->automaton;
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint32));
  possible->reached[a->initial] = G_MAXUINT32;
  g_array_append_val (queue, a->initial);
  for (guint i = 0; i < queue->len; i++) {
    guint32 state = g_array_index (queue, guint32, i);
    for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
      if (follow (possible, t))
        g_array_append_val (queue, a->target[t]);
  }
}

PossibleShifts *
possible_shifts_new (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                     CoupletUnit *unit)
{
  CoupletPace pace = {.context = NULL};
  PossibleShifts *possible = g_new0 (PossibleShifts, 1);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  possible->automaton = automaton;
  possible->free_cycles = free_cycles;
  possible->live = couplet_live_new (automaton, components);
  possible->vectors = couplet_place_vectors_new (automaton, free_cycles, unit, &pace);
  possible->n = 1;
  for (guint32 v = 0; v < automaton->n_thresholds; v++)
    possible->n *= 3;
  possible->reached = couplet_large_new0 (guint32, automaton->n_states);
  possible->before = g_new (CoupletCost, couplet_place_vectors_most (possible->vectors));
  possible->after = g_new (CoupletCost, couplet_place_vectors_most (possible->vectors));
  follow_all (possible);
  return possible;
}

void
possible_shifts_free (PossibleShifts *possible)
{
  if (possible == NULL)
    return;
  couplet_live_free (possible->live);
  couplet_place_vectors_free (possible->vectors);
  g_free (possible->reached);
  g_free (possible->before);
  g_free (possible->after);
  g_free (possible);
}

gboolean
possible_shifts_have (const PossibleShifts *possible, guint32 state, const CoupletLiteral *literals,
                      guint32 n, const int *shifts)
{
  gint8 x[POSSIBLE_THRESHOLDS];
  for (guint number = 0; number < possible->n; number++) {
    gboolean agrees =
        (possible->reached[state] >> number & 1) != 0 && read_shifts (possible, state, number, x);
    for (guint32 l = 0; l < n; l++)
      agrees = agrees && x[literals[l].threshold] == shifts[l];
    if (agrees)
      return TRUE;
  }
  return FALSE;
}

/* Whether letter leaves each of its samples a shift beside x, and that in slot g. */
static gboolean
leaves (const CoupletLetter *letter, const gint8 *x, guint32 slot, int g)
{
  gboolean good = letter->fresh_fee != COUPLET_NO_FEE;
  for (guint32 p = 0; p < letter->n_parts; p++) {
    CoupletShifts left = couplet_part_left (&letter->parts[p], x);
    good &= letter->parts[p].sample.slot == slot ? couplet_shifts_have (left, g) : left != 0;
  }
  return good;
}

gboolean
possible_shifts_take (const PossibleShifts *possible, guint32 transition, int difference,
                      guint32 slot, int g)
{
  gint8 x[POSSIBLE_THRESHOLDS];
  const CoupletLetter *letter = couplet_moves_letter (
      couplet_place_vectors_moves (possible->vectors), transition, difference);
  for (guint number = 0; number < possible->n; number++)
    if (may_follow (possible, transition, number, x) && leaves (letter, x, slot, g))
      return TRUE;
  return FALSE;
}
