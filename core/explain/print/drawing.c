/* SPDX-License-Identifier: Apache-2.0 */
#include "drawing.h"

#include "picture_label.h"
#include "rounds.h"
#include "unfolded.h"

#define PATH_COLOUR "#0b5cad"
#define VIOLATION_COLOUR "#b3001b"
#define PLAIN_COLOUR "#555555"

/* More states than that are drawn from top to bottom, which pages have room for, and equal rounds
 * as one. */
#define MOST_IN_A_ROW 8
/* What a loop's label may be wide, in characters, without reaching the labels beside it. */
#define LOOP_LABEL 22
#define MILLIMETRES 25.4 /* in an inch */

/* What a drawn transition is on the walk; pays: by all its steps together. */
typedef struct {
  gboolean taken;
  gboolean contradicts; /* one of the two ends of the conflict */
  gboolean repeats;
  gboolean never; /* taken by any run: its guard contradicts the order known */
  CoupletRational pays;
} Mark;

typedef struct {
  const CoupletAutomaton *automaton;
  const Rounds *rounds;
  const char *colour; /* of the walk */
  gboolean has_costs;
  gboolean row; /* from left to right */
  Mark *marks;  /* per drawn transition */
  GString *out;
} Drawing;

/* ---- Marks ---------------------------------------------------------------------------- */

/* The mark of a transition of what was examined. */
static Mark *
mark_of (const Drawing *drawing, const WalkSamples *samples, guint step)
{
  guint32 t = couplet_folded_transition (samples->automaton, walk_transition (samples, step));
  return &drawing->marks[drawing->rounds->transition_of[t]];
}

static void
mark_walk (Drawing *drawing, const WalkSamples *samples)
{
  g_auto (CoupletRational) pays;
  couplet_rational_init (&pays);
  for (guint i = 0; i < samples->walk->len; i++)
    mark_of (drawing, samples, i)->taken = TRUE;
  for (guint i = 0; i < samples->samples->len; i++) {
    const WalkSample *sample = walk_sample (samples, i);
    Mark *mark = mark_of (drawing, samples, sample->step);
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
    mark_of (drawing, samples, sample->step)->contradicts = TRUE;
  }
}

/* Marks the drawn transitions none of which unfolded has. */
static void
mark_never_taken (Drawing *drawing, const CoupletAutomaton *unfolded)
{
  const CoupletAutomaton *a = drawing->automaton;
  if (unfolded->folded != a)
    return;
  g_autofree guint8 *taken = g_new0 (guint8, MAX (a->n_transitions, 1));
  for (guint32 t = 0; t < unfolded->n_transitions; t++)
    taken[unfolded->folded_transition[t]] = 1;
  for (guint32 i = 0; i < drawing->rounds->transitions->len; i++)
    drawing->marks[i].never = TRUE;
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (taken[t] != 0 || !a->reachable[a->source[t]])
      drawing->marks[drawing->rounds->transition_of[t]].never = FALSE;
}

/* ---- States --------------------------------------------------------------------------------- */

static void
put_state (const Drawing *drawing, guint32 index)
{
  const CoupletAutomaton *a = drawing->automaton;
  const DrawnState *drawn = drawn_state (drawing->rounds, index);
  gboolean halts = a->row[drawn->state] == a->row[drawn->state + 1];
  g_string_append_printf (drawing->out, "  n%u [shape=%s, style=\"rounded,filled%s\", label=\"",
                          index, halts ? "box, peripheries=2" : "box",
                          a->states[drawn->state].input == COUPLET_PUBLIC ? ",dashed" : "");
  label_put_state (drawing->out, a, drawn->state, drawn->count);
  g_string_append (drawing->out, "\"];\n");
}

/* ---- Transitions ---------------------------------------------------------------------------- */

static void
put_mark (const Drawing *drawing, const Mark *mark, GString *label)
{
  if (mark->contradicts)
    g_string_append (label, mark->repeats ? "\\nrepeats:\\nmust be free" : "\\nmust shift by 0");
  else if (mark->never)
    label_put_line (label, "", "never taken");
  else if (drawing->has_costs && mark->taken) {
    g_autofree char *pays = couplet_rational_to_string (&mark->pays);
    if (mpq_sgn (mark->pays.value) == 0)
      label_put_line (label, "", "free");
    else
      label_put_line (label, "pays ", pays);
  }
}

/* The label as Graphviz reads it. The caller frees it. */
static char *
label_of (const Drawing *drawing, guint32 index)
{
  const DrawnTransition *drawn = drawn_transition (drawing->rounds, index);
  guint32 rounds = drawn_state (drawing->rounds, drawn->from)->count;
  GString *label = g_string_new (NULL);
  label_put_transition (label, drawing->automaton, drawn->transition);
  if (drawn->count != rounds)
    g_string_append_printf (label, "\\nin %u of %u", drawn->count, rounds);
  put_mark (drawing, &drawing->marks[index], label);
  return g_string_free (label, FALSE);
}

/* Graphviz keeps no room for the labels of several loops at one state, nor for a
 * wide one between labels beside it, or one that transitions must go around. */
static gboolean
has_room_for_loop (const Drawing *drawing, guint32 state, const char *label)
{
  const DrawnState *drawn = drawn_state (drawing->rounds, state);
  return drawn->loops == 1 &&
         (drawing->row ? label_width (label) <= LOOP_LABEL : drawn->leaving <= 1);
}

/* An edge with a label, both in the colour of the transition. */
static void
put_edge (const Drawing *drawing, guint32 index, const char *to, const char *label,
          const char *more)
{
  const Mark *mark = &drawing->marks[index];
  const char *colour = mark->taken ? drawing->colour : PLAIN_COLOUR;
  g_string_append_printf (
      drawing->out, "  n%u -> %s [label=\"%s\"%s, color=\"%s\", fontcolor=\"%s\", ",
      drawn_transition (drawing->rounds, index)->from, to, label, more, colour, colour);
  g_string_append_printf (drawing->out, "%spenwidth=%s];\n", mark->never ? "style=dotted, " : "",
                          mark->contradicts ? "3.5"
                          : mark->taken     ? "2.2"
                                            : "1");
}

/* A loop as a leaf around its label: to a point that is not seen, and back. */
static void
put_leaf (const Drawing *drawing, guint32 index, const char *label)
{
  g_autofree char *tip = g_strdup_printf ("tip%u", index);
  g_string_append_printf (drawing->out, "  %s [style=invis, shape=point, width=0.01];\n", tip);
  put_edge (drawing, index, tip, "", ", arrowhead=none, headclip=false");
  put_edge (drawing, index, tip, label, ", dir=back, headclip=false");
}

/* Each line of label with spaces around. The caller frees it. */
static char *
indent (const char *label)
{
  GString *spaced = g_string_new (label);
  g_string_replace (spaced, "\\n", "  \\n  ", 0);
  g_string_prepend (spaced, "  ");
  g_string_append (spaced, "  ");
  return g_string_free (spaced, FALSE);
}

static void
put_transition (const Drawing *drawing, guint32 index)
{
  const DrawnTransition *drawn = drawn_transition (drawing->rounds, index);
  g_autofree char *label = label_of (drawing, index);
  g_autofree char *to = g_strdup_printf ("n%u", drawn->to);
  if (drawn->from != drawn->to) {
    /* a free line keeps the label off an edge below it, spaces off edges beside it */
    g_autofree char *spaced = drawing->row ? g_strconcat (label, "\\n ", NULL) : indent (label);
    put_edge (drawing, index, to, spaced, "");
  } else if (has_room_for_loop (drawing, drawn->from, label))
    put_edge (drawing, index, to, label,
              drawing->row ? ", tailport=n, headport=n" : ", tailport=e, headport=e");
  else
    put_leaf (drawing, index, label);
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* In inches, which Graphviz shrinks the drawing to. */
static void
put_size (GString *out, const PageFormat *page)
{
  char width[G_ASCII_DTOSTR_BUF_SIZE], height[G_ASCII_DTOSTR_BUF_SIZE];
  if (page->width == 0)
    return;
  g_string_append_printf (
      out, "size=\"%s,%s\", ",
      g_ascii_formatd (width, sizeof width, "%.2f", page->width / MILLIMETRES),
      g_ascii_formatd (height, sizeof height, "%.2f", page->height / MILLIMETRES));
}

static void
put_head (const Drawing *drawing, const char *caption, const PageFormat *page)
{
  GString *out = drawing->out;
  g_string_append_printf (out, "digraph automaton {\n  graph [rankdir=%s, ",
                          drawing->row ? "LR" : "TB");
  put_size (out, page);
  g_string_append_printf (out,
                          "fontname=\"Helvetica\", fontsize=14, nodesep=0.45, ranksep=%s, "
                          "label=\"",
                          drawing->row ? "1" : "0.75");
  label_put_text (out, caption);
  g_string_append (out, "\"];\n"
                        "  node [fontname=\"Helvetica\", fontsize=12, fillcolor=\"#f6f6f2\"];\n"
                        "  edge [fontname=\"Helvetica\", fontsize=11];\n"
                        "  start [shape=point, width=0.1];\n");
}

static void
put_all (const Drawing *drawing)
{
  const Rounds *rounds = drawing->rounds;
  for (guint32 i = 0; i < rounds->states->len; i++)
    put_state (drawing, i);
  g_string_append_printf (drawing->out, "  start -> n%u;\n",
                          rounds->state_of[drawing->automaton->initial]);
  for (guint32 i = 0; i < rounds->transitions->len; i++)
    put_transition (drawing, i);
  g_string_append (drawing->out, "}\n");
}

/* Pages that are higher than wide have room below. */
static gboolean
is_in_a_row (const Rounds *rounds, const PageFormat *page)
{
  return page->width > 0 ? page->width > page->height : rounds->states->len <= MOST_IN_A_ROW;
}

void
draw_automaton (const CoupletAutomaton *automaton, const WalkSamples *samples,
                const ShiftConflict *conflict, const char *caption, const PageFormat *page,
                GString *out)
{
  g_autoptr (Rounds) rounds = rounds_new (automaton, MOST_IN_A_ROW);
  guint32 n = rounds->transitions->len;
  Drawing drawing = {.automaton = automaton,
                     .rounds = rounds,
                     .colour = conflict != NULL ? VIOLATION_COLOUR : PATH_COLOUR,
                     .has_costs = samples != NULL && conflict == NULL,
                     .row = is_in_a_row (rounds, page),
                     .marks = g_new0 (Mark, MAX (n, 1)),
                     .out = out};
  for (guint32 i = 0; i < n; i++)
    couplet_rational_init (&drawing.marks[i].pays);
  if (samples != NULL) {
    mark_walk (&drawing, samples);
    mark_never_taken (&drawing, samples->automaton);
    if (conflict != NULL)
      mark_conflict (&drawing, samples, conflict);
  }
  put_head (&drawing, caption, page);
  put_all (&drawing);
  for (guint32 i = 0; i < n; i++)
    couplet_rational_clear (&drawing.marks[i].pays);
  g_free (drawing.marks);
}
