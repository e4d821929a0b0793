/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#include "counterexample_search.h"
#include "lossy_walk.h"

/* Longest walk whose probability is computed, and whose T alone is. */
#define MOST_STEPS 256
#define MOST_STEPS_BY_COST 20000
/* Without a claim, walks that lose more than this are not looked for. */
#define ENOUGH_LOSS 10
/* Loss is rounded down to a multiple of 10^-DECIMALS. */
#define DECIMALS 6
#define DIGITS 20

void
probe_options_init (ProbeOptions *options)
{
  *options = (ProbeOptions){0};
  couplet_rational_init (&options->epsilon);
  couplet_rational_init (&options->claim);
  couplet_rational_init (&options->low);
  couplet_rational_init (&options->high);
}

void
probe_options_clear (ProbeOptions *options)
{
  couplet_rational_clear (&options->epsilon);
  couplet_rational_clear (&options->claim);
  couplet_rational_clear (&options->low);
  couplet_rational_clear (&options->high);
}

/* ---- The walk ------------------------------------------------------------------------ */

/* A walk that loses as much as any up to ENOUGH_LOSS, found by raising the claim to what the
 * walk before lost; NULL when none loses anything. */
static LossyWalk *
find_worst_walk (const CoupletAutomaton *automaton, CoupletContext *context, GError **error)
{
  g_auto (CoupletRational) claim;
  couplet_rational_init (&claim);
  LossyWalk *worst = NULL;
  for (;;) {
    LossyWalk *walk = lossy_walk_find (automaton, &claim, MOST_STEPS, context, error);
    if (walk == NULL)
      return worst;
    lossy_walk_free (worst);
    worst = walk;
    if (walk->is_infinite || mpq_cmp_ui (walk->loss.value, ENOUGH_LOSS, 1) >= 0)
      return worst;
    mpq_set (claim.value, walk->loss.value);
  }
}

/* Sets the statistic `steps-for-N`: the steps of a walk that loses more than n. */
static gboolean
count_steps (const CoupletAutomaton *automaton, guint n, CoupletContext *context,
             CoupletOutcome *outcome, GError **error)
{
  g_auto (CoupletRational) claim;
  couplet_rational_init (&claim);
  mpq_set_ui (claim.value, n, 1);
  g_autoptr (LossyWalk) walk =
      lossy_walk_find (automaton, &claim, MOST_STEPS_BY_COST, context, error);
  if (walk == NULL)
    return FALSE;
  g_autofree char *name = g_strdup_printf ("steps-for-%u", n);
  couplet_outcome_set_statistic (outcome, name, walk->steps->len);
  return TRUE;
}

/* ---- The answer ----------------------------------------------------------------------- */

/* value rounded down to DECIMALS places. */
static void
round_down (const arb_t value, CoupletRational *result)
{
  arb_t scaled;
  fmpz_t whole, scale;
  arb_init (scaled);
  fmpz_init (whole);
  fmpz_init (scale);
  fmpz_ui_pow_ui (scale, 10, DECIMALS);
  arb_mul_fmpz (scaled, value, scale, 256);
  arf_t low;
  arf_init (low);
  arb_get_lbound_arf (low, scaled, 256);
  arf_get_fmpz (whole, low, ARF_RND_FLOOR);
  fmpz_get_mpz (mpq_numref (result->value), whole);
  fmpz_get_mpz (mpq_denref (result->value), scale);
  mpq_canonicalize (result->value);
  arf_clear (low);
  fmpz_clear (scale);
  fmpz_clear (whole);
  arb_clear (scaled);
}

static char *
print_exactly (const fmpq_t value)
{
  char *text = fmpq_get_str (NULL, 10, value), *copy = g_strdup (text);
  flint_free (text);
  return copy;
}

static char *
print_enclosure (const arb_t value)
{
  char *text = arb_get_str (value, DIGITS, 0), *copy = g_strdup (text);
  flint_free (text);
  return copy;
}

/* The transition of the automaton that was read. */
static guint32
read_transition (const CoupletAutomaton *automaton, guint32 transition)
{
  return automaton->folded != NULL ? automaton->folded_transition[transition] : transition;
}

static void
fill_steps (const CoupletAutomaton *automaton, const GArray *walk, const Counterexample *found,
            CoupletCounterexampleStep *steps)
{
  for (guint i = 0; i < walk->len; i++) {
    guint32 t = g_array_index (walk, CoupletWalkStep, i).transition;
    steps[i].transition = read_transition (automaton, t);
    steps[i].input = print_exactly (&found->inputs[i]);
    steps[i].adjacent = print_exactly (&found->adjacent[i]);
    steps[i].output = couplet_output_of (automaton, t)->kind != COUPLET_SYMBOL
                          ? print_exactly (&found->outputs[i])
                          : NULL;
  }
}

static gboolean
shows_reals (const CoupletAutomaton *automaton, const GArray *walk)
{
  for (guint i = 0; i < walk->len; i++)
    if (couplet_output_of (automaton, g_array_index (walk, CoupletWalkStep, i).transition)->kind !=
        COUPLET_SYMBOL)
      return TRUE;
  return FALSE;
}

static void
set_counterexample (const CoupletAutomaton *automaton, const ProbeOptions *options,
                    const GArray *walk, const Counterexample *found, const CoupletRational *loss,
                    CoupletOutcome *outcome)
{
  CoupletCounterexample *filled = g_new0 (CoupletCounterexample, 1);
  g_autoptr (CoupletCounterexample) counterexample = filled;
  CoupletCounterexampleStep *steps = g_new0 (CoupletCounterexampleStep, walk->len);
  fill_steps (automaton, walk, found, steps);
  filled->epsilon = couplet_rational_to_string (&options->epsilon);
  filled->claim = options->has_claim ? couplet_rational_to_string (&options->claim) : NULL;
  filled->probability = print_enclosure (found->probability);
  filled->adjacent_probability = print_enclosure (found->adjacent_probability);
  filled->is_density = shows_reals (automaton, walk);
  filled->loss = couplet_rational_to_string (loss);
  filled->refutes = options->has_claim && found->proven;
  filled->n_steps = walk->len;
  filled->steps = steps;
  couplet_outcome_set_counterexample (outcome, counterexample);
}

/* Tells what was found on walk. */
static void
answer (const CoupletAutomaton *automaton, const ProbeOptions *options, const LossyWalk *walk,
        const Counterexample *found, CoupletOutcome *outcome)
{
  g_auto (CoupletRational) loss;
  couplet_rational_init (&loss);
  if (!found->found || arb_contains_zero (found->probability)) {
    couplet_outcome_set_reason (outcome, "no inputs found: %s",
                                found->obstacle != NULL ? found->obstacle
                                                        : "none in the range lose anything");
    return;
  }
  if (arb_is_finite (found->loss))
    round_down (found->loss, &loss);
  else
    mpq_set (loss.value, options->claim.value);
  if (mpq_sgn (loss.value) < 0)
    mpq_set_ui (loss.value, 0, 1);
  couplet_outcome_set_cost (outcome, &loss, COUPLET_GUARANTEE_LOWER_BOUND);
  set_counterexample (automaton, options, walk->steps, found, &loss, outcome);
  g_autofree char *epsilon = couplet_rational_to_string (&options->epsilon);
  couplet_outcome_set_reason (
      outcome, "two inputs on a path of %u steps lose this much at epsilon = %s%s",
      walk->steps->len, epsilon, options->has_range ? ", within the range" : "");
}

static void
search_inputs (CoupletContext *context, const CoupletAutomaton *automaton,
               const ProbeOptions *options, const LossyWalk *walk, CoupletOutcome *outcome)
{
  g_auto (CoupletRational) unreachable; /* without a claim the largest loss is looked for */
  couplet_rational_init (&unreachable);
  mpq_set_si (unreachable.value, G_MAXINT32, 1);
  const CounterexampleQuestion question = {
      .automaton = automaton,
      .steps = (const CoupletWalkStep *)(gpointer)walk->steps->data,
      .n_steps = walk->steps->len,
      .epsilon = &options->epsilon,
      .claim = options->has_claim ? &options->claim : &unreachable,
      .low = options->has_range ? &options->low : NULL,
      .high = options->has_range ? &options->high : NULL,
      .context = context};
  Counterexample found;
  counterexample_init (&found, question.n_steps);
  counterexample_search (&question, &found);
  answer (automaton, options, walk, &found, outcome);
  counterexample_clear (&found);
  flint_cleanup ();
}

/* Why the path's probability says nothing of what an observer sees; NULL = it does. */
static const char *
find_obstacle (const CoupletAutomaton *automaton)
{
  if (!automaton->output_distinct)
    return "outputs do not tell the path, whose probability therefore is not that of its outputs";
  if (automaton->n_thresholds > LOSSY_WALK_MOST_THRESHOLDS)
    return "more thresholds than are followed here";
  return NULL;
}

gboolean
probe_run (CoupletContext *context, const CoupletAutomaton *automaton, const ProbeOptions *options,
           CoupletOutcome *outcome, GError **error)
{
  const char *obstacle = find_obstacle (automaton);
  if (obstacle != NULL) {
    couplet_outcome_set_reason (outcome, "%s", obstacle);
    return TRUE;
  }
  g_autoptr (GError) failure = NULL;
  g_autoptr (LossyWalk) walk = options->has_claim ? lossy_walk_find (automaton, &options->claim,
                                                                     MOST_STEPS, context, &failure)
                                                  : find_worst_walk (automaton, context, &failure);
  if (walk != NULL) {
    search_inputs (context, automaton, options, walk, outcome);
    for (guint claim = 10; options->turns && claim <= 100 && failure == NULL; claim *= 10)
      count_steps (automaton, claim, context, outcome, &failure);
  } else if (failure == NULL && !couplet_outcome_set_stopped (outcome, context))
    couplet_outcome_set_reason (outcome, "no path of at most %d steps was found that loses more%s",
                                MOST_STEPS, options->has_claim ? "" : " than nothing");
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return *error == NULL;
}
