/* SPDX-License-Identifier: Apache-2.0 */
#include "dipa_writer.h"

#include "dipa_names.h"

typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const char **states, **thresholds, **outputs; /* as they are written */
  GString *out;
} Writer;

/* ---- What the format cannot say --------------------------------------------------- */

static gboolean
fail_transition (const CoupletAutomaton *automaton, guint32 transition, const char *what,
                 GError **error)
{
  g_autofree char *text = couplet_transition_to_string (automaton, transition);
  g_autofree char *quoted = couplet_quote (text, -1);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "transition %s: %s", quoted, what);
  return FALSE;
}

static gboolean
check_silence (const CoupletAutomaton *automaton, guint32 transition, GError **error)
{
  return !couplet_is_silent (automaton, transition) ||
         fail_transition (automaton, transition, "it is silent, which .dipa cannot say", error);
}

/* A draw without noise that nothing uses does no harm; one that cannot be reached is left to this.
 */
static gboolean
check_noise (const CoupletAutomaton *automaton, guint32 transition, GError **error)
{
  const CoupletNoise *noise =
      &automaton->noises[couplet_source_state (automaton, transition)->noise];
  gboolean bare = couplet_output_of (automaton, transition)->kind == COUPLET_FRESH &&
                  noise->d_fresh == COUPLET_NO_NOISE;
  for (guint32 v = 0; v < automaton->n_thresholds && !bare; v++)
    bare = noise->d[couplet_noise_slot (automaton, v)] == COUPLET_NO_NOISE &&
           couplet_uses_sample (automaton, transition, v);
  return !bare || fail_transition (automaton, transition,
                                   "it uses a sample without noise, which .dipa cannot say", error);
}

/* Independent samples are one sample as long as a state uses only one of them,
 * whose threshold *used is; COUPLET_NONE = none yet. */
static gboolean
check_sampling (const CoupletAutomaton *automaton, guint32 transition, guint32 *used,
                GError **error)
{
  for (guint32 v = 0; v < automaton->n_thresholds; v++) {
    if (*used == v || !couplet_uses_sample (automaton, transition, v))
      continue;
    if (*used != COUPLET_NONE) {
      g_autofree char *what = g_strdup_printf (
          "its state uses the samples of %s and %s, which are drawn independently; in .dipa a "
          "state has one sample for all thresholds",
          automaton->thresholds[*used], automaton->thresholds[v]);
      return fail_transition (automaton, transition, what, error);
    }
    *used = v;
  }
  return TRUE;
}

static gboolean
check (const CoupletAutomaton *a, guint32 *used, GError **error)
{
  g_autofree char *sensitivity = couplet_rational_to_string (&a->sensitivity);
  if (!g_str_equal (sensitivity, "1")) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                 "the sensitivity is %s; in .dipa it is always 1", sensitivity);
    return FALSE;
  }
  for (guint32 q = 0; q < a->n_states; q++) {
    used[q] = COUPLET_NONE;
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (!check_silence (a, t, error) || !check_noise (a, t, error) ||
          (a->sampling == COUPLET_INDEPENDENT && !check_sampling (a, t, &used[q], error)))
        return FALSE;
  }
  return TRUE;
}

/* ---- States --------------------------------------------------------------------------- */

/* A parameter that is left out, or of no noise, is that of a draw that is not
 * used: any will do. */
static void
put_number (Writer *writer, guint32 number)
{
  g_autofree char *text =
      number < COUPLET_NO_NOISE ? couplet_number_to_string (writer->automaton, number) : NULL;
  g_string_append_printf (writer->out, ", %s", text != NULL ? text : "1");
}

/* used: the threshold whose sample the state draws. */
static void
put_state (Writer *writer, guint32 index, guint32 used)
{
  const CoupletAutomaton *a = writer->automaton;
  const CoupletState *state = &a->states[index];
  const CoupletNoise *noise = &a->noises[state->noise];
  guint32 slot = used == COUPLET_NONE ? 0 : couplet_noise_slot (a, used);
  g_string_append_printf (writer->out, "(%s%s", writer->states[index],
                          state->input == COUPLET_PUBLIC ? ":non-input" : "");
  put_number (writer, noise->d[slot]);
  put_number (writer, noise->mu);
  if (noise->d_fresh < COUPLET_NO_NOISE) {
    put_number (writer, noise->d_fresh);
    put_number (writer, noise->mu_fresh);
  }
  g_string_append (writer->out, "):");
}

/* ---- Transitions -------------------------------------------------------------------------- */

/* Guards leaving a state contradict each other, so that the order of the branches
 * does not matter. */
static void
put_condition (Writer *writer, const CoupletGuard *guard, gboolean first)
{
  g_string_append (writer->out, first ? " if (" : " elseif (");
  for (guint32 i = 0; i < guard->n_literals; i++)
    g_string_append_printf (writer->out, "%sinsample %s %s", i > 0 ? " && " : "",
                            guard->literals[i].comparison == COUPLET_LESS ? "<" : ">=",
                            writer->thresholds[guard->literals[i].threshold]);
  g_string_append (writer->out, ") then");
}

static void
put_transition (Writer *writer, guint32 transition)
{
  const CoupletAutomaton *a = writer->automaton;
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    g_string_append_printf (writer->out, "%s %s := insample", i > 0 ? "," : "",
                            writer->thresholds[assignment->thresholds[i]]);
  g_string_append_printf (
      writer->out, "%s output %s; goto %s", assignment->n_thresholds > 0 ? ";" : "",
      writer->outputs[a->output[transition]], writer->states[a->target[transition]]);
}

static void
put_line (Writer *writer, guint32 state, guint32 used)
{
  const CoupletAutomaton *a = writer->automaton;
  if (a->row[state] == a->row[state + 1])
    return;
  put_state (writer, state, used);
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    const CoupletGuard *guard = couplet_guard_of (a, t);
    if (!couplet_guard_is_true (guard))
      put_condition (writer, guard, t == a->row[state]);
    put_transition (writer, t);
  }
  g_string_append_c (writer->out, '\n');
  couplet_context_write (writer->context, writer->out->str, writer->out->len);
  g_string_truncate (writer->out, 0);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static const char *
give_output (DipaNames *names, const CoupletOutput *output)
{
  if (output->kind == COUPLET_SYMBOL)
    return dipa_names_give (names, output->name, 'o');
  return output->kind == COUPLET_INSAMPLE ? "insample" : "insampleprime";
}

gboolean
dipa_write_automaton (CoupletContext *context, const CoupletAutomaton *automaton, GError **error)
{
  const CoupletAutomaton *a = automaton;
  g_autofree guint32 *used = g_new (guint32, a->n_states);
  if (!check (a, used, error))
    return FALSE;
  g_autoptr (DipaNames) names = dipa_names_new ();
  g_autofree const char **states = g_new (const char *, a->n_states);
  g_autofree const char **thresholds = g_new (const char *, a->n_thresholds);
  g_autofree const char **outputs = g_new (const char *, a->n_outputs);
  g_autoptr (GString) out = g_string_new (NULL);
  for (guint32 q = 0; q < a->n_states; q++)
    states[q] = dipa_names_give (names, a->states[q].name, 'q');
  for (guint32 v = 0; v < a->n_thresholds; v++)
    thresholds[v] = dipa_names_give (names, a->thresholds[v], '\0');
  for (guint32 i = 0; i < a->n_outputs; i++)
    outputs[i] = give_output (names, &a->outputs[i]);
  Writer writer = {context, a, states, thresholds, outputs, out};
  put_line (&writer, a->initial, used[a->initial]);
  for (guint32 q = 0; q < a->n_states; q++)
    if (q != a->initial)
      put_line (&writer, q, used[q]);
  return TRUE;
}
