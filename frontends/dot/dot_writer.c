/* SPDX-License-Identifier: Apache-2.0 */
#include "dot_writer.h"

typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  GString *out;
} Writer;

/* Hands on what has been put together; the program's output is buffered. */
static void
flush (Writer *writer)
{
  couplet_context_write (writer->context, writer->out->str, writer->out->len);
  g_string_truncate (writer->out, 0);
}

/* A quoted string, in which DOT knows one escape: a backslash before a quote. */
static void
put_quoted (Writer *writer, const char *text)
{
  g_string_append_c (writer->out, '"');
  for (; *text != '\0'; text++) {
    if (*text == '"')
      g_string_append_c (writer->out, '\\');
    g_string_append_c (writer->out, *text);
  }
  g_string_append_c (writer->out, '"');
}

static void
put_attribute (Writer *writer, const char *key, const char *value)
{
  g_string_append_printf (writer->out, ", %s=", key);
  put_quoted (writer, value);
}

/* Text inside a label: backslashes are doubled, since labels have escapes. */
static void
add_label (GString *label, const char *text)
{
  for (; *text != '\0'; text++) {
    if (*text == '\\')
      g_string_append_c (label, '\\');
    g_string_append_c (label, *text);
  }
}

static gboolean
is_zero (const Writer *writer, guint32 number)
{
  return mpq_sgn (writer->automaton->numbers[number].value) == 0;
}

/* `1/4`, or `x:1/4, y:1/2`; NULL when it is left out. The caller frees it. */
static char *
noise_text (const Writer *writer, const CoupletNoise *noise)
{
  const CoupletAutomaton *a = writer->automaton;
  guint32 slots = a->sampling == COUPLET_SHARED ? 1 : a->n_thresholds;
  if (couplet_noise_is_uniform (a, noise))
    return noise->d[0] == COUPLET_NONE ? NULL
                                       : couplet_number_to_string (writer->automaton, noise->d[0]);
  GString *text = g_string_new (NULL);
  for (guint32 v = 0; v < slots; v++) {
    if (noise->d[v] == COUPLET_NONE)
      continue;
    g_autofree char *number = couplet_number_to_string (writer->automaton, noise->d[v]);
    g_string_append_printf (text, "%s%s:%s", text->len > 0 ? ", " : "", a->thresholds[v], number);
  }
  return g_string_free (text, FALSE);
}

/* ---- States -------------------------------------------------------------------- */

static void
put_state_label (Writer *writer, const CoupletState *state, const char *d)
{
  const CoupletNoise *noise = &writer->automaton->noises[state->noise];
  g_autoptr (GString) label = g_string_new (NULL);
  add_label (label, state->name);
  if (d != NULL)
    g_string_append_printf (label, "\\n%s", d);
  if (d != NULL && !is_zero (writer, noise->mu)) {
    g_autofree char *mu = couplet_number_to_string (writer->automaton, noise->mu);
    g_string_append_printf (label, ", %s", mu);
  }
  if (noise->d_fresh != COUPLET_NONE) {
    g_autofree char *fresh = couplet_number_to_string (writer->automaton, noise->d_fresh);
    g_string_append_printf (label, "\\nfresh %s", fresh);
  }
  put_attribute (writer, "label", label->str);
}

static void
put_state (Writer *writer, guint32 index)
{
  const CoupletAutomaton *a = writer->automaton;
  const CoupletState *state = &a->states[index];
  const CoupletNoise *noise = &a->noises[state->noise];
  g_autofree char *d = noise_text (writer, noise);
  gboolean final = a->row[index] == a->row[index + 1];
  g_string_append (writer->out, "  ");
  put_quoted (writer, state->name);
  g_string_append_printf (writer->out, " [shape=%s", final ? "doublecircle" : "circle");
  if (state->input == COUPLET_PUBLIC)
    g_string_append (writer->out, ", style=dashed, input=public");
  if (index == a->initial)
    g_string_append (writer->out, ", initial=true");
  if (d != NULL)
    put_attribute (writer, "d", d);
  if (!is_zero (writer, noise->mu)) {
    g_autofree char *mu = couplet_number_to_string (writer->automaton, noise->mu);
    put_attribute (writer, "mu", mu);
  }
  if (noise->d_fresh != COUPLET_NONE) {
    g_autofree char *fresh = couplet_number_to_string (writer->automaton, noise->d_fresh);
    put_attribute (writer, "d_fresh", fresh);
  }
  if (!is_zero (writer, noise->mu_fresh)) {
    g_autofree char *fresh = couplet_number_to_string (writer->automaton, noise->mu_fresh);
    put_attribute (writer, "mu_fresh", fresh);
  }
  put_state_label (writer, state, d);
  g_string_append (writer->out, "];\n");
}

/* ---- Transitions ------------------------------------------------------------------- */

static char *
assignment_text (const Writer *writer, const CoupletAssignment *assignment, const char *separator)
{
  GString *text = g_string_new (NULL);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? separator : "",
                            writer->automaton->thresholds[assignment->thresholds[i]]);
  return g_string_free (text, FALSE);
}

/* The guard as papers print it, above the output and the assignment. */
static void
put_transition_label (Writer *writer, const char *guard, const CoupletOutput *output,
                      const char *assigned)
{
  g_auto (GStrv) parts = g_strsplit (guard, ">=", -1);
  g_autofree char *printed = g_strjoinv ("\u2265", parts);
  g_autoptr (GString) label = g_string_new (NULL);
  add_label (label, printed);
  g_string_append (label, "\\n");
  add_label (label, output->name);
  if (*assigned != '\0')
    g_string_append_printf (label, "\\n%s := insample", assigned);
  put_attribute (writer, "label", label->str);
}

static void
put_transition (Writer *writer, guint32 transition)
{
  const CoupletAutomaton *a = writer->automaton;
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  const CoupletOutput *output = couplet_output_of (a, transition);
  g_autofree char *guard = couplet_guard_to_string (a, couplet_guard_of (a, transition));
  g_autofree char *assigned = assignment_text (writer, assignment, ",");
  g_string_append (writer->out, "  ");
  put_quoted (writer, couplet_source_state (a, transition)->name);
  g_string_append (writer->out, " -> ");
  put_quoted (writer, a->states[a->target[transition]].name);
  g_string_append (writer->out, " [guard=");
  put_quoted (writer, guard);
  put_attribute (writer, "output", output->name);
  if (*assigned != '\0')
    put_attribute (writer, "assign", assigned);
  put_transition_label (writer, guard, output, assigned);
  g_string_append (writer->out, "];\n");
}

/* ---- What DOT cannot say ---------------------------------------------------------- */

/* A backslash before a quote, or at the end, would escape that quote. */
static gboolean
can_quote (const char *text)
{
  gsize backslashes = 0;
  for (; *text != '\0'; text++) {
    if (*text == '"' && backslashes % 2 == 1)
      return FALSE;
    backslashes = *text == '\\' ? backslashes + 1 : 0;
  }
  return backslashes % 2 == 0;
}

static gboolean
fail_name (const char *what, const char *name, GError **error)
{
  g_autofree char *quoted = couplet_quote (name, -1);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
               "%s %s has a backslash before a quote or at its end, which DOT cannot write", what,
               quoted);
  return FALSE;
}

static gboolean
check_names (const CoupletAutomaton *automaton, GError **error)
{
  if (!can_quote (automaton->name))
    return fail_name ("the automaton's name", automaton->name, error);
  for (guint32 q = 0; q < automaton->n_states; q++)
    if (!can_quote (automaton->states[q].name))
      return fail_name ("state", automaton->states[q].name, error);
  for (guint32 i = 0; i < automaton->n_outputs; i++)
    if (!can_quote (automaton->outputs[i].name))
      return fail_name ("output", automaton->outputs[i].name, error);
  return TRUE;
}

/* ---- All of it ------------------------------------------------------------------------ */

static void
put_header (Writer *writer)
{
  const CoupletAutomaton *a = writer->automaton;
  g_autofree char *sensitivity = couplet_rational_to_string (&a->sensitivity);
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint32 v = 0; v < a->n_thresholds; v++)
    g_string_append_printf (names, "%s%s", v > 0 ? "," : "", a->thresholds[v]);
  g_string_append (writer->out, "digraph ");
  if (*a->name != '\0')
    put_quoted (writer, a->name);
  g_string_append (writer->out, " {\n  graph [rankdir=LR");
  put_attribute (writer, "thresholds", names->str);
  if (a->sampling == COUPLET_SHARED)
    put_attribute (writer, "sampling", "shared");
  if (!g_str_equal (sensitivity, "1"))
    put_attribute (writer, "sensitivity", sensitivity);
  g_string_append (writer->out, "];\n  node [fontname=\"Helvetica\"];\n"
                                "  edge [fontname=\"Helvetica\", fontsize=11];\n");
}

gboolean
dot_write_automaton (CoupletContext *context, const CoupletAutomaton *automaton, GError **error)
{
  if (!check_names (automaton, error))
    return FALSE;
  Writer writer = {context, automaton, g_string_new (NULL)};
  put_header (&writer);
  for (guint32 q = 0; q < automaton->n_states; q++) {
    put_state (&writer, q);
    flush (&writer);
  }
  for (guint32 t = 0; t < automaton->n_transitions; t++) {
    put_transition (&writer, t);
    flush (&writer);
  }
  g_string_append (writer.out, "}\n");
  flush (&writer);
  g_string_free (writer.out, TRUE);
  return TRUE;
}
