/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#include "far_inputs.h"
#include "pair_search.h"
#include "probe_numbers.h"

#include <couplet/internal/lossy_walk.h>

/* Longest walk whose probability is computed, and whose T alone is. */
#define MOST_STEPS 256
#define MOST_STEPS_BY_COST 20000
/* Longest path whose outputs refute a claim together with those of other paths. */
#define MOST_STEPS_BY_OUTPUTS 4000
/* Thresholds, where the probabilities of all paths with the same outputs are added. */
#define MOST_THRESHOLDS_BY_OUTPUTS 3
/* Without a claim, walks that lose more than this are not looked for. */
#define ENOUGH_LOSS 10

/* The farthest pair of inputs along a direction, in steps of the sensitivity. */
#define FARTHEST ((gint64)1 << 24)
/* Doublings without a gain after which the loss has come to its limit. */
#define MOST_DOUBLINGS_WITHOUT_GAIN 3

/* ---- The walk ------------------------------------------------------------------------ */

/* A walk that loses as much as any up to ENOUGH_LOSS, found by raising the claim to what the
 * walk before lost; NULL when none loses anything. */
static CoupletLossyWalk *
find_worst_walk (const CoupletAutomaton *automaton, CoupletContext *context, GError **error)
{
  g_auto (CoupletRational) claim;
  couplet_rational_init (&claim);
  CoupletLossyWalk *worst = NULL;
  for (;;) {
    CoupletLossyWalk *walk = couplet_lossy_walk_find (automaton, &claim, MOST_STEPS,
                                                      COUPLET_LOSSY_WALKS, context, error);
    if (walk == NULL)
      return worst;
    couplet_lossy_walk_free (worst);
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
  g_autoptr (CoupletLossyWalk) walk = couplet_lossy_walk_find (
      automaton, &claim, MOST_STEPS_BY_COST, COUPLET_LOSSY_WALKS, context, error);
  if (walk == NULL)
    return FALSE;
  g_autofree char *name = g_strdup_printf ("steps-for-%u", n);
  couplet_outcome_set_statistic (outcome, name, walk->steps->len);
  return TRUE;
}

/* ---- Pairs of inputs ----------------------------------------------------------------------- */

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

/* Whether the best pair is told to lose as much as one can be that loses less than most. */
static gboolean
loses_most (const PairSearch *search, const CoupletRational *most)
{
  if (most == NULL || search->options->has_claim || search->best.event == NULL)
    return FALSE;
  if (!arb_is_finite (search->best.loss))
    return TRUE;
  g_auto (CoupletRational) above, told;
  couplet_rational_init (&above);
  couplet_rational_init (&told);
  probe_round (search->best.loss, LOSS_DECIMALS, FALSE, &told);
  mpz_ui_pow_ui (mpq_denref (above.value), 10, LOSS_DECIMALS);
  mpz_set_ui (mpq_numref (above.value), 1);
  mpq_add (above.value, above.value, told.value); /* the next number that could be told */
  return couplet_rational_compare (&above, most) >= 0;
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
  g_auto (fmpq_t) middle, steps;
  g_auto (fmpz_t) whole;
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

/* Tries pairs of inputs u + k*D, u + (k + 1)*D along the walk of n steps and stops at a pair with a
 * loss above the claim, with k as small as was found; else answers with the pair with the largest
 * loss. most: what no pair loses (NULL = not known), so that one that is told to lose as much ends
 * the search. TRUE when the claim is refuted. */
static gboolean
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

/* ---- By the theorem -------------------------------------------------------------------- */

static gboolean
paths_are_told (const CoupletAutomaton *automaton)
{
  return automaton->output_distinct && couplet_has_only_conjunctions (automaton);
}

/* Tells the inputs that the theorem speaks of. */
static void
answer_by_theorem (const ProbeOptions *options, CoupletCounterexample *counterexample,
                   const fmpz_t pairs, CoupletOutcome *outcome)
{
  counterexample->epsilon = couplet_rational_to_string (&options->epsilon);
  char *text = fmpz_get_str (NULL, 10, pairs);
  counterexample->pairs = g_strdup (text);
  flint_free (text);
  couplet_outcome_set_counterexample (outcome, counterexample);
  couplet_outcome_set_cost (outcome, &options->claim, COUPLET_GUARANTEE_LOWER_BOUND);
  couplet_outcome_set_reason (
      outcome,
      "by the theorem of the least d one of the first %s pairs of inputs on "
      "a path of %u steps loses more than this",
      counterexample->pairs, counterexample->n_steps);
}

/* Refutes the claim on walk, whose outputs lose more, without computing probabilities. */
static void
refute_far_away (const CoupletAutomaton *automaton, const ProbeOptions *options,
                 const CoupletLossyWalk *walk, CoupletOutcome *outcome)
{
  const FarQuestion question = {.automaton = automaton,
                                .steps = (const CoupletWalkStep *)(gpointer)walk->steps->data,
                                .n_steps = walk->steps->len,
                                .epsilon = &options->epsilon,
                                .claim = &options->claim,
                                .loss = &walk->loss};
  g_autoptr (CoupletCounterexample) counterexample = NULL;
  const char *obstacle = FAR_INPUTS_NONE;
  fmpq *inputs = _fmpq_vec_init (question.n_steps);
  g_auto (fmpz_t) pairs;
  fmpz_init (pairs);
  if (far_inputs_find (&question, inputs, pairs, &obstacle))
    counterexample = couplet_counterexample_by_theorem (automaton, question.steps, question.n_steps,
                                                        question.claim, question.loss);
  if (counterexample != NULL)
    answer_by_theorem (options, counterexample, pairs, outcome);
  else
    couplet_outcome_set_reason (outcome, "no inputs found: %s", obstacle);
  _fmpq_vec_clear (inputs, question.n_steps);
}

/* ---- All of it -------------------------------------------------------------------------- */

/* The walk to look at first; NULL when none was found, or error is set. Where outputs do not tell
 * the path, one all paths with whose outputs lose more is the best. */
static CoupletLossyWalk *
find_walk (CoupletContext *context, const CoupletAutomaton *automaton, const ProbeOptions *options,
           GError **error)
{
  gboolean by_outputs = !automaton->output_distinct && options->has_claim &&
                        automaton->adjacency == COUPLET_ADJACENT_ANY;
  CoupletLossyWalk *walk = by_outputs
                               ? couplet_lossy_walk_by_outputs (automaton, &options->claim,
                                                                MOST_STEPS_BY_OUTPUTS, context)
                               : NULL;
  if (walk != NULL)
    return walk;
  return options->has_claim ? couplet_lossy_walk_find (automaton, &options->claim, MOST_STEPS,
                                                       COUPLET_LOSSY_WALKS, context, error)
                            : find_worst_walk (automaton, context, error);
}

/* By certified probabilities; TRUE when the claim is refuted. *walk: what was looked at. */
static gboolean
probe_probabilities (CoupletContext *context, const CoupletAutomaton *automaton,
                     const ProbeOptions *options, CoupletLossyWalk **walk, CoupletOutcome *outcome,
                     GError **error)
{
  g_autoptr (GError) failure = NULL;
  gboolean refuted = FALSE;
  *walk = find_walk (context, automaton, options, &failure);
  if (*walk != NULL && (*walk)->steps->len <= MOST_STEPS) {
    gboolean told = automaton->output_distinct;
    refuted = counterexample_search (
        context, automaton, (const CoupletWalkStep *)(gpointer)(*walk)->steps->data,
        (*walk)->steps->len, told && !(*walk)->is_infinite ? &(*walk)->loss : NULL, options,
        outcome);
    for (guint claim = 10; told && options->turns && claim <= 100 && failure == NULL; claim *= 10)
      count_steps (automaton, claim, context, outcome, &failure);
  } else if (failure == NULL && !couplet_outcome_set_stopped (outcome, context))
    couplet_outcome_set_reason (outcome, "no path of at most %d steps was found that loses more%s",
                                MOST_STEPS, options->has_claim ? "" : " than nothing");
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return refuted;
}

/* By the theorem. walk: one that loses more than the claim, NULL = none is known. */
static gboolean
probe_theorem (CoupletContext *context, const CoupletAutomaton *automaton,
               const ProbeOptions *options, const CoupletLossyWalk *walk, CoupletOutcome *outcome,
               GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (CoupletLossyWalk) other = NULL;
  gboolean told = paths_are_told (automaton);
  if (!told && automaton->adjacency == COUPLET_ADJACENT_ANY)
    other =
        couplet_lossy_walk_by_outputs (automaton, &options->claim, MOST_STEPS_BY_OUTPUTS, context);
  else if (told && walk == NULL)
    other = couplet_lossy_walk_find (automaton, &options->claim, MOST_STEPS_BY_COST,
                                     COUPLET_LOSSY_WALKS, context, &failure);
  if (!told || walk == NULL)
    walk = other;
  if (failure != NULL) {
    g_propagate_error (error, g_steal_pointer (&failure));
    return FALSE;
  }
  if (walk != NULL && !walk->is_infinite)
    refute_far_away (automaton, options, walk, outcome);
  else if (walk == NULL && told && !couplet_outcome_set_stopped (outcome, context))
    couplet_outcome_set_reason (outcome,
                                "no path that loses more was found; at most %d steps and a "
                                "limited number of paths were tried",
                                MOST_STEPS_BY_COST);
  else if (!paths_are_told (automaton) && !couplet_outcome_set_stopped (outcome, context))
    couplet_outcome_set_reason (outcome, "no outputs were found all of whose paths lose more");
  return TRUE;
}

/* Whether the theorem is for the automaton: inputs are read once, noise is of real numbers, what is
 * output of a draw is the draw, and inputs may differ each by itself where outputs do not tell the
 * path. */
static gboolean
has_theorem (const CoupletAutomaton *automaton)
{
  gboolean has = automaton->snaps == NULL && !inputs_are_whole (automaton) &&
                 (automaton->output_distinct || automaton->adjacency == COUPLET_ADJACENT_ANY);
  for (guint32 q = 0; q < automaton->n_states; q++)
    has &= automaton->states[q].input != COUPLET_AGAIN;
  for (guint32 i = 0; i < automaton->n_outputs; i++)
    has &= automaton->outputs[i].kind != COUPLET_GAP;
  return has;
}

static gboolean
snaps_in_floating_point (const CoupletAutomaton *automaton)
{
  for (guint32 q = 0; q < automaton->n_states; q++) {
    const CoupletState *state = &automaton->states[q];
    const CoupletSnap *snap =
        state->noise != COUPLET_NONE ? couplet_snap_of (automaton, state) : NULL;
    if (automaton->reachable[q] && snap != NULL && snap->floating)
      return TRUE;
  }
  return FALSE;
}

/* Whether probabilities are computed: outputs tell the path, or those with the same are added. */
static gboolean
adds_paths (const CoupletAutomaton *automaton)
{
  return automaton->output_distinct || automaton->n_thresholds <= MOST_THRESHOLDS_BY_OUTPUTS;
}

/* Why nothing is looked for; NULL = no reason. */
static const char *
find_obstacle (const CoupletAutomaton *automaton)
{
  if (snaps_in_floating_point (automaton))
    return "outputs are snapped in floating point, with which no probabilities are computed";
  if (automaton->output_distinct && automaton->n_thresholds > COUPLET_LOSSY_WALK_THRESHOLDS)
    return "more thresholds than are followed here";
  if (!adds_paths (automaton) && !has_theorem (automaton))
    return "more thresholds than are followed where outputs do not tell the path";
  return NULL;
}

static gboolean
probe_all (CoupletContext *context, const CoupletAutomaton *automaton, const ProbeOptions *options,
           CoupletOutcome *outcome, GError **error)
{
  g_autoptr (CoupletLossyWalk) walk = NULL;
  g_autoptr (GError) failure = NULL;
  gboolean refuted = adds_paths (automaton) &&
                     probe_probabilities (context, automaton, options, &walk, outcome, &failure);
  if (failure == NULL && !refuted && options->has_claim && !options->has_range &&
      has_theorem (automaton))
    probe_theorem (context, automaton, options, walk, outcome, &failure);
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return *error == NULL;
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
  gboolean good = probe_all (context, automaton, options, outcome, error);
  flint_cleanup ();
  return good;
}
