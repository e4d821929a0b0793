/* SPDX-License-Identifier: Apache-2.0 */
#include "output_runs.h"

#include "some_runs.h"

#include <couplet/host/model.h>

#include <string.h>

#define MOST_ROWS 1000

/* ---- What a person calls ends and outputs ------------------------------------------------ */

/* Who named the states of an automaton. */
typedef enum {
  NAMED_BY_AUTHOR,  /* whoever wrote the automaton */
  NAMED_BY_PROGRAM, /* the reader of a program, by its lines */
  NAMED_BY_CODE,    /* the reader of code, by its lines */
  NAMED_BY_NOBODY   /* no state stands for a line of the code */
} Naming;

/* The line that name, a reader's, says: `line 7 #2`; 0 = none. */
static guint64
line_of (const char *name)
{
  return g_str_has_prefix (name, "line ") ? g_ascii_strtoull (name + strlen ("line "), NULL, 10)
                                          : 0;
}

/* of_code: automaton is what code came to. */
static Naming
naming_of (const CoupletAutomaton *automaton, gboolean of_code)
{
  for (guint32 q = 0; q < automaton->n_states; q++) {
    const CoupletState *state = &automaton->states[q];
    guint64 line = line_of (state->name);
    if (line != 0 && of_code)
      return NAMED_BY_CODE;
    if (line != 0 && line == state->place.line)
      return NAMED_BY_PROGRAM;
  }
  return of_code ? NAMED_BY_NOBODY : NAMED_BY_AUTHOR;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  guint64 p = *(const guint64 *)a, q = *(const guint64 *)b;
  return p < q ? -1 : p > q;
}

/* The lines from which state is reached by steps without lines, ascending. */
static GArray *
lines_before (const CoupletAutomaton *automaton, guint32 state)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint8 *seen = g_new0 (guint8, automaton->n_states);
  g_array_append_val (left, state);
  for (guint i = 0; i < left->len; i++)
    for (guint32 t = 0; t < automaton->n_transitions; t++) {
      guint32 source = automaton->source[t];
      if (automaton->target[t] != g_array_index (left, guint32, i) || seen[source] ||
          !automaton->reachable[source])
        continue;
      guint64 line = line_of (automaton->states[source].name);
      seen[source] = 1;
      if (line != 0)
        g_array_append_val (lines, line);
      else
        g_array_append_val (left, source);
    }
  g_array_sort (lines, compare_lines);
  return lines;
}

/* What the author of automaton's source calls state, an end of runs: its name, or the lines after
 * which runs end there, `line 7 or line 9`. NULL = nothing that the author wrote stands for it. The
 * caller frees it. */
static char *
end_in_words (const CoupletAutomaton *automaton, Naming naming, guint32 state)
{
  const char *name = automaton->states[state].name;
  if (naming == NAMED_BY_AUTHOR)
    return g_strdup (name);
  if (line_of (name) != 0)
    return g_strdup_printf ("line %" G_GUINT64_FORMAT, line_of (name));
  g_autoptr (GArray) lines = lines_before (automaton, state);
  GString *words = g_string_new (NULL);
  guint64 last = 0;
  for (guint i = 0; i < lines->len; i++) {
    guint64 line = g_array_index (lines, guint64, i);
    if (line != last)
      g_string_append_printf (words, "%sline %" G_GUINT64_FORMAT, last != 0 ? " or " : "", line);
    last = line;
  }
  return g_string_free (words, last == 0);
}

/* Whether the author's text outputs the symbol output, and no step is called so that the reader put
 * in. */
static gboolean
is_authors_output (const CoupletAutomaton *automaton, Naming naming, guint32 output)
{
  static const char *const OF_PROGRAMS[] = {"threshold", "argmax", "snap", NULL};
  static const char *const OF_CODE[] = {"next", "list", NULL};
  if (naming == NAMED_BY_AUTHOR)
    return TRUE;
  if (g_strv_contains (naming == NAMED_BY_PROGRAM ? OF_PROGRAMS : OF_CODE,
                       automaton->outputs[output].name))
    return FALSE;
  for (guint32 t = 0; t < automaton->n_transitions; t++)
    if (automaton->output[t] == output && line_of (couplet_source_state (automaton, t)->name) != 0)
      return TRUE;
  return FALSE;
}

/* ---- Rows -------------------------------------------------------------------------------- */

/* Whether there is to be another row; where there is no room, what it is about is left out. */
static gboolean
begin_row (OutputRuns *rows)
{
  gboolean room = rows->n_rows < MOST_ROWS && !rows->is_ended;
  rows->n_left_out += !room;
  return room && (rows->n_numbers++ == rows->only || rows->only == COUPLET_NONE);
}

/* count: of a symbol, -1 = the runs end alike. */
static void
put_row (OutputRuns *rows, const CoupletAutomaton *runs, const char *name, gint64 count)
{
  rows->n_rows++;
  rows->is_ended = !rows->function (runs, name, count, rows->n_numbers - 1, rows->data);
}

/* ---- Automata --------------------------------------------------------------------------- */

static void
add_row (OutputRuns *rows, const RunChoice *choice, const char *name)
{
  if (!begin_row (rows))
    return;
  g_autoptr (CoupletAutomaton) runs = some_runs_new (rows->automaton, choice);
  rows->n_left_out += runs == NULL;
  if (runs != NULL)
    put_row (rows, runs, name, choice->output != COUPLET_NONE ? (gint64)choice->count : -1);
}

/* Rows for where runs end, of which states that are called alike are one. Outputs do not tell these
 * where they do not tell the path. */
static void
add_ends (OutputRuns *rows, const CoupletAutomaton *read, Naming naming)
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
    const RunChoice choice = {group, i, COUPLET_NONE, 0, 0};
    add_row (rows, &choice, g_ptr_array_index (names, i));
  }
}

static void
add_counts (OutputRuns *rows, const CoupletAutomaton *read, Naming naming)
{
  const CoupletAutomaton *a = rows->automaton;
  for (guint32 output = 0; output < a->n_outputs; output++) {
    guint32 most = most_of_output (a, output);
    if (most == COUPLET_NONE || most == 0 || !is_authors_output (read, naming, output))
      continue;
    for (guint32 count = 0; count <= most && rows->n_left_out == 0; count++) {
      const RunChoice choice = {NULL, COUPLET_NONE, output, count, 0};
      add_row (rows, &choice, a->outputs[output].name);
    }
  }
}

static void
add_runs (OutputRuns *rows, CoupletDiagnostics *diagnostics)
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
add_paths (OutputRuns *rows, const guint32 *group, guint32 number, const char *name, gint64 count)
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
  if (list.n_paths == 0 || !begin_row (rows))
    return;
  list.left_out = left_out;
  linear.lists = &list;
  linear.n_lists = 1;
  linear.exactly = TRUE;
  linear.claim = view.claim = nothing;
  linear.automaton = &view;
  view.linear = &linear;
  put_row (rows, &view, name, count);
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
add_sequences (OutputRuns *rows, const CoupletLinearList *list, guint32 *group)
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
add_symbol (OutputRuns *rows, const CoupletLinearList *list, const char *symbol, guint32 *group)
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
add_lists (OutputRuns *rows, CoupletDiagnostics *diagnostics)
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

void
output_runs_each (OutputRuns *rows, CoupletDiagnostics *diagnostics)
{
  if (rows->automaton->linear != NULL)
    add_lists (rows, diagnostics);
  else
    add_runs (rows, diagnostics);
  if (rows->n_left_out > 0 && rows->only == COUPLET_NONE)
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_WARNING, (CoupletPlace){0},
                             "--by-output leaves out outputs beyond the first %u", rows->n_rows);
}
