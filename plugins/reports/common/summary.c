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
  g_array_unref (method->values);
  g_free (method->worst_file);
  g_free (method->worst_item);
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

/* A cost that is only claimed is in no figure. */
static gboolean
claims_cost (const CoupletStageResult *stage)
{
  return stage->has_cost && stage->claimed;
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
set_worst (MethodSummary *method, const CoupletResult *result, const CoupletRational *ratio)
{
  mpq_set (method->worst.value, ratio->value);
  g_free (method->worst_file);
  g_free (method->worst_item);
  method->worst_file = couplet_result_path (result);
  method->worst_item = couplet_format_item (result);
}

static void
count_ratio (MethodSummary *method, const CoupletStageResult *stage, const CoupletResult *result)
{
  g_auto (CoupletRational) ratio;
  couplet_rational_init (&ratio);
  if (!couplet_stage_ratio (result, stage, &ratio))
    return;
  double value = mpq_get_d (ratio.value);
  if (method->ratios == 0 || couplet_rational_compare (&ratio, &method->worst) > 0)
    set_worst (method, result, &ratio);
  method->mean = (method->mean * method->ratios + value) / (method->ratios + 1);
  method->ratios++;
  method->loose += mpq_cmp_ui (ratio.value, 1, 1) > 0;
  g_array_append_val (method->values, value);
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
  method->values = g_array_new (FALSE, FALSE, sizeof (double));
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
    count_ratio (method, stage, result);
    if (!stage_has_answered (stage) || says_nothing (stage) || claims_cost (stage))
      continue;
    method->answered++;
    method->agreeing += agrees (stage, result);
  }
  summary->n_methods = owned->methods->len;
  summary->methods = (MethodSummary *const *)owned->methods->pdata;
}

static int
compare_values (gconstpointer a, gconstpointer b)
{
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

/* The place, counted from 1, of the least of n values in order that so many tenths are at most. */
static guint
rank (guint n, guint tenths)
{
  return (guint)(((guint64)n * tenths + 9) / 10);
}

void
summary_finish (Summary *summary)
{
  for (guint i = 0; i < summary->n_methods; i++) {
    MethodSummary *method = summary->methods[i];
    guint n = method->values->len;
    if (n == 0)
      continue;
    g_array_sort (method->values, compare_values);
    method->median = (g_array_index (method->values, double, (n - 1) / 2) +
                      g_array_index (method->values, double, n / 2)) /
                     2;
    method->p90 = g_array_index (method->values, double, rank (n, 9) - 1);
  }
}

/* ---- For people ------------------------------------------------------------------------------ */

const char *const SUMMARY_HEADS[N_SUMMARY_COLUMNS] = {
    "method", "answered", "agree", "loose", "median ratio", "90 %", "worst", "in", "total time"};

static char *
number_cell (const char *format, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup (g_ascii_formatd (digits, sizeof digits, format, value));
}

char *
summary_cell (const MethodSummary *method, SummaryColumn column)
{
  gboolean of_ratios = column >= SUMMARY_LOOSE && column <= SUMMARY_WORST;
  if ((of_ratios && method->ratios == 0) || (column == SUMMARY_IN && method->loose == 0))
    return g_strdup ("");
  switch (column) {
  case SUMMARY_ANSWERED:
    return number_cell ("%.0f", method->answered);
  case SUMMARY_AGREE:
    return number_cell ("%.0f", method->agreeing);
  case SUMMARY_LOOSE:
    return number_cell ("%.0f", method->loose);
  case SUMMARY_MEDIAN:
    return number_cell ("%.3f", method->median);
  case SUMMARY_P90:
    return number_cell ("%.3f", method->p90);
  case SUMMARY_WORST:
    return couplet_format_cost_briefly (&method->worst);
  case SUMMARY_IN:
    return g_strdup (method->worst_item);
  case SUMMARY_TIME:
    return couplet_format_duration (method->seconds);
  default:
    return g_strdup (method->stage);
  }
}
