/* SPDX-License-Identifier: Apache-2.0 */
#include "json_writer.h"

#include <couplet/internal/json.h>

typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  CoupletJson json;
  char **guards; /* as text, per guard of the automaton, when it was needed; NULL */
} Writer;

/* Hands on what has been put together, but for the last character, which tells whether a
 * comma comes next; the program's output is buffered. */
static void
flush (Writer *writer)
{
  GString *text = writer->json.text;
  couplet_context_write (writer->context, text->str, text->len - 1);
  g_string_erase (text, 0, (gssize)text->len - 1);
}

static void
put_number (Writer *writer, const char *key, guint32 number)
{
  if (number == COUPLET_NONE)
    return;
  g_autofree char *text = couplet_number_to_string (writer->automaton, number);
  couplet_json_string (&writer->json, key, text);
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
  if (couplet_noise_is_uniform (a, noise)) {
    put_number (writer, "d", noise->d[0]);
    return;
  }
  couplet_json_open (&writer->json, "d", '{');
  for (guint32 v = 0; v < slots; v++)
    put_number (writer, a->thresholds[v], noise->d[v]);
  couplet_json_close (&writer->json, '}');
}

static void
put_kind (Writer *writer, const char *key, CoupletNoiseKind kind)
{
  if (kind != COUPLET_LAPLACE)
    couplet_json_string (&writer->json, key, couplet_noise_kind_to_string (kind));
}

static void
put_snap (Writer *writer, const CoupletSnap *snap)
{
  if (snap == NULL)
    return;
  couplet_json_open (&writer->json, "snap", '{');
  put_number (writer, "bound", snap->bound);
  put_number (writer, "grid", snap->grid);
  if (snap->floating)
    couplet_json_boolean (&writer->json, "floating", TRUE);
  couplet_json_close (&writer->json, '}');
}

static void
put_state (Writer *writer, const CoupletState *state)
{
  const CoupletNoise *noise = &writer->automaton->noises[state->noise];
  const CoupletNoiseKinds *kinds = &writer->automaton->noise_kinds[state->noise];
  couplet_json_line (&writer->json, 4);
  couplet_json_open (&writer->json, NULL, '{');
  couplet_json_string (&writer->json, "name", state->name);
  if (state->input != COUPLET_PRIVATE)
    couplet_json_string (&writer->json, "input", couplet_input_to_string (state->input));
  put_d (writer, noise);
  put_mean (writer, "mu", noise->mu);
  put_number (writer, "d_fresh", noise->d_fresh);
  put_mean (writer, "mu_fresh", noise->mu_fresh);
  put_kind (writer, "noise", kinds->sample);
  put_kind (writer, "noise_fresh", kinds->fresh);
  put_snap (writer, couplet_snap_of (writer->automaton, state));
  couplet_json_close (&writer->json, '}');
}

static void
put_assignment (Writer *writer, const CoupletAssignment *assignment)
{
  const char *const *names = writer->automaton->thresholds;
  if (assignment->n_thresholds == 1)
    couplet_json_string (&writer->json, "assign", names[assignment->thresholds[0]]);
  if (assignment->n_thresholds <= 1)
    return;
  couplet_json_open (&writer->json, "assign", '[');
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    couplet_json_string (&writer->json, NULL, names[assignment->thresholds[i]]);
  couplet_json_close (&writer->json, ']');
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
  couplet_json_line (&writer->json, 4);
  couplet_json_open (&writer->json, NULL, '{');
  couplet_json_string (&writer->json, "from", couplet_source_state (a, transition)->name);
  couplet_json_string (&writer->json, "to", a->states[a->target[transition]].name);
  couplet_json_string (&writer->json, "guard", guard_text (writer, a->guard[transition]));
  couplet_json_string (&writer->json, "output", couplet_output_of (a, transition)->name);
  put_assignment (writer, couplet_assignment_of (a, transition));
  couplet_json_close (&writer->json, '}');
}

static void
put_header (Writer *writer)
{
  const CoupletAutomaton *a = writer->automaton;
  const CoupletJson *json = &writer->json;
  g_autofree char *sensitivity = couplet_rational_to_string (&a->sensitivity);
  couplet_json_open (json, NULL, '{');
  g_string_append_c (json->text, ' ');
  couplet_json_unsigned (json, "couplet", 1);
  if (*a->name != '\0')
    couplet_json_string (json, "name", a->name);
  couplet_json_string (json, "initial", a->states[a->initial].name);
  couplet_json_line (json, 2);
  couplet_json_open (json, "thresholds", '[');
  for (guint32 v = 0; v < a->n_thresholds; v++)
    couplet_json_string (json, NULL, a->thresholds[v]);
  couplet_json_close (json, ']');
  if (a->sampling == COUPLET_SHARED)
    couplet_json_string (json, "sampling", "shared");
  if (a->adjacency != COUPLET_ADJACENT_ANY)
    couplet_json_string (json, "adjacency", couplet_adjacency_to_string (a->adjacency));
  if (!g_str_equal (sensitivity, "1"))
    couplet_json_string (json, "sensitivity", sensitivity);
  if (couplet_has_claim (a))
    couplet_json_rational (json, "claim", &a->claim);
}

/* A list with a line for each of its elements is open; closes it. */
static void
end_lines (Writer *writer)
{
  g_string_append (writer->json.text, "\n  ");
  couplet_json_close (&writer->json, ']');
}

static void
begin_lines (Writer *writer, const char *key)
{
  couplet_json_line (&writer->json, 2);
  couplet_json_open (&writer->json, key, '[');
}

void
json_write_automaton (CoupletContext *context, const CoupletAutomaton *automaton)
{
  Writer writer = {
      context, automaton, {g_string_new (NULL), TRUE}, g_new0 (char *, automaton->n_guards)};
  put_header (&writer);
  begin_lines (&writer, "states");
  for (guint32 q = 0; q < automaton->n_states; q++) {
    put_state (&writer, &automaton->states[q]);
    flush (&writer);
  }
  end_lines (&writer);
  begin_lines (&writer, "transitions");
  for (guint32 t = 0; t < automaton->n_transitions; t++) {
    put_transition (&writer, t);
    flush (&writer);
  }
  end_lines (&writer);
  g_string_append (writer.json.text, "\n}\n");
  couplet_context_write (context, writer.json.text->str, writer.json.text->len);
  g_string_free (writer.json.text, TRUE);
  for (guint32 i = 0; i < automaton->n_guards; i++)
    g_free (writer.guards[i]);
  g_free (writer.guards);
}
