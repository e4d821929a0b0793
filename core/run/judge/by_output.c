/* SPDX-License-Identifier: Apache-2.0 */
#include "by_output.h"

#include "output_runs.h"
#include "within.h"

#include <couplet/internal/format.h>
#include <couplet/host/evidence.h>
#include <couplet/host/output_runs.h>
#include <couplet/internal/json.h>

/* Rows that are being written. */
typedef struct {
  CoupletRun *run;
  CoupletJson json;
  char *disagreement;
} Writing;

/* What stages say of a row, with their evidence. */
static void
put_stages (const CoupletJson *json, const CoupletResult *one)
{
  couplet_json_open (json, "stages", '[');
  for (guint i = 0; i < one->n_stages; i++) {
    const CoupletStageResult *stage = &one->stages[i];
    if (stage->n_evidence == 0)
      continue;
    couplet_json_open (json, NULL, '{');
    couplet_json_string (json, "stage", stage->stage);
    couplet_json_string (json, "plugin", stage->plugin);
    couplet_json_string (json, "verdict", couplet_verdict_to_string (stage->verdict));
    couplet_json_open (json, "evidence", '[');
    for (guint j = 0; j < stage->n_evidence; j++)
      couplet_evidence_append_json (json->text, stage->evidence[j]);
    couplet_json_close (json, ']');
    couplet_json_close (json, '}');
  }
  couplet_json_close (json, ']');
}

/* Adds the row of runs. */
static gboolean
judge_runs (const CoupletAutomaton *runs, const char *name, gint64 count, guint number,
            gpointer data)
{
  Writing *writing = data;
  const CoupletJson *json = &writing->json;
  g_autoptr (CoupletExamination) examination = couplet_run_automaton (writing->run, runs);
  const CoupletResult *one = couplet_examination_result (examination);
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "output", name);
  if (count >= 0)
    couplet_json_unsigned (json, "count", (guint64)count);
  else
    couplet_json_null (json, "count");
  if (one->verdict == COUPLET_VERDICT_NOT_PRIVATE)
    couplet_json_infinite (json, "cost");
  else
    couplet_json_number (json, "cost", one->bounds.upper);
  couplet_json_rational (json, COUPLET_LEAST_KEY, couplet_result_least (one));
  if (writing->run->host.wants_evidence) {
    couplet_json_unsigned (json, "row", number);
    put_stages (json, one);
  }
  couplet_json_close (json, '}');
  if (one->disagreement && writing->disagreement == NULL)
    writing->disagreement = g_strdup_printf ("outputs of '%s': %s", name, one->disagreement_text);
  return !run_is_cancelled (writing->run);
}

/* The member `outputs`, JSON. *disagreement becomes what is wrong with the evidence of a row; NULL
 * = nothing. The caller frees both. */
static char *
write_rows (CoupletRun *run, const CoupletAutomaton *automaton, gboolean of_code,
            CoupletDiagnostics *diagnostics, char **disagreement)
{
  Writing writing = {run, {g_string_new (NULL), FALSE}, NULL};
  OutputRuns rows = {.automaton = automaton,
                     .of_code = of_code,
                     .only = COUPLET_NONE,
                     .function = judge_runs,
                     .data = &writing};
  couplet_json_open (&writing.json, NULL, '[');
  output_runs_each (&rows, diagnostics);
  couplet_json_close (&writing.json, ']');
  *disagreement = writing.disagreement;
  return g_string_free (writing.json.text, FALSE);
}

void
examine_outputs (CoupletRun *run, Examination *examination, gboolean failed)
{
  CoupletResult *result = &examination->result;
  const CoupletAutomaton *automaton =
      examination->unfolded != NULL ? examination->unfolded : examination->automaton;
  char *disagreement = NULL;
  if (automaton == NULL)
    return;
  if (examination->between || failed)
    couplet_diagnostics_add (examination->diagnostics, COUPLET_SEVERITY_WARNING, (CoupletPlace){0},
                             "--by-output says nothing: %s",
                             failed ? "a stage ended its process"
                                    : "not all orders of the thresholds were told apart");
  else
    result->outputs = write_rows (run, automaton, result->function != NULL,
                                  examination->diagnostics, &disagreement);
  if (disagreement != NULL && !result->disagreement) {
    result->disagreement = TRUE;
    result->disagreement_text = g_steal_pointer (&disagreement);
  }
  g_free (disagreement);
  result->diagnostics = couplet_diagnostics_get (examination->diagnostics, &result->n_diagnostics);
  result->n_warnings =
      couplet_diagnostics_count (examination->diagnostics, COUPLET_SEVERITY_WARNING);
}

/* ---- Looking for a row -------------------------------------------------------------------- */

/* The row that is looked for, and what takes its runs. */
typedef struct {
  const char *output;
  gint64 count;
  CoupletRunsFunction function;
  gpointer data;
  gboolean is_found;
} Wanted;

static gboolean
find_runs (const CoupletAutomaton *runs, const char *name, gint64 count, G_GNUC_UNUSED guint number,
           gpointer data)
{
  Wanted *wanted = data;
  wanted->is_found = count == wanted->count && g_str_equal (name, wanted->output);
  if (wanted->is_found)
    wanted->function (runs, wanted->data);
  return FALSE;
}

gboolean
couplet_find_output_runs (const CoupletAutomaton *automaton, gboolean of_code, guint number,
                          const char *output, gint64 count, CoupletRunsFunction function,
                          gpointer data)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (automaton->name);
  g_autoptr (CoupletAutomaton) unfolded =
      automaton->linear != NULL ? NULL : unfold_whole_by (automaton, NULL, diagnostics, NULL, NULL);
  Wanted wanted = {output, count, function, data, FALSE};
  OutputRuns rows = {.automaton = unfolded != NULL ? unfolded : automaton,
                     .of_code = of_code,
                     .only = number,
                     .function = find_runs,
                     .data = &wanted};
  output_runs_each (&rows, diagnostics);
  return wanted.is_found;
}
