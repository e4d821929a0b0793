/* SPDX-License-Identifier: Apache-2.0 */
#include "fixed_shift.h"

#include <couplet/graph.h>

/* The rate of the sample at state; NULL = it has no Laplace noise. */
static const CoupletRational *
find_rate (const CoupletAutomaton *a, guint32 state)
{
  guint32 noise = a->states[state].noise, number = a->noises[noise].d[0];
  return number == COUPLET_NONE || number == COUPLET_NO_NOISE ||
                 a->noise_kinds[noise].sample != COUPLET_LAPLACE
             ? NULL
             : &a->numbers[number];
}

/* Whether only the transitions of the initial state assign, all of them, and none leads back. */
static gboolean
draws_once (const CoupletAutomaton *a)
{
  for (guint32 t = 0; t < a->n_transitions; t++) {
    gboolean first = a->source[t] == a->initial;
    if (a->target[t] == a->initial || first != couplet_assigns (a, t, 0) ||
        (first && !couplet_guard_is_true (couplet_guard_of (a, t))) ||
        couplet_output_of (a, t)->kind != COUPLET_SYMBOL)
      return FALSE;
  }
  return TRUE;
}

/* How many multiples of its rate the draw of transition costs at most, whatever the difference of
 * its inputs is: it may be shifted by any number that keeps the comparison. */
static guint
find_fee (const CoupletAutomaton *a, guint32 transition, int shift)
{
  guint32 comparisons = couplet_guard_comparisons (couplet_guard_of (a, transition), 0);
  int difference = couplet_source_state (a, transition)->input == COUPLET_PUBLIC ? 0 : 1;
  int down = (comparisons & COUPLET_LESS) != 0 ? MAX (difference - shift, 0) : 0;
  int up = (comparisons & COUPLET_GREATER_EQUAL) != 0 ? MAX (shift + difference, 0) : 0;
  return (guint)MAX (down, up);
}

/* Sets cost to the most that the draws of a run cost behind the first one. FALSE: there is no most,
 * or a draw that has to be shifted has no Laplace noise. */
static gboolean
find_rest (const CoupletAutomaton *a, const CoupletComponents *components, int shift,
           CoupletRational *cost)
{
  guint32 n = components->n_components;
  CoupletRational *most = g_new (CoupletRational, MAX (n, 1));
  g_auto (CoupletRational) one, fee;
  gboolean good = TRUE;
  couplet_rational_init (&one);
  couplet_rational_init (&fee);
  for (guint32 c = 0; c < n; c++)
    couplet_rational_init (&most[c]);
  for (guint32 i = 0; i < components->first[n] && good; i++) {
    guint32 q = components->members[i], c = components->component[q];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
      guint times = q == a->initial ? 0 : find_fee (a, t, shift);
      const CoupletRational *rate = find_rate (a, q);
      good &= times == 0 || (rate != NULL && !couplet_on_cycle (a, components, t));
      mpq_set_ui (fee.value, times, 1);
      if (rate != NULL)
        mpq_mul (fee.value, fee.value, rate->value);
      mpq_add (one.value, fee.value, most[components->component[a->target[t]]].value);
      if (couplet_rational_compare (&one, &most[c]) > 0)
        mpq_set (most[c].value, one.value);
    }
  }
  mpq_mul (cost->value, most[components->component[a->initial]].value, a->sensitivity.value);
  for (guint32 c = 0; c < n; c++)
    couplet_rational_clear (&most[c]);
  g_free (most);
  return good;
}

gboolean
fixed_shift_costs (const CoupletAutomaton *automaton, int shift, CoupletRational *threshold,
                   CoupletRational *rest)
{
  const CoupletAutomaton *a = automaton;
  const CoupletRational *rate = find_rate (a, a->initial);
  if (a->n_thresholds != 1 || a->states[a->initial].input != COUPLET_PUBLIC || rate == NULL ||
      !couplet_has_only_conjunctions (a) || !draws_once (a))
    return FALSE;
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  mpq_mul (threshold->value, rate->value, a->sensitivity.value);
  if (shift == 0)
    mpq_set_ui (threshold->value, 0, 1);
  return find_rest (a, components, shift, rest);
}
