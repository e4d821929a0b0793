/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_text.h"

#include "svt_format.h"
#include "svt_reader.h"

#include <couplet/host.h>

CoupletAutomaton *
read_svt (const char *text, gsize length, GArray *parameters, CoupletDiagnostics *diagnostics)
{
  g_autofree char *copy = g_malloc (length + 1);
  if (length > 0) /* text may be NULL */
    memcpy (copy, text, length);
  copy[length] = '\0';
  CoupletSource source = {couplet_diagnostics_file (diagnostics), copy, length};
  CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (NULL, NULL, &host, "");
  couplet_context_set_parameters (context, parameters);
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  if (!svt_read_automaton (context, &source, builder, diagnostics))
    return NULL;
  return couplet_builder_finish (builder);
}

GArray *
parameters_in_comments (const char *text, GPtrArray *kept)
{
  GArray *parameters = g_array_new (FALSE, FALSE, sizeof (CoupletParameter));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++) {
    if (!g_str_has_prefix (*line, "# -D "))
      continue;
    char *name = g_strdup (*line + strlen ("# -D "));
    char *equals = strchr (name, '=');
    *equals = '\0';
    g_ptr_array_add (kept, name);
    CoupletParameter parameter = {name, equals + 1, FALSE};
    g_array_append_val (parameters, parameter);
  }
  return parameters;
}

static void
append_number (GString *out, const CoupletAutomaton *automaton, const char *what, guint32 number)
{
  g_autofree char *text = couplet_number_to_string (automaton, number);
  if (!g_str_equal (text, "0"))
    g_string_append_printf (out, ", %s %s", what, text);
}

static void
append_kind (GString *out, const char *what, CoupletNoiseKind kind)
{
  if (kind != COUPLET_LAPLACE)
    g_string_append_printf (out, ", %s%s", what, couplet_noise_kind_to_string (kind));
}

static void
append_snap (GString *out, const CoupletAutomaton *automaton, const CoupletSnap *snap)
{
  if (snap == NULL)
    return;
  g_autofree char *bound = couplet_number_to_string (automaton, snap->bound);
  g_autofree char *grid = couplet_number_to_string (automaton, snap->grid);
  g_string_append_printf (out, ", %ssnap %s %s", snap->floating ? "floating " : "", bound, grid);
}

static void
append_state (GString *out, const CoupletAutomaton *automaton, guint32 q, gboolean named)
{
  const CoupletState *state = &automaton->states[q];
  const CoupletNoise *noise = &automaton->noises[state->noise];
  const CoupletNoiseKinds *kinds = &automaton->noise_kinds[state->noise];
  if (named)
    g_string_append_printf (out, "state '%s' %u:%u", state->name, state->place.line,
                            state->place.column);
  else
    g_string_append_printf (out, "state %u", q);
  if (state->input != COUPLET_PRIVATE)
    g_string_append_printf (out, ", %s", couplet_input_to_string (state->input));
  if (noise->d[0] != COUPLET_NONE)
    append_number (out, automaton, "d", noise->d[0]);
  append_kind (out, "", kinds->sample);
  append_number (out, automaton, "mu", noise->mu);
  if (noise->d_fresh != COUPLET_NONE)
    append_number (out, automaton, "d_fresh", noise->d_fresh);
  append_kind (out, "fresh ", kinds->fresh);
  append_snap (out, automaton, couplet_snap_of (automaton, state));
  append_number (out, automaton, "mu_fresh", noise->mu_fresh);
  g_string_append (out, q == automaton->initial ? ", initial\n" : "\n");
}

static void
append_transition (GString *out, const CoupletAutomaton *automaton, guint32 t, gboolean named)
{
  g_autofree char *guard = couplet_guard_to_string (automaton, couplet_guard_of (automaton, t));
  const CoupletAssignment *assignment = couplet_assignment_of (automaton, t);
  guint32 target = automaton->target[t];
  if (named)
    g_string_append_printf (out, "  %u:%u -> '%s'", automaton->place[t].line,
                            automaton->place[t].column, automaton->states[target].name);
  else
    g_string_append_printf (out, "  -> %u", target);
  g_string_append_printf (out, " if %s, output %s", guard, couplet_output_of (automaton, t)->name);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    g_string_append_printf (out, ", %s :=", automaton->thresholds[assignment->thresholds[i]]);
  g_string_append_c (out, '\n');
}

char *
describe_automaton (const CoupletAutomaton *automaton, gboolean named)
{
  GString *out = g_string_new (NULL);
  g_autofree char *sensitivity = couplet_rational_to_string (&automaton->sensitivity);
  g_string_append_printf (out, "%s: %s sampling, sensitivity %s, thresholds", automaton->name,
                          automaton->sampling == COUPLET_SHARED ? "shared" : "independent",
                          sensitivity);
  for (guint32 v = 0; v < automaton->n_thresholds; v++)
    g_string_append_printf (out, " %s", automaton->thresholds[v]);
  if (automaton->adjacency != COUPLET_ADJACENT_ANY)
    g_string_append_printf (out, ", adjacency %s",
                            couplet_adjacency_to_string (automaton->adjacency));
  if (couplet_has_claim (automaton)) {
    g_autofree char *claim = couplet_rational_to_string (&automaton->claim);
    g_string_append_printf (out, ", claim %s", claim);
  }
  g_string_append_c (out, '\n');
  for (guint32 q = 0; q < automaton->n_states; q++) {
    append_state (out, automaton, q, named);
    for (guint32 t = automaton->row[q]; t < automaton->row[q + 1]; t++)
      append_transition (out, automaton, t, named);
  }
  return g_string_free (out, FALSE);
}

char *
describe_diagnostics (const CoupletDiagnostics *diagnostics)
{
  GString *out = g_string_new (NULL);
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%u:%u: %s: %s\n", messages[i].place.line,
                            messages[i].place.column,
                            messages[i].severity == COUPLET_SEVERITY_WARNING ? "warning" : "error",
                            messages[i].message);
  return g_string_free (out, FALSE);
}

static void
append (gpointer data, const char *text, gsize length)
{
  g_string_append_len (data, text, (gssize)length);
}

char *
format_svt (const char *text, gsize length, CoupletDiagnostics *diagnostics)
{
  GString *out = g_string_new (NULL);
  CoupletHost host = {.data = out, .write = append};
  g_autoptr (CoupletContext) context = couplet_context_new (NULL, NULL, &host, "");
  CoupletSource source = {couplet_diagnostics_file (diagnostics), text, length};
  gboolean good = svt_format_source (context, &source, diagnostics);
  return g_string_free (out, !good);
}
