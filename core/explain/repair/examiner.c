/* SPDX-License-Identifier: Apache-2.0 */
#include "examiner.h"

#define LIMIT "*.time-limit-ms=5000" /* for one automaton */

struct Examiner {
  CoupletHost host;
  CoupletConfiguration *configuration;
  CoupletRun *run;
  char *disagreement;
};

Examiner *
examiner_new (CoupletRegistry *registry, const CoupletHost *host, GError **error)
{
  g_autoptr (Examiner) examiner = g_new0 (Examiner, 1);
  examiner->host = (CoupletHost){.cancelled = host->cancelled,
                                 .wants_evidence = TRUE,
                                 .evidence_limit = host->evidence_limit,
                                 .self_check = host->self_check};
  examiner->configuration = couplet_configuration_new ();
  if (!couplet_configuration_ask_exact (examiner->configuration, FALSE, error) ||
      !couplet_configuration_override (examiner->configuration, LIMIT, error))
    return NULL;
  examiner->run = couplet_run_new (examiner->configuration, registry, &examiner->host, NULL, error);
  return examiner->run != NULL ? g_steal_pointer (&examiner) : NULL;
}

void
examiner_free (Examiner *examiner)
{
  if (examiner == NULL)
    return;
  couplet_run_free (examiner->run);
  couplet_configuration_free (examiner->configuration);
  g_free (examiner->disagreement);
  g_free (examiner);
}

CoupletExamination *
examiner_ask (Examiner *examiner, const CoupletAutomaton *automaton)
{
  CoupletExamination *examination = couplet_run_automaton (examiner->run, automaton);
  const CoupletResult *result = couplet_examination_result (examination);
  if (result->disagreement && examiner->disagreement == NULL)
    examiner->disagreement = g_strdup (result->disagreement_text);
  return examination;
}

const CoupletRational *
exact_cost (const CoupletResult *result)
{
  for (guint s = 0; s < result->n_stages && result->verdict == COUPLET_VERDICT_PRIVATE; s++) {
    const CoupletStageResult *stage = &result->stages[s];
    if (stage->has_cost && !stage->cost_is_infinite &&
        (stage->guarantee == COUPLET_GUARANTEE_EXACT || couplet_result_is_snapped (result)))
      return result->bounds.upper;
  }
  return NULL;
}

const char *
examiner_disagreement (const Examiner *examiner)
{
  return examiner->disagreement;
}
