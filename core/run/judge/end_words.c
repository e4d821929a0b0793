/* SPDX-License-Identifier: Apache-2.0 */
#include "end_words.h"

#include <string.h>

/* The line that name, a reader's, says: `line 7 #2`; 0 = none. */
static guint64
line_of (const char *name)
{
  return g_str_has_prefix (name, "line ") ? g_ascii_strtoull (name + strlen ("line "), NULL, 10)
                                          : 0;
}

Naming
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

char *
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

gboolean
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
