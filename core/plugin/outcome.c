/* SPDX-License-Identifier: Apache-2.0 */
#include "counterexample.h"
#include "outcome.h"

#include "context.h"

#include <couplet/host.h>

struct CoupletOutcome {
  CoupletFound found;
  CoupletStageResult result; /* its arrays point into the two below */
  GPtrArray *evidence;       /* CoupletEvidence, owned */
  GArray *statistics;        /* CoupletStatistic; names are copies */
};

const char *
couplet_verdict_to_string (CoupletVerdict verdict)
{
  static const char *const names[] = {"unknown", "private", "not-private", "error"};
  return names[verdict];
}

const char *
couplet_claim_verdict_to_string (CoupletClaimVerdict verdict)
{
  static const char *const names[] = {"none", "holds", "fails", "open"};
  return names[verdict];
}

const char *
couplet_solution_kind_to_string (CoupletSolutionKind kind)
{
  static const char *const names[] = {"unknown",    "exact",   "between",
                                      "everywhere", "nowhere", "not-monotone"};
  return names[kind];
}

const char *
couplet_solution_end_to_string (CoupletSolutionEnd end)
{
  static const char *const names[] = {"least", "largest", NULL};
  return names[end];
}

const char *
couplet_guarantee_to_string (CoupletGuarantee guarantee)
{
  static const char *const names[] = {"exact", "upper-bound", "lower-bound"};
  return names[guarantee];
}

static void
clear_statistic (gpointer data)
{
  g_free ((char *)((CoupletStatistic *)data)->name);
}

CoupletOutcome *
couplet_outcome_new (const char *stage, const CoupletPlugin *plugin)
{
  CoupletOutcome *outcome = g_new0 (CoupletOutcome, 1);
  outcome->result.stage = stage;
  outcome->result.plugin = plugin->name;
  outcome->result.kind = couplet_plugin_kind_to_string (plugin->kind);
  outcome->result.certified = TRUE;
  couplet_rational_init (&outcome->result.cost);
  couplet_rational_init (&outcome->result.lower);
  couplet_rational_init (&outcome->result.least);
  couplet_rational_init (&outcome->result.upper);
  outcome->evidence = g_ptr_array_new_with_free_func ((GDestroyNotify)couplet_evidence_free);
  outcome->statistics = g_array_new (FALSE, FALSE, sizeof (CoupletStatistic));
  g_array_set_clear_func (outcome->statistics, clear_statistic);
  return outcome;
}

void
couplet_outcome_free (CoupletOutcome *outcome)
{
  if (outcome == NULL)
    return;
  couplet_rational_clear (&outcome->result.cost);
  couplet_rational_clear (&outcome->result.lower);
  couplet_rational_clear (&outcome->result.least);
  couplet_rational_clear (&outcome->result.upper);
  g_free ((char *)outcome->result.reason);
  g_free ((char *)outcome->result.structure);
  g_free ((char *)outcome->result.delta);
  couplet_counterexample_free ((CoupletCounterexample *)outcome->result.counterexample);
  g_ptr_array_unref (outcome->evidence);
  g_array_unref (outcome->statistics);
  g_free (outcome);
}

void
outcome_clear (CoupletOutcome *outcome)
{
  CoupletStageResult *result = &outcome->result;
  outcome->found = COUPLET_FOUND_NOTHING;
  result->has_cost = result->cost_is_infinite = result->has_lower = result->has_upper = FALSE;
  result->has_least = FALSE;
  result->certified = TRUE;
  result->evidence_left_out = 0;
  result->claimed = FALSE;
  g_clear_pointer ((char **)&result->reason, g_free);
  g_clear_pointer ((char **)&result->structure, g_free);
  g_clear_pointer ((char **)&result->delta, g_free);
  couplet_outcome_set_counterexample (outcome, NULL);
  g_ptr_array_set_size (outcome->evidence, 0);
}

void
couplet_outcome_save (CoupletOutcome *outcome, CoupletContext *context)
{
  context_save (context, outcome);
  outcome_clear (outcome);
}

CoupletStageResult *
couplet_outcome_result (CoupletOutcome *outcome)
{
  outcome->result.n_evidence = outcome->evidence->len;
  outcome->result.evidence = (CoupletEvidence *const *)outcome->evidence->pdata;
  outcome->result.n_statistics = outcome->statistics->len;
  outcome->result.statistics = (const CoupletStatistic *)(gpointer)outcome->statistics->data;
  return &outcome->result;
}

CoupletFound
couplet_outcome_found (const CoupletOutcome *outcome)
{
  return outcome->found;
}

void
couplet_outcome_set_found (CoupletOutcome *outcome, CoupletFound found)
{
  outcome->found = found;
}

void
couplet_outcome_set_cost (CoupletOutcome *outcome, const CoupletRational *cost,
                          CoupletGuarantee guarantee)
{
  mpq_set (outcome->result.cost.value, cost->value);
  outcome->result.has_cost = TRUE;
  outcome->result.cost_is_infinite = FALSE;
  outcome->result.guarantee = guarantee;
  if (guarantee != COUPLET_GUARANTEE_LOWER_BOUND)
    outcome->found = COUPLET_FOUND_STRATEGY;
}

void
couplet_outcome_set_infinite (CoupletOutcome *outcome, CoupletGuarantee guarantee)
{
  outcome->result.has_cost = TRUE;
  outcome->result.cost_is_infinite = TRUE;
  outcome->result.guarantee = guarantee;
  if (guarantee == COUPLET_GUARANTEE_EXACT)
    outcome->found = COUPLET_FOUND_NO_STRATEGY;
}

void
couplet_outcome_set_least (CoupletOutcome *outcome, const CoupletRational *least)
{
  outcome->result.has_least = TRUE;
  mpq_set (outcome->result.least.value, least->value);
}

void
couplet_outcome_set_bounds (CoupletOutcome *outcome, const CoupletRational *lower,
                            const CoupletRational *upper)
{
  outcome->result.has_lower = lower != NULL;
  outcome->result.has_upper = upper != NULL;
  if (lower != NULL)
    mpq_set (outcome->result.lower.value, lower->value);
  if (upper != NULL)
    mpq_set (outcome->result.upper.value, upper->value);
}

void
couplet_outcome_set_certified (CoupletOutcome *outcome, gboolean certified)
{
  outcome->result.certified = certified;
}

void
couplet_outcome_set_reason (CoupletOutcome *outcome, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_free ((char *)outcome->result.reason);
  outcome->result.reason = g_strdup_vprintf (format, arguments);
  va_end (arguments);
}

gboolean
couplet_outcome_set_stopped (CoupletOutcome *outcome, CoupletContext *context)
{
  const char *reason = couplet_context_stop_reason (context);
  if (reason != NULL)
    couplet_outcome_set_reason (outcome, "%s", reason);
  return reason != NULL;
}

void
couplet_outcome_set_structure (CoupletOutcome *outcome, const char *name)
{
  g_free ((char *)outcome->result.structure);
  outcome->result.structure = g_strdup (name);
}

void
couplet_outcome_set_delta (CoupletOutcome *outcome, const char *rows)
{
  g_free ((char *)outcome->result.delta);
  outcome->result.delta = g_strdup (rows);
}

void
couplet_outcome_set_counterexample (CoupletOutcome *outcome,
                                    const CoupletCounterexample *counterexample)
{
  couplet_counterexample_free ((CoupletCounterexample *)outcome->result.counterexample);
  outcome->result.counterexample =
      counterexample != NULL ? counterexample_copy (counterexample) : NULL;
}

void
couplet_outcome_take_evidence (CoupletOutcome *outcome, CoupletEvidence *evidence)
{
  if (evidence != NULL)
    g_ptr_array_add (outcome->evidence, evidence);
}

static gboolean
is_walk (const CoupletEvidence *evidence)
{
  CoupletEvidenceKind kind = couplet_evidence_kind (evidence);
  return kind != COUPLET_EVIDENCE_BOUND && kind != COUPLET_EVIDENCE_STRATEGY;
}

/* Drops the evidence that consists of walks, or the other. */
static void
drop (CoupletOutcome *outcome, gboolean walks)
{
  for (guint i = outcome->evidence->len; i-- > 0;)
    if (is_walk (g_ptr_array_index (outcome->evidence, i)) == walks)
      g_ptr_array_remove_index (outcome->evidence, i);
}

void
outcome_drop_walks (CoupletOutcome *outcome)
{
  drop (outcome, TRUE);
}

void
outcome_keep_walks (CoupletOutcome *outcome)
{
  drop (outcome, FALSE);
}

GPtrArray *
outcome_steal_walks (CoupletOutcome *outcome)
{
  GPtrArray *walks = g_ptr_array_new ();
  for (guint i = 0; i < outcome->evidence->len;)
    if (is_walk (g_ptr_array_index (outcome->evidence, i)))
      g_ptr_array_add (walks, g_ptr_array_steal_index (outcome->evidence, i));
    else
      i++;
  return walks;
}

void
outcome_take_walks_of (CoupletOutcome *outcome, CoupletOutcome *other)
{
  g_autoptr (GPtrArray) walks = outcome_steal_walks (other);
  for (guint i = 0; i < walks->len; i++)
    couplet_outcome_take_evidence (outcome, g_ptr_array_index (walks, i));
}

void
couplet_outcome_leave_out_evidence (CoupletOutcome *outcome, guint64 size)
{
  outcome->result.evidence_left_out = size;
}

void
couplet_outcome_set_statistic (CoupletOutcome *outcome, const char *name, guint64 value)
{
  for (guint i = 0; i < outcome->statistics->len; i++) {
    CoupletStatistic *known = &g_array_index (outcome->statistics, CoupletStatistic, i);
    if (g_str_equal (known->name, name)) {
      known->value = value;
      return;
    }
  }
  CoupletStatistic statistic = {g_strdup (name), value};
  g_array_append_val (outcome->statistics, statistic);
}
