/* SPDX-License-Identifier: Apache-2.0 */
#include "report_table.h"

#include <couplet/format.h>

#define DEFAULT_WIDTH 80

const char *
verdict_words (CoupletVerdict verdict)
{
  return verdict == COUPLET_VERDICT_NOT_PRIVATE ? "not private"
                                                : couplet_verdict_to_string (verdict);
}

CellStyle
verdict_style (CoupletVerdict verdict)
{
  switch (verdict) {
  case COUPLET_VERDICT_PRIVATE:
    return CELL_GOOD;
  case COUPLET_VERDICT_NOT_PRIVATE:
  case COUPLET_VERDICT_ERROR:
    return CELL_BAD;
  case COUPLET_VERDICT_UNKNOWN:
    break;
  }
  return CELL_DOUBTFUL;
}

guint
report_width (CoupletContext *context)
{
  guint columns = couplet_context_columns (context);
  return columns >= 40 ? columns : DEFAULT_WIDTH;
}

/* `between 1 (..) and 2`, `at least ...`, `at most ...`, or `no bound`. */
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

char *
stage_words (const CoupletStageResult *stage)
{
  static const char *const words[] = {"exact cost", "cost at most", "cost at least"};
  if (stage->failed)
    return g_strdup ("failed");
  if (!stage->ran)
    return g_strdup ("does not apply");
  if (g_str_equal (stage->kind, "decider"))
    return g_strdup (verdict_words (stage->verdict));
  if (!stage->has_cost)
    return bracket_words (stage);
  if (stage->cost_is_infinite)
    return g_strdup ("no finite cost");
  g_autofree char *cost = couplet_format_cost (&stage->cost);
  return g_strdup_printf ("%s %s%s", words[stage->guarantee], cost,
                          stage->certified ? "" : ", not certified");
}

void
report_disagreement (CoupletContext *context, const CoupletFileResult *result)
{
  if (!result->disagreement)
    return;
  g_autofree char *text = g_strdup_printf ("THE STAGES DISAGREE: %s", result->disagreement_text);
  text_print_wrapped (context, "  !! ", text, report_width (context));
}

static void
add_rows (TextTable *table, const CoupletFileResult *result)
{
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    g_autofree char *words = stage_words (stage);
    g_autofree char *time = couplet_format_duration (stage->seconds);
    text_table_add (table, CELL_PLAIN, "");
    text_table_add (table, CELL_PLAIN, stage->stage);
    text_table_add (
        table, g_str_equal (stage->kind, "decider") ? verdict_style (stage->verdict) : CELL_PLAIN,
        words);
    text_table_add (table, CELL_PLAIN, stage->ran ? time : "-");
  }
}

/* The reasons of stages that did not answer, when they differ from the file's. */
static void
print_stage_reasons (CoupletContext *context, const CoupletFileResult *result)
{
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    gboolean answered = stage->has_cost || stage->verdict == COUPLET_VERDICT_PRIVATE ||
                        stage->verdict == COUPLET_VERDICT_NOT_PRIVATE;
    if (answered || stage->reason == NULL || g_strcmp0 (stage->reason, result->reason) == 0)
      continue;
    g_autofree char *text = g_strdup_printf ("%s: %s", stage->stage, stage->reason);
    text_print_wrapped (context, "    ", text, report_width (context));
  }
}

static guint
count_errors (const CoupletFileResult *result)
{
  guint n = 0;
  for (guint i = 0; i < result->n_diagnostics; i++)
    n += result->diagnostics[i].severity == COUPLET_SEVERITY_ERROR;
  return n;
}

static void
print_head (CoupletContext *context, const CoupletFileResult *result)
{
  g_autoptr (TextTable) table = text_table_new ("lll");
  g_autofree char *more = NULL;
  if (result->verdict == COUPLET_VERDICT_ERROR)
    more = g_strdup_printf ("(%u error%s)", count_errors (result),
                            count_errors (result) == 1 ? "" : "s");
  else if (result->has_cost) {
    g_autofree char *cost = couplet_format_cost (&result->cost);
    more = g_strdup_printf ("cost %s", cost);
  }
  text_table_add (table, CELL_HEAD, result->file);
  text_table_add (table, verdict_style (result->verdict), verdict_words (result->verdict));
  text_table_add (table, CELL_PLAIN, more != NULL ? more : "");
  text_table_print (table, context);
}

void
report_table_file (CoupletContext *context, const CoupletFileResult *result)
{
  print_head (context, result);
  report_disagreement (context, result);
  g_autoptr (TextTable) table = text_table_new ("lllr");
  add_rows (table, result);
  text_table_print (table, context);
  if (result->reason != NULL)
    text_print_wrapped (context, "    ", result->reason, report_width (context));
  print_stage_reasons (context, result);
}
