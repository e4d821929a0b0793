/* SPDX-License-Identifier: Apache-2.0 */
#include "counterexample_search.h"

#include "pair_search.h"

/* The farthest pair of inputs along a direction, in steps of the sensitivity. */
#define FARTHEST ((gint64)1 << 24)
/* Doublings without a gain after which the loss has come to its limit. */
#define MOST_DOUBLINGS_WITHOUT_GAIN 3
/* Parts of 1 that a loss is told in. */
#define TOLD_PARTS 1000000

/* The least k between few, where the loss is not enough, and many, where it is. */
static void
bisect (PairSearch *search, gint64 few, gint64 many)
{
  gboolean possible;
  while (many - few > 1) {
    gint64 middle = few + (many - few) / 2;
    pair_search_forget (search); /* the nearer one counts, though its loss is less */
    pair_search_try (search, middle, &possible);
    if (possible && search->best.proven)
      many = middle;
    else
      few = middle;
  }
  pair_search_forget (search);
  pair_search_try (search, many, &possible);
}

/* Whether the best pair is told to lose as much as one can be that loses less than most: losses are
 * rounded down to six places. */
static gboolean
loses_most (const PairSearch *search, const CoupletRational *most)
{
  if (most == NULL || search->options->has_claim || search->best.event == NULL)
    return FALSE;
  arb_t enough;
  fmpq_t bound;
  arb_init (enough);
  fmpq_init (bound);
  fmpq_set_mpq (bound, most->value);
  fmpz_mul_ui (fmpq_numref (bound), fmpq_numref (bound), TOLD_PARTS);
  fmpz_cdiv_q (fmpq_numref (bound), fmpq_numref (bound), fmpq_denref (bound));
  arb_set_fmpz (enough, fmpq_numref (bound));
  arb_sub_ui (enough, enough, 1, PROBABILITY_FIRST_BITS);
  arb_div_ui (enough, enough, TOLD_PARTS, PROBABILITY_FIRST_BITS);
  fmpz_one (fmpq_denref (bound));
  gboolean loses = arb_ge (search->best.loss, enough);
  fmpq_clear (bound);
  arb_clear (enough);
  return loses;
}

/* Whether the farthest pair loses so much that no other need be looked at; else it is forgotten. */
static gboolean
search_far (PairSearch *search, const CoupletRational *most)
{
  gboolean possible;
  if (most == NULL || search->options->has_claim || search->options->has_range)
    return FALSE;
  pair_search_try (search, FARTHEST, &possible);
  if (loses_most (search, most))
    return TRUE;
  pair_search_forget (search);
  search->obstacle = NULL;
  return FALSE;
}

/* most: what no pair loses; NULL = not known. */
static void
search_along (PairSearch *search, const CoupletRational *most)
{
  gboolean possible;
  guint idle = 0;
  gint64 before = -1;
  if (search_far (search, most))
    return;
  for (gint64 k = 0; k <= FARTHEST && idle < MOST_DOUBLINGS_WITHOUT_GAIN; k = k == 0 ? 1 : 2 * k) {
    idle = pair_search_try (search, k, &possible) ? 0 : idle + 1;
    if (search->best.proven) {
      bisect (search, before, k);
      return;
    }
    if (!possible)
      break;
    before = k;
  }
  if (!possible && before >= 0 && search->options->has_range) /* the range ends between */
    for (gint64 k = before + 1; k < 2 * MAX (before, 1) && !search->best.proven; k++)
      if (!(pair_search_try (search, k, &possible) || possible))
        return;
}

/* Moves all inputs, and what is output there, to the middle of the range asked for. Where an odd
 * number of steps fits in, a pair lies about the middle, else one of its inputs does, or a whole
 * number where inputs are such. */
static void
centre_inputs (PairSearch *search)
{
  fmpq_t middle, steps;
  fmpz_t whole;
  gboolean are_whole = inputs_are_whole (search->event->automaton);
  fmpq_init (middle);
  fmpq_init (steps);
  fmpz_init (whole);
  fmpq_sub (steps, search->high, search->low);
  fmpq_div (steps, steps, search->sensitivity);
  fmpz_fdiv_q (whole, fmpq_numref (steps), fmpq_denref (steps));
  search->begins_half = fmpz_is_odd (whole) && !are_whole;
  fmpq_add (middle, search->low, search->high);
  fmpq_div_2exp (middle, middle, 1);
  fmpz_fdiv_q (whole, fmpq_numref (middle), fmpq_denref (middle));
  if (are_whole || (!search->begins_half && fmpq_cmp_fmpz (search->low, whole) <= 0))
    fmpq_set_fmpz (middle, whole); /* a smaller number */
  for (guint i = 0; i < search->n_inputs; i++)
    fmpq_add (&search->base[i], &search->base[i], middle);
  line_move_values (g_ptr_array_index (search->event->lines, 0), middle, search->values);
  fmpz_clear (whole);
  fmpq_clear (steps);
  fmpq_clear (middle);
}

/* The event of the walk's outputs. An unfolded automaton has a path once for each way in which its
 * inputs may differ; of outputs that do not tell the path, each counts once. */
static ProbeEvent *
find_event (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
            const char **obstacle)
{
  if (automaton->output_distinct)
    return probe_event_of_walk (automaton, transitions, n, obstacle);
  g_autofree guint32 *read = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    read[i] = couplet_folded_transition (automaton, transitions[i]);
  return probe_event_of_outputs (automaton->folded != NULL ? automaton->folded : automaton, read, n,
                                 obstacle);
}

gboolean
counterexample_search (CoupletContext *context, const CoupletAutomaton *automaton,
                       const CoupletWalkStep *steps, guint n, const CoupletRational *most,
                       const ProbeOptions *options, CoupletOutcome *outcome)
{
  PairSearch search;
  while (n > 1 && couplet_is_silent (automaton, steps[n - 1].transition))
    n--; /* what nobody sees */
  pair_search_init (&search, context, options, &automaton->sensitivity, n, n);
  g_autofree guint32 *transitions = g_new (guint32, n);
  for (guint i = 0; i < n; i++) {
    transitions[i] = steps[i].transition;
    search.direction[i] = steps[i].difference;
  }
  g_autoptr (ProbeEvent) event = find_event (automaton, transitions, n, &search.obstacle);
  search.event = event;
  if (event != NULL && !path_place (automaton, transitions, n, search.base, search.values))
    search.obstacle = "no inputs are known at which the path is possible";
  else if (event != NULL) {
    if (options->has_range)
      centre_inputs (&search);
    search_along (&search, most);
  }
  if (search.best.event != NULL)
    search.obstacle = NULL; /* it is of pairs that are farther away */
  g_autofree char *subject = g_strdup_printf ("two inputs on a path of %u steps", n);
  pair_search_answer (&search, subject, outcome);
  gboolean refuted = pair_search_refutes (&search);
  pair_search_clear (&search);
  return refuted;
}
