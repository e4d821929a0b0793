/* SPDX-License-Identifier: Apache-2.0 */
#include "self_check.h"

#include "check_effort.h"
#include "claim.h"

#include <couplet/host/check.h>
#include <couplet/host/evidence.h>

/* Why evidence, if it is accepted, does not show what the stage says; NULL = it does. */
static const char *
find_mismatch (CoupletOutcome *outcome, const CoupletEvidence *evidence)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  gboolean finite = result->has_cost && !result->cost_is_infinite;
  gboolean denies = couplet_outcome_found (outcome) == COUPLET_FOUND_NO_STRATEGY ||
                    couplet_outcome_found (outcome) == COUPLET_FOUND_DISTINGUISHER;
  const CoupletRational *cost = couplet_evidence_cost (evidence);
  switch (couplet_evidence_kind (evidence)) {
  case COUPLET_EVIDENCE_BOUND:
  case COUPLET_EVIDENCE_SHIFTS:
    if (denies)
      return "its evidence is a strategy's bound";
    if (finite && result->guarantee != COUPLET_GUARANTEE_LOWER_BOUND &&
        couplet_rational_compare (cost, &result->cost) > 0)
      return "its evidence is for a higher bound";
    break;
  case COUPLET_EVIDENCE_ATTAINED:
    if (finite && result->guarantee != COUPLET_GUARANTEE_UPPER_BOUND &&
        couplet_rational_compare (cost, &result->cost) < 0)
      return "its evidence is for a lower cost";
    break;
  case COUPLET_EVIDENCE_VIOLATION:
    if (finite || couplet_outcome_found (outcome) == COUPLET_FOUND_STRATEGY)
      return "its evidence is that there is no strategy";
    break;
  case COUPLET_EVIDENCE_UNBOUNDED:
    if (finite || couplet_outcome_found (outcome) == COUPLET_FOUND_STRATEGY)
      return "its evidence is that costs have no bound";
    break;
  case COUPLET_EVIDENCE_WEIGHTS:
    if (cost == NULL && (finite || couplet_outcome_found (outcome) == COUPLET_FOUND_STRATEGY))
      return "its evidence is that no cost is finite";
    if (cost != NULL && finite && result->guarantee == COUPLET_GUARANTEE_EXACT &&
        couplet_rational_compare (cost, &result->cost) < 0)
      return "its evidence is for a lower cost";
    break;
  case COUPLET_EVIDENCE_STRATEGY:
    if (denies)
      return "its evidence is a strategy";
    break;
  }
  return NULL;
}

static void
warn_unchecked (const CoupletStageResult *result, const CoupletEvidence *evidence, const char *why,
                CoupletDiagnostics *diagnostics)
{
  couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_WARNING, (CoupletPlace){0},
                           "stage '%s': its evidence '%s' is too large to check: %s", result->stage,
                           couplet_evidence_kind_to_string (couplet_evidence_kind (evidence)), why);
}

char *
self_check (CoupletOutcome *outcome, gsize most, CoupletDiagnostics *diagnostics, guint32 *shown)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  *shown = 0;
  for (guint i = 0; i < result->n_evidence; i++) {
    const CoupletEvidence *evidence = result->evidence[i];
    if (check_effort (evidence, most) >= most)
      continue;
    g_autofree char *rejection = NULL;
    CoupletEvidenceCheck answer = couplet_evidence_check (evidence, NULL, &rejection);
    const char *mismatch =
        answer == COUPLET_EVIDENCE_ACCEPTED ? find_mismatch (outcome, evidence) : NULL;
    if (answer == COUPLET_EVIDENCE_TOO_LARGE)
      warn_unchecked (result, evidence, rejection, diagnostics);
    if (answer == COUPLET_EVIDENCE_ACCEPTED && mismatch == NULL)
      *shown |= claim_shown_by (outcome, evidence);
    if (answer != COUPLET_EVIDENCE_REJECTED && mismatch == NULL)
      continue;
    g_autofree char *claim = claim_to_string (outcome);
    if (mismatch != NULL)
      return g_strdup_printf ("%s, but %s", claim, mismatch);
    return g_strdup_printf ("%s, but the checker rejects its evidence '%s' at %s", claim,
                            couplet_evidence_kind_to_string (couplet_evidence_kind (evidence)),
                            rejection);
  }
  return NULL;
}
