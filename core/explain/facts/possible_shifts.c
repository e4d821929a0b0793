/* SPDX-License-Identifier: Apache-2.0 */
#include "possible_shifts.h"

#include <couplet/internal/place_vectors.h>

/* Steps of a sweep over all transitions, about. */
#define MOST_STEPS ((gsize)1 << 26)
#define MOST_LITERALS 31

/* A vector of costs by place (<couplet/solve.h>) in which only what is finite counts:
 * the places that some walk leads to. */
struct PossibleShifts {
  const CoupletAutomaton *automaton;
  const CoupletComponents *free_cycles;
  CoupletVectors *vectors;
  CoupletCost **reached; /* per state; NULL = no walk leads there */
  gint8 *x;              /* per threshold: its shift at the place at hand */
};

/* Whether all draws of transition that are not stored have a shift beside x, however the inputs
 * differ. */
static gboolean
may_repeat (const PossibleShifts *possible, guint32 transition, const gint8 *x)
{
  const CoupletLetter *letters;
  guint32 n =
      couplet_moves_letters (couplet_vectors_moves (possible->vectors), transition, &letters);
  for (guint32 i = 0; i < n; i++)
    for (guint32 p = 0; p < letters[i].n_parts; p++)
      if (letters[i].parts[p].sample.n_assigned == 0 &&
          couplet_part_left (&letters[i].parts[p], x) == 0)
        return FALSE;
  return TRUE;
}

/* Sets before to the places at transition's source from which it may be taken. */
static void
leave (const PossibleShifts *possible, guint32 transition, CoupletCost *before)
{
  const CoupletAutomaton *a = possible->automaton;
  guint32 state = a->source[transition];
  gsize n = couplet_vectors_size (possible->vectors, state);
  gboolean repeats = couplet_on_cycle (a, possible->free_cycles, transition);
  for (gsize i = 0; i < n; i++) {
    before[i] = possible->reached[state][i];
    if (i == 0 || !repeats || before[i] == COUPLET_COST_INFINITE)
      continue;
    couplet_vectors_shifts (possible->vectors, state, i, possible->x);
    if (!may_repeat (possible, transition, possible->x))
      before[i] = COUPLET_COST_INFINITE;
  }
}

/* Adds the places of vector to those of state. Whether there are more now. */
static gboolean
reach (PossibleShifts *possible, guint32 state, const CoupletCost *vector)
{
  gsize n = couplet_vectors_size (possible->vectors, state);
  gboolean more = possible->reached[state] == NULL;
  if (couplet_vectors_least (possible->vectors, state, vector) == COUPLET_COST_INFINITE)
    return FALSE;
  if (more) {
    possible->reached[state] = g_new (CoupletCost, n);
    for (gsize i = 0; i < n; i++)
      possible->reached[state][i] = COUPLET_COST_INFINITE;
  }
  for (gsize i = 0; i < n; i++)
    if (vector[i] != COUPLET_COST_INFINITE && possible->reached[state][i] != 0) {
      possible->reached[state][i] = 0;
      more = TRUE;
    }
  return more;
}

/* Follows all walks. */
static void
sweep (PossibleShifts *possible)
{
  const CoupletAutomaton *a = possible->automaton;
  gsize most = couplet_vectors_most (possible->vectors);
  g_autofree CoupletCost *before = g_new0 (CoupletCost, most), *after = g_new (CoupletCost, most);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint32));
  reach (possible, a->initial, before);
  g_array_append_val (queue, a->initial);
  for (guint i = 0; i < queue->len; i++) {
    guint32 state = g_array_index (queue, guint32, i);
    for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
      gint8 differences[COUPLET_MOST_DIFFERENCES];
      gboolean more = FALSE;
      leave (possible, t, before);
      for (guint32 d = couplet_differences (a, t, differences); d-- > 0;) {
        couplet_vectors_take (possible->vectors, t, differences[d], before, after);
        more |= reach (possible, a->target[t], after);
      }
      if (more)
        g_array_append_val (queue, a->target[t]);
    }
  }
}

PossibleShifts *
possible_shifts_new (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                     CoupletUnit *unit)
{
  CoupletPace pace = {.context = NULL};
  CoupletVectors *vectors = couplet_vectors_new (automaton, free_cycles, unit, &pace);
  if (vectors == NULL ||
      couplet_vectors_most (vectors) > MOST_STEPS / (automaton->n_transitions + 1)) {
    couplet_vectors_free (vectors);
    return NULL;
  }
  PossibleShifts *possible = g_new (PossibleShifts, 1);
  *possible =
      (PossibleShifts){automaton, free_cycles, vectors, g_new0 (CoupletCost *, automaton->n_states),
                       g_new (gint8, automaton->n_thresholds + 1)};
  sweep (possible);
  return possible;
}

void
possible_shifts_free (PossibleShifts *possible)
{
  if (possible == NULL)
    return;
  for (guint32 q = 0; q < possible->automaton->n_states; q++)
    g_free (possible->reached[q]);
  g_free (possible->reached);
  g_free (possible->x);
  couplet_vectors_free (possible->vectors);
  g_free (possible);
}

gboolean
possible_shifts_have (const PossibleShifts *possible, guint32 state, const CoupletLiteral *literals,
                      guint32 n, const gint8 *shifts)
{
  const CoupletCost *reached = possible->reached[state];
  guint32 met = 0, live = 0; /* bits of literals */
  g_return_val_if_fail (n <= MOST_LITERALS, FALSE);
  for (gsize i = 1; reached != NULL && i < couplet_vectors_size (possible->vectors, state); i++) {
    guint32 same = 0, here = 0;
    couplet_vectors_shifts (possible->vectors, state, i, possible->x);
    for (guint32 l = 0; l < n; l++) {
      int x = possible->x[literals[l].threshold];
      here |= x != COUPLET_NO_SHIFT ? (guint32)1 << l : 0;
      same |= x == shifts[l] ? (guint32)1 << l : 0;
    }
    live |= here;
    if (same == here && reached[i] != COUPLET_COST_INFINITE)
      met |= same;
  }
  return reached != NULL && met == live;
}

gboolean
possible_shifts_take (const PossibleShifts *possible, guint32 transition, int difference,
                      guint32 slot, int g)
{
  const CoupletAutomaton *a = possible->automaton;
  CoupletVectors *vectors = possible->vectors;
  gsize most = couplet_vectors_most (vectors);
  const CoupletLetter *letter =
      couplet_moves_letter (couplet_vectors_moves (vectors), transition, difference);
  if (possible->reached[a->source[transition]] == NULL)
    return FALSE;
  g_autofree CoupletCost *before = g_new (CoupletCost, most), *after = g_new (CoupletCost, most);
  leave (possible, transition, before);
  for (gsize i = 1; i < couplet_vectors_size (vectors, a->source[transition]); i++) {
    couplet_vectors_shifts (vectors, a->source[transition], i, possible->x);
    for (guint32 p = 0; p < letter->n_parts; p++)
      if (letter->parts[p].sample.slot == slot &&
          !couplet_shifts_have (couplet_part_left (&letter->parts[p], possible->x), g))
        before[i] = COUPLET_COST_INFINITE;
  }
  couplet_vectors_take (vectors, transition, difference, before, after);
  return couplet_vectors_least (vectors, a->target[transition], after) != COUPLET_COST_INFINITE;
}
