/* SPDX-License-Identifier: Apache-2.0 */
#include "dot_writer.h"

/* Of more loops at one state no drawing is legible. */
#define MOST_LOOPS 8

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

static void
put_kind (Writer *writer, const char *key, CoupletNoiseKind kind)
{
  if (kind != COUPLET_LAPLACE)
    put_attribute (writer, key, couplet_noise_kind_to_string (kind));
}

static void
put_number (Writer *writer, const char *key, guint32 number)
{
  g_autofree char *text = couplet_number_to_string (writer->automaton, number);
  put_attribute (writer, key, text);
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

/* A line `d = 1/4` of a label; parameters that are left out have none. */
static void
add_number (const Writer *writer, GString *label, const char *name, guint32 number)
{
  if (number == COUPLET_NONE)
    return;
  g_autofree char *text = couplet_number_to_string (writer->automaton, number);
  g_string_append_printf (label, "\\n%s = %s", name, text);
}

/* How a label calls noise of that kind: Laplace noise, which is usual, not at all. */
static void
add_kind (GString *label, const char *symbol, CoupletNoiseKind kind)
{
  if (kind != COUPLET_LAPLACE)
    g_string_append_printf (label, "\\n%s %s", symbol, couplet_noise_kind_to_string (kind));
}

/* `100,1/8`; NULL where nothing is snapped. The caller frees it. */
static char *
snap_text (const Writer *writer, const CoupletSnap *snap)
{
  if (snap == NULL)
    return NULL;
  g_autofree char *bound = couplet_number_to_string (writer->automaton, snap->bound);
  g_autofree char *grid = couplet_number_to_string (writer->automaton, snap->grid);
  return g_strdup_printf ("%s,%s", bound, grid);
}

/* The label of a state: its name and its numbers, means only where they matter. */
static char *
state_label (const Writer *writer, const CoupletState *state)
{
  const CoupletAutomaton *a = writer->automaton;
  const CoupletNoise *noise = &a->noises[state->noise];
  const CoupletNoiseKinds *kinds = &a->noise_kinds[state->noise];
  guint32 slots = a->sampling == COUPLET_SHARED ? 1 : a->n_thresholds;
  GString *label = g_string_new (NULL);
  add_label (label, state->name);
  if (state->input == COUPLET_AGAIN)
    g_string_append (label, "\\nagain");
  if (couplet_noise_is_uniform (a, noise))
    add_number (writer, label, "d", noise->d[0]);
  else
    for (guint32 v = 0; v < slots; v++) {
      g_autofree char *name = g_strdup_printf ("d(%s)", a->thresholds[v]);
      add_number (writer, label, name, noise->d[v]);
    }
  if (!is_zero (writer, noise->mu))
    add_number (writer, label, "\u03bc", noise->mu);
  add_number (writer, label, "d\u2032", noise->d_fresh);
  if (!is_zero (writer, noise->mu_fresh))
    add_number (writer, label, "\u03bc\u2032", noise->mu_fresh);
  add_kind (label, "d:", kinds->sample);
  add_kind (label, "d\u2032:", kinds->fresh);
  const CoupletSnap *snap = couplet_snap_of (a, state);
  g_autofree char *snapped = snap_text (writer, snap);
  if (snap != NULL)
    g_string_append_printf (label, "\\nsnap %s%s", snapped, snap->floating ? ", floating" : "");
  return g_string_free (label, FALSE);
}

static void
put_state (Writer *writer, guint32 index)
{
  const CoupletAutomaton *a = writer->automaton;
  const CoupletState *state = &a->states[index];
  const CoupletNoise *noise = &a->noises[state->noise];
  g_autofree char *d = noise_text (writer, noise);
  g_autofree char *label = state_label (writer, state);
  g_string_append (writer->out, "  ");
  put_quoted (writer, state->name);
  g_string_append (writer->out, state->input == COUPLET_PUBLIC ? " [shape=box" : " [shape=ellipse");
  if (state->input != COUPLET_PRIVATE)
    g_string_append_printf (writer->out, ", input=%s", couplet_input_to_string (state->input));
  if (a->row[index] == a->row[index + 1])
    g_string_append (writer->out, ", peripheries=2");
  if (index == a->initial)
    g_string_append (writer->out, ", initial=true");
  if (d != NULL)
    put_attribute (writer, "d", d);
  if (!is_zero (writer, noise->mu))
    put_number (writer, "mu", noise->mu);
  if (noise->d_fresh != COUPLET_NONE)
    put_number (writer, "d_fresh", noise->d_fresh);
  if (!is_zero (writer, noise->mu_fresh))
    put_number (writer, "mu_fresh", noise->mu_fresh);
  put_kind (writer, "noise", a->noise_kinds[state->noise].sample);
  put_kind (writer, "noise_fresh", a->noise_kinds[state->noise].fresh);
  const CoupletSnap *snap = couplet_snap_of (a, state);
  g_autofree char *snapped = snap_text (writer, snap);
  if (snap != NULL)
    put_attribute (writer, "snap", snapped);
  if (snap != NULL && snap->floating)
    put_attribute (writer, "floating", "true");
  put_attribute (writer, "label", label);
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

/* The guard as papers print it, a comparison a line, above the output and the
 * assignment. */
static void
put_transition_label (Writer *writer, const char *guard, const CoupletOutput *output,
                      const char *assigned)
{
  g_autoptr (GString) label = g_string_new (guard);
  g_string_replace (label, ">=", "\u2265", 0);
  g_string_replace (label, " && ", " \u2227\\n", 0);
  g_string_replace (label, " || ", " \u2228\\n", 0);
  g_string_append (label, "\\n");
  add_label (label, output->name);
  if (*assigned != '\0')
    g_string_append_printf (label, "\\n%s := insample", assigned);
  put_attribute (writer, "label", label->str);
}

/* TRUE for every second loop of a state: drawn below, not to cover the others. */
static gboolean
is_lower_loop (const CoupletAutomaton *a, guint32 transition)
{
  guint32 loops = 0, source = a->source[transition];
  if (a->target[transition] != source)
    return FALSE;
  for (guint32 t = a->row[source]; t < transition && loops < MOST_LOOPS; t++)
    loops += a->target[t] == source;
  return loops % 2 == 1;
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
  if (is_lower_loop (a, transition))
    g_string_append (writer->out, ", tailport=s, headport=s");
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
  g_autofree char *claim = couplet_rational_to_string (&a->claim);
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
  if (a->adjacency != COUPLET_ADJACENT_ANY)
    put_attribute (writer, "adjacency", couplet_adjacency_to_string (a->adjacency));
  if (!g_str_equal (sensitivity, "1"))
    put_attribute (writer, "sensitivity", sensitivity);
  if (couplet_has_claim (a))
    put_attribute (writer, "claim", claim);
  if (*a->name != '\0') {
    g_autoptr (GString) title = g_string_new (NULL);
    add_label (title, a->name);
    put_attribute (writer, "label", title->str);
  }
  g_string_append (writer->out, ", labelloc=t, nodesep=0.5, fontname=\"Helvetica\"];\n"
                                "  node [fontname=\"Helvetica\", margin=\"0.05,0.05\"];\n"
                                "  edge [fontname=\"Helvetica\", fontsize=11];\n");
}

/* An arrow out of nowhere. No state's name is empty. */
static void
put_initial_mark (Writer *writer)
{
  g_string_append (writer->out, "  \"\" [shape=point, style=invis];\n  \"\" -> ");
  put_quoted (writer, writer->automaton->states[writer->automaton->initial].name);
  g_string_append (writer->out, ";\n");
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
  put_initial_mark (&writer);
  for (guint32 t = 0; t < automaton->n_transitions; t++) {
    put_transition (&writer, t);
    flush (&writer);
  }
  g_string_append (writer.out, "}\n");
  flush (&writer);
  g_string_free (writer.out, TRUE);
  return TRUE;
}
