/* SPDX-License-Identifier: Apache-2.0 */
#include "verifier.h"

#include <couplet/host/check.h>
#include <couplet/host/evidence.h>

#define LIMIT "*.time-limit-ms=5000" /* for one automaton */

struct Verifier {
  CoupletHost host;
  CoupletConfiguration *configuration;
  CoupletRun *run;
  char *rejection;
};

Verifier *
verifier_new (CoupletRegistry *registry, const CoupletHost *host, GError **error)
{
  g_autoptr (Verifier) verifier = g_new0 (Verifier, 1);
  verifier->host = (CoupletHost){.cancelled = host->cancelled,
                                 .wants_evidence = TRUE,
                                 .evidence_limit = host->evidence_limit,
                                 .self_check = host->self_check};
  verifier->configuration = couplet_configuration_new ();
  if (!couplet_configuration_set_stages (verifier->configuration, COUPLET_KIND_DECIDER, "graph",
                                         error) ||
      !couplet_configuration_set_stages (verifier->configuration, COUPLET_KIND_OPTIMIZER,
                                         "frontier", error) ||
      !couplet_configuration_override (verifier->configuration, LIMIT, error))
    return NULL;
  verifier->run = couplet_run_new (verifier->configuration, registry, &verifier->host, NULL, error);
  return verifier->run != NULL ? g_steal_pointer (&verifier) : NULL;
}

void
verifier_free (Verifier *verifier)
{
  if (verifier == NULL)
    return;
  couplet_run_free (verifier->run);
  couplet_configuration_free (verifier->configuration);
  g_free (verifier->rejection);
  g_free (verifier);
}

static void
note_rejection (Verifier *verifier, const char *clause)
{
  if (verifier->rejection == NULL)
    verifier->rejection = g_strdup (clause);
}

CoupletExamination *
verifier_ask (Verifier *verifier, const CoupletAutomaton *automaton)
{
  CoupletExamination *examination = couplet_run_automaton (verifier->run, automaton);
  const CoupletFileResult *result = couplet_examination_result (examination);
  if (result->disagreement)
    note_rejection (verifier, result->disagreement_text);
  return examination;
}

const CoupletRational *
exact_cost (const CoupletFileResult *result)
{
  for (guint s = 0; s < result->n_stages && result->verdict == COUPLET_VERDICT_PRIVATE; s++) {
    const CoupletStageResult *stage = &result->stages[s];
    if (stage->has_cost && !stage->cost_is_infinite &&
        (stage->guarantee == COUPLET_GUARANTEE_EXACT || couplet_result_is_snapped (result)))
      return &result->cost;
  }
  return NULL;
}

gboolean
verifier_accepts (Verifier *verifier, const CoupletStageResult *stage,
                  const CoupletEvidence *evidence)
{
  g_autofree char *why = NULL;
  CoupletEvidenceCheck answer = couplet_evidence_check (evidence, NULL, &why);
  if (answer == COUPLET_EVIDENCE_REJECTED) {
    g_autofree char *clause = g_strdup_printf (
        "the checker rejects evidence '%s' of %s at %s",
        couplet_evidence_kind_to_string (couplet_evidence_kind (evidence)), stage->stage, why);
    note_rejection (verifier, clause);
  }
  return answer == COUPLET_EVIDENCE_ACCEPTED;
}

/* Whether evidence is of kind and its walk costs more than best, if there is one with steps. */
static gboolean
tells_more (const CoupletEvidence *evidence, CoupletEvidenceKind kind, const CoupletEvidence *best)
{
  const CoupletRational *cost = couplet_evidence_cost (evidence);
  const CoupletRational *other = best != NULL ? couplet_evidence_cost (best) : NULL;
  if (couplet_evidence_kind (evidence) != kind)
    return FALSE;
  return best == NULL || couplet_evidence_size (best) == 0 ||
         (cost != NULL && other != NULL && couplet_rational_compare (cost, other) > 0);
}

const CoupletEvidence *
verifier_find_evidence (Verifier *verifier, const CoupletFileResult *result,
                        CoupletEvidenceKind kind, const CoupletStageResult **by)
{
  const CoupletEvidence *best = NULL;
  for (guint s = 0; s < result->n_stages; s++)
    for (guint e = 0; e < result->stages[s].n_evidence; e++) {
      const CoupletStageResult *stage = &result->stages[s];
      if (!tells_more (stage->evidence[e], kind, best) ||
          !verifier_accepts (verifier, stage, stage->evidence[e]))
        continue;
      best = stage->evidence[e];
      *by = stage;
    }
  return best;
}

const char *
verifier_rejection (const Verifier *verifier)
{
  return verifier->rejection;
}
