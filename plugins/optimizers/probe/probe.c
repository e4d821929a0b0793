/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#include "counterexample_search.h"
#include "far_inputs.h"
#include "probe_event.h"

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
  fmpz_t pairs;
  fmpz_init (pairs);
  if (far_inputs_find (&question, inputs, pairs, &obstacle))
    counterexample = couplet_counterexample_by_theorem (automaton, question.steps, question.n_steps,
                                                        question.claim, question.loss);
  if (counterexample != NULL)
    answer_by_theorem (options, counterexample, pairs, outcome);
  else
    couplet_outcome_set_reason (outcome, "no inputs found: %s", obstacle);
  fmpz_clear (pairs);
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
