/* SPDX-License-Identifier: Apache-2.0 */
#include "report_csv.h"

#include "output_rows.h"

#include <couplet/internal/format.h>
#include <couplet/internal/provenance.h>

#include <string.h>

static const char COLUMNS[] =
    "file,automaton,verdict,stage,plugin,kind,stage_verdict,guarantee,cost,cost_decimal,"
    "ratio_to_exact,certified,lower,upper,structure,seconds,reason,disagreement,claimed,claim,"
    "claim_verdict,at_least,epsilon,sha256,parameters,sampling,adjacency,version,commit,libraries,"
    "options,date,ratio_decimal,lower_decimal,upper_decimal,claim_decimal,at_least_decimal,"
    "function,seconds_total,cpu_seconds,frontend,plugins,plugin_path";

/* Whether a spreadsheet might compute text instead of showing it: a sign with
 * something after it; the wide forms of the signs count in some languages. */
static gboolean
looks_like_formula (const char *text)
{
  static const char *const signs = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20";
  return *text != '\0' && *g_utf8_next_char (text) != '\0' &&
         g_utf8_strchr (signs, -1, g_utf8_get_char (text)) != NULL;
}

/* Appends a field and the comma behind it. */
static void
append (GString *out, const char *text)
{
  if (text == NULL) {
    g_string_append_c (out, ',');
    return;
  }
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  gboolean quoted = strpbrk (valid, ",\"\r\n") != NULL;
  g_string_append (out, quoted ? "\"" : "");
  g_string_append (out, looks_like_formula (valid) ? "'" : "");
  for (const char *at = valid; *at != '\0'; at++) {
    if (*at == '"')
      g_string_append_c (out, '"');
    g_string_append_c (out, *at);
  }
  g_string_append (out, quoted ? "\"," : ",");
}

/* Ends a row after a field that is followed by a comma. */
static void
end_row (GString *out)
{
  g_string_truncate (out, out->len - 1);
  g_string_append (out, "\r\n");
}

static void
append_rational (GString *out, gboolean present, const CoupletRational *value)
{
  g_autofree char *text = present ? couplet_rational_to_string (value) : NULL;
  append (out, text);
}

static void
append_decimal (GString *out, gboolean present, const CoupletRational *value)
{
  g_autofree char *text = present ? couplet_format_decimal (value) : NULL;
  append (out, text);
}

static gboolean
is_finite (const CoupletStageResult *stage)
{
  return stage->has_cost && !stage->cost_is_infinite;
}

/* FALSE: one of the two costs is not known. */
static gboolean
find_ratio (const CoupletStageResult *stage, const CoupletRational *exact, CoupletRational *ratio)
{
  return is_finite (stage) && exact != NULL && couplet_cost_ratio (&stage->cost, exact, ratio);
}

static void
append_cost (GString *out, const CoupletStageResult *stage)
{
  if (stage->has_cost && stage->cost_is_infinite) {
    append (out, "infinite");
    append (out, COUPLET_FORMAT_INFINITE);
    return;
  }
  append_rational (out, stage->has_cost, &stage->cost);
  append_decimal (out, stage->has_cost, &stage->cost);
}

static void
append_figures (GString *out, const CoupletStageResult *stage, const CoupletRational *exact)
{
  gboolean optimizer = g_str_equal (stage->kind, "optimizer");
  g_auto (CoupletRational) ratio;
  couplet_rational_init (&ratio);
  append (out, stage->has_cost ? couplet_guarantee_to_string (stage->guarantee) : NULL);
  append_cost (out, stage);
  append_rational (out, find_ratio (stage, exact, &ratio), &ratio);
  append (out, !optimizer ? NULL : stage->has_cost && stage->certified ? "true" : "false");
  append_rational (out, stage->has_lower, &stage->lower);
  append_rational (out, stage->has_upper, &stage->upper);
}

static void
append_file (GString *out, const CoupletResult *result)
{
  g_autofree char *path = couplet_result_path (result);
  append (out, path);
  append (out, result->name);
  append (out, couplet_verdict_to_string (result->verdict));
}

/* What a report has said already, and does not repeat. */
struct CsvSaid {
  GString *made_by;  /* the columns of what the last file's answer was made by */
  GHashTable *tools; /* char *: front ends, plugins and folders */
};

CsvSaid *
csv_said_new (void)
{
  CsvSaid *said = g_new (CsvSaid, 1);
  said->made_by = g_string_new (NULL);
  said->tools = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return said;
}

void
csv_said_free (CsvSaid *said)
{
  g_string_free (said->made_by, TRUE);
  g_hash_table_unref (said->tools);
  g_free (said);
}

static void
append_provenance (GString *out, const CoupletProvenance *provenance)
{
  g_autofree char *libraries =
      provenance != NULL ? couplet_provenance_libraries (provenance) : NULL;
  g_autofree char *options = provenance != NULL ? couplet_provenance_options (provenance) : NULL;
  append (out, provenance != NULL ? provenance->version : NULL);
  append (out, provenance != NULL ? provenance->commit : NULL);
  append (out, libraries);
  append (out, options);
  append (out, provenance != NULL ? provenance->date : NULL);
}

/* Where it differs from what was said last. */
static void
append_news (GString *out, const CoupletProvenance *provenance, CsvSaid *said)
{
  g_autoptr (GString) made_by = g_string_new (NULL);
  append_provenance (made_by, provenance);
  if (g_string_equal (made_by, said->made_by)) {
    append_provenance (out, NULL);
    return;
  }
  g_string_append (out, made_by->str);
  g_string_assign (said->made_by, made_by->str);
}

/* Takes text, which is left out where an earlier row has it. */
static void
append_once (GString *out, char *text, CsvSaid *said)
{
  append (out, g_hash_table_contains (said->tools, text) ? NULL : text);
  g_hash_table_add (said->tools, text);
}

/* The plugins in one text; the caller frees it. */
static char *
plugins_text (const CoupletProvenance *provenance)
{
  GString *text = g_string_new (NULL);
  for (guint32 i = 0; i < provenance->n_plugins; i++) {
    g_autofree char *plugin = couplet_tool_to_string (&provenance->plugins[i]);
    g_string_append_printf (text, "%s%s", i == 0 ? "" : "; ", plugin);
  }
  return g_string_free (text, FALSE);
}

/* The folders as COUPLET_PLUGIN_PATH has them; the caller frees it. */
static char *
folders_text (const CoupletProvenance *provenance)
{
  GString *text = g_string_new (NULL);
  for (guint32 i = 0; i < provenance->n_plugin_path; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "" : ":", provenance->plugin_path[i]);
  return g_string_free (text, FALSE);
}

/* What did it, where it was not said. */
static void
append_tools (GString *out, const CoupletOrigin *origin, CsvSaid *said)
{
  const CoupletProvenance *made = origin != NULL ? origin->provenance : NULL;
  if (said == NULL || made == NULL || made->command == NULL) {
    g_string_append (out, ",,,");
    return;
  }
  append_once (
      out, made->frontend != NULL ? couplet_tool_to_string (made->frontend) : g_strdup (""), said);
  append_once (out, plugins_text (made), said);
  append_once (out, folders_text (made), said);
}

/* said: NULL in all rows of a file but its first. */
static void
append_origin (GString *out, const CoupletResult *result, CsvSaid *said)
{
  const CoupletOrigin *origin = said != NULL ? result->origin : NULL;
  g_autofree char *parameters = origin != NULL ? couplet_origin_parameters (origin) : NULL;
  append (out, origin != NULL ? origin->sha256 : NULL);
  append (out, parameters);
  append (out, said != NULL ? result->sampling : NULL);
  append (out, said != NULL ? result->adjacency : NULL);
  if (origin != NULL)
    append_news (out, origin->provenance, said);
  else
    append_provenance (out, NULL);
}

/* The decimals of what has none beside it. stage: NULL where none was run. */
static void
append_decimals (GString *out, const CoupletResult *result, const CoupletStageResult *stage)
{
  const CoupletRational *least = couplet_result_least (result);
  g_auto (CoupletRational) ratio;
  couplet_rational_init (&ratio);
  gboolean has_ratio = stage != NULL && find_ratio (stage, couplet_exact_cost (result), &ratio);
  append_decimal (out, has_ratio, &ratio);
  append_decimal (out, stage != NULL && stage->has_lower, stage != NULL ? &stage->lower : NULL);
  append_decimal (out, stage != NULL && stage->has_upper, stage != NULL ? &stage->upper : NULL);
  append_decimal (out, result->claim_verdict != COUPLET_CLAIM_NONE, &result->claim);
  if (least == NULL && result->verdict == COUPLET_VERDICT_NOT_PRIVATE)
    append (out, COUPLET_FORMAT_INFINITE);
  else
    append_decimal (out, least != NULL, least);
}

/* The decimal of a number that is a text, empty for another text. */
static void
append_decimal_of (GString *out, const char *text)
{
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  gboolean known = text != NULL && couplet_rational_parse (&number, text, strlen (text), NULL);
  append_decimal (out, known, &number);
}

/* The columns that only a sweep has. */
static void
append_swept (GString *out, const CoupletResult *result)
{
  for (guint i = 0; i < result->n_swept; i++) {
    append (out, result->swept[i].value);
    append_decimal_of (out, result->swept[i].value);
  }
}

/* The columns that only a search has. */
static void
append_solution (GString *out, const CoupletSolution *solution)
{
  if (solution == NULL)
    return;
  append (out, couplet_solution_kind_to_string (solution->kind));
  append (out, couplet_solution_end_to_string (solution->which));
  append (out, solution->value);
  append_decimal_of (out, solution->value);
  append (out, solution->beyond);
  append_decimal_of (out, solution->beyond);
  append (out, solution->at_most);
  append_decimal_of (out, solution->at_most);
}

static void
append_float (GString *out, const char *format, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  append (out, g_ascii_formatd (digits, sizeof digits, format, value));
}

/* The last columns. said: NULL in all rows of the file but its first. */
static void
append_end (GString *out, const CoupletResult *result, const CoupletStageResult *stage,
            CsvSaid *said)
{
  gboolean claimed = result->claim_verdict != COUPLET_CLAIM_NONE;
  append_rational (out, claimed, &result->claim);
  append (out, claimed ? couplet_claim_verdict_to_string (result->claim_verdict) : NULL);
  append_rational (out, couplet_result_least (result) != NULL, couplet_result_least (result));
  append (out, result->epsilon);
  append_origin (out, result, said);
  append_decimals (out, result, stage);
  append (out, result->function);
  if (stage != NULL) {
    append_float (out, "%.7f", stage->seconds_total);
    append_float (out, "%.7f", stage->cpu_seconds);
  } else
    g_string_append (out, ",,");
  append_tools (out, result->origin, said);
  append_swept (out, result);
  append_solution (out, result->solution);
  end_row (out);
}

static void
append_stage (GString *out, const CoupletResult *result, const CoupletStageResult *stage,
              CsvSaid *said)
{
  append_file (out, result);
  append (out, stage->stage);
  append (out, stage->plugin);
  append (out, stage->kind);
  append (out, couplet_verdict_to_string (stage->verdict));
  append_figures (out, stage, couplet_exact_cost (result));
  append (out, stage->structure);
  append_float (out, "%.9f", stage->seconds);
  append (out, stage->reason);
  append (out, result->disagreement_text);
  append (out, stage->claimed ? "true" : "false");
  append_end (out, result, stage, said);
}

/* What a single output costs, in the columns of a stage: its kind is `end` or `count`. */
static void
append_output (GString *out, const CoupletResult *result, const OutputRow *row)
{
  g_autofree char *name =
      row->count != NULL ? g_strdup_printf ("%s %s", row->name, row->count) : g_strdup (row->name);
  append_file (out, result);
  append (out, name);
  append (out, NULL);
  append (out, row->count != NULL ? "count" : "end");
  g_string_append (out, ",,"); /* verdict and guarantee of a stage */
  append (out, row->cost == NULL && row->decimal != NULL ? "infinite" : row->cost);
  append (out, row->decimal);
  g_string_append (out, ",,"); /* ratio and whether it is certified */
  append (out, row->least);
  g_string_append (out, ",,,,,,"); /* upper, structure, seconds, reason, disagreement, claimed */
  append_end (out, result, NULL, NULL); /* a stage's row is the first */
}

/* Where no stage was run, the file's own reason or first error. */
static void
append_alone (GString *out, const CoupletResult *result, CsvSaid *said)
{
  const char *reason = result->reason;
  for (guint i = 0; i < result->n_diagnostics && reason == NULL; i++)
    if (result->diagnostics[i].severity == COUPLET_SEVERITY_ERROR)
      reason = result->diagnostics[i].message;
  append_file (out, result);
  g_string_append (out, ",,,,,,,,,,,,,"); /* the 13 columns of a stage before its reason */
  append (out, reason);
  append (out, result->disagreement_text);
  append (out, NULL);
  append_end (out, result, NULL, said);
}

/* A parameter's name, unless another column has it. The caller frees it. */
static char *
column_name (const char *parameter)
{
  g_auto (GStrv) columns = g_strsplit (COLUMNS, ",", -1);
  return g_strconcat (g_strv_contains ((const char *const *)columns, parameter) ? "parameter_" : "",
                      parameter, NULL);
}

char *
csv_header (const CoupletResult *first)
{
  GString *out = g_string_new (COLUMNS);
  g_string_append_c (out, ',');
  for (guint i = 0; first != NULL && i < first->n_swept; i++) {
    g_autofree char *name = column_name (first->swept[i].name);
    g_autofree char *decimal = g_strconcat (name, "_decimal", NULL);
    append (out, name);
    append (out, decimal);
  }
  if (first != NULL && first->solution != NULL)
    g_string_append (out, "found,which,found_value,found_value_decimal,found_beyond,"
                          "found_beyond_decimal,at_most,at_most_decimal,");
  end_row (out);
  return g_string_free (out, FALSE);
}

char *
result_to_csv (const CoupletResult *result, CsvSaid *said)
{
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < result->n_stages; i++)
    append_stage (out, result, &result->stages[i], i == 0 ? said : NULL);
  if (result->n_stages == 0)
    append_alone (out, result, said);
  g_autoptr (GArray) outputs = output_rows (result);
  for (guint i = 0; i < outputs->len; i++)
    append_output (out, result, &g_array_index (outputs, OutputRow, i));
  return g_string_free (out, FALSE);
}

/* A figure of the ratios of method; empty where it has none. */
static void
append_figure (GString *out, const MethodSummary *method, double value)
{
  if (method->ratios > 0)
    append_float (out, "%.6f", value);
  else
    append (out, NULL);
}

char *
summary_to_csv (const Summary *summary)
{
  GString *out = g_string_new ("\r\nmethod,files,answered,agreeing,worst_ratio,mean_ratio,seconds,"
                               "worst_ratio_decimal,loose,median_ratio,p90_ratio,worst_file\r\n");
  for (guint i = 0; i < summary->n_methods; i++) {
    const MethodSummary *method = summary->methods[i];
    append (out, method->stage);
    g_string_append_printf (out, "%u,%u,%u,", summary->n_files, method->answered, method->agreeing);
    append_rational (out, method->ratios > 0, &method->worst);
    append_figure (out, method, method->mean);
    append_float (out, "%.9f", method->seconds);
    append_decimal (out, method->ratios > 0, &method->worst);
    g_string_append_printf (out, "%u,", method->loose);
    append_figure (out, method, method->median);
    append_figure (out, method, method->p90);
    append (out, method->worst_file);
    end_row (out);
  }
  return g_string_free (out, FALSE);
}
