/* SPDX-License-Identifier: Apache-2.0 */
#include "repair.h"

#include "evidence_walks.h"
#include "unfolded.h"

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
  guint stored = couplet_path_row (samples->path, order)->value;
  guint32 t = walk_transition (samples, walk_sample (samples, stored)->step);
  return couplet_guard_is_true (couplet_guard_of (a, t))
             ? couplet_folded_transition (samples->automaton, t)
             : COUPLET_NONE;
}

/* ---- Trying --------------------------------------------------------------------------------- */

/* Chooses the next place by what still rules proofs out in built, of which result is, and adds it.
 * FALSE when there is none. */
static gboolean
add_next_place (Repair *repair, gboolean last, const Draft *draft, const CoupletResult *result)
{
  g_autoptr (ShiftConflict) conflict = NULL;
  g_autoptr (WalkSamples) samples = violating_walk (result, &conflict);
  if (samples == NULL)
    return FALSE;
  guint32 place = couplet_folded_transition (samples->automaton,
                                             choose_place (samples, conflict, repair->kind, last));
  place = place != COUPLET_NONE ? draft_origin (draft, result->automaton, place) : COUPLET_NONE;
  if (place == COUPLET_NONE || repair_has_place (repair, place))
    return FALSE;
  g_array_append_val (repair->places, place);
  return TRUE;
}

/* Notes the cost when result is that the repaired automaton is private. */
static gboolean
note_cost (Repair *repair, const CoupletResult *result)
{
  const CoupletRational *cost = exact_cost (result);
  if (cost != NULL)
    mpq_set (repair->costs[repair->n_costs++].value, cost->value);
  return cost != NULL;
}

/* Builds and verifies what repair has so far. TRUE when it is private; else
 * *goes_on tells whether another place was added. */
static gboolean
try_places (Repair *repair, gboolean last, const CoupletAutomaton *a, Examiner *examiner,
            gboolean *goes_on)
{
  g_autoptr (Draft) draft = NULL;
  g_autoptr (CoupletAutomaton) built = repair_build (a, repair, 1, &draft);
  *goes_on = FALSE;
  if (built == NULL)
    return FALSE;
  g_autoptr (CoupletExamination) examination = examiner_ask (examiner, built);
  const CoupletResult *result = couplet_examination_result (examination);
  if (note_cost (repair, result))
    return TRUE;
  *goes_on = add_next_place (repair, last, draft, result);
  return FALSE;
}

/* The costs of halting later. */
static void
try_more_turns (Repair *repair, const CoupletAutomaton *a, Examiner *examiner)
{
  gboolean good = TRUE;
  for (guint turns = 2; turns <= REPAIR_MOST_TURNS && good; turns++) {
    g_autoptr (CoupletAutomaton) built = repair_build (a, repair, turns, NULL);
    g_autoptr (CoupletExamination) examination =
        built != NULL ? examiner_ask (examiner, built) : NULL;
    good = examination != NULL && note_cost (repair, couplet_examination_result (examination));
  }
}

static Repair *
try_kind (const WalkSamples *samples, const ShiftConflict *conflict, RepairKind kind, gboolean last,
          Examiner *examiner)
{
  Repair *repair = repair_new (kind);
  const CoupletAutomaton *a = input_automaton (samples->automaton);
  guint32 place =
      couplet_folded_transition (samples->automaton, choose_place (samples, conflict, kind, last));
  repair->drawn = kind == REPAIR_REDRAW ? choose_drawn (samples, conflict) : COUPLET_NONE;
  gboolean goes_on =
      place != COUPLET_NONE && (kind != REPAIR_REDRAW || repair->drawn != COUPLET_NONE);
  gboolean found = FALSE;
  if (goes_on)
    g_array_append_val (repair->places, place);
  while (!found && goes_on && repair->places->len <= MOST_ROUNDS)
    found = try_places (repair, last, a, examiner, &goes_on);
  if (found && kind == REPAIR_STOP)
    try_more_turns (repair, a, examiner);
  if (found && repair_tells_something (repair, repair->n_costs))
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
      same = repair_has_place (other, repair_place (repair, i));
    if (same)
      return TRUE;
  }
  return FALSE;
}

GPtrArray *
repairs_find (const WalkSamples *samples, const ShiftConflict *conflict, Examiner *examiner)
{
  GPtrArray *repairs = g_ptr_array_new_with_free_func (repair_free);
  if (input_automaton (samples->automaton)->n_states > MOST_STATES / REPAIR_MOST_TURNS)
    return repairs;
  for (RepairKind kind = 0; kind < N_REPAIRS; kind++)
    for (int last = 0; last < 2; last++) {
      Repair *repair = try_kind (samples, conflict, kind, last != 0, examiner);
      if (repair == NULL)
        continue;
      if (is_known (repairs, repair))
        repair_free (repair);
      else
        g_ptr_array_add (repairs, repair);
    }
  return repairs;
}
