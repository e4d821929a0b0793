/* SPDX-License-Identifier: Apache-2.0 */
#include "walk_story.h"

#include "budget_story.h"
#include "naming.h"
#include "order_story.h"
#include "rules.h"
#include "snap_story.h"
#include "steps_story.h"

static gboolean
has_input (const CoupletAutomaton *a, CoupletInput input)
{
  for (guint32 q = 0; q < a->n_states; q++)
    if (a->reachable[q] && a->states[q].input == input)
      return TRUE;
  return FALSE;
}

/* Explains the names of draws that the table has. */
static void
tell_names (Document *document, const WalkSamples *samples)
{
  gboolean stored = FALSE, plain = FALSE, fresh = FALSE;
  for (guint i = 0; i < samples->samples->len; i++) {
    const WalkSample *sample = walk_sample (samples, i);
    stored |= sample->draw.n_assigned > 0;
    plain |= sample->draw.n_assigned == 0 && !sample->fresh;
    fresh |= sample->fresh;
  }
  if (!stored && !plain && !fresh)
    return;
  Line *line = document_paragraph (document);
  const char *before = "In the table, ";
  if (stored) {
    line_put (line, "%sa draw that is stored in a threshold has its name", before);
    before = "; ";
  }
  if (plain) {
    line_put (line, "%sa draw that is not stored is %s{v} with the number of its step", before,
              "r");
    if (couplet_n_slots (samples->automaton) > 1)
      line_put (line, ", and the threshold that it is drawn for above");
    before = "; ";
  }
  if (fresh)
    line_put (line, "%sa fresh draw is %s{v} with the number of its step", before, "f");
  line_put (line, ".");
}

/* What D may be on a path of adjacent inputs. */
static void
put_differences (Line *line, const CoupletAutomaton *automaton)
{
  line_put (line, "%s{v}{=}%s{v}{2}{-}%s{v}{1}, between %d and %d", "D", "in", "in", -1, 1);
  if (has_input (automaton, COUPLET_PUBLIC))
    line_put (line, " (at a public state, 0)");
  if (automaton->adjacency == COUPLET_ADJACENT_MONOTONIC)
    line_put (line, "; queries are monotonic: on a path no %s{v} is negative, or none is positive",
              "D");
  if (automaton->adjacency == COUPLET_ADJACENT_ONE)
    line_put (line, "; one answer changes: on a path at most one %s{v} is not 0", "D");
}

/* What the shift of a draw costs; of exponential draws, those of other kinds, or both. */
static void
put_fees (Line *line, gboolean other, gboolean exponential)
{
  line_put (line, " A draw with noise parameter %s{v} may be coupled with any shift %s{v}", "d",
            "g");
  if (!other)
    line_put (line, "{>=}%s{v}, since its noise is exponential", "D");
  line_put (line, ": %s{v}{1}{+}%s{v}{=}%s{v}{2}, which costs ", "r", "g", "r");
  if (other)
    line_put (line, "%s{v}{*}{|}%s{v}{-}%s{v}{|} times {eps} (%s{r})", "d", "D", "g", "[LapGen]");
  else
    line_put (line, "%s{v}{*}{(}%s{v}{-}%s{v}{)} times {eps} (%s{r})", "d", "g", "D", "[ExpGen]");
  line_put (line, ", nothing when %s{v}{=}%s{v} (%s{r}).", "g", "D",
            other ? "[LapNull]" : "[ExpNull]");
  if (other && exponential)
    line_put (line,
              " If its noise is exponential, only with %s{v}{>=}%s{v}: by the rules %s{r} and "
              "%s{r}.",
              "g", "D", "[ExpGen]", "[ExpNull]");
}

static void
tell_notation (Document *document, const WalkSamples *samples)
{
  const CoupletAutomaton *automaton = samples->automaton;
  gboolean other = samples->samples->len == 0, exponential = FALSE;
  for (guint i = 0; i < samples->samples->len; i++) {
    other |= !couplet_noise_is_one_sided (walk_sample (samples, i)->kind);
    exponential |= couplet_noise_is_one_sided (walk_sample (samples, i)->kind);
  }
  Line *line = document_paragraph (document);
  line_put (line, "At each step two runs on adjacent inputs read values that differ by ");
  put_differences (line, automaton);
  line_put (line, ".");
  put_fees (line, other, exponential);
  if (mpq_cmp_ui (automaton->sensitivity.value, 1, 1) != 0)
    line_put (line,
              " Both %s{v} and %s{v} count in units of the sensitivity, %p{q}, which multiplies "
              "every cost.",
              "D", "g", &automaton->sensitivity);
  tell_names (document, samples);
}

/* ---- Loops ----------------------------------------------------------------------------------- */

/* Whether the step's transition reads a private input that cannot differ there, since the
 * differences before it say so. */
static gboolean
is_equal_by_memory (const WalkSamples *samples, guint step)
{
  const CoupletAutomaton *a = samples->automaton;
  guint32 t = walk_transition (samples, step);
  return !couplet_may_differ (a, t) && couplet_source_state (a, t)->input != COUPLET_PUBLIC;
}

/* Whether the loop of step is told: the first time that its transition repeats; of turns that can
 * differ and turns that cannot, those that can. */
static gboolean
is_told (GHashTable *seen, const WalkSamples *samples, const GArray *loops, guint index)
{
  const CoupletAutomaton *a = samples->automaton;
  guint step = g_array_index (loops, guint, index);
  guint32 t = couplet_folded_transition (a, walk_transition (samples, step));
  for (guint i = index + 1; is_equal_by_memory (samples, step) && i < loops->len; i++) {
    guint later = g_array_index (loops, guint, i);
    if (couplet_folded_transition (a, walk_transition (samples, later)) == t &&
        !is_equal_by_memory (samples, later))
      return FALSE;
  }
  return g_hash_table_add (seen, GUINT_TO_POINTER (t + 1));
}

static const WalkSample *
first_sample_of (const WalkSamples *samples, guint step, guint *index)
{
  while (*index < samples->samples->len && walk_sample (samples, *index)->step < step)
    (*index)++;
  if (*index == samples->samples->len || walk_sample (samples, *index)->step != step)
    return NULL;
  return walk_sample (samples, *index);
}

/* Why the literals of the step hold however the inputs differ. */
static void
put_literal_reasons (Line *line, const WalkSamples *samples, guint step)
{
  const char *before = ": ";
  for (guint i = 0; i < samples->path->rows->len; i++) {
    const CoupletPathRow *order = couplet_path_row (samples->path, i);
    if (walk_sample (samples, order->sample)->step != step)
      continue;
    int shift = walk_sample (samples, order->value)->shift;
    line_put (line, "%s%s{v} shifts by %d, and no %s{v} is ", before,
              samples->automaton->thresholds[order->threshold], shift, "D");
    line_put (line, order->at_most ? "above" : "below");
    line_put (line, " that");
    before = "; ";
  }
}

/* Whether the draws of the step could follow any difference that it may be taken with. */
static gboolean
follows_any_difference (const WalkSamples *samples, guint step)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n =
      couplet_differences (samples->automaton, walk_transition (samples, step), differences);
  for (guint i = 0; i < samples->path->rows->len; i++) {
    const CoupletPathRow *order = couplet_path_row (samples->path, i);
    for (guint32 d = 0; d < n && walk_sample (samples, order->sample)->step == step; d++)
      if (!walk_order_permits (samples, order, differences[d]))
        return FALSE;
  }
  return TRUE;
}

static void
tell_loop (Document *document, const WalkSamples *samples, guint step, guint index)
{
  const CoupletAutomaton *a = samples->automaton;
  guint32 t = walk_transition (samples, step);
  gboolean is_public = couplet_source_state (a, t)->input == COUPLET_PUBLIC;
  Line *line = document_item (document);
  put_full_transition (line, a, t);
  line_put (line, " may repeat without end. ");
  const WalkSample *sample = first_sample_of (samples, step, &index);
  if (sample == NULL) {
    line_put (line, "It uses no draw, so a turn costs nothing.");
    return;
  }
  if (is_equal_by_memory (samples, step)) {
    line_put (line,
              "A turn with %s{v}{=}%d couples its draw with %s{v}{=}%d (%s{r}) and costs nothing",
              "D", 0, "g", 0, rule_of (sample));
    put_literal_reasons (line, samples, step);
    line_put (line, ".");
    return;
  }
  line_put (line, "Each turn couples its draw with %s{v}{=}%s{v}", "g", "D");
  if (is_public)
    line_put (line, "{=}%d", 0);
  if (follows_any_difference (samples, step)) {
    line_put (line, " (%s{r}), so a turn costs nothing, whatever the inputs are", rule_of (sample));
    put_literal_reasons (line, samples, step);
    line_put (line, ".");
  } else
    line_put (
        line,
        " (%s{r}), so a turn costs nothing. Here that is shown for the %s{v} of this path only: "
        "turns with another %s{v} leave fewer shifts, and may make the path cost more.",
        rule_of (sample), "D", "D");
}

/* The steps (guint) that may repeat. */
static GArray *
find_loops (const WalkSamples *samples)
{
  const CoupletAutomaton *a = samples->automaton;
  GArray *loops = g_array_new (FALSE, FALSE, sizeof (guint));
  guint index = 0;
  for (guint step = 0; step < samples->walk->len; step++) {
    guint32 t = walk_transition (samples, step);
    const WalkSample *sample = first_sample_of (samples, step, &index);
    if (sample != NULL ? sample->on_cycle : a->source[t] == a->target[t])
      g_array_append_val (loops, step);
  }
  return loops;
}

static void
tell_loops (Document *document, const WalkSamples *samples)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) loops = find_loops (samples);
  guint told = 0, index = 0;
  for (guint i = 0; i < loops->len && told < MOST_STEPS; i++) {
    guint step = g_array_index (loops, guint, i);
    first_sample_of (samples, step, &index);
    if (!is_told (seen, samples, loops, i))
      continue;
    tell_loop (document, samples, step, index);
    told++;
  }
}

/* The one change of adjacency `one`, or the first one of `monotonic`, is no turn of a loop. */
static void
tell_change (Document *document, const WalkSamples *samples)
{
  const CoupletAutomaton *a = samples->automaton;
  guint step = first_change (samples);
  if (a->adjacency == COUPLET_ADJACENT_ANY || a->folded == NULL || step == samples->walk->len)
    return;
  g_autoptr (CoupletComponents) components = couplet_components_new (a->folded);
  if (!couplet_on_cycle (a->folded, components,
                         couplet_folded_transition (a, walk_transition (samples, step))))
    return;
  line_put (
      document_item (document),
      "Step %u lies on a cycle of the automaton, but is not a loop: its %s{v} is the %s that is "
      "not 0, so that its draw need not be free.",
      step + 1, "D", a->adjacency == COUPLET_ADJACENT_ONE ? "only one" : "first one");
}

/* The steps that use a draw and lie on a cycle whose turns need not be free. */
static GArray *
find_paid_turns (const WalkSamples *samples)
{
  const CoupletAutomaton *a = samples->automaton;
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < samples->samples->len; i++) {
    const WalkSample *sample = walk_sample (samples, i);
    gboolean is_new =
        steps->len == 0 || g_array_index (steps, guint, steps->len - 1) != sample->step;
    if (is_new && !sample->on_cycle &&
        couplet_on_cycle (a, components, walk_transition (samples, sample->step)))
      g_array_append_val (steps, sample->step);
  }
  return steps;
}

static void
tell_paid_turns (Document *document, const WalkSamples *samples)
{
  g_autoptr (GArray) steps = find_paid_turns (samples);
  if (steps->len == 0)
    return;
  Line *line = document_item (document);
  put_step_numbers (line, steps);
  line_put (line, steps->len > 1 ? " are turns of loops" : " is a turn of a loop");
  line_put (line, " that assign thresholds which are compared later. Such a turn need not be free: "
                  "the last turn of a loop may be paid for.");
}

/* ---- All of it ------------------------------------------------------------------------- */

void
tell_walk (Document *document, const WalkSamples *samples)
{
  tell_notation (document, samples);
  tell_steps (document, samples);
  tell_loops (document, samples);
  tell_change (document, samples);
  tell_paid_turns (document, samples);
  tell_orders (document, samples);
  tell_snaps (document, samples);
  tell_budget (document, samples);
  tell_rules (document, samples);
}
