/* SPDX-License-Identifier: Apache-2.0 */
#include "report_table.h"

#include "solution_words.h"
#include "output_rows.h"
#include "understood_words.h"

#include <couplet/internal/format.h>

#include <string.h>

/* What is said of a claim: its verdict and, where it fails, the path and the inputs that show it.
 */

/* Rows beyond are left out: the JSON report has them all. */
#define MOST_ROWS 24
#define DIGITS 6 /* of decimals beside exact numbers */

/* ---- Numbers ------------------------------------------------------------------------------ */

static void
parse (const char *text, CoupletRational *number)
{
  couplet_rational_init (number);
  couplet_rational_parse (number, text, strlen (text), NULL);
}

/* `2 - k`: what begins at first and goes on by the difference of second and first. */
static char *
input_words (const char *begin, const char *first, const char *second)
{
  g_auto (CoupletRational) low, by;
  parse (first, &low);
  parse (second, &by);
  mpq_sub (by.value, by.value, low.value);
  int sign = mpq_sgn (by.value);
  if (sign == 0)
    return g_strdup (begin);
  mpq_abs (by.value, by.value);
  gboolean is_one = mpq_cmp_ui (by.value, 1, 1) == 0, is_whole = g_str_equal (begin, "0");
  g_autofree char *step = couplet_rational_to_string (&by);
  return g_strdup_printf ("%s%s%s%sk", is_whole ? "" : begin,
                          sign < 0 ? (is_whole ? "-" : " - ") : (is_whole ? "" : " + "),
                          is_one ? "" : step, is_one ? "" : "*");
}

/* ---- The rows ------------------------------------------------------------------------------- */

/* The steps of a path as `couplet explain --path` takes it, one by one: `bot*2` is two. */
static GPtrArray *
split_path (const char *path)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) items = g_strsplit (path != NULL ? path : "", ",", -1);
  for (guint i = 0; items[i] != NULL; i++) {
    char *times = strchr (items[i], '*');
    guint64 n = times != NULL ? g_ascii_strtoull (times + 1, NULL, 10) : 1;
    if (times != NULL)
      *times = '\0';
    while (n-- > 0)
      g_ptr_array_add (names, g_strdup (items[i]));
  }
  return names;
}

static void
add_row (TextTable *table, const char *name, guint32 times, const CoupletCounterexampleStep *step,
         gboolean symbolic)
{
  g_autofree char *item = times > 1 ? g_strdup_printf ("%s*%u", name, times) : g_strdup (name);
  g_autofree char *first =
      symbolic ? input_words (step->input, step->input, step->adjacent) : g_strdup (step->input);
  g_autofree char *second = symbolic ? input_words (step->adjacent, step->input, step->adjacent)
                                     : g_strdup (step->adjacent);
  text_table_add (table, CELL_PLAIN, "   ");
  text_table_add (table, CELL_PLAIN, item);
  text_table_add (table, CELL_PLAIN, first);
  text_table_add (table, CELL_PLAIN, second);
  text_table_add (table, CELL_PLAIN, step->output != NULL ? step->output : "");
}

/* A table of what both runs read. symbolic: of runs k and k + 1. */
static void
append_inputs (TextPage *page, const CoupletCounterexample *shown, const char *path,
               gboolean symbolic)
{
  static const char *const heads[][2] = {{"first run", "second run"}, {"run k", "run k + 1"}};
  g_autoptr (TextTable) table = text_table_new ("lllll");
  g_autoptr (GPtrArray) names = split_path (path);
  guint32 rows = 0, i = 0;
  text_table_add (table, CELL_HEAD, "   ");
  text_table_add (table, CELL_HEAD, "step");
  text_table_add (table, CELL_HEAD, heads[symbolic][0]);
  text_table_add (table, CELL_HEAD, heads[symbolic][1]);
  text_table_add (table, CELL_HEAD, shown->is_density ? "outputs" : "");
  for (guint32 n; i < shown->n_steps && rows < MOST_ROWS; i += n, rows++) {
    n = couplet_counterexample_repeats (shown, i);
    add_row (table, i < names->len ? g_ptr_array_index (names, i) : "", n, &shown->steps[i],
             symbolic);
  }
  text_table_append (table, page);
  if (i < shown->n_steps) {
    g_autofree char *rest =
        g_strdup_printf ("and %u more steps: the JSON report has them all", shown->n_steps - i);
    text_append_wrapped (page, CELL_PLAIN, "    ", rest);
  }
}

/* ---- What it shows --------------------------------------------------------------------------- */

/* Certified probabilities. */
static char *
probability_words (const CoupletCounterexample *shown)
{
  g_auto (CoupletRational) loss;
  parse (shown->loss, &loss);
  g_autofree char *decimal = couplet_rational_to_decimal (&loss, DIGITS);
  return g_strdup_printf ("at epsilon = %s these inputs lose at least %s epsilon on these outputs: "
                          "'couplet refute' prints the certified probabilities",
                          shown->epsilon, decimal);
}

/* What the theorem of the least d says. */
static char *
theorem_words (const CoupletCounterexample *shown)
{
  g_autofree char *where =
      shown->pairs != NULL
          ? g_strdup_printf ("at epsilon = %s, for one of the first %s k from 0 on,",
                             shown->epsilon, shown->pairs)
          : g_strdup ("at every epsilon, for some k,");
  return g_strdup_printf (
      "%s these outputs are more than e^(%s*epsilon) times as probable in run "
      "k (docs/theory.md, the least d); 'couplet refute' looks for such a k and "
      "certified probabilities",
      where, shown->claim);
}

static void
append_counterexample (TextPage *page, const CoupletResult *result)
{
  const CoupletCounterexample *shown = result->claim_counterexample;
  gboolean symbolic = shown->probability == NULL;
  g_autofree char *path =
      result->claim_path != NULL
          ? g_strdup_printf ("on the path %s, with these inputs:", result->claim_path)
          : g_strdup ("with these inputs:");
  g_autofree char *words = symbolic ? theorem_words (shown) : probability_words (shown);
  text_append_wrapped (page, CELL_PLAIN, "    ", path);
  append_inputs (page, shown, result->claim_path, symbolic);
  text_append_wrapped (page, CELL_PLAIN, "    ", words);
}

/* Appends it to the block of a file, the path and the inputs only where reasons are wanted; nothing
 * where nothing is claimed. */
static void
claim_view_append (TextPage *page, const CoupletResult *result, gboolean reasons)
{
  g_autofree char *words = report_claim_words (result);
  if (words == NULL)
    return;
  g_autofree char *text = g_strdup_printf ("%s: %s", words, result->claim_reason);
  text_append_wrapped (page, report_claim_style (result), "  ", text);
  if (!reasons)
    return;
  if (result->claim_counterexample != NULL)
    append_counterexample (page, result);
  else if (result->claim_verdict == COUPLET_CLAIM_FAILS && !couplet_result_is_snapped (result)) {
    gboolean known = result->claim_path != NULL;
    g_autofree char *hint = g_strdup_printf ("%s%s%s'couplet refute' looks for inputs that show it",
                                             known ? "on the path " : "",
                                             known ? result->claim_path : "", known ? "; " : "");
    text_append_wrapped (page, CELL_PLAIN, "    ", hint);
  }
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

static CellStyle
solution_style (const CoupletSolution *solution)
{
  switch (solution->kind) {
  case COUPLET_SOLUTION_UNKNOWN:
    return CELL_DOUBTFUL;
  case COUPLET_SOLUTION_NOWHERE:
  case COUPLET_SOLUTION_NOT_MONOTONE:
    return CELL_BAD;
  default:
    return CELL_GOOD;
  }
}

CellStyle
report_claim_style (const CoupletResult *result)
{
  switch (result->claim_verdict) {
  case COUPLET_CLAIM_HOLDS:
    return CELL_GOOD;
  case COUPLET_CLAIM_FAILS:
    return CELL_BAD;
  default:
    return CELL_DOUBTFUL;
  }
}

/* ---- What a stage says --------------------------------------------------------------- */

CellStyle
report_stage_style (const CoupletStageResult *stage)
{
  if (stage->failed)
    return CELL_BAD;
  if (stage->claimed)
    return CELL_DOUBTFUL;
  return stage->ran && g_str_equal (stage->kind, "decider") ? verdict_style (stage->verdict)
                                                            : CELL_PLAIN;
}

/* ---- The block of a file -------------------------------------------------------------- */

/* `least d 1, for 8 <= epsilon < 16`: adds what there is. */
static void
append_clause (GString *words, const char *before, const char *what, const char *behind)
{
  if (what != NULL)
    g_string_append_printf (words, "%s%s%s%s", words->len > 0 ? ", " : "", before, what, behind);
}

/* What is asked comes first: `claim 1 fails: least d 19/4`, then `private`; without a claim
 * `private`, then the least d. */
static void
append_head (TextPage *page, const CoupletResult *result)
{
  g_autoptr (TextTable) table = text_table_new ("lll");
  g_autofree char *verdict = report_verdict_words (result);
  g_autofree char *claim = report_claim_words (result);
  g_autofree char *least = couplet_bounds_to_words (&result->bounds, FALSE);
  g_autofree char *item = couplet_format_item (result);
  g_autofree char *answer =
      claim != NULL ? g_strdup_printf ("%s: %s", claim, least != NULL ? least : verdict) : NULL;
  g_autoptr (GString) words = g_string_new (NULL);
  if (claim == NULL)
    append_clause (words, "", least, "");
  else if (least != NULL)
    append_clause (words, "", verdict, "");
  if (result->epsilon_is_read)
    g_string_append_printf (words, "%s(%s)", words->len > 0 ? " " : "", result->epsilon);
  else
    append_clause (words, "for ", result->epsilon, "");
  append_clause (words, "", result->sampling, " sampling");
  text_table_add (table, CELL_HEAD, item);
  if (answer != NULL)
    text_table_add (table, report_claim_style (result), answer);
  else
    text_table_add (table, verdict_style (result->verdict), verdict);
  text_table_add (table, CELL_PLAIN, words->str);
  text_table_append (table, page);
}

static void
add_stage (TextTable *table, const CoupletStageResult *stage)
{
  g_autofree char *words = report_stage_words (stage);
  text_table_add (table, CELL_PLAIN, "");
  text_table_add (table, CELL_PLAIN, stage->stage);
  text_table_add (table, report_stage_style (stage), words);
}

static void
add_time (TextTable *table, const CoupletStageResult *stage)
{
  g_autofree char *time = couplet_format_duration (stage->seconds);
  text_table_add (table, CELL_PLAIN, stage->ran || stage->failed ? time : "-");
}

/* Whether a stage says what stands above it: the verdict, the least d or one end of its bounds. */
static gboolean
agrees (const CoupletResult *result, const CoupletStageResult *stage)
{
  if (!stage->ran || stage->failed || stage->claimed || result->disagreement)
    return FALSE;
  if (g_str_equal (stage->kind, "decider"))
    return stage->verdict == result->verdict && stage->verdict != COUPLET_VERDICT_UNKNOWN;
  if (!stage->has_cost || !stage->certified)
    return FALSE;
  if (report_denies_cost (stage))
    return result->verdict == COUPLET_VERDICT_NOT_PRIVATE;
  const CoupletRational *known =
      stage->guarantee == COUPLET_GUARANTEE_UPPER_BOUND && result->bounds.upper != NULL
          ? result->bounds.upper
          : couplet_exact_cost (result);
  return known != NULL && mpq_equal (stage->cost.value, known->value);
}

/* `graph, frontier and segment agree` instead of a row for each of them. */
static void
append_agreeing (TextPage *page, const CoupletResult *result, guint n_agreeing)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0, named = 0; i < result->n_stages; i++) {
    if (!agrees (result, &result->stages[i]))
      continue;
    const char *before = named == 0 ? "" : named + 1 < n_agreeing ? ", " : " and ";
    g_string_append_printf (text, "%s%s", before, result->stages[i].stage);
    named++;
  }
  g_string_append (text, " agree");
  text_append_wrapped (page, CELL_PLAIN, "  ", text->str);
}

static void
append_stages (TextPage *page, const CoupletResult *result, const TableStyle *style)
{
  guint n_agreeing = 0;
  for (guint i = 0; i < result->n_stages && !style->details; i++)
    n_agreeing += agrees (result, &result->stages[i]);
  if (n_agreeing > 1)
    append_agreeing (page, result, n_agreeing);
  g_autoptr (TextTable) table = text_table_new (style->details ? "lllr" : "lll");
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    if (report_is_for_automata (result, stage) || (n_agreeing > 1 && agrees (result, stage)))
      continue;
    add_stage (table, stage);
    if (style->details)
      add_time (table, stage);
  }
  text_table_append (table, page);
}

static void
append_comparison (TextPage *page, const CoupletResult *result, const TableStyle *style)
{
  static const char *const heads[] = {"", "method", "says", "ratio", "time"};
  g_autoptr (TextTable) table = text_table_new (style->details ? "lllrr" : "lllr");
  for (guint i = 0; i < G_N_ELEMENTS (heads) - !style->details; i++)
    text_table_add (table, CELL_HEAD, heads[i]);
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    g_autofree char *ratio = report_ratio_words (stage, couplet_exact_cost (result));
    add_stage (table, stage);
    text_table_add (table, CELL_PLAIN, ratio);
    if (style->details)
      add_time (table, stage);
  }
  text_table_append (table, page);
}

gboolean
report_shows_reason (const TableStyle *style, const CoupletResult *result,
                     const CoupletStageResult *stage)
{
  if (!report_needs_reason (result, stage))
    return FALSE;
  gboolean is_settled =
      couplet_exact_cost (result) != NULL || result->verdict == COUPLET_VERDICT_NOT_PRIVATE;
  gboolean is_lower_bound = stage->ran && !stage->claimed && stage->has_cost &&
                            stage->guarantee == COUPLET_GUARANTEE_LOWER_BOUND;
  return style->details || !is_settled || !is_lower_bound;
}

static void
append_reasons (TextPage *page, const CoupletResult *result, const TableStyle *style)
{
  if (result->reason != NULL)
    text_append_wrapped (page, CELL_PLAIN, "    ", result->reason);
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    if (!report_shows_reason (style, result, stage))
      continue;
    g_autofree char *text = g_strdup_printf ("%s: %s", stage->stage, stage->reason);
    text_append_wrapped (page, CELL_PLAIN, "    ", text);
  }
}

static void
append_understood (TextPage *page, const CoupletResult *result)
{
  g_autoptr (GPtrArray) lines = understood_words (result);
  for (guint i = 0; i < lines->len; i++)
    text_append_wrapped (page, CELL_PLAIN, "  ", g_ptr_array_index (lines, i));
}

static void
append_outputs (TextPage *page, const CoupletResult *result)
{
  g_autoptr (GArray) rows = output_rows (result);
  for (guint i = 0; i < rows->len; i++) {
    const OutputRow *row = &g_array_index (rows, OutputRow, i);
    g_autofree char *what =
        row->count != NULL
            ? g_strdup_printf ("outputs with %s x %s", row->count, row->name)
            : g_strdup_printf ("outputs %s%s", result->linear != NULL ? "" : "that end in ",
                               row->name);
    g_autofree char *text = g_strdup_printf ("%s: %s", what,
                                             row->cost != NULL      ? row->cost
                                             : row->decimal != NULL ? "without bound"
                                                                    : "unknown");
    if (row->cost != NULL && g_strcmp0 (row->cost, row->least) != 0) {
      g_autofree char *bound =
          g_strdup_printf ("%s, at least %s", text, row->least != NULL ? row->least : "0");
      text_append_wrapped (page, CELL_PLAIN, "  ", bound);
    } else
      text_append_wrapped (page, CELL_PLAIN, "  ", text);
  }
}

static void
append_solution (TextPage *page, const CoupletSolution *solution)
{
  if (solution == NULL)
    return;
  g_autofree char *words = solution_words (solution);
  g_autofree char *condition = solution_condition (solution);
  text_append_wrapped (page, solution_style (solution), "  ", words);
  if (condition != NULL)
    text_append_wrapped (page, CELL_PLAIN, "    ", condition);
}

void
report_append_file (TextPage *page, const CoupletResult *result, const TableStyle *style)
{
  append_head (page, result);
  if (result->disagreement) {
    g_autofree char *text =
        g_strdup_printf ("%s: %s", report_disagreement (result), result->disagreement_text);
    text_append_wrapped (page, CELL_BAD, "  !! ", text);
  }
  if (style->compare && result->n_stages > 0)
    append_comparison (page, result, style);
  else
    append_stages (page, result, style);
  append_understood (page, result);
  append_outputs (page, result);
  append_solution (page, result->solution);
  claim_view_append (page, result, style->reasons);
  if (style->reasons)
    append_reasons (page, result, style);
}
