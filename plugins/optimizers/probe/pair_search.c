/* SPDX-License-Identifier: Apache-2.0 */
#include "pair_search.h"

#define LOSS_DECIMALS 6
/* Digits of a probability. */
#define DIGITS 20

void
pair_search_init (PairSearch *search, CoupletContext *context, const ProbeOptions *options,
                  const CoupletRational *sensitivity, guint n_inputs, guint n_values)
{
  *search = (PairSearch){.context = context, .options = options, .sensitivity = sensitivity};
  search->base = couplet_numbers_new (n_inputs);
  search->values = couplet_numbers_new (n_values);
  search->direction = g_new0 (gint8, MAX (n_inputs, 1));
  search->best.inputs = couplet_numbers_new (n_inputs);
  search->best.adjacent = couplet_numbers_new (n_inputs);
  search->best.values = couplet_numbers_new (n_values);
  arb_init (search->best.probability);
  arb_init (search->best.adjacent_probability);
  arb_init (search->best.loss);
}

void
pair_search_clear (PairSearch *search)
{
  g_array_unref (search->base);
  g_array_unref (search->values);
  g_free (search->direction);
  g_array_unref (search->best.inputs);
  g_array_unref (search->best.adjacent);
  g_array_unref (search->best.values);
  arb_clear (search->best.probability);
  arb_clear (search->best.adjacent_probability);
  arb_clear (search->best.loss);
}

/* inputs = base + k * sensitivity * direction, or half a step less; FALSE when one is out of the
 * range asked for. */
static gboolean
place_inputs (const PairSearch *search, gint64 k, const GArray *inputs)
{
  const CoupletRational *range = search->options->range;
  gboolean inside = TRUE;
  g_auto (CoupletRational) by;
  couplet_rational_init (&by);
  for (guint i = 0; i < inputs->len; i++) {
    CoupletRational *input = couplet_number (inputs, i);
    mpq_set_si (by.value, (glong)(2 * k - search->begins_half) * search->direction[i], 2);
    mpq_canonicalize (by.value);
    mpq_mul (by.value, by.value, search->sensitivity->value);
    mpq_add (input->value, couplet_number (search->base, i)->value, by.value);
    inside = inside && (range == NULL || (couplet_rational_compare (input, &range[0]) >= 0 &&
                                          couplet_rational_compare (input, &range[1]) <= 0));
  }
  return inside;
}

/* The probability at inputs. FALSE: it is not known. */
static gboolean
chance_at (PairSearch *search, const GArray *inputs, arb_t value)
{
  ProbabilityStatus status = probe_event_chance (search->event, inputs, search->values,
                                                 search->options->epsilon, search->context, value);
  search->n_chances++;
  if (status == PROBABILITY_STOPPED)
    search->obstacle = couplet_context_stop_reason (search->context);
  else if (status != PROBABILITY_FOUND)
    search->obstacle = probability_obstacle (status);
  return status == PROBABILITY_FOUND;
}

/* Keeps the pair with probabilities p and q if its loss, ln (p / q) / epsilon, is the largest; a q
 * of 0 gives an infinite one. */
static gboolean
keep (PairSearch *search, const GArray *inputs, const GArray *adjacent, const arb_t p,
      const arb_t q)
{
  ProbePair *best = &search->best;
  const CoupletRational *claim = search->options->claim;
  g_auto (arb_t) loss, number;
  arb_init (loss);
  arb_init (number);
  if (!arb_is_positive (p))
    return FALSE;
  arb_div (loss, p, q, EXACT_BITS);
  arb_log (loss, loss, EXACT_BITS);
  exact_set (number, search->options->epsilon);
  arb_div (loss, loss, number, EXACT_BITS);
  if (arb_is_zero (q))
    arb_pos_inf (loss);
  if (best->event != NULL && !arb_gt (loss, best->loss))
    return FALSE;
  for (guint i = 0; i < inputs->len; i++) {
    mpq_set (couplet_number (best->inputs, i)->value, couplet_number (inputs, i)->value);
    mpq_set (couplet_number (best->adjacent, i)->value, couplet_number (adjacent, i)->value);
  }
  for (guint i = 0; i < search->event->n_values; i++)
    mpq_set (couplet_number (best->values, i)->value, couplet_number (search->values, i)->value);
  arb_set (best->probability, p);
  arb_set (best->adjacent_probability, q);
  arb_set (best->loss, loss);
  best->event = search->event;
  arb_set_si (number, G_MAXINT32); /* where nothing is claimed more than is found */
  if (claim != NULL)
    exact_set (number, claim);
  best->proven = arb_gt (loss, number);
  return TRUE;
}

gboolean
pair_search_try (PairSearch *search, gint64 k, gboolean *possible)
{
  g_autoptr (GArray) first = couplet_numbers_new (search->base->len);
  g_autoptr (GArray) second = couplet_numbers_new (search->base->len);
  g_auto (arb_t) p, q;
  gboolean better = FALSE;
  arb_init (p);
  arb_init (q);
  *possible = place_inputs (search, k, first) && place_inputs (search, k + 1, second) &&
              chance_at (search, first, p);
  if (*possible && !(search->one_order && arb_is_zero (p)))
    *possible = chance_at (search, second, q);
  if (*possible) {
    better = keep (search, first, second, p, q);
    better |= !search->one_order && keep (search, second, first, q, p);
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
  return search->options->claim != NULL && search->best.event != NULL && search->best.proven;
}

/* ---- The answer --------------------------------------------------------------------------- */

void
probe_round (const arb_t value, guint decimals, gboolean up, CoupletRational *result)
{
  g_auto (arb_t) scaled;
  g_auto (arf_t) end;
  g_auto (fmpz_t) whole;
  arb_init (scaled);
  arf_init (end);
  fmpz_init (whole);
  mpz_ui_pow_ui (mpq_denref (result->value), 10, decimals);
  fmpz_set_mpz (whole, mpq_denref (result->value));
  arb_mul_fmpz (scaled, value, whole, EXACT_BITS);
  (up ? arb_get_ubound_arf : arb_get_lbound_arf) (end, scaled, EXACT_BITS);
  arf_get_fmpz (whole, end, up ? ARF_RND_CEIL : ARF_RND_FLOOR);
  fmpz_get_mpz (mpq_numref (result->value), whole);
  mpq_canonicalize (result->value);
}

/* What is told of the loss of the best pair: rounded down, at least 0, and at least the claim where
 * it is proven to be above that. */
static void
tell_loss (const PairSearch *search, CoupletRational *loss)
{
  mpq_set_ui (loss->value, 0, 1);
  if (arb_is_finite (search->best.loss))
    probe_round (search->best.loss, LOSS_DECIMALS, FALSE, loss);
  if (mpq_sgn (loss->value) < 0)
    mpq_set_ui (loss->value, 0, 1);
  if (pair_search_refutes (search) && couplet_rational_compare (loss, search->options->claim) < 0)
    mpq_set (loss->value, search->options->claim->value);
}

/* An interval that has value in it. The caller frees it. */
static char *
print_enclosure (const arb_t value)
{
  char *text = arb_get_str (value, DIGITS, 0), *copy = g_strdup (text);
  flint_free (text);
  return copy;
}

static void
set_counterexample (const PairSearch *search, const CoupletRational *loss, CoupletOutcome *outcome)
{
  g_autoptr (CoupletCounterexample) found = g_new0 (CoupletCounterexample, 1);
  const ProbeOptions *options = search->options;
  const ProbePair *best = &search->best;
  found->steps =
      probe_event_steps (best->event, best->inputs, best->adjacent, best->values, &found->n_steps);
  found->epsilon = couplet_rational_to_string (options->epsilon);
  found->claim = options->claim != NULL ? couplet_rational_to_string (options->claim) : NULL;
  found->is_density = best->event->is_density;
  found->loss = couplet_rational_to_string (loss);
  found->probability = print_enclosure (best->probability);
  found->adjacent_probability = print_enclosure (best->adjacent_probability);
  found->refutes = pair_search_refutes (search);
  couplet_outcome_set_counterexample (outcome, found);
}

void
pair_search_answer (const PairSearch *search, const char *subject, CoupletOutcome *outcome)
{
  const char *range = search->options->range != NULL ? ", within the range" : "";
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
  g_autofree char *epsilon = couplet_rational_to_string (search->options->epsilon);
  couplet_outcome_set_reason (outcome, "%s lose this much at epsilon = %s%s%s%s", subject, epsilon,
                              range, search->obstacle != NULL ? "; " : "",
                              search->obstacle != NULL ? search->obstacle : "");
}
