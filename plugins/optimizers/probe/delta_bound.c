/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

/* Thresholds that a state is compared with, for all outcomes to be looked at. */
#define MOST_COMPARED 10

/* ---- By the least d ------------------------------------------------------------------------ */

/* Whether the alternative holds where, of the n thresholds, the sample is below those in below. */
static gboolean
holds (const CoupletConjunction *alternative, const guint32 *thresholds, guint n, guint below)
{
  for (guint32 i = 0; i < alternative->n_literals; i++)
    for (guint k = 0; k < n; k++)
      if (thresholds[k] == alternative->literals[i].threshold &&
          (alternative->literals[i].comparison == COUPLET_LESS) != ((below >> k & 1) != 0))
        return FALSE;
  return TRUE;
}

/* Whether at state a guard holds for all outcomes of comparisons. FALSE also where thresholds are
 * many. */
static gboolean
is_covered (const CoupletAutomaton *a, guint32 state)
{
  guint32 thresholds[MOST_COMPARED];
  guint n = 0;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    const CoupletGuard *guard = couplet_guard_of (a, t);
    for (guint32 i = 0; i < guard->n_literals; i++) {
      guint k = 0;
      while (k < n && thresholds[k] != guard->literals[i].threshold)
        k++;
      if (k == MOST_COMPARED)
        return FALSE;
      thresholds[k] = guard->literals[i].threshold;
      n = MAX (n, k + 1);
    }
  }
  for (guint below = 0; below < 1U << n; below++) {
    gboolean found = FALSE;
    for (guint32 t = a->row[state]; t < a->row[state + 1] && !found; t++)
      for (guint32 i = 0; i < couplet_guard_of (a, t)->n_alternatives && !found; i++)
        found = holds (&couplet_guard_of (a, t)->alternatives[i], thresholds, n, below);
    if (!found)
      return FALSE;
  }
  return TRUE;
}

/* Whether runs go on at every state that has transitions. Those of linear mechanisms do. */
static gboolean
never_stops (const CoupletAutomaton *a)
{
  for (guint32 q = 0; a != NULL && q < a->n_states; q++)
    if (a->reachable[q] && a->row[q] < a->row[q + 1] && !is_covered (a, q))
      return FALSE;
  return TRUE;
}

/* Whether state has one transition, which outputs a symbol and leads to one without transitions or
 * with the same noise, and a draw with a density of a private input. */
static gboolean
is_link (const CoupletAutomaton *a, guint32 state)
{
  const CoupletState *from = &a->states[state];
  guint32 t = a->row[state];
  if (a->row[state + 1] != t + 1 || from->input != COUPLET_PRIVATE)
    return FALSE;
  guint32 number = a->noises[from->noise].d[0], to = a->target[t];
  return number != COUPLET_NONE && number != COUPLET_NO_NOISE &&
         !couplet_noise_is_whole (a->noise_kinds[from->noise].sample) &&
         couplet_output_of (a, t)->kind == COUPLET_SYMBOL &&
         (a->row[to] == a->row[to + 1] || a->states[to].noise == from->noise);
}

/* Whether the only path compares all later answers with the first, on the same side, and all have
 * noise of the same kind (as couplet reads noisy max): the first is the largest, or the least. That
 * it is not is that another one is, which by symmetry has the same d. */
static gboolean
is_extreme (const CoupletAutomaton *a)
{
  guint32 state = a->initial, comparisons = 0;
  if (a->n_thresholds != 1)
    return FALSE;
  for (guint32 n = 0; n <= a->n_states && a->row[state] < a->row[state + 1]; n++) {
    guint32 t = a->row[state];
    const CoupletGuard *guard = couplet_guard_of (a, t);
    guint32 asked = couplet_guard_comparisons (guard, 0);
    if (n == a->n_states || !is_link (a, state) || couplet_assigns (a, t, 0) != (n == 0) ||
        guard->n_alternatives != 1 || (n == 0) != (asked == 0) || (n > 1 && asked != comparisons))
      return FALSE;
    comparisons = asked;
    state = a->target[t];
  }
  return comparisons == COUPLET_LESS || comparisons == COUPLET_GREATER_EQUAL;
}

/* value = what a d*epsilon-private mechanism has at most at number i, e. It is never worse than
 * randomized response, (exp(d*epsilon) - exp(e)) / (1 + exp(d*epsilon)); where runs may stop
 * unseen, their probabilities do not add up to 1, and it is 1 - exp(e - d*epsilon). */
static void
bound_by_least_d (const DeltaQuestion *question, gboolean covered, guint i, arb_t value)
{
  const CoupletRational *at = couplet_number (question->at, i);
  g_auto (arb_t) top;
  g_auto (CoupletRational) exponent;
  arb_init (top);
  couplet_rational_init (&exponent);
  mpq_mul (exponent.value, question->least_d->value, question->epsilon->value);
  exact_set (top, &exponent);
  arb_exp (top, top, EXACT_BITS);
  exact_set (value, at);
  arb_exp (value, value, EXACT_BITS);
  arb_sub (value, top, value, EXACT_BITS);
  if (covered)
    arb_add_ui (top, top, 1, EXACT_BITS);
  arb_div (value, value, top, EXACT_BITS);
  if (couplet_rational_compare (at, &exponent) >= 0)
    arb_zero (value);
}

/* ---- By one shift of the threshold --------------------------------------------------------- */

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

/* Sets cost to the most that the draws of a run cost after the first one. FALSE: there is no most,
 * or a draw that has to be shifted has no Laplace noise. */
static gboolean
find_rest (const CoupletAutomaton *a, const CoupletComponents *components, int shift,
           CoupletRational *cost)
{
  guint32 n = components->n_components;
  g_autoptr (GArray) most = couplet_numbers_new (n);
  g_auto (CoupletRational) one;
  gboolean good = TRUE;
  couplet_rational_init (&one);
  for (guint32 i = 0; i < components->first[n] && good; i++) {
    guint32 q = components->members[i];
    const CoupletRational *rate = find_rate (a, q);
    mpq_ptr at_most = couplet_number (most, components->component[q])->value;
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
      guint times = q == a->initial ? 0 : find_fee (a, t, shift);
      good &= times == 0 || (rate != NULL && !couplet_on_cycle (a, components, t));
      mpq_set_ui (one.value, times, 1);
      if (rate != NULL)
        mpq_mul (one.value, one.value, rate->value);
      mpq_add (one.value, one.value,
               couplet_number (most, components->component[a->target[t]])->value);
      if (mpq_cmp (one.value, at_most) > 0)
        mpq_set (at_most, one.value);
    }
  }
  mpq_mul (cost->value, couplet_number (most, components->component[a->initial])->value,
           a->sensitivity.value);
  return good;
}

/* Where the threshold, which is drawn once, is shifted by shift (-1, 0 or 1) times the sensitivity
 * whatever is output: sets threshold to what that costs, and rest to the most that all other draws
 * of a run cost, in multiples of epsilon. FALSE when the bound is not for a: it has one threshold,
 * drawn at the beginning from a public input, Laplace noise and symbols only, and loops that cost
 * nothing then. */
static gboolean
find_costs (const CoupletAutomaton *a, int shift, CoupletRational *threshold, CoupletRational *rest)
{
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

/* value = the delta at x of shifting Laplace noise at cost width >= 0: 0 from width on, 1 - exp((x
 * - width) / 2) between -width and width, 1 - exp(x) below. */
static void
shifted_laplace (const CoupletRational *x, const CoupletRational *width, arb_t value)
{
  g_auto (CoupletRational) exponent;
  couplet_rational_init (&exponent);
  mpq_add (exponent.value, x->value, width->value);
  gboolean below = mpq_sgn (exponent.value) < 0;
  mpq_sub (exponent.value, x->value, width->value);
  arb_zero (value);
  if (mpq_sgn (exponent.value) >= 0)
    return;
  mpq_div_2exp (exponent.value, exponent.value, 1);
  exact_set (value, below ? x : &exponent);
  arb_exp (value, value, EXACT_BITS);
  arb_sub_ui (value, value, 1, EXACT_BITS);
  arb_neg (value, value);
}

/* Takes the bound of a fixed shift of the threshold at number i into bound, where it is less.
 * Returns whether it is. */
static gboolean
bound_by_shift (const DeltaQuestion *question, const CoupletAutomaton *automaton, guint i,
                int shift, arb_t bound)
{
  g_auto (CoupletRational) width, x;
  g_auto (arb_t) value;
  couplet_rational_init (&width);
  couplet_rational_init (&x);
  arb_init (value);
  if (automaton == NULL || !find_costs (automaton, shift, &width, &x))
    return FALSE;
  mpq_mul (width.value, width.value, question->epsilon->value);
  mpq_mul (x.value, x.value, question->epsilon->value);
  mpq_sub (x.value, couplet_number (question->at, i)->value, x.value);
  shifted_laplace (&x, &width, value);
  gboolean less = arb_lt (value, bound);
  if (less)
    arb_set (bound, value);
  return less;
}

/* ---- The least bound ------------------------------------------------------------------------ */

const char *
delta_bound (const DeltaQuestion *question, const CoupletAutomaton *automaton, guint i, arb_t bound)
{
  const char *reason = NULL;
  arb_one (bound);
  if (question->least_d != NULL) {
    gboolean covered = never_stops (automaton) || is_extreme (automaton);
    bound_by_least_d (question, covered, i, bound);
    reason = covered ? "randomized response at the least d" : "the least d";
  }
  for (int shift = -1; shift <= 1; shift++)
    if (bound_by_shift (question, automaton, i, shift, bound))
      reason = "one shift of the threshold for all outputs";
  return reason;
}
