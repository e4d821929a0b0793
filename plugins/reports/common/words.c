/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

#include <couplet/internal/format.h>
#include "summary.h"

#define RATIO_PLACES 3

const char *
verdict_words (CoupletVerdict verdict)
{
  return verdict == COUPLET_VERDICT_NOT_PRIVATE ? "not private"
                                                : couplet_verdict_to_string (verdict);
}

char *
report_verdict_words (const CoupletResult *result)
{
  guint n = result->n_errors;
  if (result->verdict != COUPLET_VERDICT_ERROR)
    return g_strdup (verdict_words (result->verdict));
  return g_strdup_printf ("error (%u error%s)", n, n == 1 ? "" : "s");
}

char *
report_claim_words (const CoupletResult *result)
{
  if (result->claim_verdict == COUPLET_CLAIM_NONE)
    return NULL;
  g_autofree char *claim = couplet_format_cost_briefly (&result->claim);
  return g_strdup_printf ("claim %s %s%s", claim,
                          result->claim_verdict == COUPLET_CLAIM_OPEN ? "is " : "",
                          couplet_claim_verdict_to_string (result->claim_verdict));
}

/* ---- What a stage says --------------------------------------------------------------- */

gboolean
report_denies_cost (const CoupletStageResult *stage)
{
  return stage->has_cost && stage->cost_is_infinite &&
         (stage->guarantee != COUPLET_GUARANTEE_UPPER_BOUND ||
          stage->verdict == COUPLET_VERDICT_NOT_PRIVATE);
}

/* `cost from 1 to 2`, `cost at least ...`, `cost at most ...`, or `no bound`. */
static char *
bracket_words (const CoupletStageResult *stage)
{
  g_autofree char *lower = stage->has_lower ? couplet_format_cost (&stage->lower) : NULL;
  g_autofree char *upper = stage->has_upper ? couplet_format_cost (&stage->upper) : NULL;
  if (lower != NULL && upper != NULL)
    return g_strdup_printf ("cost from %s to %s", lower, upper);
  if (lower != NULL)
    return g_strdup_printf ("cost at least %s", lower);
  return upper != NULL ? g_strdup_printf ("cost at most %s", upper) : g_strdup ("no bound");
}

static char *
stage_answer (const CoupletStageResult *stage)
{
  static const char *const words[] = {"exact cost", "cost at most", "cost at least"};
  if (stage->failed)
    return g_strdup ("failed");
  if (!stage->ran)
    return g_strdup (stage->left_out ? "is absent" : "does not apply");
  if (g_str_equal (stage->kind, "decider"))
    return g_strdup (verdict_words (stage->verdict));
  if (report_denies_cost (stage))
    return g_strdup_printf ("no finite cost%s", stage->certified ? "" : ", not certified");
  if (!stage->has_cost || stage->cost_is_infinite || (stage->has_lower && stage->has_upper))
    return bracket_words (stage);
  g_autofree char *cost = couplet_format_cost (&stage->cost);
  return g_strdup_printf ("%s %s%s", words[stage->guarantee], cost,
                          stage->certified ? "" : ", not certified");
}

char *
report_stage_words (const CoupletStageResult *stage)
{
  g_autofree char *answer = stage_answer (stage);
  return g_strconcat (answer, report_claim_mark (stage), NULL);
}

/* `2`, `<= 2`, `>= 2`, `1..2`, `?`. The caller frees it. */
static char *
short_cost (const CoupletStageResult *stage)
{
  static const char *const signs[] = {"", "<= ", ">= "};
  g_autofree char *lower = stage->has_lower ? couplet_format_cost_briefly (&stage->lower) : NULL;
  g_autofree char *upper = stage->has_upper ? couplet_format_cost_briefly (&stage->upper) : NULL;
  if (stage->has_cost && !stage->cost_is_infinite) {
    g_autofree char *cost = couplet_format_cost_briefly (&stage->cost);
    return g_strconcat (signs[stage->guarantee], cost, NULL);
  }
  if (lower != NULL && upper != NULL)
    return g_strdup_printf ("%s..%s", lower, upper);
  if (lower != NULL || upper != NULL)
    return g_strconcat (lower != NULL ? ">= " : "<= ", lower != NULL ? lower : upper, NULL);
  return g_strdup ("?");
}

/* The shortest that still tells what the answer means. The caller frees it. */
static char *
short_answer (const CoupletStageResult *stage)
{
  if (stage->failed)
    return g_strdup ("failed");
  if (!stage->ran)
    return g_strdup (stage->left_out ? "absent" : "-");
  if (g_str_equal (stage->kind, "decider"))
    return g_strdup (verdict_words (stage->verdict));
  g_autofree char *cost = report_denies_cost (stage) ? g_strdup ("none") : short_cost (stage);
  return g_strconcat (cost, stage->has_cost && !stage->certified ? "?" : "", NULL);
}

char *
report_stage_words_briefly (const CoupletStageResult *stage)
{
  g_autofree char *answer = short_answer (stage);
  return g_strconcat (answer, report_claim_mark (stage), NULL);
}

char *
report_ratio_words (const CoupletStageResult *stage, const CoupletRational *exact)
{
  g_auto (CoupletRational) ratio;
  couplet_rational_init (&ratio);
  if (exact == NULL || !stage->has_cost || stage->cost_is_infinite ||
      !couplet_cost_ratio (&stage->cost, exact, &ratio))
    return g_strdup ("");
  return couplet_rational_to_decimal (&ratio, RATIO_PLACES);
}

gboolean
report_is_for_automata (const CoupletResult *result, const CoupletStageResult *stage)
{
  return result->linear != NULL && !stage->ran && !stage->failed;
}

gboolean
report_needs_reason (const CoupletResult *result, const CoupletStageResult *stage)
{
  if (stage->reason == NULL || g_strcmp0 (stage->reason, result->reason) == 0 ||
      report_is_for_automata (result, stage))
    return FALSE;
  if (!stage->ran || stage->claimed || !stage_has_answered (stage))
    return TRUE;
  return stage->has_cost && !report_denies_cost (stage);
}
