/* SPDX-License-Identifier: Apache-2.0 */
#include "judge.h"

#include <couplet/unfold.h>

#define PATIENCE_MS 5000 /* for one automaton */

gboolean
judge_init (Judge *judge, CoupletRegistry *registry, const CoupletHost *host, GError **error)
{
  judge->cancelled = host->cancelled;
  judge->decider = couplet_registry_find (registry, COUPLET_KIND_DECIDER, "graph", error);
  if (judge->decider == NULL)
    return FALSE;
  judge->optimizer = couplet_registry_find (registry, COUPLET_KIND_OPTIMIZER, "frontier", error);
  return judge->optimizer != NULL;
}

/* Whether plugin takes automaton at all. */
static gboolean
takes (const CoupletPlugin *plugin, const CoupletAutomaton *automaton)
{
  guint32 most = plugin->capabilities.max_thresholds;
  guint32 needed =
      automaton->sampling == COUPLET_SHARED ? COUPLET_TAKES_SHARED : COUPLET_TAKES_INDEPENDENT;
  if (most != 0 && automaton->n_thresholds > most)
    return FALSE;
  if (automaton->n_thresholds > 1 && (plugin->capabilities.flags & needed) == 0)
    return FALSE;
  return automaton->all_noise_finite || (plugin->capabilities.flags & COUPLET_TAKES_NO_NOISE) != 0;
}

/* What plugin, with its options' defaults, finds about automaton. */
static CoupletOutcome *
ask (const Judge *judge, const CoupletPlugin *plugin, const CoupletAutomaton *automaton)
{
  CoupletOutcome *outcome = couplet_outcome_new (plugin->name, plugin);
  if (!takes (plugin, automaton))
    return outcome;
  const CoupletHost host = {.cancelled = judge->cancelled, .wants_evidence = TRUE};
  g_autoptr (CoupletContext) context = couplet_context_new (plugin, NULL, &host, plugin->name);
  gpointer instance = NULL;
  if (plugin->solver->create != NULL && !plugin->solver->create (context, &instance, NULL))
    return outcome;
  couplet_context_start (context, PATIENCE_MS);
  /* a failed stage has found nothing */
  plugin->solver->run (instance, context, automaton, outcome, NULL);
  if (plugin->solver->destroy != NULL)
    plugin->solver->destroy (instance);
  return outcome;
}

void
judge_automaton (const Judge *judge, const CoupletAutomaton *automaton, Judgement *judgement)
{
  *judgement = (Judgement){0};
  couplet_rational_init (&judgement->cost);
  judgement->unfolded = couplet_unfold (automaton, NULL, NULL);
  const CoupletAutomaton *a = judgement->unfolded != NULL ? judgement->unfolded : automaton;
  judgement->decided = ask (judge, judge->decider, a);
  CoupletFound found = couplet_outcome_found (judgement->decided);
  if (found == COUPLET_FOUND_NO_STRATEGY || found == COUPLET_FOUND_DISTINGUISHER)
    return;
  judgement->optimized = ask (judge, judge->optimizer, a);
  const CoupletStageResult *result = couplet_outcome_result (judgement->optimized);
  judgement->is_private =
      result->has_cost && !result->cost_is_infinite && result->guarantee == COUPLET_GUARANTEE_EXACT;
  if (judgement->is_private)
    mpq_set (judgement->cost.value, result->cost.value);
}

void
judgement_clear (Judgement *judgement)
{
  couplet_rational_clear (&judgement->cost);
  couplet_outcome_free (judgement->decided);
  couplet_outcome_free (judgement->optimized);
  couplet_automaton_free (judgement->unfolded);
}

static const CoupletEvidence *
evidence_of (CoupletOutcome *outcome, CoupletEvidenceKind kind)
{
  if (outcome == NULL)
    return NULL;
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  for (guint i = 0; i < result->n_evidence; i++)
    if (couplet_evidence_kind (result->evidence[i]) == kind)
      return result->evidence[i];
  return NULL;
}

const CoupletEvidence *
judgement_evidence (const Judgement *judgement, CoupletEvidenceKind kind)
{
  const CoupletEvidence *evidence = evidence_of (judgement->decided, kind);
  return evidence != NULL ? evidence : evidence_of (judgement->optimized, kind);
}
