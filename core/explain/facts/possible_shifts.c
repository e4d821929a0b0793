/* SPDX-License-Identifier: Apache-2.0 */
#include "possible_shifts.h"

#include <couplet/large.h>

struct PossibleShifts {
  const CoupletAutomaton *automaton;
  const CoupletComponents *free_cycles;
  CoupletMoves *moves;
  guint n;          /* vectors of shifts: 3 to the number of thresholds */
  guint32 *reached; /* per state: those that some walk leads to, as bits */
};

/* The shifts that the first n digits of number, to the base of 3, stand for. */
static void
read_digits (guint number, guint32 n, gint8 *shifts)
{
  for (guint32 i = 0; i < n; i++, number /= 3)
    shifts[i] = (gint8)((int)(number % 3) - 1);
}

static guint
power_of_three (guint32 n)
{
  guint power = 1;
  while (n-- > 0)
    power *= 3;
  return power;
}

/* Whether walks come to transition's source with vector number, which is read into x, and may go
 * on: on a cycle each draw that is not stored has a shift, however the inputs differ. */
static gboolean
may_follow (const PossibleShifts *possible, guint32 transition, guint number, gint8 *x)
{
  const CoupletAutomaton *a = possible->automaton;
  const CoupletLetter *letters;
  guint32 n = couplet_on_cycle (a, possible->free_cycles, transition)
                  ? couplet_moves_letters (possible->moves, transition, &letters)
                  : 0;
  read_digits (number, a->n_thresholds, x);
  for (guint32 i = 0; i < n; i++)
    for (guint32 p = 0; p < letters[i].n_parts; p++)
      if (letters[i].parts[p].sample.n_assigned == 0 &&
          couplet_part_left (&letters[i].parts[p], x) == 0)
        return FALSE;
  return (possible->reached[a->source[transition]] >> number & 1) != 0;
}

/* Sets *after to what vector number, of shifts x, becomes by letter when its samples take the
 * shifts g; FALSE when they may not. */
static gboolean
take (const CoupletLetter *letter, guint number, const gint8 *x, const gint8 *g, guint *after)
{
  *after = number;
  if (letter->fresh_fee == COUPLET_NO_FEE)
    return FALSE;
  for (guint32 p = 0; p < letter->n_parts; p++) {
    const CoupletLetterPart *part = &letter->parts[p];
    if (!couplet_shifts_have (couplet_part_left (part, x), g[p]))
      return FALSE;
    for (guint32 i = 0; i < part->sample.n_assigned; i++) {
      guint32 v = part->sample.assigned[i];
      *after = (guint)((int)*after + (g[p] - x[v]) * (int)power_of_three (v));
    }
  }
  return TRUE;
}

/* Takes all vectors through transition at difference; whether there are more behind it. slot: only
 * those where the sample in slot shifts by g; COUPLET_NONE = any. *any: whether there are some. */
static gboolean
follow (const PossibleShifts *possible, guint32 transition, int difference, guint32 slot, int g,
        gboolean *any)
{
  const CoupletLetter *letter = couplet_moves_letter (possible->moves, transition, difference);
  guint32 *reached = &possible->reached[possible->automaton->target[transition]], known = *reached;
  gint8 x[POSSIBLE_THRESHOLDS], shifts[POSSIBLE_THRESHOLDS];
  *any = FALSE;
  for (guint number = 0; number < possible->n; number++)
    for (guint choice = 0;
         choice < power_of_three (letter->n_parts) && may_follow (possible, transition, number, x);
         choice++) {
      guint after;
      gboolean wanted = TRUE;
      read_digits (choice, letter->n_parts, shifts);
      for (guint32 p = 0; p < letter->n_parts; p++)
        wanted &= letter->parts[p].sample.slot != slot || shifts[p] == g;
      if (wanted && take (letter, number, x, shifts, &after)) {
        *reached |= (guint32)1 << after;
        *any = TRUE;
      }
    }
  return *reached != known;
}

PossibleShifts *
possible_shifts_new (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles)
{
  PossibleShifts *possible = g_new (PossibleShifts, 1);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint32));
  *possible = (PossibleShifts){
      automaton, free_cycles, couplet_moves_new (automaton, free_cycles, NULL),
      power_of_three (automaton->n_thresholds), couplet_large_new0 (guint32, automaton->n_states)};
  possible->reached[automaton->initial] = G_MAXUINT32;
  g_array_append_val (queue, automaton->initial);
  for (guint i = 0; i < queue->len; i++) {
    guint32 state = g_array_index (queue, guint32, i);
    for (guint32 t = automaton->row[state]; t < automaton->row[state + 1]; t++) {
      gint8 differences[COUPLET_MOST_DIFFERENCES];
      gboolean more = FALSE, any;
      for (guint32 d = couplet_differences (automaton, t, differences); d-- > 0;)
        more |= follow (possible, t, differences[d], COUPLET_NONE, 0, &any);
      if (more)
        g_array_append_val (queue, automaton->target[t]);
    }
  }
  return possible;
}

void
possible_shifts_free (PossibleShifts *possible)
{
  if (possible == NULL)
    return;
  couplet_moves_free (possible->moves);
  g_free (possible->reached);
  g_free (possible);
}

gboolean
possible_shifts_have (const PossibleShifts *possible, guint32 state, const CoupletLiteral *literals,
                      guint32 n, const int *shifts)
{
  gint8 x[POSSIBLE_THRESHOLDS];
  for (guint number = 0; number < possible->n; number++) {
    gboolean agrees = (possible->reached[state] >> number & 1) != 0;
    read_digits (number, possible->automaton->n_thresholds, x);
    for (guint32 l = 0; l < n; l++)
      agrees = agrees && x[literals[l].threshold] == shifts[l];
    if (agrees)
      return TRUE;
  }
  return FALSE;
}

gboolean
possible_shifts_take (const PossibleShifts *possible, guint32 transition, int difference,
                      guint32 slot, int g)
{
  gboolean any;
  follow (possible, transition, difference, slot, g, &any);
  return any;
}
