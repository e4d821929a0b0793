/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"
#include "probe_event.h"

/* Longest walk whose probability is computed, and whose T alone is. */
#define MOST_STEPS 256
#define MOST_STEPS_BY_COST 20000
/* Longest path whose outputs refute a claim together with those of other paths. */
#define MOST_STEPS_BY_OUTPUTS 4000
/* Thresholds, where the probabilities of all paths with the same outputs are added. */
#define MOST_THRESHOLDS_BY_OUTPUTS 3
/* Without a claim, walks that lose more than this are not looked for. */
#define ENOUGH_LOSS 10

/* ---- Walks --------------------------------------------------------------------------------- */

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

/* The walk to look at first; NULL when none was found, or error is set. Where outputs do not tell
 * the path, one all paths with whose outputs lose more is the best. */
static CoupletLossyWalk *
find_walk (CoupletContext *context, const CoupletAutomaton *automaton, const ProbeOptions *options,
           GError **error)
{
  CoupletLossyWalk *walk = NULL;
  if (options->claim == NULL)
    return find_worst_walk (automaton, context, error);
  if (!automaton->output_distinct && automaton->adjacency == COUPLET_ADJACENT_ANY)
    walk =
        couplet_lossy_walk_by_outputs (automaton, options->claim, MOST_STEPS_BY_OUTPUTS, context);
  return walk != NULL ? walk
                      : couplet_lossy_walk_find (automaton, options->claim, MOST_STEPS,
                                                 COUPLET_LOSSY_WALKS, context, error);
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
    refuted = probe_along (context, automaton, *walk, options, outcome);
    for (guint n = 10; automaton->output_distinct && options->turns && n <= 100; n *= 10) {
      g_auto (CoupletRational) claim;
      couplet_rational_init (&claim);
      mpq_set_ui (claim.value, n, 1);
      g_autoptr (CoupletLossyWalk) longer = couplet_lossy_walk_find (
          automaton, &claim, MOST_STEPS_BY_COST, COUPLET_LOSSY_WALKS, context, NULL);
      g_autofree char *name = g_strdup_printf ("steps-for-%u", n);
      if (longer != NULL)
        couplet_outcome_set_statistic (outcome, name, longer->steps->len);
    }
  } else if (failure == NULL && !couplet_outcome_set_stopped (outcome, context))
    couplet_outcome_set_reason (outcome, "no path of at most %d steps was found that loses more%s",
                                MOST_STEPS, options->claim != NULL ? "" : " than nothing");
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return refuted;
}

/* ---- By the theorem -------------------------------------------------------------------- */

/* Refutes the claim on walk, whose outputs lose more, without computing probabilities. */
static void
refute_far_away (const CoupletAutomaton *automaton, const ProbeOptions *options,
                 const CoupletLossyWalk *walk, CoupletOutcome *outcome)
{
  const FarQuestion question = {
      automaton,        (const CoupletWalkStep *)(gconstpointer)walk->steps->data,
      walk->steps->len, options->epsilon,
      options->claim,   &walk->loss};
  g_auto (fmpz_t) pairs;
  fmpz_init (pairs);
  const char *obstacle = far_inputs_find (&question, pairs);
  if (obstacle != NULL) {
    couplet_outcome_set_reason (outcome, "no inputs found: %s", obstacle);
    return;
  }
  g_autoptr (CoupletCounterexample) found = couplet_counterexample_by_theorem (
      automaton, question.steps, question.n_steps, question.claim, question.loss);
  char *text = fmpz_get_str (NULL, 10, pairs);
  found->epsilon = couplet_rational_to_string (options->epsilon);
  found->pairs = g_strdup (text);
  flint_free (text);
  couplet_outcome_set_counterexample (outcome, found);
  couplet_outcome_set_cost (outcome, options->claim, COUPLET_GUARANTEE_LOWER_BOUND);
  couplet_outcome_set_reason (
      outcome,
      "by the theorem of the least d one of the first %s pairs of inputs on "
      "a path of %u steps loses more than this",
      found->pairs, found->n_steps);
}

/* By the theorem. walk: one that loses more than the claim, NULL = none is known. */
static void
probe_theorem (CoupletContext *context, const CoupletAutomaton *automaton,
               const ProbeOptions *options, const CoupletLossyWalk *walk, CoupletOutcome *outcome,
               GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (CoupletLossyWalk) other = NULL;
  gboolean told = automaton->output_distinct && couplet_has_only_conjunctions (automaton);
  if (!told && automaton->adjacency == COUPLET_ADJACENT_ANY)
    other =
        couplet_lossy_walk_by_outputs (automaton, options->claim, MOST_STEPS_BY_OUTPUTS, context);
  else if (told && walk == NULL)
    other = couplet_lossy_walk_find (automaton, options->claim, MOST_STEPS_BY_COST,
                                     COUPLET_LOSSY_WALKS, context, &failure);
  if (!told || walk == NULL)
    walk = other;
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  else if (walk != NULL && !walk->is_infinite)
    refute_far_away (automaton, options, walk, outcome);
  else if (walk == NULL && told && !couplet_outcome_set_stopped (outcome, context))
    couplet_outcome_set_reason (outcome,
                                "no path that loses more was found; at most %d steps and a "
                                "limited number of paths were tried",
                                MOST_STEPS_BY_COST);
  else if (!told && !couplet_outcome_set_stopped (outcome, context))
    couplet_outcome_set_reason (outcome, "no outputs were found all of whose paths lose more");
}

/* ---- Automata --------------------------------------------------------------------------- */

/* Whether the theorem is for the automaton: inputs are read once, noise is of real numbers, what is
 * output of a draw is the draw, and inputs may differ each by itself where outputs do not tell the
 * path. */
static gboolean
has_theorem (const CoupletAutomaton *automaton)
{
  gboolean has = automaton->snaps == NULL && !probe_inputs_are_whole (automaton) &&
                 (automaton->output_distinct || automaton->adjacency == COUPLET_ADJACENT_ANY);
  for (guint32 q = 0; q < automaton->n_states; q++)
    has &= automaton->states[q].input != COUPLET_AGAIN;
  for (guint32 i = 0; i < automaton->n_outputs; i++)
    has &= automaton->outputs[i].kind != COUPLET_GAP;
  return has;
}

/* Why nothing is looked for; NULL = no reason. */
static const char *
find_obstacle (const CoupletAutomaton *automaton, gboolean adds_paths)
{
  for (guint32 q = 0; q < automaton->n_states; q++) {
    const CoupletState *state = &automaton->states[q];
    const CoupletSnap *snap =
        state->noise != COUPLET_NONE ? couplet_snap_of (automaton, state) : NULL;
    if (automaton->reachable[q] && snap != NULL && snap->floating)
      return "outputs are snapped in floating point, with which no probabilities are computed";
  }
  if (automaton->output_distinct && automaton->n_thresholds > COUPLET_LOSSY_WALK_THRESHOLDS)
    return "more thresholds than are followed here";
  if (!adds_paths && !has_theorem (automaton))
    return "more thresholds than are followed where outputs do not tell the path";
  return NULL;
}

gboolean
probe_run (CoupletContext *context, const CoupletAutomaton *automaton, const ProbeOptions *options,
           CoupletOutcome *outcome, GError **error)
{
  g_autoptr (CoupletLossyWalk) walk = NULL;
  g_autoptr (GError) failure = NULL;
  /* outputs tell the path, or the probabilities of those with the same are added */
  gboolean adds_paths =
      automaton->output_distinct || automaton->n_thresholds <= MOST_THRESHOLDS_BY_OUTPUTS;
  const char *obstacle = find_obstacle (automaton, adds_paths);
  if (obstacle != NULL) {
    couplet_outcome_set_reason (outcome, "%s", obstacle);
    return TRUE;
  }
  gboolean refuted =
      adds_paths && probe_probabilities (context, automaton, options, &walk, outcome, &failure);
  if (failure == NULL && !refuted && options->claim != NULL && options->range == NULL &&
      has_theorem (automaton))
    probe_theorem (context, automaton, options, walk, outcome, &failure);
  flint_cleanup ();
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return *error == NULL;
}
