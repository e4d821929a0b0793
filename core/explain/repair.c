/* SPDX-License-Identifier: Apache-2.0 */
#include "repair.h"

#include "evidence_samples.h"
#include "naming.h"

#define MOST_ROUNDS 8    /* places changed by one repair */
#define MOST_STATES 2000 /* of what is built and judged */

static void
repair_free (gpointer data)
{
  Repair *repair = data;
  g_array_unref (repair->places);
  for (guint i = 0; i < REPAIR_MOST_TURNS; i++)
    couplet_rational_clear (&repair->costs[i]);
  g_free (repair);
}

static Repair *
repair_new (RepairKind kind)
{
  Repair *repair = g_new0 (Repair, 1);
  repair->kind = kind;
  repair->places = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < REPAIR_MOST_TURNS; i++)
    couplet_rational_init (&repair->costs[i]);
  return repair;
}

static guint32
place_at (const Repair *repair, guint index)
{
  return g_array_index (repair->places, guint32, index);
}

static gboolean
has_place (const Repair *repair, guint32 transition)
{
  for (guint i = 0; i < repair->places->len; i++)
    if (place_at (repair, i) == transition)
      return TRUE;
  return FALSE;
}

/* ---- Building --------------------------------------------------------------------------- */

static void
set_output (DraftTransition *transition, char *output)
{
  g_free (transition->output);
  transition->output = output;
}

static Draft *
drop_outputs (const CoupletAutomaton *a, const Repair *repair)
{
  Draft *draft = draft_copy (a);
  for (guint i = 0; i < repair->places->len; i++)
    set_output (draft_transition (draft, place_at (repair, i)),
                draft_new_symbol (draft, "answered"));
  return draft;
}

/* The noise parameter of the sample that a transition outputs. */
static guint32
output_noise (const CoupletAutomaton *a, guint32 transition)
{
  guint32 threshold = couplet_output_of (a, transition)->threshold;
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, transition)->noise];
  return noise->d[threshold == COUPLET_NONE ? 0 : couplet_noise_slot (a, threshold)];
}

static Draft *
draw_fresh (const CoupletAutomaton *a, const Repair *repair)
{
  Draft *draft = draft_copy (a);
  for (guint i = 0; i < repair->places->len; i++) {
    guint32 t = place_at (repair, i);
    DraftState *state = draft_state (draft, a->source[t]);
    if (a->noises[a->states[state->like].noise].d_fresh == COUPLET_NONE && state->d_fresh == NULL)
      state->d_fresh = couplet_number_to_string (a, output_noise (a, t));
    set_output (draft_transition (draft, t), g_strdup ("fresh"));
  }
  return draft;
}

static Draft *
redraw (const CoupletAutomaton *a, const Repair *repair)
{
  Draft *draft = draft_copy (a);
  for (guint i = 0; i < repair->places->len; i++) {
    guint32 t = place_at (repair, i);
    guint state = draft_add_state (draft, "redraw", a->source[repair->drawn]);
    g_autofree char *symbol = draft_new_symbol (draft, "redrawn");
    draft_add_transition (draft, state, a->target[t], repair->drawn);
    DraftTransition *added = draft_transition (draft, draft->transitions->len - 1);
    set_output (added, g_steal_pointer (&symbol));
    added->like = COUPLET_NONE;
    draft_transition (draft, t)->to = state;
  }
  return draft;
}

/* turns + 1 copies of the automaton, one for each number of turns taken; a place
 * leads to the next copy, the last time to a state where it halts. */
static Draft *
stop (const CoupletAutomaton *a, const Repair *repair, guint turns)
{
  Draft *draft = draft_new (a);
  for (guint copy = 0; copy < turns; copy++)
    for (guint32 q = 0; q < a->n_states; q++)
      draft_add_state (draft, a->states[q].name, q);
  guint halt = draft_add_state (draft, "halt", a->initial);
  for (guint copy = 0; copy < turns; copy++)
    for (guint32 t = 0; t < a->n_transitions; t++) {
      guint begin = copy * a->n_states;
      guint to = !has_place (repair, t) ? begin + a->target[t]
                 : copy + 1 < turns     ? begin + a->n_states + a->target[t]
                                        : halt;
      draft_add_transition (draft, begin + a->source[t], to, t);
    }
  draft->initial = a->initial;
  return draft;
}

CoupletAutomaton *
repair_build (const CoupletAutomaton *automaton, const Repair *repair, guint turns, Draft **draft)
{
  g_autoptr (Draft) made = NULL;
  switch (repair->kind) {
  case REPAIR_DROP_OUTPUT:
    made = drop_outputs (automaton, repair);
    break;
  case REPAIR_DRAW_FRESH:
    made = draw_fresh (automaton, repair);
    break;
  case REPAIR_STOP:
    made = stop (automaton, repair, turns);
    break;
  default:
    made = redraw (automaton, repair);
  }
  CoupletAutomaton *built = draft_build (made);
  if (draft != NULL)
    *draft = g_steal_pointer (&made);
  return built;
}

/* ---- Places ------------------------------------------------------------------------------- */

/* The end of the conflict's chain: the first or the last sample. */
static const WalkSample *
end_of (const WalkSamples *samples, const ShiftConflict *conflict, gboolean last)
{
  return walk_sample (samples,
                      shift_conflict_sample (conflict, last ? conflict->samples->len - 1 : 0));
}

/* Whether changing the transition of an end in the manner of kind means anything. */
static gboolean
suits (RepairKind kind, const WalkSample *end)
{
  if (kind == REPAIR_DROP_OUTPUT)
    return end->draw.outputs;
  if (kind == REPAIR_DRAW_FRESH)
    return end->draw.outputs && !end->fresh && end->number < COUPLET_NO_NOISE;
  return end->on_cycle;
}

/* A step between the two ends, whose transition is taken once only. */
static guint
find_between (const WalkSamples *samples, const CoupletComponents *components,
              const ShiftConflict *conflict, gboolean last)
{
  guint one = end_of (samples, conflict, FALSE)->step, two = end_of (samples, conflict, TRUE)->step;
  guint begin = MIN (one, two), end = MAX (one, two);
  guint found = COUPLET_NONE;
  for (guint i = begin; i < end && (last || found == COUPLET_NONE); i++)
    if (!couplet_on_cycle (samples->automaton, components, walk_transition (samples, i)))
      found = i;
  return found;
}

/* The transition to change next, of samples' automaton; NONE when kind has
 * nothing to offer. last: which of two choices. */
static guint32
choose_place (const WalkSamples *samples, const ShiftConflict *conflict, RepairKind kind,
              gboolean last)
{
  g_autoptr (CoupletComponents) components = couplet_components_new (samples->automaton);
  if (kind == REPAIR_REDRAW) {
    guint step = find_between (samples, components, conflict, last);
    return step != COUPLET_NONE ? walk_transition (samples, step) : COUPLET_NONE;
  }
  for (int i = 0; i < 2; i++) {
    const WalkSample *end = end_of (samples, conflict, (i == 0) == last);
    if (suits (kind, end))
      return walk_transition (samples, end->step);
  }
  return COUPLET_NONE;
}

/* The automaton that is changed, and a transition of samples' one there. */
static const CoupletAutomaton *
changed_automaton (const WalkSamples *samples)
{
  const CoupletAutomaton *a = samples->automaton;
  return a->folded != NULL ? a->folded : a;
}

static guint32
in_changed (const WalkSamples *samples, guint32 transition)
{
  const CoupletAutomaton *a = samples->automaton;
  return a->folded != NULL && transition != COUPLET_NONE ? a->folded_transition[transition]
                                                         : transition;
}

/* The draw to do again, so that the later end of the conflict compares with a
 * threshold of its own: as at the start or, of several thresholds, what last
 * drew that one; NONE when a guard stood there. */
static guint32
choose_drawn (const WalkSamples *samples, const ShiftConflict *conflict)
{
  const CoupletAutomaton *a = samples->automaton;
  if (a->n_thresholds == 1)
    return a->row[a->initial];
  if (conflict->orders->len == 0)
    return COUPLET_NONE;
  gboolean last = end_of (samples, conflict, TRUE)->step > end_of (samples, conflict, FALSE)->step;
  guint order = g_array_index (conflict->orders, guint, last ? conflict->orders->len - 1 : 0);
  guint stored = walk_order (samples, order)->stored;
  guint32 t = walk_transition (samples, walk_sample (samples, stored)->step);
  return couplet_guard_is_true (couplet_guard_of (a, t)) ? in_changed (samples, t) : COUPLET_NONE;
}

/* ---- Trying -----------------------------------------------------------------------------------
 */

/* Chooses the next place by what still rules proofs out in built, and adds it.
 * FALSE when there is none. */
static gboolean
add_next_place (Repair *repair, gboolean last, const Draft *draft, const CoupletAutomaton *built,
                const Judgement *judgement)
{
  const CoupletEvidence *evidence = judgement_evidence (judgement, COUPLET_EVIDENCE_VIOLATION);
  if (evidence == NULL || couplet_evidence_automaton (evidence) != built)
    return FALSE;
  const CoupletAutomaton *seen = judgement->unfolded != NULL ? judgement->unfolded : built;
  g_autoptr (WalkSamples) samples = evidence_samples (seen, evidence);
  if (samples == NULL)
    return FALSE;
  g_autoptr (ShiftConflict) conflict = shift_conflict_find (samples);
  if (conflict == NULL)
    return FALSE;
  guint32 place = in_changed (samples, choose_place (samples, conflict, repair->kind, last));
  place = place != COUPLET_NONE ? draft_origin (draft, built, place) : COUPLET_NONE;
  if (place == COUPLET_NONE || has_place (repair, place))
    return FALSE;
  g_array_append_val (repair->places, place);
  return TRUE;
}

/* Builds and judges what repair has so far. TRUE when it is private; else
 * *goes_on tells whether another place was added. */
static gboolean
try_places (Repair *repair, gboolean last, const CoupletAutomaton *a, const Judge *judge,
            gboolean *goes_on)
{
  g_autoptr (Draft) draft = NULL;
  g_autoptr (CoupletAutomaton) built = repair_build (a, repair, 1, &draft);
  *goes_on = FALSE;
  if (built == NULL)
    return FALSE;
  g_auto (Judgement) judgement;
  judge_automaton (judge, built, &judgement);
  if (judgement.is_private) {
    mpq_set (repair->costs[0].value, judgement.cost.value);
    repair->n_costs = 1;
    return TRUE;
  }
  *goes_on = add_next_place (repair, last, draft, built, &judgement);
  return FALSE;
}

/* The costs of halting later. */
static void
try_more_turns (Repair *repair, const CoupletAutomaton *a, const Judge *judge)
{
  for (guint turns = 2; turns <= REPAIR_MOST_TURNS; turns++) {
    g_autoptr (CoupletAutomaton) built = repair_build (a, repair, turns, NULL);
    g_auto (Judgement) judgement = {0};
    if (built == NULL)
      return;
    judge_automaton (judge, built, &judgement);
    if (!judgement.is_private)
      return;
    mpq_set (repair->costs[repair->n_costs++].value, judgement.cost.value);
  }
}

/* Whether what halts after so many turns tells anything of its inputs: at cost 0 it does not. */
static gboolean
tells_something (const Repair *repair, guint turns)
{
  return mpq_sgn (repair->costs[turns - 1].value) > 0;
}

static Repair *
try_kind (const WalkSamples *samples, const ShiftConflict *conflict, RepairKind kind, gboolean last,
          const Judge *judge)
{
  Repair *repair = repair_new (kind);
  const CoupletAutomaton *a = changed_automaton (samples);
  guint32 place = in_changed (samples, choose_place (samples, conflict, kind, last));
  repair->drawn = kind == REPAIR_REDRAW ? choose_drawn (samples, conflict) : COUPLET_NONE;
  gboolean goes_on =
      place != COUPLET_NONE && (kind != REPAIR_REDRAW || repair->drawn != COUPLET_NONE);
  gboolean found = FALSE;
  if (goes_on)
    g_array_append_val (repair->places, place);
  while (!found && goes_on && repair->places->len <= MOST_ROUNDS)
    found = try_places (repair, last, a, judge, &goes_on);
  if (found && kind == REPAIR_STOP)
    try_more_turns (repair, a, judge);
  if (found && tells_something (repair, repair->n_costs))
    return repair;
  repair_free (repair);
  return NULL;
}

static gboolean
is_known (const GPtrArray *repairs, const Repair *repair)
{
  for (guint r = 0; r < repairs->len; r++) {
    const Repair *other = repairs->pdata[r];
    gboolean same = other->kind == repair->kind && other->places->len == repair->places->len;
    for (guint i = 0; same && i < repair->places->len; i++)
      same = has_place (other, place_at (repair, i));
    if (same)
      return TRUE;
  }
  return FALSE;
}

GPtrArray *
repairs_find (const WalkSamples *samples, const ShiftConflict *conflict, const Judge *judge)
{
  GPtrArray *repairs = g_ptr_array_new_with_free_func (repair_free);
  if (changed_automaton (samples)->n_states > MOST_STATES / REPAIR_MOST_TURNS)
    return repairs;
  for (RepairKind kind = 0; kind < N_REPAIRS; kind++)
    for (int last = 0; last < 2; last++) {
      Repair *repair = try_kind (samples, conflict, kind, last != 0, judge);
      if (repair == NULL)
        continue;
      if (is_known (repairs, repair))
        repair_free (repair);
      else
        g_ptr_array_add (repairs, repair);
    }
  return repairs;
}

/* ---- Words
 * ---------------------------------------------------------------------------------------- */

static void
put_places (Line *line, const CoupletAutomaton *a, const Repair *repair)
{
  for (guint i = 0; i < repair->places->len; i++) {
    line_put (line, i == 0 ? "" : i + 1 < repair->places->len ? ", " : " and ");
    put_transition (line, a, place_at (repair, i));
  }
}

static void
put_costs (Line *line, const Repair *repair)
{
  if (repair->kind != REPAIR_STOP) {
    line_put (line, ". Cost %q.", &repair->costs[0]);
    return;
  }
  static const char *const times[REPAIR_MOST_TURNS] = {"first", "second", "third"};
  const char *before = ". Cost ", *after = " when halting after the %s time";
  for (guint i = 0; i < repair->n_costs; i++) {
    if (!tells_something (repair, i + 1))
      continue;
    line_put (line, "%s%q", before, &repair->costs[i]);
    line_put (line, after, times[i]);
    before = ", ";
    after = " after the %s";
  }
  line_put (line, ".");
}

/* `Re-assign the threshold, with the input and the noise of draw, right after ` */
static void
put_redrawn (Line *line, const CoupletAutomaton *a, const Repair *repair)
{
  const CoupletAssignment *assignment = couplet_assignment_of (a, repair->drawn);
  g_autoptr (GString) what = g_string_new ("Re-assign ");
  for (guint32 i = 0; i < assignment->n_thresholds && a->n_thresholds > 1; i++)
    g_string_append_printf (what, "%s%s", i > 0 ? " and " : "",
                            a->thresholds[assignment->thresholds[i]]);
  line_put (line, "%b", a->n_thresholds > 1 ? what->str : "Re-assign the threshold");
  line_put (line, ", with the input and the noise of %c, right after ",
            a->states[a->source[repair->drawn]].name);
}

static void
tell_repair (Document *document, const CoupletAutomaton *a, const Repair *repair)
{
  Line *line = document_item (document);
  switch (repair->kind) {
  case REPAIR_DROP_OUTPUT:
    line_put (line, "%b. Output a symbol instead on ", "Drop the real-valued output");
    break;
  case REPAIR_DRAW_FRESH: {
    g_autofree char *d = couplet_number_to_string (a, output_noise (a, place_at (repair, 0)));
    line_put (line, "%b (noise parameter %m unless the state has one) on ",
              "Draw fresh noise for the output", d);
    break;
  }
  case REPAIR_STOP:
    line_put (line, "%b. Halt after a bounded number of times through ", "Add a stopping rule");
    break;
  default:
    put_redrawn (line, a, repair);
  }
  put_places (line, a, repair);
  put_costs (line, repair);
}

void
tell_repairs (Document *document, const CoupletAutomaton *automaton, const GPtrArray *repairs)
{
  line_put (document_heading (document, 2), "What would make it private");
  if (repairs->len == 0) {
    line_put (document_paragraph (document),
              "None of the changes that were tried leaves a private mechanism that tells anything "
              "of its inputs: dropping or re-drawing a real output, a stopping rule, re-assigning "
              "the threshold.");
    return;
  }
  line_put (
      document_paragraph (document),
      "Each change was made and what came of it verified; costs are exact and in multiples of "
      "{eps}.");
  for (guint i = 0; i < repairs->len; i++)
    tell_repair (document, automaton, repairs->pdata[i]);
}
