/* SPDX-License-Identifier: Apache-2.0 */
#include "picture_label.h"

#include "rounds.h"

#include <couplet/host/model.h>

#include <string.h>

/* A guard and an output that are together no wider stand on one line. */
#define ONE_LINE 24

void
label_put_text (GString *out, const char *text)
{
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\')
      g_string_append_c (out, '\\');
    g_string_append_c (out, g_ascii_iscntrl (*text) ? ' ' : *text);
  }
}

void
label_put_line (GString *out, const char *prefix, const char *text)
{
  g_string_append_printf (out, "\\n%s", prefix);
  label_put_text (out, text);
}

/* ---- States ------------------------------------------------------------------------------ */

/* `noise: exponential`; of Laplace noise, which is usual, nothing. */
static void
put_kind (GString *out, const char *prefix, CoupletNoiseKind kind)
{
  if (kind != COUPLET_LAPLACE)
    label_put_line (out, prefix, couplet_noise_kind_to_string (kind));
}

static void
put_snap (GString *out, const CoupletAutomaton *a, const CoupletSnap *snap)
{
  if (snap == NULL)
    return;
  g_autofree char *bound = couplet_number_to_string (a, snap->bound);
  g_autofree char *grid = couplet_number_to_string (a, snap->grid);
  g_autofree char *text =
      g_strdup_printf ("%s, grid %s%s", bound, grid, snap->floating ? ", floating" : "");
  label_put_line (out, "snap: bound ", text);
}

static void
put_noise (GString *out, const CoupletAutomaton *a, const CoupletState *state)
{
  const CoupletNoise *noise = &a->noises[state->noise];
  gboolean uniform = couplet_noise_is_uniform (a, noise);
  guint32 slots = uniform ? 1 : a->n_thresholds;
  for (guint32 v = 0; v < slots; v++) {
    if (noise->d[v] == COUPLET_NONE)
      continue;
    g_autofree char *number = couplet_number_to_string (a, noise->d[v]);
    g_autofree char *text = uniform ? g_strdup_printf ("d = %s", number)
                                    : g_strdup_printf ("d of %s = %s", a->thresholds[v], number);
    label_put_line (out, "", text);
  }
  if (noise->d_fresh != COUPLET_NONE) {
    g_autofree char *number = couplet_number_to_string (a, noise->d_fresh);
    label_put_line (out, "fresh d = ", number);
  }
  put_kind (out, "noise: ", a->noise_kinds[state->noise].sample);
  put_kind (out, "fresh noise: ", a->noise_kinds[state->noise].fresh);
  put_snap (out, a, couplet_snap_of (a, state));
}

void
label_put_state (GString *out, const CoupletAutomaton *automaton, guint32 q, guint32 rounds)
{
  const CoupletState *state = &automaton->states[q];
  g_autofree char *base = g_strndup (state->name, rounds_name_length (state->name));
  label_put_text (out, rounds > 1 ? base : state->name);
  if (rounds > 1)
    g_string_append_printf (out, " (\u00d7%u)", rounds);
  if (automaton->row[q] == automaton->row[q + 1])
    return;
  put_noise (out, automaton, state);
  if (state->input != COUPLET_PRIVATE)
    label_put_line (out, "", couplet_input_to_string (state->input));
}

/* ---- Transitions ------------------------------------------------------------------------- */

/* A literal a line, which keeps labels narrow. */
static void
put_guard (GString *out, const CoupletAutomaton *a, guint32 t)
{
  const CoupletGuard *guard = couplet_guard_of (a, t);
  if (couplet_guard_is_true (guard))
    return;
  g_autofree char *text =
      couplet_guard_to_string_of (a, guard, couplet_reading_of (a, a->source[t]));
  g_autoptr (GString) lines = g_string_new (NULL);
  label_put_text (lines, text);
  g_string_replace (lines, "&& ", "&&\\n", 0);
  g_string_replace (lines, "|| ", "||\\n", 0);
  g_string_append (out, lines->str);
}

/* Whether a symbol reads like a guard. */
static gboolean
looks_like_guard (const char *symbol)
{
  return g_ascii_strcasecmp (symbol, "true") == 0 || g_ascii_strcasecmp (symbol, "false") == 0;
}

/* What is output, with the name of the value that is read, if the source gave it one. The
 * caller frees it. */
static char *
output_words (const CoupletAutomaton *a, guint32 t)
{
  const CoupletOutput *output = couplet_output_of (a, t);
  const char *reading = a->readings != NULL ? a->readings[a->source[t]] : NULL;
  if (output->kind == COUPLET_SYMBOL && looks_like_guard (output->name))
    return g_strdup_printf ("\"%s\"", output->name);
  if (reading != NULL && output->kind == COUPLET_INSAMPLE)
    return g_strdup (reading);
  if (reading != NULL && output->kind == COUPLET_GAP)
    return g_strdup_printf ("%s - %s", reading, a->thresholds[output->threshold]);
  return g_strdup (output->name);
}

static void
put_assignment (GString *out, const CoupletAutomaton *a, guint32 t)
{
  const CoupletAssignment *assignment = couplet_assignment_of (a, t);
  /* in a program a threshold's draw has no other name than the threshold's */
  gboolean named = a->readings == NULL || a->readings[a->source[t]] != NULL;
  for (guint32 i = 0; i < assignment->n_thresholds; i++) {
    label_put_line (out, "", a->thresholds[assignment->thresholds[i]]);
    g_string_append (out, named ? " := " : " drawn");
    if (named)
      label_put_text (out, couplet_reading_of (a, a->source[t]));
  }
}

void
label_put_transition (GString *out, const CoupletAutomaton *automaton, guint32 transition)
{
  g_autoptr (GString) label = g_string_new (NULL);
  g_autofree char *output = output_words (automaton, transition);
  put_guard (label, automaton, transition);
  const char *last = g_strrstr (label->str, "\\n");
  glong last_width = g_utf8_strlen (last != NULL ? last + 2 : label->str, -1);
  gboolean fits = last_width + g_utf8_strlen (output, -1) <= ONE_LINE;
  if (label->len > 0)
    g_string_append (label, fits ? " " : "\\n");
  g_string_append (label, "/ ");
  label_put_text (label, output);
  put_assignment (label, automaton, transition);
  g_string_append (out, label->str);
}

gsize
label_width (const char *label)
{
  gsize widest = 0;
  for (const char *end; *label != '\0'; label = *end == '\0' ? end : end + 2) {
    end = strstr (label, "\\n");
    end = end != NULL ? end : label + strlen (label);
    widest = MAX (widest, (gsize)g_utf8_strlen (label, end - label));
  }
  return widest;
}
