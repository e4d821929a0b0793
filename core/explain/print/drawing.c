/* SPDX-License-Identifier: Apache-2.0 */
#include "drawing.h"

#include "unfolded.h"

#include <string.h>

#define PATH_COLOUR "#0b5cad"
#define VIOLATION_COLOUR "#b3001b"
#define PLAIN_COLOUR "#555555"

/* What a transition is on the walk; pays: by all its steps together. */
typedef struct {
  gboolean taken;
  gboolean contradicts; /* one of the two ends of the conflict */
  gboolean repeats;
  gboolean never; /* taken by any run: its guard contradicts the order known */
  CoupletRational pays;
} Mark;

typedef struct {
  const CoupletAutomaton *automaton;
  const char *colour; /* of the walk */
  gboolean has_costs;
  Mark *marks; /* per transition */
  GString *out;
} Drawing;

/* ---- Text ------------------------------------------------------------------------ */

/* text inside a label in quotes. */
static void
put_text (GString *out, const char *text)
{
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\')
      g_string_append_c (out, '\\');
    g_string_append_c (out, g_ascii_iscntrl (*text) ? ' ' : *text);
  }
}

static void
put_line (GString *out, const char *prefix, const char *text)
{
  g_string_append_printf (out, "\\n%s", prefix);
  put_text (out, text);
}

/* ---- Marks ---------------------------------------------------------------------------- */

static void
mark_walk (Drawing *drawing, const WalkSamples *samples)
{
  g_auto (CoupletRational) pays;
  couplet_rational_init (&pays);
  for (guint i = 0; i < samples->walk->len; i++)
    drawing->marks[input_transition (samples->automaton, walk_transition (samples, i))].taken =
        TRUE;
  for (guint i = 0; i < samples->samples->len; i++) {
    const WalkSample *sample = walk_sample (samples, i);
    Mark *mark = &drawing->marks[input_transition (samples->automaton,
                                                   walk_transition (samples, sample->step))];
    mark->repeats |= sample->on_cycle;
    if (!drawing->has_costs)
      continue;
    walk_sample_pays (samples, sample, &pays);
    mpq_add (mark->pays.value, mark->pays.value, pays.value);
  }
}

static void
mark_conflict (Drawing *drawing, const WalkSamples *samples, const ShiftConflict *conflict)
{
  for (guint i = 0; i < 2; i++) {
    guint end = i == 0 ? 0 : conflict->samples->len - 1;
    const WalkSample *sample = walk_sample (samples, shift_conflict_sample (conflict, end));
    drawing->marks[input_transition (samples->automaton, walk_transition (samples, sample->step))]
        .contradicts = TRUE;
  }
}

static void
mark_never_taken (Drawing *drawing, const CoupletAutomaton *unfolded)
{
  const CoupletAutomaton *a = drawing->automaton;
  for (guint32 t = 0; t < a->n_transitions && unfolded->folded == a; t++)
    drawing->marks[t].never = a->reachable[a->source[t]];
  for (guint32 t = 0; t < unfolded->n_transitions && unfolded->folded == a; t++)
    drawing->marks[unfolded->folded_transition[t]].never = FALSE;
}

/* ---- States --------------------------------------------------------------------------------- */

/* `noise: exponential`; of Laplace noise, which is usual, nothing. */
static void
put_kind (Drawing *drawing, const char *prefix, CoupletNoiseKind kind)
{
  if (kind != COUPLET_LAPLACE)
    put_line (drawing->out, prefix, couplet_noise_kind_to_string (kind));
}

static void
put_snap (Drawing *drawing, const CoupletSnap *snap)
{
  if (snap == NULL)
    return;
  g_autofree char *bound = couplet_number_to_string (drawing->automaton, snap->bound);
  g_autofree char *grid = couplet_number_to_string (drawing->automaton, snap->grid);
  g_autofree char *text =
      g_strdup_printf ("%s, grid %s%s", bound, grid, snap->floating ? ", floating" : "");
  put_line (drawing->out, "snap: bound ", text);
}

static void
put_noise (Drawing *drawing, const CoupletState *state)
{
  const CoupletAutomaton *a = drawing->automaton;
  const CoupletNoise *noise = &a->noises[state->noise];
  gboolean uniform = couplet_noise_is_uniform (a, noise);
  guint32 slots = uniform ? 1 : a->n_thresholds;
  for (guint32 v = 0; v < slots; v++) {
    if (noise->d[v] == COUPLET_NONE)
      continue;
    g_autofree char *number = couplet_number_to_string (a, noise->d[v]);
    g_autofree char *text = uniform ? g_strdup_printf ("d = %s", number)
                                    : g_strdup_printf ("d of %s = %s", a->thresholds[v], number);
    put_line (drawing->out, "", text);
  }
  if (noise->d_fresh != COUPLET_NONE) {
    g_autofree char *number = couplet_number_to_string (a, noise->d_fresh);
    put_line (drawing->out, "fresh d = ", number);
  }
  put_kind (drawing, "noise: ", a->noise_kinds[state->noise].sample);
  put_kind (drawing, "fresh noise: ", a->noise_kinds[state->noise].fresh);
  put_snap (drawing, couplet_snap_of (a, state));
}

static void
put_state (Drawing *drawing, guint32 q)
{
  const CoupletAutomaton *a = drawing->automaton;
  const CoupletState *state = &a->states[q];
  gboolean halts = a->row[q] == a->row[q + 1];
  g_string_append_printf (drawing->out, "  n%u [shape=%s, style=\"rounded,filled%s\", label=\"", q,
                          halts ? "box, peripheries=2" : "box",
                          state->input == COUPLET_PUBLIC ? ",dashed" : "");
  put_text (drawing->out, state->name);
  if (!halts) {
    put_noise (drawing, state);
    if (state->input != COUPLET_PRIVATE)
      put_line (drawing->out, "", couplet_input_to_string (state->input));
  }
  g_string_append (drawing->out, "\"];\n");
}

/* ---- Transitions --------------------------------------------------------------------------------
 */

static void
put_marked_label (Drawing *drawing, const Mark *mark)
{
  if (mark->contradicts)
    put_line (drawing->out, "", mark->repeats ? "repeats: must be free" : "must shift by 0");
  else if (mark->never)
    put_line (drawing->out, "", "never taken");
  else if (drawing->has_costs && mark->taken) {
    g_autofree char *pays = couplet_rational_to_string (&mark->pays);
    if (mpq_sgn (mark->pays.value) == 0)
      put_line (drawing->out, "", "free");
    else
      put_line (drawing->out, "pays ", pays);
  }
}

/* More states than that are drawn from top to bottom, which pages have room for. */
#define MOST_IN_A_ROW 8
/* What a loop's label may be wide, in characters, without reaching the labels beside it. */
#define LOOP_LABEL 22

static gboolean
is_in_a_row (const CoupletAutomaton *a)
{
  return a->n_states <= MOST_IN_A_ROW;
}

/* A literal a line, which keeps labels narrow. */
static void
put_guard (GString *out, const CoupletAutomaton *a, guint32 t)
{
  g_autofree char *guard = couplet_guard_to_string (a, couplet_guard_of (a, t));
  g_autoptr (GString) lines = g_string_new (NULL);
  put_text (lines, guard);
  g_string_replace (lines, "&& ", "&&\\n", 0);
  g_string_replace (lines, "|| ", "||\\n", 0);
  g_string_append (out, lines->str);
}

/* The label as Graphviz reads it. The caller frees it. */
static char *
label_of (Drawing *drawing, guint32 t)
{
  const CoupletAutomaton *a = drawing->automaton;
  const CoupletAssignment *assignment = couplet_assignment_of (a, t);
  GString *out = drawing->out;
  drawing->out = g_string_new (NULL);
  put_guard (drawing->out, a, t);
  put_line (drawing->out, "", couplet_output_of (a, t)->name);
  for (guint32 i = 0; i < assignment->n_thresholds; i++) {
    put_line (drawing->out, "", a->thresholds[assignment->thresholds[i]]);
    g_string_append (drawing->out, " := insample");
  }
  put_marked_label (drawing, &drawing->marks[t]);
  char *label = g_string_free (drawing->out, FALSE);
  drawing->out = out;
  return label;
}

static gsize
widest_line (const char *label)
{
  gsize widest = 0;
  for (const char *end; *label != '\0'; label = *end == '\0' ? end : end + 2) {
    end = strstr (label, "\\n");
    end = end != NULL ? end : label + strlen (label);
    widest = MAX (widest, (gsize)g_utf8_strlen (label, end - label));
  }
  return widest;
}

/* Graphviz keeps no room for the labels of several loops at one state, nor for a
 * wide one between labels beside it, or one that transitions must go around. */
static gboolean
has_room_for_loop (const CoupletAutomaton *a, guint32 t, const char *label)
{
  guint32 state = a->source[t], loops = 0, others = 0;
  for (guint32 other = a->row[state]; other < a->row[state + 1]; other++)
    *(a->target[other] == state ? &loops : &others) += 1;
  return loops == 1 && (is_in_a_row (a) ? widest_line (label) <= LOOP_LABEL : others <= 1);
}

/* An edge with a label, both in the colour of the transition. */
static void
put_edge (Drawing *drawing, guint32 t, const char *to, const char *label, const char *more)
{
  const Mark *mark = &drawing->marks[t];
  const char *colour = mark->taken ? drawing->colour : PLAIN_COLOUR;
  g_string_append_printf (drawing->out,
                          "  n%u -> %s [label=\"%s\"%s, color=\"%s\", fontcolor=\"%s\", ",
                          drawing->automaton->source[t], to, label, more, colour, colour);
  g_string_append_printf (drawing->out, "%spenwidth=%s];\n", mark->never ? "style=dotted, " : "",
                          mark->contradicts ? "3.5"
                          : mark->taken     ? "2.2"
                                            : "1");
}

/* A loop as a leaf around its label: to a point that is not seen, and back. */
static void
put_leaf (Drawing *drawing, guint32 t, const char *label)
{
  g_autofree char *tip = g_strdup_printf ("tip%u", t);
  g_string_append_printf (drawing->out, "  %s [style=invis, shape=point, width=0.01];\n", tip);
  put_edge (drawing, t, tip, "", ", arrowhead=none, headclip=false");
  put_edge (drawing, t, tip, label, ", dir=back, headclip=false");
}

static void
put_transition (Drawing *drawing, guint32 t)
{
  const CoupletAutomaton *a = drawing->automaton;
  gboolean row = is_in_a_row (a);
  g_autofree char *label = label_of (drawing, t);
  g_autofree char *to = g_strdup_printf ("n%u", a->target[t]);
  if (a->source[t] != a->target[t]) {
    /* a free line keeps the label off an edge below it */
    g_autofree char *spaced = row ? g_strconcat (label, "\\n ", NULL) : g_strdup (label);
    put_edge (drawing, t, to, spaced, "");
  } else if (has_room_for_loop (a, t, label))
    put_edge (drawing, t, to, label, row ? ", tailport=n, headport=n" : ", tailport=e, headport=e");
  else
    put_leaf (drawing, t, label);
}

/* ---- All of it
 * -------------------------------------------------------------------------------------- */

void
draw_automaton (const CoupletAutomaton *automaton, const WalkSamples *samples,
                const ShiftConflict *conflict, const char *caption, GString *out)
{
  Drawing drawing = {automaton, conflict != NULL ? VIOLATION_COLOUR : PATH_COLOUR,
                     samples != NULL && conflict == NULL, NULL, out};
  drawing.marks = g_new0 (Mark, MAX (automaton->n_transitions, 1));
  for (guint32 t = 0; t < automaton->n_transitions; t++)
    couplet_rational_init (&drawing.marks[t].pays);
  if (samples != NULL) {
    mark_walk (&drawing, samples);
    mark_never_taken (&drawing, samples->automaton);
  }
  if (conflict != NULL)
    mark_conflict (&drawing, samples, conflict);
  gboolean row = is_in_a_row (automaton);
  g_string_append_printf (out,
                          "digraph automaton {\n  graph [rankdir=%s, fontname=\"Helvetica\", "
                          "fontsize=14, nodesep=0.45, ranksep=%s, label=\"",
                          row ? "LR" : "TB", row ? "1" : "0.75");
  put_text (out, caption);
  g_string_append (out, "\"];\n"
                        "  node [fontname=\"Helvetica\", fontsize=12, fillcolor=\"#f6f6f2\"];\n"
                        "  edge [fontname=\"Helvetica\", fontsize=11];\n"
                        "  start [shape=point, width=0.1];\n");
  for (guint32 q = 0; q < automaton->n_states; q++)
    put_state (&drawing, q);
  g_string_append_printf (out, "  start -> n%u;\n", automaton->initial);
  for (guint32 t = 0; t < automaton->n_transitions; t++)
    put_transition (&drawing, t);
  g_string_append (out, "}\n");
  for (guint32 t = 0; t < automaton->n_transitions; t++)
    couplet_rational_clear (&drawing.marks[t].pays);
  g_free (drawing.marks);
}
