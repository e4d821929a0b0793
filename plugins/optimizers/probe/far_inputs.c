/* SPDX-License-Identifier: Apache-2.0 */
#include "far_inputs.h"

#include "path_floor.h"
#include "probe_event.h"
#include "walks.h"

#include <couplet/internal/sample.h>

#define PRECISION 192
/* Shares of the exponent that are tried: the largest possible one over 2, 4, 8, ... */
#define SHARES 24

/* What bounds the probability of the outputs from above when the inputs are n steps away: with
 * noise everywhere it is at most
 * exp (log_factor) * eta^(-n_draws) * exp (-(1 - eta) * epsilon * (n * loss - slack)). */
typedef struct {
  const FarQuestion *question;
  CoupletSample *samples;
  fmpq_t epsilon;
  arb_t log_factor; /* of the number of paths, and of the densities of what is output */
  arb_t slack;      /* how far the centres of the noise are from 0, times d */
  guint64 n_draws;  /* that are integrated */
} Ceiling;

/* ---- The ceiling ------------------------------------------------------------------------ */

/* What one transition adds to the three. */
typedef struct {
  arb_t log_density, slack;
  guint n_draws;
} StepCeiling;

static const CoupletNoise *
noise_at (const Ceiling *ceiling, guint32 transition)
{
  const CoupletAutomaton *a = ceiling->question->automaton;
  return &a->noises[couplet_source_state (a, transition)->noise];
}

/* One draw with parameter and mean number d and mu, at input. FALSE without noise. */
static gboolean
add_draw (const Ceiling *ceiling, StepCeiling *step, guint32 d, guint32 mu, gboolean shown,
          const fmpq_t input)
{
  const CoupletAutomaton *a = ceiling->question->automaton;
  if (d == COUPLET_NO_NOISE)
    return FALSE;
  g_auto (fmpq_t) parameter, centre;
  g_auto (arb_t) term;
  fmpq_init (parameter);
  fmpq_init (centre);
  arb_init (term);
  fmpq_set_mpq (parameter, a->numbers[d].value);
  fmpq_set_mpq (centre, a->numbers[mu].value);
  fmpq_add (centre, centre, input);
  fmpq_abs (centre, centre);
  fmpq_mul (centre, centre, parameter);
  arb_set_fmpq (term, centre, PRECISION);
  arb_add (step->slack, step->slack, term, PRECISION);
  if (shown) { /* a density of at most epsilon * d / 2 */
    fmpq_mul (parameter, parameter, ceiling->epsilon);
    fmpq_div_2exp (parameter, parameter, 1);
    arb_set_fmpq (term, parameter, PRECISION);
    arb_log (term, term, PRECISION);
    arb_add (step->log_density, step->log_density, term, PRECISION);
  } else
    step->n_draws++;
  return TRUE;
}

/* Raises most to what transition may add. */
static gboolean
raise_to_transition (const Ceiling *ceiling, StepCeiling *most, guint32 transition,
                     const fmpq_t input, gboolean first)
{
  const CoupletAutomaton *a = ceiling->question->automaton;
  const CoupletNoise *noise = noise_at (ceiling, transition);
  StepCeiling one = {.n_draws = 0};
  arb_init (one.log_density);
  arb_init (one.slack);
  guint32 n = couplet_samples_load (ceiling->samples, a, NULL, NULL, transition);
  gboolean noisy = TRUE;
  for (guint32 i = 0; i < n; i++) {
    const CoupletSample *sample = &ceiling->samples[i];
    noisy &= add_draw (ceiling, &one, noise->d[sample->slot], noise->mu, sample->outputs, input);
  }
  if (couplet_output_of (a, transition)->kind == COUPLET_FRESH)
    noisy &= add_draw (ceiling, &one, noise->d_fresh, noise->mu_fresh, TRUE, input);
  if (first)
    arb_set (most->log_density, one.log_density);
  arb_max (most->log_density, most->log_density, one.log_density, PRECISION);
  arb_max (most->slack, most->slack, one.slack, PRECISION);
  most->n_draws = MAX (most->n_draws, one.n_draws);
  arb_clear (one.log_density);
  arb_clear (one.slack);
  return noisy;
}

/* Takes all runs on by one output: ways[state] is the number of paths to it. */
static gboolean
raise_by_step (Ceiling *ceiling, guint i, const fmpq_t input, fmpz *ways, fmpz *after)
{
  const CoupletAutomaton *a = ceiling->question->automaton;
  StepCeiling most = {.n_draws = 0};
  gboolean noisy = TRUE, first = TRUE;
  arb_init (most.log_density);
  arb_init (most.slack);
  _fmpz_vec_zero (after, a->n_states);
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (fmpz_is_zero (&ways[a->source[t]]) ||
        walk_letter (a, t) != walk_letter (a, ceiling->question->steps[i].transition))
      continue;
    noisy &= raise_to_transition (ceiling, &most, t, input, first);
    fmpz_addmul_ui (&after[a->target[t]], &ways[a->source[t]],
                    couplet_guard_of (a, t)->n_alternatives);
    first = FALSE;
  }
  arb_add (ceiling->log_factor, ceiling->log_factor, most.log_density, PRECISION);
  arb_add (ceiling->slack, ceiling->slack, most.slack, PRECISION);
  ceiling->n_draws += most.n_draws;
  arb_clear (most.log_density);
  arb_clear (most.slack);
  return noisy;
}

/* FALSE when a path with these outputs has a draw without noise. */
static gboolean
find_ceiling (Ceiling *ceiling, const fmpq *inputs)
{
  const CoupletAutomaton *a = ceiling->question->automaton;
  fmpz *ways = _fmpz_vec_init (a->n_states), *after = _fmpz_vec_init (a->n_states);
  gboolean noisy = TRUE;
  g_auto (arb_t) paths;
  arb_init (paths);
  fmpz_one (&ways[a->initial]);
  for (guint i = 0; i < ceiling->question->n_steps && noisy; i++) {
    noisy = raise_by_step (ceiling, i, &inputs[i], ways, after);
    _fmpz_vec_swap (ways, after, a->n_states);
  }
  for (guint32 q = 1; q < a->n_states; q++)
    fmpz_add (&ways[0], &ways[0], &ways[q]);
  arb_set_fmpz (paths, &ways[0]);
  arb_log (paths, paths, PRECISION);
  arb_add (ceiling->log_factor, ceiling->log_factor, paths, PRECISION);
  _fmpz_vec_clear (ways, a->n_states);
  _fmpz_vec_clear (after, a->n_states);
  return noisy;
}

/* ---- The number of neighbours ---------------------------------------------------------------- */

/* bound = (log_factor - log_floor - n_draws * ln eta + (1 - eta) * epsilon * slack)
 *         / (epsilon * ((1 - eta) * loss - claim)): a larger n contradicts the claim. */
static void
bound_with_share (const Ceiling *ceiling, const arb_t log_floor, const fmpq_t eta, arb_t bound)
{
  const FarQuestion *question = ceiling->question;
  g_auto (fmpq_t) rest, below, claim;
  g_auto (arb_t) term;
  fmpq_init (rest);
  fmpq_init (below);
  fmpq_init (claim);
  arb_init (term);
  fmpq_set_si (rest, 1, 1);
  fmpq_sub (rest, rest, eta);
  fmpq_set_mpq (below, question->loss->value);
  fmpq_set_mpq (claim, question->claim->value);
  fmpq_mul (below, below, rest);
  fmpq_sub (below, below, claim);
  fmpq_mul (below, below, ceiling->epsilon);
  arb_set_fmpq (term, eta, PRECISION);
  arb_log (term, term, PRECISION);
  arb_mul_ui (term, term, ceiling->n_draws, PRECISION);
  arb_sub (bound, ceiling->log_factor, log_floor, PRECISION);
  arb_sub (bound, bound, term, PRECISION);
  fmpq_mul (rest, rest, ceiling->epsilon);
  arb_set_fmpq (term, rest, PRECISION);
  arb_addmul (bound, term, ceiling->slack, PRECISION);
  arb_set_fmpq (term, below, PRECISION);
  arb_div (bound, bound, term, PRECISION);
}

/* pairs = the least whole number above bound. */
static void
round_up (const arb_t bound, fmpz_t pairs)
{
  g_auto (arf_t) high;
  arf_init (high);
  arb_get_ubound_arf (high, bound, PRECISION);
  arf_get_fmpz (pairs, high, ARF_RND_FLOOR);
  fmpz_add_ui (pairs, pairs, 1);
  if (fmpz_sgn (pairs) <= 0)
    fmpz_one (pairs);
}

/* Tries shares eta below (loss - claim) / loss; FALSE when no bound is finite. */
static gboolean
count_pairs (const Ceiling *ceiling, const arb_t log_floor, fmpz_t pairs)
{
  gboolean found = FALSE;
  g_auto (fmpq_t) eta, loss;
  g_auto (fmpz_t) one;
  g_auto (arb_t) bound;
  fmpq_init (eta);
  fmpq_init (loss);
  fmpz_init (one);
  arb_init (bound);
  fmpq_set_mpq (loss, ceiling->question->loss->value);
  fmpq_set_mpq (eta, ceiling->question->claim->value);
  fmpq_sub (eta, loss, eta);
  fmpq_div (eta, eta, loss);
  for (guint i = 0; i < SHARES; i++) {
    fmpq_div_2exp (eta, eta, 1);
    bound_with_share (ceiling, log_floor, eta, bound);
    if (!arb_is_finite (bound))
      continue;
    round_up (bound, one);
    if (!found || fmpz_cmp (one, pairs) < 0)
      fmpz_set (pairs, one);
    found = TRUE;
  }
  return found;
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* Places the inputs and finds what the path is at least as probable as there. */
static gboolean
place (const FarQuestion *question, fmpq *inputs, const fmpq_t epsilon, arb_t log_floor,
       const char **obstacle)
{
  guint n = question->n_steps;
  g_autofree guint32 *transitions = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    transitions[i] = question->steps[i].transition;
  g_autoptr (Line) line = line_of_walk (question->automaton, transitions, n, NULL, NULL, n);
  fmpq *values = _fmpq_vec_init (n);
  gboolean placed = path_place (question->automaton, transitions, n, inputs, values);
  placed = placed && path_floor (line, inputs, values, epsilon, PRECISION, log_floor);
  _fmpq_vec_clear (values, n);
  *obstacle = placed ? NULL : FAR_INPUTS_NONE;
  return placed;
}

gboolean
far_inputs_find (const FarQuestion *question, fmpq *inputs, fmpz_t pairs, const char **obstacle)
{
  g_autofree CoupletSample *samples = g_new0 (CoupletSample, couplet_n_slots (question->automaton));
  Ceiling ceiling = {.question = question, .samples = samples};
  g_auto (arb_t) log_floor;
  fmpq_init (ceiling.epsilon);
  fmpq_set_mpq (ceiling.epsilon, question->epsilon->value);
  arb_init (ceiling.log_factor);
  arb_init (ceiling.slack);
  arb_init (log_floor);
  gboolean found = place (question, inputs, ceiling.epsilon, log_floor, obstacle);
  if (found && !find_ceiling (&ceiling, inputs)) {
    *obstacle = "a draw on a path with these outputs has no noise";
    found = FALSE;
  }
  if (found && !count_pairs (&ceiling, log_floor, pairs)) {
    *obstacle = "the bound on the number of steps is not finite";
    found = FALSE;
  }
  arb_clear (ceiling.slack);
  arb_clear (ceiling.log_factor);
  fmpq_clear (ceiling.epsilon);
  return found;
}
