/* SPDX-License-Identifier: Apache-2.0 */
#include "possible_vectors.h"

static const guint POWERS[POSSIBLE_THRESHOLDS + 1] = {1, 3, 9, 27};

/* The draws of the transition that is being taken. */
typedef struct {
  CoupletSample draws[POSSIBLE_THRESHOLDS];
  guint32 n;
} Crossing;

/* Whether draw may shift by g when the thresholds shift by vector. */
static gboolean
may_shift (const CoupletSample *draw, guint vector, int difference, int g)
{
  CoupletShifts left = couplet_sample_shifts (draw, difference);
  for (guint32 i = 0; i < draw->n_literals; i++)
    left &= couplet_shifts_beside (draw->literals[i].comparison,
                                   vector_shift (vector, draw->literals[i].threshold));
  return couplet_shifts_have (left, g);
}

/* Whether each draw that is not stored has a shift, however the inputs differ. */
static gboolean
may_stay (const Crossing *crossing, const CoupletAutomaton *automaton, guint32 transition,
          guint vector)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (automaton, transition, differences);
  for (guint32 i = 0; i < crossing->n; i++)
    for (guint32 j = 0; j < n && crossing->draws[i].n_assigned == 0; j++) {
      gboolean found = FALSE;
      for (int g = -1; g <= 1; g++)
        found |= may_shift (&crossing->draws[i], vector, differences[j], g);
      if (!found)
        return FALSE;
    }
  return TRUE;
}

/* vector, when draw shifts by g: the thresholds that it is stored in take that shift. */
static guint
store (const CoupletSample *draw, guint vector, int g)
{
  for (guint32 i = 0; i < draw->n_assigned; i++) {
    guint32 v = draw->assigned[i];
    int change = g - vector_shift (vector, v);
    vector = (guint)((int)vector + change * (int)POWERS[v]);
  }
  return vector;
}

/* The vectors that one becomes: for every choice of shifts of the draws. */
static VectorSet
cross (const Crossing *crossing, guint vector, int difference)
{
  VectorSet after = 0;
  for (guint choice = 0; choice < POWERS[crossing->n]; choice++) {
    guint reached = vector;
    gboolean good = TRUE;
    for (guint32 i = 0; i < crossing->n && good; i++) {
      int g = vector_shift (choice, i);
      good = may_shift (&crossing->draws[i], vector, difference, g);
      reached = store (&crossing->draws[i], reached, g);
    }
    if (good)
      after |= (VectorSet)1 << reached;
  }
  return after;
}

VectorSet
vectors_after (const CoupletAutomaton *automaton, const CoupletComponents *components,
               guint32 transition, int difference, VectorSet from)
{
  Crossing crossing;
  crossing.n = couplet_samples_load (crossing.draws, automaton, components, NULL, transition);
  gboolean cycle = couplet_on_cycle (automaton, components, transition);
  VectorSet after = 0;
  if (couplet_fresh_fee (automaton, components, transition, difference) == COUPLET_NO_FEE)
    return 0;
  for (guint vector = 0; vector < POWERS[automaton->n_thresholds]; vector++)
    if ((from >> vector & 1) != 0 &&
        (!cycle || may_stay (&crossing, automaton, transition, vector)))
      after |= cross (&crossing, vector, difference);
  return after;
}

VectorSet *
possible_vectors (const CoupletAutomaton *automaton, const CoupletComponents *components)
{
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
        *set |= vectors_after (automaton, components, t, differences[d], sets[state]);
      if (*set != before)
        g_array_append_val (queue, automaton->target[t]);
    }
  }
  return sets;
}
