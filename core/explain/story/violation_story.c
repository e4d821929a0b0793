/* SPDX-License-Identifier: Apache-2.0 */
#include "violation_story.h"

#include "loops.h"
#include "naming.h"
#include "unfolded.h"

#define MOST_ROWS 80 /* a longer table leaves out steps without a part in the conflict */

/* ---- The contradiction --------------------------------------------------------------------- */

/* Why the draw can only shift by D, and what that is here. */
static void
put_tight (Line *line, const WalkSamples *samples, const WalkSample *sample)
{
  guint32 t = walk_transition (samples, sample->step);
  gboolean is_public = couplet_source_state (samples->automaton, t)->input == COUPLET_PUBLIC;
  const char *draw = sample->fresh ? "fresh draw" : "draw";
  if (!sample->on_cycle)
    line_put (line, " has no noise in its %s, so that it can only shift by %s{v}: ", draw, "D");
  else if (is_public)
    line_put (line, " may repeat without end, so its %s must be free: ", draw);
  else
    line_put (line, " may repeat without end, so its %s must be free whatever %s{v} is: ", draw,
              "D");
  line_put (line, "%s{v}%u{i}{=}%s{v}", "g", sample->step + 1, "D");
  if (is_public)
    line_put (line, "{=}%d, its input being public", 0);
  else
    line_put (line, ", here %d", sample->difference);
}

/* What the draw's own transition asks of its shift. */
static void
put_demand (Line *line, const WalkSamples *samples, const WalkSample *sample)
{
  gboolean one_sided = couplet_noise_is_one_sided (sample->kind) && !sample->draw.tight;
  if (sample->draw.tight)
    put_tight (line, samples, sample);
  if (one_sided)
    line_put (
        line,
        " draws exponential noise, which is never negative, so that %s{v}%u{i}{>=}%s{v}, here %d",
        "g", sample->step + 1, "D", sample->difference);
  if (!sample->draw.outputs)
    return;
  line_put (line, sample->draw.tight || one_sided ? "; but it" : "");
  line_put (line, " outputs the value drawn, so %s{v}%u{i}{=}%d", "g", sample->step + 1, 0);
}

static void
tell_order (Document *document, const WalkSamples *samples, const CoupletPathRow *order)
{
  const CoupletAutomaton *a = samples->automaton;
  const WalkSample *sample = walk_sample (samples, order->sample);
  const WalkSample *stored = walk_sample (samples, order->value);
  gboolean less = order->at_most;
  g_autofree char *guard =
      g_strdup_printf ("insample %s %s", less ? "<" : ">=", a->thresholds[order->threshold]);
  Line *line = document_item (document);
  line_put (line, "Step %u: %s{c}, and %s{v} was drawn at step %u, so ", sample->step + 1, guard,
            a->thresholds[order->threshold], stored->step + 1);
  line_put (line, less ? "%s{v}%u{i}{<=}%s{v}%u{i}" : "%s{v}%u{i}{>=}%s{v}%u{i}", "g",
            sample->step + 1, "g", stored->step + 1);
  line_put (line, ".");
}

static void
tell_end (Document *document, const WalkSamples *samples, guint index)
{
  const WalkSample *sample = walk_sample (samples, index);
  Line *line = document_item (document);
  line_put (line, "Step %u: ", sample->step + 1);
  put_transition (line, samples->automaton, walk_transition (samples, sample->step));
  put_demand (line, samples, sample);
  line_put (line, ".");
}

/* What follows of the file, docs/theory.md section 5. */
static void
put_conclusion (Line *line, const CoupletAutomaton *a, CoupletVerdict verdict)
{
  gboolean unbounded = verdict == COUPLET_VERDICT_NOT_PRIVATE && a->output_distinct;
  line_put (line,
            unbounded
                ? "no shifts are left, the loss has no bound, and no d is enough at any {eps}."
                : "no strategy of shifts obeys all rules.");
}

/* `1 = g2 <= g1 <= g3 = -1` */
static void
tell_chain (Document *document, const WalkSamples *samples, const ShiftConflict *conflict,
            CoupletVerdict verdict)
{
  Line *line = document_paragraph (document);
  guint n = conflict->samples->len;
  line_put (line, "Together: ");
  for (guint i = 0; i < n; i++) {
    const WalkSample *sample = walk_sample (samples, shift_conflict_sample (conflict, i));
    if (i == 0)
      line_put (line, sample->draw.tight || sample->draw.outputs ? "%d{=}" : "%d{<=}",
                conflict->least);
    line_put (line, i > 0 ? "{<=}%s{v}%u{i}" : "%s{v}%u{i}", "g", sample->step + 1);
  }
  line_put (line, "{=}%d, which cannot be: ", conflict->greatest);
  put_conclusion (line, samples->automaton, verdict);
}

/* Whether a draw of the step is in the conflict. */
static gboolean
has_part (const WalkSamples *samples, const ShiftConflict *conflict, guint step)
{
  for (guint i = 0; i < conflict->samples->len; i++)
    if (walk_sample (samples, shift_conflict_sample (conflict, i))->step == step)
      return TRUE;
  return FALSE;
}

/* A draw that contradicts itself. */
static void
tell_alone (Document *document, const WalkSamples *samples, guint index, CoupletVerdict verdict)
{
  const WalkSample *sample = walk_sample (samples, index);
  Line *let = document_paragraph (document);
  line_put (let, "Let %s{v}%u{i} be the shift of the ", "g", sample->step + 1);
  put_which_draw (let, samples, sample, FALSE);
  line_put (let, " of step %u:", sample->step + 1);
  tell_end (document, samples, index);
  Line *line = document_paragraph (document);
  line_put (line, "Both cannot be: ");
  put_conclusion (line, samples->automaton, verdict);
}

/* `Let g3, g1 and g4 be the shifts of the draws of steps 3, 1 and 4.` */
static void
introduce_chain (Document *document, const WalkSamples *samples, const ShiftConflict *conflict)
{
  guint n = conflict->samples->len;
  /* all draws of a chain are for the same threshold, or for all of them */
  const WalkSample *first = walk_sample (samples, shift_conflict_sample (conflict, 0));
  Line *line = document_paragraph (document), *steps = line_new ();
  line_put (line, "Let ");
  for (guint i = 0; i < n; i++) {
    const char *before = i == 0 ? "" : i + 1 < n ? ", " : " and ";
    guint step = walk_sample (samples, shift_conflict_sample (conflict, i))->step + 1;
    line_put (line, "%s%s{v}%u{i}", before, "g", step);
    line_put (steps, "%s%u", before, step);
  }
  line_put (line, " be the shifts of the ");
  put_which_draw (line, samples, first, TRUE);
  line_put (line, " of steps %p{l}. Valid shifts would have to meet all of these:", steps);
  line_free (steps);
}

void
tell_conflict (Document *document, const WalkSamples *samples, const ShiftConflict *conflict,
               CoupletVerdict verdict)
{
  guint n = conflict->samples->len;
  line_put (document_heading (document, 2), "Why no shifts are left");
  Table *table = document_table (document);
  table_add_column (table, "Step", TRUE);
  table_add_column (table, "Transition", FALSE);
  table_add_column (table, "D", TRUE);
  for (guint i = 0; i < samples->walk->len; i++) {
    const CoupletWalkStep *step = &g_array_index (samples->walk, CoupletWalkStep, i);
    if (samples->walk->len > MOST_ROWS && !has_part (samples, conflict, i))
      continue;
    Row *row = table_add_row (table);
    line_put (row_cell (row, 0), "%u", i + 1);
    put_full_transition (row_cell (row, 1), samples->automaton, step->transition);
    line_put (row_cell (row, 2), "%d", (int)step->difference);
  }
  if (n == 1) {
    tell_alone (document, samples, shift_conflict_sample (conflict, 0), verdict);
    return;
  }
  introduce_chain (document, samples, conflict);
  tell_end (document, samples, shift_conflict_sample (conflict, 0));
  for (guint i = 0; i < conflict->orders->len; i++)
    tell_order (document, samples,
                couplet_path_row (samples->path, g_array_index (conflict->orders, guint, i)));
  tell_end (document, samples, shift_conflict_sample (conflict, n - 1));
  tell_chain (document, samples, conflict, verdict);
}

/* ---- The loops ------------------------------------------------------------------------------ */

static void
put_walk (Line *line, const CoupletAutomaton *a, const GArray *walk)
{
  line_put (line, "%s{c}", state_name (a, a->source[g_array_index (walk, guint32, 0)]));
  for (guint i = 0; i < walk->len; i++)
    line_put (line, "{->}%s{c}", state_name (a, a->target[g_array_index (walk, guint32, i)]));
  line_put (line, ", which outputs ");
  for (guint i = 0; i < walk->len; i++)
    line_put (line, i > 0 ? ", %s{c}" : "%s{c}",
              couplet_output_of (a, g_array_index (walk, guint32, i))->name);
}

void
tell_conflict_loops (Document *document, const WalkSamples *samples, const ShiftConflict *conflict)
{
  const CoupletAutomaton *a = samples->automaton;
  guint32 told = COUPLET_NONE;
  for (guint i = 0; i < conflict->samples->len; i += MAX (conflict->samples->len - 1, 1)) {
    const WalkSample *sample = walk_sample (samples, shift_conflict_sample (conflict, i));
    guint32 t = walk_transition (samples, sample->step);
    if (!sample->on_cycle || t == told)
      continue;
    if (told == COUPLET_NONE)
      line_put (document_paragraph (document),
                "What must be free may repeat without end on these loops:");
    g_autoptr (GArray) loop = loop_through (a, t);
    Line *line = document_item (document);
    put_walk (line, a, loop);
    line_put (line, ".");
    told = t;
  }
}
