/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/format.h>
#include "summary.h"

typedef struct {
  Summary summary;    /* methods points into the array below */
  GPtrArray *methods; /* MethodSummary *, owned */
} OwnedSummary;

static void
method_free (gpointer data)
{
  MethodSummary *method = data;
  couplet_rational_clear (&method->worst);
  g_free (method->stage);
  g_free (method);
}

Summary *
summary_new (void)
{
  OwnedSummary *owned = g_new0 (OwnedSummary, 1);
  owned->methods = g_ptr_array_new_with_free_func (method_free);
  return &owned->summary;
}

void
summary_free (Summary *summary)
{
  if (summary == NULL)
    return;
  g_ptr_array_unref (((OwnedSummary *)summary)->methods);
  g_free (summary);
}

static gboolean
is_decider (const CoupletStageResult *stage)
{
  return g_str_equal (stage->kind, "decider");
}

gboolean
stage_has_answered (const CoupletStageResult *stage)
{
  return is_decider (stage) ? stage->verdict != COUPLET_VERDICT_UNKNOWN : stage->has_cost;
}

/* An infinite upper bound from which nothing follows: shown, but not counted. */
static gboolean
says_nothing (const CoupletStageResult *stage)
{
  return stage->has_cost && stage->cost_is_infinite &&
         stage->guarantee == COUPLET_GUARANTEE_UPPER_BOUND &&
         stage->verdict == COUPLET_VERDICT_UNKNOWN;
}

static gboolean
is_finite (const CoupletStageResult *stage)
{
  return stage->has_cost && !stage->cost_is_infinite;
}

/* A bound agrees when it is no contradiction, an exact cost when it is equal. */
static gboolean
agrees (const CoupletStageResult *stage, const CoupletResult *result)
{
  const CoupletRational *exact = couplet_exact_cost (result);
  if (is_decider (stage)) /* nothing rests on a claim, which need not be wrong */
    return stage->verdict == result->verdict ||
           (stage->claimed && result->verdict == COUPLET_VERDICT_UNKNOWN && !result->disagreement);
  if (exact == NULL || !is_finite (stage))
    return !result->disagreement && (exact == NULL || stage->guarantee != COUPLET_GUARANTEE_EXACT);
  int order = couplet_rational_compare (&stage->cost, exact);
  return stage->guarantee == COUPLET_GUARANTEE_EXACT         ? order == 0
         : stage->guarantee == COUPLET_GUARANTEE_UPPER_BOUND ? order >= 0
                                                             : order <= 0;
}

static void
count_ratio (MethodSummary *method, const CoupletStageResult *stage, const CoupletRational *exact)
{
  g_auto (CoupletRational) ratio;
  couplet_rational_init (&ratio);
  if (exact == NULL || !is_finite (stage) || !couplet_cost_ratio (&stage->cost, exact, &ratio))
    return;
  if (method->ratios == 0 || couplet_rational_compare (&ratio, &method->worst) > 0)
    mpq_set (method->worst.value, ratio.value);
  method->mean = (method->mean * method->ratios + mpq_get_d (ratio.value)) / (method->ratios + 1);
  method->ratios++;
}

/* The stages are the same for every file that could be read. */
static MethodSummary *
need_method (OwnedSummary *owned, guint i, const CoupletStageResult *stage)
{
  if (i < owned->methods->len)
    return g_ptr_array_index (owned->methods, i);
  MethodSummary *method = g_new0 (MethodSummary, 1);
  method->stage = g_strdup (stage->stage);
  method->decider = is_decider (stage);
  couplet_rational_init (&method->worst);
  g_ptr_array_add (owned->methods, method);
  return method;
}

void
summary_add (Summary *summary, const CoupletResult *result)
{
  OwnedSummary *owned = (OwnedSummary *)summary;
  summary->n_files++;
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    MethodSummary *method = need_method (owned, i, stage);
    method->seconds += stage->seconds;
    if (!result->disagreement) /* one of the figures is wrong */
      count_ratio (method, stage, couplet_exact_cost (result));
    if (!stage_has_answered (stage) || says_nothing (stage))
      continue;
    method->answered++;
    method->agreeing += agrees (stage, result);
  }
  summary->n_methods = owned->methods->len;
  summary->methods = (MethodSummary *const *)owned->methods->pdata;
}
