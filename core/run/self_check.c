/* SPDX-License-Identifier: Apache-2.0 */
#include "self_check.h"

#include "claim.h"

#include <couplet/host/check.h>
#include <couplet/ties.h>

/* So many steps of closing an order take the time of one comparison of vectors. */
#define SMALL_STEPS 1000
/* Limbs of a number that take no more time to speak of than one. */
#define SHORT_NUMBER 16

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
  case COUPLET_EVIDENCE_STRATEGY:
    if (denies)
      return "its evidence is a strategy";
    break;
  }
  return NULL;
}

/* ---- How much a check takes ------------------------------------------------------------ */

/* Most thresholds that transitions tie, one after another: no table is over more. */
static guint32
most_tied (const CoupletAutomaton *a)
{
  guint32 most = 1;
  if (a->sampling == COUPLET_INDEPENDENT || a->n_thresholds == 1)
    return most;
  g_autoptr (CoupletTies) ties = couplet_ties_new (a->n_thresholds);
  g_autofree guint32 *group_of = g_new (guint32, a->n_thresholds);
  g_autofree guint32 *members = g_new0 (guint32, a->n_thresholds);
  for (guint32 t = 0; t < a->n_transitions; t++) {
    const CoupletGuard *guard = couplet_guard_of (a, t);
    const CoupletAssignment *assignment = couplet_assignment_of (a, t);
    couplet_ties_add (ties, guard->literals, guard->n_literals, assignment->thresholds,
                      assignment->n_thresholds);
  }
  couplet_ties_number (ties, group_of);
  for (guint32 v = 0; v < a->n_thresholds; v++)
    most = MAX (most, ++members[group_of[v]]);
  return most;
}

/* The effort, where tables may be large, up to most. */
static gsize
effort_of (const CoupletEvidence *evidence, gsize most)
{
  gsize effort = couplet_evidence_effort (evidence);
  if (effort >= most)
    return most;
  guint32 tied = most_tied (couplet_evidence_automaton (evidence));
  for (tied = MIN (tied, COUPLET_FACTOR_MAX); tied > 1 && effort < most; tied--)
    effort = effort < most / 3 ? effort * 3 : most;
  return effort;
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
couplet_self_check (CoupletOutcome *outcome, gsize most, CoupletDiagnostics *diagnostics,
                    guint32 *shown)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  *shown = 0;
  for (guint i = 0; i < result->n_evidence; i++) {
    const CoupletEvidence *evidence = result->evidence[i];
    if (effort_of (evidence, most) >= most)
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

/* The pairs of vectors that a bound may have to compare. */
static gsize
count_pairs (const CoupletEvidence *evidence)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  g_autofree guint32 *vectors = g_new0 (guint32, a->n_states);
  gsize pairs = 0;
  for (guint32 e = 0; e < couplet_evidence_n_entries (evidence); e++) {
    CoupletEvidenceEntry entry = couplet_evidence_entry (evidence, e);
    vectors[entry.state] = MAX (vectors[entry.state], entry.n_vectors);
  }
  for (guint32 e = 0; e < couplet_evidence_n_entries (evidence); e++) {
    CoupletEvidenceEntry entry = couplet_evidence_entry (evidence, e);
    for (guint32 t = a->row[entry.state]; t < a->row[entry.state + 1]; t++)
      pairs += (gsize)entry.n_vectors * (vectors[a->target[t]] + 1);
  }
  return pairs;
}

/* Closing the order of k thresholds takes k^3 small steps at every transition. */
static gsize
order_effort (const CoupletAutomaton *a)
{
  gsize k = a->n_thresholds, steps;
  if (a->sampling != COUPLET_SHARED || k < 2)
    return 0;
  if (!g_size_checked_mul (&steps, k * k, k) ||
      !g_size_checked_mul (&steps, steps, a->n_transitions))
    return G_MAXSIZE / 2;
  return steps / SMALL_STEPS;
}

static gsize
length_of (const CoupletRational *number)
{
  return mpz_size (mpq_numref (number->value)) + mpz_size (mpq_denref (number->value));
}

/* How many times as long the longest number takes to reckon with as a short one. */
static gsize
number_effort (const CoupletEvidence *evidence)
{
  guint32 n;
  const CoupletRational *numbers = couplet_evidence_numbers (evidence, &n);
  const CoupletRational *cost = couplet_evidence_cost (evidence);
  gsize longest = cost != NULL ? length_of (cost) : 0;
  for (guint32 i = 0; i < n; i++)
    longest = MAX (longest, length_of (&numbers[i]));
  return 1 + longest / SHORT_NUMBER;
}

gsize
couplet_evidence_effort (const CoupletEvidence *evidence)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  gsize effort = couplet_evidence_kind (evidence) == COUPLET_EVIDENCE_BOUND
                     ? count_pairs (evidence)
                     : couplet_evidence_size (evidence) + a->n_transitions;
  if (!g_size_checked_mul (&effort, effort, number_effort (evidence)))
    return G_MAXSIZE / 2;
  return MIN (effort, G_MAXSIZE / 2) + order_effort (a);
}
