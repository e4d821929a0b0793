/* SPDX-License-Identifier: Apache-2.0 */
#include "by_output.h"

#include "end_words.h"
#include "some_runs.h"

#include <couplet/json.h>
#include <couplet/linear.h>

#include <string.h>

#define MOST_ROWS 1000

typedef struct {
  CoupletRun *run;
  const CoupletAutomaton *automaton;
  gboolean of_code;
  CoupletJson json;
  guint n_rows;
  guint n_left_out;
  char *disagreement;
} Rows;

/* Whether there may be another row; else what it is about is left out. */
static gboolean
has_room (Rows *rows)
{
  gboolean room = rows->n_rows < MOST_ROWS && !run_is_cancelled (rows->run);
  rows->n_left_out += !room;
  return room;
}

/* Adds the row of runs, which are called name. count: of a symbol, -1 = they end alike. */
static void
judge_runs (Rows *rows, const CoupletAutomaton *runs, const char *name, gint64 count)
{
  const CoupletJson *json = &rows->json;
  g_autoptr (CoupletExamination) examination = couplet_run_automaton (rows->run, runs);
  const CoupletFileResult *one = couplet_examination_result (examination);
  rows->n_rows++;
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "output", name);
  if (count >= 0)
    couplet_json_unsigned (json, "count", (guint64)count);
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

/* ---- Automata --------------------------------------------------------------------------- */

static void
add_row (Rows *rows, const RunChoice *choice, const char *name)
{
  if (!has_room (rows))
    return;
  g_autoptr (CoupletAutomaton) runs = some_runs_new (rows->automaton, choice);
  rows->n_left_out += runs == NULL;
  if (runs != NULL)
    judge_runs (rows, runs, name, choice->output != COUPLET_NONE ? (gint64)choice->count : -1);
}

/* Rows for where runs end, of which states that are called alike are one. Outputs do not tell these
 * where they do not tell the path. */
static void
add_ends (Rows *rows, const CoupletAutomaton *read, Naming naming)
{
  g_autoptr (GArray) ends = run_ends (rows->automaton);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree guint32 *group = g_new (guint32, read->n_states);
  memset (group, 0xff, read->n_states * sizeof *group); /* COUPLET_NONE */
  for (guint i = 0; i < ends->len; i++) {
    guint32 end = g_array_index (ends, guint32, i);
    char *name = end_in_words (read, naming, end);
    gpointer number;
    if (name == NULL)
      continue;
    if (g_hash_table_lookup_extended (numbers, name, NULL, &number))
      g_free (name);
    else {
      number = GUINT_TO_POINTER (names->len);
      g_hash_table_insert (numbers, name, number);
      g_ptr_array_add (names, name);
    }
    group[end] = GPOINTER_TO_UINT (number);
  }
  for (guint i = 0; i < names->len; i++) {
    const RunChoice choice = {group, i, COUPLET_NONE, 0};
    add_row (rows, &choice, g_ptr_array_index (names, i));
  }
}

static void
add_counts (Rows *rows, const CoupletAutomaton *read, Naming naming)
{
  const CoupletAutomaton *a = rows->automaton;
  for (guint32 output = 0; output < a->n_outputs; output++) {
    guint32 most = most_of_output (a, output);
    if (most == COUPLET_NONE || most == 0 || !is_authors_output (read, naming, output))
      continue;
    for (guint32 count = 0; count <= most && rows->n_left_out == 0; count++) {
      const RunChoice choice = {NULL, COUPLET_NONE, output, count};
      add_row (rows, &choice, a->outputs[output].name);
    }
  }
}

static void
add_runs (Rows *rows, CoupletDiagnostics *diagnostics)
{
  const CoupletAutomaton *a = rows->automaton, *read = a->folded != NULL ? a->folded : a;
  Naming naming = naming_of (read, rows->of_code);
  if (naming == NAMED_BY_NOBODY) {
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_WARNING, (CoupletPlace){0},
                             "--by-output says nothing of this code, whose model stands for all "
                             "of its outputs at once; with --answers N it does");
    return;
  }
  if (a->output_distinct)
    add_ends (rows, read, naming);
  else
    couplet_diagnostics_add (
        diagnostics, COUPLET_SEVERITY_WARNING, (CoupletPlace){0},
        "--by-output leaves out where runs end, which the outputs do not tell");
  add_counts (rows, read, naming);
}

/* ---- Linear mechanisms ------------------------------------------------------------------ */

/* Adds the row of the paths of the longest list to the END nodes of group number. */
static void
add_paths (Rows *rows, const guint32 *group, guint32 number, const char *name, gint64 count)
{
  CoupletAutomaton view = *rows->automaton;
  CoupletLinear linear = *view.linear;
  CoupletLinearList list = linear.lists[linear.n_lists - 1];
  g_autofree guint8 *left_out = g_new (guint8, list.n_nodes);
  g_auto (CoupletRational) nothing;
  couplet_rational_init (&nothing);
  list.n_paths = 0;
  for (guint32 i = 0; i < list.n_nodes; i++) {
    left_out[i] = group[i] != number;
    list.n_paths += group[i] == number;
  }
  if (list.n_paths == 0 || !has_room (rows))
    return;
  list.left_out = left_out;
  linear.lists = &list;
  linear.n_lists = 1;
  linear.exactly = TRUE;
  linear.claim = view.claim = nothing;
  linear.automaton = &view;
  view.linear = &linear;
  judge_runs (rows, &view, name, count);
}

/* What the path to end outputs, for a person: `above, 1/2, a real number`. */
static char *
outputs_in_words (const CoupletLinearList *list, guint32 end)
{
  GString *words = g_string_new (NULL);
  for (guint32 at = 0; at != end; at = couplet_linear_next (list, at, end)) {
    const CoupletLinearNode *node = &list->nodes[at];
    g_autofree char *number = node->kind == COUPLET_LINEAR_REAL && node->form.n_terms == 0
                                  ? couplet_rational_to_string (&node->form.constant)
                                  : NULL;
    if (node->kind == COUPLET_LINEAR_SYMBOL || node->kind == COUPLET_LINEAR_REAL)
      g_string_append_printf (words, "%s%s", words->len > 0 ? ", " : "",
                              node->kind == COUPLET_LINEAR_SYMBOL ? node->text
                              : number != NULL                    ? number
                                                                  : "a real number");
  }
  return g_string_free (words, FALSE);
}

/* Rows for all that is output. */
static void
add_sequences (Rows *rows, const CoupletLinearList *list, guint32 *group)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (list);
  CoupletLinearPath path;
  gpointer number;
  while (couplet_linear_walk_next (walk, &path)) {
    if (!g_hash_table_lookup_extended (numbers, path.outputs, NULL, &number)) {
      number = GUINT_TO_POINTER (names->len);
      g_hash_table_insert (numbers, g_strdup (path.outputs), number);
      g_ptr_array_add (names, outputs_in_words (list, path.end));
    }
    group[path.end] = GPOINTER_TO_UINT (number);
  }
  for (guint i = 0; i < names->len; i++)
    add_paths (rows, group, i, g_ptr_array_index (names, i), -1);
}

/* Whether text is not taken for a number, which another output may be, too. */
static gboolean
is_symbol (const char *text)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  return !couplet_rational_parse (&value, text, strlen (text), NULL);
}

/* Rows for how often symbol is output. group: of END nodes; COUPLET_NONE = no path. */
static void
add_symbol (Rows *rows, const CoupletLinearList *list, const char *symbol, guint32 *group)
{
  guint32 most = 0;
  for (guint32 end = 0; end < list->n_nodes; end++) {
    if (group[end] == COUPLET_NONE)
      continue;
    group[end] = 0;
    for (guint32 at = 0; at != end; at = couplet_linear_next (list, at, end))
      group[end] += list->nodes[at].kind == COUPLET_LINEAR_SYMBOL &&
                    g_str_equal (list->nodes[at].text, symbol);
    most = MAX (most, group[end]);
  }
  for (guint32 count = 0; count <= most && rows->n_left_out == 0; count++)
    add_paths (rows, group, count, symbol, count);
}

static void
add_lists (Rows *rows, CoupletDiagnostics *diagnostics)
{
  const CoupletLinear *linear = rows->automaton->linear;
  const CoupletLinearList *list = &linear->lists[linear->n_lists - 1];
  g_autofree guint32 *group = g_new (guint32, list->n_nodes);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  memset (group, 0xff, list->n_nodes * sizeof *group); /* COUPLET_NONE */
  if (!linear->exactly)
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_WARNING, (CoupletPlace){0},
                             "--by-output is about lists of %u answers", list->n_answers);
  add_sequences (rows, list, group);
  for (guint32 i = 0; i < list->n_nodes && rows->n_left_out == 0; i++) {
    const CoupletLinearNode *node = &list->nodes[i];
    if (node->kind == COUPLET_LINEAR_SYMBOL && is_symbol (node->text) &&
        g_hash_table_add (seen, (gpointer)node->text))
      add_symbol (rows, list, node->text, group);
  }
}

/* ---- All of it -------------------------------------------------------------------------- */

/* The member `outputs`, JSON. *disagreement becomes what is wrong with the evidence of a row; NULL
 * = nothing. The caller frees both. */
static char *
write_rows (CoupletRun *run, const CoupletAutomaton *automaton, gboolean of_code,
            CoupletDiagnostics *diagnostics, char **disagreement)
{
  Rows rows = {run, automaton, of_code, {g_string_new (NULL), FALSE}, 0, 0, NULL};
  couplet_json_open (&rows.json, NULL, '[');
  if (automaton->linear != NULL)
    add_lists (&rows, diagnostics);
  else
    add_runs (&rows, diagnostics);
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
