/* SPDX-License-Identifier: Apache-2.0 */
#include "json_writer.h"

#include <couplet/format.h>

typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  GString *out;
  char **guards; /* as text, per guard of the automaton, when it was needed; NULL */
} Writer;

/* Hands on what has been put together; the program's output is buffered. */
static void
flush (Writer *writer)
{
  couplet_context_write (writer->context, writer->out->str, writer->out->len);
  g_string_truncate (writer->out, 0);
}

static void
put_member (Writer *writer, const char *key, const char *value)
{
  g_string_append (writer->out, ", \"");
  g_string_append (writer->out, key);
  g_string_append (writer->out, "\": ");
  couplet_append_json_string (writer->out, value);
}

static void
put_number (Writer *writer, const char *key, guint32 number)
{
  if (number == COUPLET_NONE)
    return;
  g_autofree char *text = couplet_number_to_string (writer->automaton, number);
  put_member (writer, key, text);
}

static void
put_mean (Writer *writer, const char *key, guint32 number)
{
  if (mpq_sgn (writer->automaton->numbers[number].value) != 0)
    put_number (writer, key, number);
}

/* `d`: one value when all thresholds have the same, else one per threshold. */
static void
put_d (Writer *writer, const CoupletNoise *noise)
{
  const CoupletAutomaton *a = writer->automaton;
  guint32 slots = a->sampling == COUPLET_SHARED ? 1 : a->n_thresholds;
  gboolean first = TRUE;
  if (couplet_noise_is_uniform (a, noise)) {
    put_number (writer, "d", noise->d[0]);
    return;
  }
  g_string_append (writer->out, ", \"d\": {");
  for (guint32 v = 0; v < slots; v++) {
    if (noise->d[v] == COUPLET_NONE)
      continue;
    g_autofree char *text = couplet_number_to_string (writer->automaton, noise->d[v]);
    g_string_append (writer->out, first ? "" : ", ");
    couplet_append_json_string (writer->out, a->thresholds[v]);
    g_string_append (writer->out, ": ");
    couplet_append_json_string (writer->out, text);
    first = FALSE;
  }
  g_string_append_c (writer->out, '}');
}

static void
put_state (Writer *writer, const CoupletState *state)
{
  const CoupletNoise *noise = &writer->automaton->noises[state->noise];
  g_string_append (writer->out, "    {\"name\": ");
  couplet_append_json_string (writer->out, state->name);
  if (state->input == COUPLET_PUBLIC)
    put_member (writer, "input", "public");
  put_d (writer, noise);
  put_mean (writer, "mu", noise->mu);
  put_number (writer, "d_fresh", noise->d_fresh);
  put_mean (writer, "mu_fresh", noise->mu_fresh);
  g_string_append_c (writer->out, '}');
}

static void
put_assignment (Writer *writer, const CoupletAssignment *assignment)
{
  const char *const *names = writer->automaton->thresholds;
  if (assignment->n_thresholds == 1)
    put_member (writer, "assign", names[assignment->thresholds[0]]);
  if (assignment->n_thresholds <= 1)
    return;
  g_string_append (writer->out, ", \"assign\": [");
  for (guint32 i = 0; i < assignment->n_thresholds; i++) {
    g_string_append (writer->out, i > 0 ? ", " : "");
    couplet_append_json_string (writer->out, names[assignment->thresholds[i]]);
  }
  g_string_append_c (writer->out, ']');
}

static const char *
guard_text (Writer *writer, guint32 guard)
{
  if (writer->guards[guard] == NULL)
    writer->guards[guard] =
        couplet_guard_to_string (writer->automaton, &writer->automaton->guards[guard]);
  return writer->guards[guard];
}

static void
put_transition (Writer *writer, guint32 transition)
{
  const CoupletAutomaton *a = writer->automaton;
  g_string_append (writer->out, "    {\"from\": ");
  couplet_append_json_string (writer->out, couplet_source_state (a, transition)->name);
  put_member (writer, "to", a->states[a->target[transition]].name);
  put_member (writer, "guard", guard_text (writer, a->guard[transition]));
  put_member (writer, "output", couplet_output_of (a, transition)->name);
  put_assignment (writer, couplet_assignment_of (a, transition));
  g_string_append_c (writer->out, '}');
}

static void
put_header (Writer *writer)
{
  const CoupletAutomaton *a = writer->automaton;
  g_autofree char *sensitivity = couplet_rational_to_string (&a->sensitivity);
  g_string_append (writer->out, "{ \"couplet\": 1");
  if (*a->name != '\0')
    put_member (writer, "name", a->name);
  put_member (writer, "initial", a->states[a->initial].name);
  g_string_append (writer->out, ",\n  \"thresholds\": [");
  for (guint32 v = 0; v < a->n_thresholds; v++) {
    g_string_append (writer->out, v > 0 ? ", " : "");
    couplet_append_json_string (writer->out, a->thresholds[v]);
  }
  g_string_append_c (writer->out, ']');
  if (a->sampling == COUPLET_SHARED)
    put_member (writer, "sampling", "shared");
  if (!g_str_equal (sensitivity, "1"))
    put_member (writer, "sensitivity", sensitivity);
}

void
json_write_automaton (CoupletContext *context, const CoupletAutomaton *automaton)
{
  Writer writer = {context, automaton, g_string_new (NULL), g_new0 (char *, automaton->n_guards)};
  put_header (&writer);
  g_string_append (writer.out, ",\n  \"states\": [\n");
  for (guint32 q = 0; q < automaton->n_states; q++) {
    put_state (&writer, &automaton->states[q]);
    g_string_append (writer.out, q + 1 < automaton->n_states ? ",\n" : "\n");
    flush (&writer);
  }
  g_string_append (writer.out, "  ],\n  \"transitions\": [\n");
  for (guint32 t = 0; t < automaton->n_transitions; t++) {
    put_transition (&writer, t);
    g_string_append (writer.out, t + 1 < automaton->n_transitions ? ",\n" : "\n");
    flush (&writer);
  }
  g_string_append (writer.out, "  ]\n}\n");
  flush (&writer);
  g_string_free (writer.out, TRUE);
  for (guint32 i = 0; i < automaton->n_guards; i++)
    g_free (writer.guards[i]);
  g_free (writer.guards);
}
