/* SPDX-License-Identifier: Apache-2.0 */
#include "by_output.h"

#include "some_runs.h"

#include <couplet/json.h>

#define MOST_ROWS 1000

typedef struct {
  CoupletRun *run;
  const CoupletAutomaton *automaton;
  CoupletJson json;
  guint n_rows;
  guint n_left_out;
  char *disagreement;
} Rows;

/* Adds the row of the runs of choice, which are called name. */
static void
add_row (Rows *rows, const RunChoice *choice, const char *name)
{
  const CoupletJson *json = &rows->json;
  gboolean judged = rows->n_rows < MOST_ROWS && !run_is_cancelled (rows->run);
  g_autoptr (CoupletAutomaton) runs = judged ? some_runs_new (rows->automaton, choice) : NULL;
  rows->n_left_out += runs == NULL;
  if (runs == NULL)
    return;
  g_autoptr (CoupletExamination) examination = couplet_run_automaton (rows->run, runs);
  const CoupletFileResult *one = couplet_examination_result (examination);
  rows->n_rows++;
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "output", name);
  if (choice->output != COUPLET_NONE)
    couplet_json_unsigned (json, "count", choice->count);
  else
    couplet_json_null (json, "count");
  if (one->verdict == COUPLET_VERDICT_NOT_PRIVATE)
    couplet_json_infinite (json, "cost");
  else
    couplet_json_number (json, "cost", one->has_cost ? &one->cost : NULL);
  couplet_json_rational (json, "at_least", one->has_at_least ? &one->at_least : NULL);
  couplet_json_close (json, '}');
  if (one->disagreement && rows->disagreement == NULL)
    rows->disagreement = g_strdup_printf ("outputs of '%s': %s", name, one->disagreement_text);
}

/* Rows for the states in which runs end. Outputs do not tell these where they do not tell the
 * path. */
static void
add_ends (Rows *rows, const CoupletAutomaton *read)
{
  g_autoptr (GArray) ends = run_ends (rows->automaton);
  for (guint i = 0; i < ends->len; i++) {
    const RunChoice choice = {g_array_index (ends, guint32, i), COUPLET_NONE, 0};
    add_row (rows, &choice, read->states[choice.end].name);
  }
}

static void
add_counts (Rows *rows)
{
  const CoupletAutomaton *a = rows->automaton;
  for (guint32 output = 0; output < a->n_outputs; output++) {
    guint32 most = most_of_output (a, output);
    if (most == COUPLET_NONE || most == 0)
      continue;
    for (guint32 count = 0; count <= most && rows->n_left_out == 0; count++) {
      const RunChoice choice = {COUPLET_NONE, output, count};
      add_row (rows, &choice, a->outputs[output].name);
    }
  }
}

/* The member `outputs`, JSON. *disagreement becomes what is wrong with the evidence of a row; NULL
 * = nothing. The caller frees both. */
static char *
write_rows (CoupletRun *run, const CoupletAutomaton *automaton, CoupletDiagnostics *diagnostics,
            char **disagreement)
{
  Rows rows = {run, automaton, {g_string_new (NULL), FALSE}, 0, 0, NULL};
  couplet_json_open (&rows.json, NULL, '[');
  if (automaton->output_distinct)
    add_ends (&rows, automaton->folded != NULL ? automaton->folded : automaton);
  else
    couplet_diagnostics_add (
        diagnostics, COUPLET_SEVERITY_WARNING, (CoupletPlace){0},
        "--by-output leaves out where runs end, which the outputs do not tell");
  add_counts (&rows);
  couplet_json_close (&rows.json, ']');
  if (rows.n_left_out > 0)
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_WARNING, (CoupletPlace){0},
                             "--by-output leaves out outputs beyond the first %u", rows.n_rows);
  *disagreement = rows.disagreement;
  return g_string_free (rows.json.text, FALSE);
}

void
examine_outputs (CoupletRun *run, Examination *examination, gboolean failed)
{
  CoupletFileResult *result = &examination->result;
  const CoupletAutomaton *automaton =
      examination->unfolded != NULL ? examination->unfolded : result->automaton;
  char *disagreement = NULL;
  if (examination->automaton == NULL)
    return;
  if (automaton == NULL || examination->between || failed)
    couplet_diagnostics_add (examination->diagnostics, COUPLET_SEVERITY_WARNING, (CoupletPlace){0},
                             "--by-output says nothing: %s",
                             failed ? "a stage ended its process"
                             : automaton == NULL
                                 ? "outputs of linear mechanisms are not judged one by one"
                                 : "not all orders of the thresholds were told apart");
  else
    result->outputs = write_rows (run, automaton, examination->diagnostics, &disagreement);
  if (disagreement != NULL && !result->disagreement) {
    result->disagreement = TRUE;
    result->disagreement_text = g_steal_pointer (&disagreement);
  }
  g_free (disagreement);
  result->diagnostics = couplet_diagnostics_get (examination->diagnostics, &result->n_diagnostics);
  result->n_warnings =
      couplet_diagnostics_count (examination->diagnostics, COUPLET_SEVERITY_WARNING);
}
