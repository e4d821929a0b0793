/* SPDX-License-Identifier: Apache-2.0 */
#include "violation_story.h"

#include "loops.h"
#include "naming.h"

#define MOST_ROWS 80 /* a longer table leaves out what says little */

/* ---- The contradiction --------------------------------------------------------------------- */

/* Why the draw can only shift by D, and what that is here. */
static void
put_tight (Line *line, const WalkSamples *samples, const WalkSample *sample)
{
  guint32 t = walk_transition (samples, sample->step);
  gboolean is_public = couplet_source_state (samples->automaton, t)->input == COUPLET_PUBLIC;
  const char *draw = sample->fresh ? "fresh draw" : "draw";
  if (!sample->on_cycle)
    line_put (line, " has no noise in its %s, so that it can only shift by %v: ", draw, "D");
  else if (is_public)
    line_put (line, " may repeat without end, so its %s must be free: ", draw);
  else
    line_put (line, " may repeat without end, so its %s must be free whatever %v is: ", draw, "D");
  line_put (line, "%v%i{=}%v", "g", sample->step + 1, "D");
  if (is_public)
    line_put (line, "{=}%d, its input being public", 0);
  else
    line_put (line, ", here %d", sample->difference);
}

/* What the draw's own transition asks of its shift. */
static void
put_demand (Line *line, const WalkSamples *samples, const WalkSample *sample)
{
  if (sample->draw.tight)
    put_tight (line, samples, sample);
  if (!sample->draw.outputs)
    return;
  line_put (line, sample->draw.tight ? "; but it" : "");
  line_put (line, " outputs the value drawn, so %v%i{=}%d", "g", sample->step + 1, 0);
}

static void
tell_order (Document *document, const WalkSamples *samples, const WalkOrder *order)
{
  const CoupletAutomaton *a = samples->automaton;
  const WalkSample *sample = walk_sample (samples, order->sample);
  const WalkSample *stored = walk_sample (samples, order->stored);
  gboolean less = order->comparison == COUPLET_LESS;
  g_autofree char *guard =
      g_strdup_printf ("insample %s %s", less ? "<" : ">=", a->thresholds[order->threshold]);
  Line *line = document_item (document);
  line_put (line, "Step %u: %c, and %v was drawn at step %u, so ", sample->step + 1, guard,
            a->thresholds[order->threshold], stored->step + 1);
  line_put (line, less ? "%v%i{<=}%v%i" : "%v%i{>=}%v%i", "g", sample->step + 1, "g",
            stored->step + 1);
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

/* docs/theory.md section 7: with several thresholds other proofs are conceivable. */
static void
put_conclusion (Line *line, const CoupletAutomaton *a)
{
  line_put (line, a->n_thresholds > 1 ? "no strategy of shifts obeys all rules."
                                      : "no proof by shift couplings exists, at any cost.");
}

/* `1 = g2 <= g1 <= g3 = -1` */
static void
tell_chain (Document *document, const WalkSamples *samples, const ShiftConflict *conflict)
{
  Line *line = document_paragraph (document);
  guint n = conflict->samples->len;
  line_put (line, "Together: ");
  for (guint i = 0; i < n; i++) {
    const WalkSample *sample = walk_sample (samples, shift_conflict_sample (conflict, i));
    if (i == 0)
      line_put (line, sample->draw.tight || sample->draw.outputs ? "%d{=}" : "%d{<=}",
                conflict->least);
    line_put (line, i > 0 ? "{<=}%v%i" : "%v%i", "g", sample->step + 1);
  }
  line_put (line, "{=}%d, which cannot be: ", conflict->greatest);
  put_conclusion (line, samples->automaton);
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
tell_alone (Document *document, const WalkSamples *samples, guint index)
{
  const WalkSample *sample = walk_sample (samples, index);
  Line *let = document_paragraph (document);
  line_put (let, "Let %v%i be the shift of the ", "g", sample->step + 1);
  put_which_draw (let, samples, sample, FALSE);
  line_put (let, " of step %u:", sample->step + 1);
  tell_end (document, samples, index);
  Line *line = document_paragraph (document);
  line_put (line, "Both cannot be: ");
  put_conclusion (line, samples->automaton);
}

/* `Let g3, g1 and g4 be the shifts of the draws of steps 3, 1 and 4.` */
static void
introduce_chain (Document *document, const WalkSamples *samples, const ShiftConflict *conflict)
{
  guint n = conflict->samples->len;
  /* the draws of a chain are all for one threshold, or for all */
  const WalkSample *first = walk_sample (samples, shift_conflict_sample (conflict, 0));
  Line *line = document_paragraph (document), *steps = line_new ();
  line_put (line, "Let ");
  for (guint i = 0; i < n; i++) {
    const char *before = i == 0 ? "" : i + 1 < n ? ", " : " and ";
    guint step = walk_sample (samples, shift_conflict_sample (conflict, i))->step + 1;
    line_put (line, "%s%v%i", before, "g", step);
    line_put (steps, "%s%u", before, step);
  }
  line_put (line, " be the shifts of the ");
  put_which_draw (line, samples, first, TRUE);
  line_put (line, " of steps %l. Valid shifts would have to meet all of these:", steps);
  line_free (steps);
}

void
tell_conflict (Document *document, const WalkSamples *samples, const ShiftConflict *conflict)
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
    tell_alone (document, samples, shift_conflict_sample (conflict, 0));
    return;
  }
  introduce_chain (document, samples, conflict);
  tell_end (document, samples, shift_conflict_sample (conflict, 0));
  for (guint i = 0; i < conflict->orders->len; i++)
    tell_order (document, samples,
                walk_order (samples, g_array_index (conflict->orders, guint, i)));
  tell_end (document, samples, shift_conflict_sample (conflict, n - 1));
  tell_chain (document, samples, conflict);
}

/* ---- The loops ---------------------------------------------------------------------------------
 */

static void
put_walk (Line *line, const CoupletAutomaton *a, const GArray *walk)
{
  line_put (line, "%c", state_name (a, a->source[g_array_index (walk, guint32, 0)]));
  for (guint i = 0; i < walk->len; i++)
    line_put (line, "{->}%c", state_name (a, a->target[g_array_index (walk, guint32, i)]));
  line_put (line, ", which outputs ");
  for (guint i = 0; i < walk->len; i++)
    line_put (line, i > 0 ? ", %c" : "%c",
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

/* ---- The inputs
 * ----------------------------------------------------------------------------------- */

/* ` + 2 L`, or ` - j L` */
static void
put_distance (Line *line, int times, gboolean each_turn)
{
  if (times == 0)
    return;
  if (line->atoms->len > 0)
    line_put (line, times > 0 ? "{+}" : "{-}");
  else
    line_put (line, times > 0 ? "" : "{neg}");
  if (ABS (times) > 1)
    line_put (line, "%d{*}", ABS (times));
  if (each_turn)
    line_put (line, "%v{*}", "j");
  line_put (line, "%v", "L");
}

static void
put_input (Line *line, const InputPair *pair, guint step, int run, gboolean in_turn)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  input_pair_value (pair, step, run, &value);
  gboolean moved = input_pair_step (pair, step)->level != 0 || (in_turn && pair->drift != 0);
  if (mpq_sgn (value.value) != 0 || !moved)
    line_put (line, "%q", &value);
  put_distance (line, input_pair_step (pair, step)->level, FALSE);
  put_distance (line, in_turn ? pair->drift : 0, TRUE);
}

/* The turn that a step is in, or NULL. */
static const PairTurn *
turn_of (const InputPair *pair, guint step)
{
  for (guint i = 0; i < pair->turns->len; i++) {
    const PairTurn *turn = &g_array_index (pair->turns, PairTurn, i);
    if (step >= turn->begin && step < turn->end)
      return turn;
  }
  return NULL;
}

static void
put_event (Line *line, const InputPair *pair, const PairStep *step)
{
  const CoupletOutput *output = couplet_output_of (pair->automaton, step->transition);
  line_put (line, "%c", output->name);
  if (output->kind == COUPLET_SYMBOL)
    return;
  if (step->event == 0) {
    line_put (line, ", any value");
    return;
  }
  g_auto (CoupletRational) edge;
  couplet_rational_init (&edge);
  mpq_set_si (edge.value, step->event_half, 2);
  mpq_canonicalize (edge.value);
  mpq_mul (edge.value, edge.value, pair->automaton->sensitivity.value);
  line_put (line, step->event > 0 ? "{>=}%q" : "{<=}%q", &edge);
}

static void
tell_pair_step (Table *table, const InputPair *pair, guint index)
{
  const PairStep *step = input_pair_step (pair, index);
  const PairTurn *turn = turn_of (pair, index);
  Row *row = table_add_row (table);
  put_transition (row_cell (row, 0), pair->automaton, step->transition);
  put_input (row_cell (row, 1), pair, index, 1, turn != NULL);
  put_input (row_cell (row, 2), pair, index, 2, turn != NULL);
  if (turn == NULL)
    line_put (row_cell (row, 3), "once");
  else if (turn->end == turn->begin + 1)
    line_put (row_cell (row, 3), "%v times", "k");
  else
    line_put (row_cell (row, 3), index == turn->begin ? "%v times from here" : "", "k");
  if (turn != NULL && turn->end > turn->begin + 1 && index + 1 == turn->end)
    line_put (row_cell (row, 3), "to here");
  put_event (row_cell (row, 4), pair, step);
}

/* Whether a step is taken once, with equal inputs. */
static gboolean
is_plain (const InputPair *pair, guint index)
{
  const PairStep *step = input_pair_step (pair, index);
  return step->half == 0 && step->event == 0 && step->level == 0 && turn_of (pair, index) == NULL;
}

/* `2 e^(d s eps / 2) - 1`, or `e^(d s eps)` */
static void
put_factor (Line *line, const InputPair *pair)
{
  const CoupletAutomaton *a = pair->automaton;
  g_auto (CoupletRational) scaled;
  couplet_rational_init (&scaled);
  mpq_mul (scaled.value, a->numbers[pair->bound].value, a->sensitivity.value);
  if (!pair->shown)
    mpq_div_2exp (scaled.value, scaled.value, 1);
  Line *exponent = line_new ();
  line_put (exponent, "%q{*}{eps}", &scaled);
  if (pair->shown)
    line_put (line, "%v%p", "e", exponent);
  else
    line_put (line, "%d{*}%v%p{-}%d", 2, "e", exponent, 1);
}

static void
tell_growth (Document *document, const InputPair *pair)
{
  Line *line = document_paragraph (document);
  if (pair->impossible) {
    line_put (line, "The first run can have these outputs; the second never has them.");
    return;
  }
  if (pair->bound == COUPLET_NONE) {
    line_put (line,
              "Turns are counted by %v from %d, and %v is much more than the noise is wide, so "
              "that the rest is nearly sure. The ratio of the two probabilities then grows "
              "exponentially with %v: no multiple of {eps} bounds the loss.",
              "j", 0, "L", "k");
    return;
  }
  Line *turns = line_new ();
  line_put (turns, "%v", "k");
  if (pair->far)
    line_put (line, "In the limit of large %v, these outputs are at least {(}", "L");
  else
    line_put (line, "These outputs are at least {(}");
  put_factor (line, pair);
  line_put (line,
            "{)}%p times as probable in the first run as in the second: every turn adds to the "
            "loss, and no multiple of {eps} bounds it.",
            turns);
  if (pair->automaton->n_thresholds > 1)
    line_put (line,
              " So it is not private; the verdict stays unknown, since no method decides that with "
              "several thresholds.");
}

void
tell_input_pair (Document *document, const InputPair *pair)
{
  line_put (document_heading (document, 2), "Inputs that drive the loss up");
  if (!pair->impossible)
    line_put (document_paragraph (document),
              "These inputs are adjacent for every number %v of turns:", "k");
  Table *table = document_table (document);
  table_add_column (table, "Transition", FALSE);
  table_add_column (table, "Run 1 reads", TRUE);
  table_add_column (table, "Run 2 reads", TRUE);
  table_add_column (table, "How often", FALSE);
  table_add_column (table, "Output", FALSE);
  guint n = pair->steps->len;
  for (guint i = 0; i < n; i++) {
    guint plain = 0;
    while (n > MOST_ROWS && i + plain < n && is_plain (pair, i + plain))
      plain++;
    if (plain > 1) {
      Row *row = table_add_row (table);
      line_put (row_cell (row, 0), "%u steps, equal inputs with draws around 0", plain);
      i += plain - 1;
    } else
      tell_pair_step (table, pair, i);
  }
  tell_growth (document, pair);
}
