/* SPDX-License-Identifier: Apache-2.0 */
#include "privacy_claim.h"

#include "stage_bounds.h"
#include "counterexample.h"
#include "outcome.h"

#include <couplet/internal/format.h>
#include <couplet/host/evidence.h>
#include <couplet/internal/lossy_walk.h>

#include <string.h>

/* Longer paths are not shown. */
#define LONGEST_PATH 300
/* Longer walks are not shown, and walks beyond so many are not looked at. */
#define MOST_STEPS 400
#define MOST_WALKS 20000

/* ---- The reason ------------------------------------------------------------------------- */

/* What is proven of d, as a clause. The caller frees it. */
static char *
describe (const CoupletResult *result)
{
  const CoupletBounds *bounds = &result->bounds;
  g_autofree char *lower = couplet_result_least (result) != NULL
                               ? couplet_format_cost (couplet_result_least (result))
                               : NULL;
  g_autofree char *upper = bounds->upper != NULL ? couplet_format_cost (bounds->upper) : NULL;
  if (bounds->is_infinite)
    return g_strdup ("it is not private for any d");
  if (couplet_result_is_snapped (result) && upper != NULL)
    return g_strdup_printf ("the least d is at most %s, for %s%s%s", upper, result->epsilon,
                            lower != NULL ? "; in exact arithmetic it is at least " : "",
                            lower != NULL ? lower : "");
  if (upper != NULL && couplet_claim_is_exceeded (&result->claim, bounds->upper, FALSE) &&
      !couplet_claim_is_exceeded (&result->claim, bounds->upper, result->is_rounded))
    return g_strdup ("it holds up to rounding: the least d is the claim, but for the rounding of "
                     "numbers in the code");
  if (couplet_bounds_are_exact (bounds))
    return g_strdup_printf ("the least d is %s", lower);
  if (lower != NULL && upper != NULL)
    return g_strdup_printf ("the least d is between %s and %s", lower, upper);
  if (lower != NULL)
    return g_strdup_printf ("the least d is at least %s", lower);
  return upper != NULL ? g_strdup_printf ("the least d is at most %s", upper)
         : result->verdict == COUPLET_VERDICT_PRIVATE
             ? g_strdup ("it is private, but no method that was run bounds d")
             : g_strdup ("no d is proven");
}

/* ---- Why it fails: a walk that loses more, and inputs along it (docs/theory.md section 5) -- */

/* What some stage that is trusted found; probabilities say more than the theorem. NULL = nothing.
 */
static const CoupletCounterexample *
find_counterexample (const CoupletResult *result, const StageOutcome *stages, guint n)
{
  const CoupletCounterexample *best = NULL;
  for (guint i = 0; i < n; i++) {
    const CoupletCounterexample *one = couplet_outcome_result (stages[i].outcome)->counterexample;
    if (one != NULL && stages[i].trusted && counterexample_refutes (one, &result->claim) &&
        (best == NULL || best->probability == NULL))
      best = one;
  }
  return best;
}

/* Along the shortest walk that loses more. One of evidence may lose less, as it takes loops once
 * that have to be taken more often. */
static CoupletCounterexample *
refute_by_search (const CoupletResult *result, const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletLossyWalk) walk =
      couplet_lossy_walk_find (automaton, &result->claim, MOST_STEPS, MOST_WALKS, NULL, NULL);
  return walk == NULL
             ? NULL
             : couplet_counterexample_by_theorem (
                   automaton, (const CoupletWalkStep *)(gpointer)walk->steps->data,
                   walk->steps->len, &result->claim, walk->is_infinite ? NULL : &walk->loss);
}

/* Inputs that show that result's claim fails, which is known, given question: what one of n stages
 * found, or what the theorem of the least d says of a walk that loses more. NULL when no such walk
 * is known: it would be long or is not easily found, or the costs of walks prove nothing; or
 * outputs are snapped in floating point. The caller frees it. */
static CoupletCounterexample *
refutation_new (const CoupletResult *result, const Question *question, const StageOutcome *stages,
                guint n)
{
  const CoupletCounterexample *known = find_counterexample (result, stages, n);
  const CoupletAutomaton *automaton =
      result->unfolded != NULL ? result->unfolded : result->automaton;
  if (question->floating) /* the theorem is about exact arithmetic */
    return NULL;
  if (known != NULL)
    return counterexample_copy (known);
  return question->not_conclusive == NULL && !question->tells_input
             ? refute_by_search (result, automaton)
             : NULL;
}

/* ---- The path that shows it -------------------------------------------------------------- */

/* The walk that is proven to cost most, and more than what is claimed; NULL = none. */
static const CoupletEvidence *
find_walk (const CoupletResult *result)
{
  const CoupletEvidence *best = NULL;
  const CoupletRational *most = &result->claim;
  for (guint s = 0; s < result->n_stages; s++)
    for (guint e = 0; e < result->stages[s].n_evidence && !result->stages[s].claimed; e++) {
      const CoupletEvidence *evidence = result->stages[s].evidence[e];
      const CoupletRational *cost = couplet_evidence_cost (evidence);
      if (couplet_evidence_kind (evidence) != COUPLET_EVIDENCE_ATTAINED || cost == NULL ||
          couplet_rational_compare (cost, most) <= 0)
        continue;
      best = evidence;
      most = cost;
    }
  return best;
}

/* A transition as `couplet explain --path` reads it. The caller frees it. */
static char *
path_item (const CoupletAutomaton *a, guint32 transition)
{
  const char *name = couplet_output_of (a, transition)->name;
  guint32 state = a->source[transition], same = 0;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
    same += a->output[t] == a->output[transition];
  gboolean plain = same == 1 && strpbrk (name, ",*#> ") == NULL;
  return plain ? g_strdup (name) : g_strdup_printf ("#%u", transition - a->row[state] + 1);
}

/* `threshold,bot*3,top`; NULL when it is long. transitions: guint32. The caller frees it. */
static char *
describe_path (const CoupletAutomaton *a, const GArray *transitions)
{
  const guint32 *path = (const guint32 *)(gpointer)transitions->data;
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0, times; i < transitions->len && text->len <= LONGEST_PATH; i += times) {
    g_autofree char *item = path_item (a, path[i]);
    for (times = 1; i + times < transitions->len && path[i + times] == path[i];)
      times++;
    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", item);
    if (times > 1)
      g_string_append_printf (text, "*%u", times);
  }
  return text->len > 0 && text->len <= LONGEST_PATH ? g_strdup (text->str) : NULL;
}

/* The path of the inputs that are shown, else of the walk that is proven to cost most. */
static char *
find_path (const CoupletResult *result)
{
  guint n = 0;
  const CoupletCounterexample *shown = result->claim_counterexample;
  const CoupletEvidence *evidence = shown == NULL ? find_walk (result) : NULL;
  const CoupletWalkStep *walk = evidence != NULL ? couplet_evidence_walk (evidence, &n) : NULL;
  g_autoptr (GArray) transitions = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < n; i++)
    g_array_append_val (transitions, walk[i].transition);
  for (guint32 i = 0; shown != NULL && i < shown->n_steps; i++)
    g_array_append_val (transitions, shown->steps[i].transition);
  return describe_path (result->automaton, transitions);
}

void
conclude_claim_of (CoupletResult *result, const CoupletRational *claim)
{
  if (mpq_sgn (claim->value) == 0)
    return;
  mpq_set (result->claim.value, claim->value);
  result->claim_verdict = judge_claim (result);
  result->claim_reason = describe (result);
}

void
conclude_claim (CoupletResult *result, const Question *question, const StageOutcome *stages,
                guint n)
{
  conclude_claim_of (result, &result->automaton->claim);
  if (result->claim_verdict != COUPLET_CLAIM_FAILS)
    return;
  result->claim_counterexample = refutation_new (result, question, stages, n);
  result->claim_path = find_path (result);
}
