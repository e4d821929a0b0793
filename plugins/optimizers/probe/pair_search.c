/* SPDX-License-Identifier: Apache-2.0 */
#include "pair_search.h"

#include "probe_numbers.h"

static void
pair_init (ProbePair *pair, guint n_inputs, guint n_values)
{
  pair->inputs = _fmpq_vec_init (n_inputs);
  pair->adjacent = _fmpq_vec_init (n_inputs);
  pair->values = _fmpq_vec_init (n_values);
  arb_init (pair->probability);
  arb_init (pair->adjacent_probability);
  arb_init (pair->loss);
}

static void
pair_clear (ProbePair *pair, guint n_inputs, guint n_values)
{
  _fmpq_vec_clear (pair->inputs, n_inputs);
  _fmpq_vec_clear (pair->adjacent, n_inputs);
  _fmpq_vec_clear (pair->values, n_values);
  arb_clear (pair->probability);
  arb_clear (pair->adjacent_probability);
  arb_clear (pair->loss);
}

void
pair_search_init (PairSearch *search, CoupletContext *context, const ProbeOptions *options,
                  const CoupletRational *sensitivity, guint n_inputs, guint n_values)
{
  *search = (PairSearch){
      .context = context, .options = options, .n_inputs = n_inputs, .n_values = n_values};
  g_auto (fmpq_t) claim;
  fmpq_init (claim);
  fmpq_set_si (claim, G_MAXINT32, 1);
  if (options->has_claim)
    fmpq_set_mpq (claim, options->claim.value);
  arb_init (search->claim);
  arb_set_fmpq (search->claim, claim, PROBABILITY_FIRST_BITS);
  fmpq_init (search->epsilon);
  fmpq_init (search->sensitivity);
  fmpq_init (search->low);
  fmpq_init (search->high);
  fmpq_set_mpq (search->epsilon, options->epsilon.value);
  fmpq_set_mpq (search->sensitivity, sensitivity->value);
  fmpq_set_mpq (search->low, options->low.value);
  fmpq_set_mpq (search->high, options->high.value);
  search->base = _fmpq_vec_init (n_inputs);
  search->values = _fmpq_vec_init (n_values);
  search->inputs = _fmpq_vec_init (n_inputs);
  search->direction = g_new0 (gint8, MAX (n_inputs, 1));
  pair_init (&search->best, n_inputs, n_values);
}

void
pair_search_clear (PairSearch *search)
{
  pair_clear (&search->best, search->n_inputs, search->n_values);
  g_free (search->direction);
  _fmpq_vec_clear (search->inputs, search->n_inputs);
  _fmpq_vec_clear (search->values, search->n_values);
  _fmpq_vec_clear (search->base, search->n_inputs);
  fmpq_clear (search->high);
  fmpq_clear (search->low);
  fmpq_clear (search->sensitivity);
  fmpq_clear (search->epsilon);
  arb_clear (search->claim);
}

/* inputs = base + k * sensitivity * direction, or half a step less; FALSE when one is out of the
 * range asked for. */
static gboolean
place_inputs (const PairSearch *search, gint64 k, fmpq *inputs)
{
  g_auto (fmpq_t) by;
  gboolean inside = TRUE;
  fmpq_init (by);
  for (guint i = 0; i < search->n_inputs; i++) {
    fmpq_set_si (by, (slong)(2 * k - search->begins_half) * search->direction[i], 2);
    fmpq_mul (by, by, search->sensitivity);
    fmpq_add (&inputs[i], &search->base[i], by);
    if (search->options->has_range)
      inside = inside && fmpq_cmp (&inputs[i], search->low) >= 0 &&
               fmpq_cmp (&inputs[i], search->high) <= 0;
  }
  return inside;
}

/* The probability at the inputs k steps along the line. FALSE: it is not known. */
static gboolean
chance_at (PairSearch *search, gint64 k, arb_t value)
{
  place_inputs (search, k, search->inputs);
  ProbabilityStatus status = probe_event_chance (search->event, search->inputs, search->values,
                                                 search->epsilon, search->context, value);
  search->n_chances++;
  if (status == PROBABILITY_STOPPED)
    search->obstacle = couplet_context_stop_reason (search->context);
  else if (status != PROBABILITY_FOUND)
    search->obstacle = probability_obstacle (status);
  return status == PROBABILITY_FOUND;
}

/* loss = ln (p / q) / epsilon; FALSE when p is 0. A q of 0 gives an infinite one. */
static gboolean
find_loss (const PairSearch *search, arb_t loss, const arb_t p, const arb_t q)
{
  if (!arb_is_positive (p))
    return FALSE;
  g_auto (arb_t) epsilon;
  arb_init (epsilon);
  arb_set_fmpq (epsilon, search->epsilon, PROBABILITY_FIRST_BITS);
  if (arb_is_zero (q))
    arb_pos_inf (loss);
  else {
    arb_div (loss, p, q, PROBABILITY_FIRST_BITS);
    arb_log (loss, loss, PROBABILITY_FIRST_BITS);
    arb_div (loss, loss, epsilon, PROBABILITY_FIRST_BITS);
  }
  return TRUE;
}

/* Keeps the pair (first, second) of numbers of steps, if its loss is the largest. */
static gboolean
keep (PairSearch *search, gint64 first, gint64 second, const arb_t p, const arb_t q)
{
  ProbePair *best = &search->best;
  g_auto (arb_t) loss;
  arb_init (loss);
  gboolean better =
      find_loss (search, loss, p, q) && (best->event == NULL || arb_gt (loss, best->loss));
  if (better) {
    place_inputs (search, first, best->inputs);
    place_inputs (search, second, best->adjacent);
    for (guint i = 0; i < search->event->n_values; i++)
      fmpq_set (&best->values[i], &search->values[i]);
    arb_set (best->probability, p);
    arb_set (best->adjacent_probability, q);
    arb_set (best->loss, loss);
    best->event = search->event;
    best->proven = arb_gt (loss, search->claim);
  }
  return better;
}

gboolean
pair_search_try (PairSearch *search, gint64 k, gboolean *possible)
{
  g_auto (arb_t) p, q;
  gboolean better = FALSE;
  arb_init (p);
  arb_init (q);
  *possible = place_inputs (search, k, search->inputs) &&
              place_inputs (search, k + 1, search->inputs) && chance_at (search, k, p);
  if (*possible && !(search->one_order && arb_is_zero (p)))
    *possible = chance_at (search, k + 1, q);
  if (*possible) {
    better = keep (search, k, k + 1, p, q);
    better |= !search->one_order && keep (search, k + 1, k, q, p);
  }
  return better;
}

void
pair_search_forget (PairSearch *search)
{
  search->best.event = NULL;
  search->best.proven = FALSE;
}

gboolean
pair_search_refutes (const PairSearch *search)
{
  return search->options->has_claim && search->best.event != NULL && search->best.proven;
}

/* ---- The answer --------------------------------------------------------------------------- */

static void
set_counterexample (const PairSearch *search, const CoupletRational *loss, CoupletOutcome *outcome)
{
  g_autoptr (CoupletCounterexample) found = g_new0 (CoupletCounterexample, 1);
  const ProbeOptions *options = search->options;
  const ProbePair *best = &search->best;
  found->steps =
      probe_event_steps (best->event, best->inputs, best->adjacent, best->values, &found->n_steps);
  found->epsilon = couplet_rational_to_string (&options->epsilon);
  found->claim = options->has_claim ? couplet_rational_to_string (&options->claim) : NULL;
  found->is_density = best->event->is_density;
  found->loss = couplet_rational_to_string (loss);
  found->probability = probe_print_enclosure (best->probability);
  found->adjacent_probability = probe_print_enclosure (best->adjacent_probability);
  found->refutes = pair_search_refutes (search);
  couplet_outcome_set_counterexample (outcome, found);
}

/* What is told of the loss of the best pair: rounded down, at least 0, and at least the claim where
 * it is proven to be above that. */
static void
tell_loss (const PairSearch *search, CoupletRational *loss)
{
  const ProbeOptions *options = search->options;
  if (arb_is_finite (search->best.loss))
    probe_round (search->best.loss, LOSS_DECIMALS, FALSE, loss);
  else
    mpq_set (loss->value, options->claim.value);
  if (mpq_sgn (loss->value) < 0)
    mpq_set_ui (loss->value, 0, 1);
  if (pair_search_refutes (search) && couplet_rational_compare (loss, &options->claim) < 0)
    mpq_set (loss->value, options->claim.value);
}

void
pair_search_answer (const PairSearch *search, const char *subject, CoupletOutcome *outcome)
{
  const char *range = search->options->has_range ? ", within the range" : "";
  if (search->best.event == NULL) {
    couplet_outcome_set_reason (outcome, "no inputs found: %s",
                                search->obstacle != NULL ? search->obstacle
                                                         : "none that were tried lose anything");
    return;
  }
  g_auto (CoupletRational) loss;
  couplet_rational_init (&loss);
  tell_loss (search, &loss);
  couplet_outcome_set_cost (outcome, &loss, COUPLET_GUARANTEE_LOWER_BOUND);
  set_counterexample (search, &loss, outcome);
  g_autofree char *epsilon = couplet_rational_to_string (&search->options->epsilon);
  couplet_outcome_set_reason (outcome, "%s lose this much at epsilon = %s%s%s%s", subject, epsilon,
                              range, search->obstacle != NULL ? "; " : "",
                              search->obstacle != NULL ? search->obstacle : "");
}
