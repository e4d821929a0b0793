/* SPDX-License-Identifier: Apache-2.0 */
#include "segment.h"

#include "antichain.h"
#include "bound.h"
#include "vector_search.h"
#include "findings.h"
#include "walk_evidence.h"

#include <couplet/internal/large.h>
#include <couplet/internal/plugin.h>

#include <string.h>

/* Walks without assignments that lead to the same end and leave the same shifts are a class: for
 * each of the shifts the cost of the walk that costs most, and of what the end asks for. */
typedef struct {
  guint32 end; /* an assignment, or after them the part where they stop */
  guint32 shifts;
  CoupletVector cost;
} Rest;

/* With several thresholds there may be as many classes as sets of possible shifts, and
 * the search for a violation keeps a vector for each. */
#define MOST_VECTORS 20000000
#define MOST_BYTES (G_GUINT64_CONSTANT (1) << 32)

/* Of the pace, with costs of a machine word: for a transition, for a rest, and for the assignments
 * that leave a state. */
#define STEPS_PER_TRANSITION 16
#define STEPS_PER_REST 32
#define STEPS_PER_STATE 50

/* A part is a component of the automaton without its assignments: all its states have the same
 * rests, of which none is below another. */
typedef struct {
  CoupletContext *context; /* when it says to stop, what is told from then on means nothing */
  const CoupletAutomaton *automaton;
  SegmentStrategy strategy;
  CoupletUnit *unit;
  CoupletPace pace;
  CoupletComponents *whole; /* the components of the automaton */
  CoupletComponents *parts; /* and these, those of one of them after one another; the last one is
                               no part */
  guint32 n_parts;
  CoupletVector *worst; /* per transition that assigns: entry x + 1 is the cost from it on when the
                           previous shift is x */
  GArray *all;          /* Rest */
  guint32 *first, *n;   /* per part: its rests */
  gsize most;           /* of these, about */
  gsize room;           /* where there are more rests, those not needed any more are forgotten */
  gboolean some_forgotten;
  gboolean too_many;     /* more than most: the last ones are missing */
  GArray *found;         /* Rest: those of the part at hand */
  GArray *next;          /* guint32, beside these: another one with the same end; COUPLET_NONE */
  guint32 *of_end;       /* per end: the place of one of these; COUPLET_NONE */
  GArray *reduced;       /* Candidate, tagged with their place in found */
  GArray *vectors;       /* CoupletVector: of the evidence */
  guint32 *first_vector; /* n_parts + 1: where those of a part begin */
} Segments;

/* ---- Parts ---------------------------------------------------------------------------------- */

/* They are found from one more state, which leads to all others, the last components first: so
 * nothing before a component is left when its own are found. */
static CoupletComponents *
find_parts (const CoupletAutomaton *a, const CoupletComponents *whole)
{
  guint32 n = a->n_states, n_reached = whole->first[whole->n_components], used = 0;
  g_autofree guint32 *row = g_new (guint32, (gsize)n + 2);
  g_autofree guint32 *target = g_new (guint32, (gsize)a->n_transitions + n);
  for (guint32 q = 0; q < n; q++) {
    row[q] = used;
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (a->assignment[t] == 0)
        target[used++] = a->target[t];
  }
  row[n] = used;
  memcpy (&target[used], whole->members, n_reached * sizeof *target);
  row[n + 1] = used + n_reached;
  return couplet_components_of_rows (n + 1, row, target, n);
}

static guint32
part_of (const Segments *segments, guint32 state)
{
  return segments->parts->component[state];
}

/* The component that a part belongs to. */
static guint32
whole_of (const Segments *segments, guint32 part)
{
  const CoupletComponents *parts = segments->parts;
  return segments->whole->component[parts->members[parts->first[part]]];
}

/* Sets the last component that leads to each part. */
static void
find_last_users (const Segments *segments, guint32 *last_user)
{
  const CoupletAutomaton *a = segments->automaton;
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (a->reachable[a->source[t]]) {
      guint32 *last = &last_user[part_of (segments, a->target[t])];
      *last = MAX (*last, segments->whole->component[a->source[t]]);
    }
}

/* Forgets the rests of the first n parts that neither component nor later ones need. */
static void
forget_rests (Segments *segments, guint32 component, guint32 n)
{
  Rest *all = (Rest *)(gpointer)segments->all->data;
  guint32 kept = 0;
  g_autofree guint32 *last_user = g_new0 (guint32, segments->n_parts);
  find_last_users (segments, last_user);
  for (guint32 p = 0; p < n; p++) {
    if (last_user[p] < component)
      segments->n[p] = 0;
    memmove (&all[kept], &all[segments->first[p]], segments->n[p] * sizeof *all);
    segments->first[p] = kept;
    kept += segments->n[p];
  }
  g_array_set_size (segments->all, kept);
  segments->some_forgotten = TRUE;
  segments->room = MAX (segments->room, 2 * (gsize)kept);
}

/* ---- The rests of a part -------------------------------------------------------------------- */

/* Whether it is time to end, after so many steps. */
static gboolean
is_over (Segments *segments, guint64 steps)
{
  segments->too_many |= segments->all->len > segments->most;
  return segments->too_many ||
         couplet_pace_over (&segments->pace, steps * couplet_unit_steps (segments->unit));
}

static void
raise_vector (CoupletVector *vector, const CoupletVector *other)
{
  for (int x = 0; x < 3; x++)
    vector->at[x] = couplet_cost_max (vector->at[x], other->at[x]);
}

/* Adds rest, restricted to the shifts among kept, to those found, or joins it with the one of its
 * class. */
static void
add_rest (Segments *segments, Rest rest, CoupletShifts kept)
{
  guint32 *head = &segments->of_end[rest.end];
  rest.shifts &= kept;
  for (int x = -1; x <= 1; x++)
    if (!couplet_shifts_have (kept, x))
      rest.cost.at[x + 1] = COUPLET_COST_INFINITE;
  for (guint32 i = *head; i != COUPLET_NONE; i = g_array_index (segments->next, guint32, i)) {
    Rest *known = &g_array_index (segments->found, Rest, i);
    if (known->shifts == rest.shifts) {
      raise_vector (&known->cost, &rest.cost);
      return;
    }
  }
  g_array_append_val (segments->next, *head);
  *head = segments->found->len;
  g_array_append_val (segments->found, rest);
}

/* Loads transition as it is whatever its input's difference is. */
static void
load_joined (const Segments *segments, CoupletStep *step, guint32 transition)
{
  couplet_step_load (step, segments->automaton, segments->whole, segments->unit, transition);
  couplet_step_join (step);
}

/* Adds what transition leads to: an assignment, or the rests of another part. */
static void
add_way_out (Segments *segments, guint32 transition, CoupletShifts kept)
{
  const CoupletAutomaton *a = segments->automaton;
  guint32 next = part_of (segments, a->target[transition]);
  CoupletStep step;
  if (a->assignment[transition] != 0) {
    add_rest (segments, (Rest){transition, COUPLET_ALL_SHIFTS, segments->worst[transition]}, kept);
    return;
  }
  load_joined (segments, &step, transition);
  kept &= couplet_step_shifts (&step, 0, COUPLET_ALL_SHIFTS);
  for (guint32 i = 0; i < segments->n[next]; i++) {
    Rest rest = g_array_index (segments->all, Rest, segments->first[next] + i);
    for (int x = 0; x < 3; x++)
      rest.cost.at[x] = couplet_cost_add (segments->unit, rest.cost.at[x], step.pay[0][x]);
    add_rest (segments, rest, kept);
  }
}

static gboolean
stays (const Segments *segments, guint32 transition)
{
  const CoupletAutomaton *a = segments->automaton;
  return a->assignment[transition] == 0 &&
         part_of (segments, a->target[transition]) == part_of (segments, a->source[transition]);
}

/* The shifts that all transitions from state which stay in its part allow. */
static CoupletShifts
shifts_inside (const Segments *segments, guint32 state)
{
  const CoupletAutomaton *a = segments->automaton;
  CoupletShifts kept = COUPLET_ALL_SHIFTS;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    CoupletStep step;
    if (!stays (segments, t))
      continue;
    load_joined (segments, &step, t);
    kept &= couplet_step_shifts (&step, 0, COUPLET_ALL_SHIFTS);
  }
  return kept;
}

/* Moves those of candidates to the front that are not below another; returns their number. */
static guint32
reduce (const Segments *segments, GArray *candidates)
{
  return antichain_reduce ((Candidate *)(gpointer)candidates->data, candidates->len,
                           segments->context);
}

/* Keeps those of the rests found that are not below another, and forgets the others. */
static void
keep_rests (Segments *segments, guint32 part)
{
  g_array_set_size (segments->reduced, 0);
  for (guint i = 0; i < segments->found->len; i++) {
    const Rest *rest = &g_array_index (segments->found, Rest, i);
    Candidate candidate = {rest->cost, i};
    segments->of_end[rest->end] = COUPLET_NONE;
    g_array_append_val (segments->reduced, candidate);
  }
  segments->first[part] = segments->all->len;
  segments->n[part] = reduce (segments, segments->reduced);
  for (guint i = 0; i < segments->n[part]; i++) {
    guint32 tag = g_array_index (segments->reduced, Candidate, i).tag;
    g_array_append_val (segments->all, g_array_index (segments->found, Rest, tag));
  }
}

/* All walks inside a part are free: the adversary can take all of them before he leaves.
 * FALSE when it is time to end. */
static gboolean
find_rests (Segments *segments, guint32 part)
{
  const CoupletAutomaton *a = segments->automaton;
  const CoupletComponents *parts = segments->parts;
  CoupletShifts kept = COUPLET_ALL_SHIFTS;
  g_array_set_size (segments->found, 0);
  g_array_set_size (segments->next, 0);
  for (guint32 i = parts->first[part]; i < parts->first[part + 1]; i++)
    kept &= shifts_inside (segments, parts->members[i]);
  for (guint32 i = parts->first[part]; i < parts->first[part + 1]; i++) {
    guint32 begin = a->row[parts->members[i]], end = a->row[parts->members[i] + 1];
    for (guint32 t = begin; t < end; t++)
      if (!stays (segments, t))
        add_way_out (segments, t, kept);
    if (is_over (segments, STEPS_PER_TRANSITION * (guint64)(end - begin)))
      return FALSE;
  }
  if (segments->found->len == 0)
    add_rest (segments, (Rest){a->n_transitions + part, COUPLET_ALL_SHIFTS, {{0, 0, 0}}}, kept);
  keep_rests (segments, part);
  return !is_over (segments, STEPS_PER_REST * (guint64)segments->found->len);
}

/* ---- Assignments ---------------------------------------------------------------------------- */

/* For each previous shift the least of what the shifts that may follow it pay, with difference i,
 * and rest asks for. */
static CoupletVector
best_answers (const Segments *segments, const CoupletStep *step, guint32 i, const Rest *rest)
{
  CoupletVector best = {{COUPLET_COST_INFINITE, COUPLET_COST_INFINITE, COUPLET_COST_INFINITE}};
  for (int y = -1; y <= 1; y++) {
    CoupletCost cost = couplet_cost_add (segments->unit, step->pay[i][y + 1], rest->cost.at[y + 1]);
    for (int x = -1; x <= 1; x++)
      if (couplet_step_links (step, x, y))
        best.at[x + 1] = couplet_cost_min (best.at[x + 1], cost);
  }
  return best;
}

/* Raises the worst of transition to what its target's rests ask for. TRUE when it rose. */
static gboolean
weigh (Segments *segments, guint32 transition)
{
  guint32 part = part_of (segments, segments->automaton->target[transition]);
  CoupletVector *worst = &segments->worst[transition], before = *worst;
  CoupletStep step;
  couplet_step_load (&step, segments->automaton, segments->whole, segments->unit, transition);
  /* a fixed shift is chosen before the difference is known, unless it is the difference */
  if (segments->strategy == SEGMENT_FIXED && !step.tight)
    couplet_step_join (&step);
  for (guint32 r = 0; r < segments->n[part] && !is_over (segments, STEPS_PER_REST); r++)
    for (guint32 i = 0; i < step.n; i++) {
      const Rest *rest = &g_array_index (segments->all, Rest, segments->first[part] + r);
      CoupletVector best = best_answers (segments, &step, i, rest);
      raise_vector (worst, &best);
    }
  return !couplet_vector_below (worst, &before);
}

/* Weighs the assignments from states of component: those that stay in it (inside)
 * or those that leave it. TRUE when one rose. */
static gboolean
weigh_all (Segments *segments, guint32 component, gboolean inside)
{
  const CoupletAutomaton *a = segments->automaton;
  const CoupletComponents *whole = segments->whole;
  guint64 steps = (guint64)STEPS_PER_STATE * couplet_unit_steps (segments->unit);
  gboolean raised = FALSE;
  for (guint32 i = whole->first[component]; i < whole->first[component + 1]; i++) {
    guint32 q = whole->members[i];
    if (couplet_pace_over (&segments->pace, steps))
      break;
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (a->assignment[t] != 0 && couplet_on_cycle (a, whole, t) == inside)
        raised |= weigh (segments, t);
  }
  return raised;
}

/* Assignments on cycles depend on each other: repeated until none rises, which ends since cycle
 * transitions cost nothing. begin: the first of component's parts. Returns the first one after
 * them. */
static guint32
weigh_component (Segments *segments, guint32 component, guint32 begin)
{
  guint32 part;
  weigh_all (segments, component, FALSE);
  if (segments->all->len > segments->room)
    forget_rests (segments, component, begin);
  guint n_before = segments->all->len;
  do {
    g_array_set_size (segments->all, n_before);
    part = begin;
    while (part < segments->n_parts && whole_of (segments, part) == component &&
           find_rests (segments, part))
      part++;
  } while (weigh_all (segments, component, TRUE) && !segments->too_many &&
           !couplet_context_should_stop (segments->context));
  return part;
}

/* ---- Evidence `bound` (docs/evidence.md): allowances, for each part ------------------------- */

/* Sets candidates to the rests of part, in which costs above most are infinite. */
static void
load_rests (const Segments *segments, guint32 part, CoupletCost most, GArray *candidates)
{
  g_array_set_size (candidates, 0);
  for (guint32 i = 0; i < segments->n[part]; i++) {
    Candidate rest = {g_array_index (segments->all, Rest, segments->first[part] + i).cost, i};
    for (int x = 0; x < 3; x++)
      if (couplet_cost_compare (rest.vector.at[x], most) > 0)
        rest.vector.at[x] = COUPLET_COST_INFINITE;
    g_array_append_val (candidates, rest);
  }
  g_array_set_size (candidates, reduce (segments, candidates));
}

/* Finds the vectors; adds to *size how many there are for all states, up to little more
 * than limit. FALSE when it is time to end. */
static gboolean
find_allowances (Segments *segments, CoupletCost cost, gsize limit, gsize *size)
{
  const CoupletComponents *parts = segments->parts;
  CoupletPace pace = {.context = segments->context, .late = TRUE};
  GArray *rests = segments->reduced;
  for (guint32 p = 0; p < segments->n_parts; p++) {
    load_rests (segments, p, cost, rests);
    if (!allowances_append (segments->vectors, (Candidate *)(gpointer)rests->data, rests->len, cost,
                            segments->unit, &pace))
      return FALSE;
    segments->first_vector[p + 1] = segments->vectors->len;
    *size += (gsize)(segments->first_vector[p + 1] - segments->first_vector[p]) *
             (parts->first[p + 1] - parts->first[p]);
    if (*size > limit)
      return FALSE;
  }
  return TRUE;
}

static void
add_entry (gconstpointer data, CoupletEvidence *evidence, guint32 state)
{
  const Segments *segments = data;
  const guint32 *first = &segments->first_vector[part_of (segments, state)];
  couplet_evidence_begin_entry (evidence, state);
  if (state == segments->automaton->initial) { /* nothing is assigned or paid yet */
    couplet_evidence_begin_vector (evidence);
    return;
  }
  for (guint32 i = first[0]; i < first[1]; i++) {
    const CoupletVector *vector = &g_array_index (segments->vectors, CoupletVector, i);
    guint32 values[3];
    for (int x = 0; x < 3; x++)
      values[x] = couplet_evidence_add_cost (evidence, segments->unit, vector->at[x]);
    bound_add_vector (evidence, values);
  }
}

/* Adds it for cost, which is finite and in multiples of epsilon value, unless none is wanted; says
 * that it is left out when it is too large, or it is time to end. */
static void
give_bound (Segments *segments, CoupletCost cost, const CoupletRational *value,
            CoupletOutcome *outcome)
{
  /* long numbers count as many short ones */
  gsize limit =
      couplet_context_evidence_limit (segments->context) / couplet_unit_steps (segments->unit);
  gsize n_states = segments->whole->first[segments->whole->n_components], size = 0;
  const BoundSource source = {
      segments->context, segments->automaton, segments->whole, segments->unit, segments, add_entry};
  if (couplet_context_evidence_limit (segments->context) == 0)
    return;
  gboolean fits = n_states <= limit && !segments->some_forgotten;
  CoupletEvidence *evidence =
      fits && find_allowances (segments, cost, limit, &size) ? bound_new (&source, value) : NULL;
  bound_give (outcome, evidence, segments->unit, fits ? MAX (size, 1) : n_states);
}

/* ---- The answer ----------------------------------------------------------------------------- */

/* Adds `violation` to outcome, and the walk's words as its reason, unless none is wanted or
 * the work has to end. */
static void
give_violation (const Segments *segments, CoupletOutcome *outcome)
{
  if (couplet_context_evidence_limit (segments->context) == 0)
    return;
  g_autoptr (CoupletMoves) moves = couplet_moves_new (segments->automaton, segments->whole, NULL);
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  if (violation_search (segments->context, moves, segments->whole, MOST_VECTORS, walk) !=
      COUPLET_WALKS_IMPOSSIBLE)
    return;
  CoupletEvidence *violation = violation_evidence_new (segments->automaton, walk);
  vector_walk_tell (violation, outcome);
  couplet_outcome_take_evidence (outcome, violation);
}

/* The first assignment follows no other: its guard is `true`. (There are several where its
 * difference is remembered.) */
static CoupletCost
cost_of_walks (const Segments *segments)
{
  const CoupletAutomaton *a = segments->automaton;
  CoupletCost cost = 0;
  for (guint32 t = a->row[a->initial]; t < a->row[a->initial + 1]; t++)
    cost = couplet_cost_max (cost, segments->worst[t].at[0]);
  return cost;
}

/* Whether a gap is output that ties a segment's shift to what is not known where it is chosen: to
 * the difference of an input that is read without noise, or, where the sample is assigned, to the
 * shift of the next segment. */
static gboolean
is_tied_ahead (const CoupletAutomaton *a)
{
  for (guint32 t = 0; t < a->n_transitions; t++) {
    const CoupletState *state = couplet_source_state (a, t);
    if (couplet_output_of (a, t)->kind == COUPLET_GAP && a->reachable[a->source[t]] &&
        (a->assignment[t] != 0 ||
         (state->input != COUPLET_PUBLIC && a->noises[state->noise].d[0] == COUPLET_NO_NOISE)))
      return TRUE;
  }
  return FALSE;
}

static void
give_cost (Segments *segments, CoupletOutcome *outcome)
{
  CoupletCost cost = cost_of_walks (segments);
  if (cost == COUPLET_COST_INFINITE && is_tied_ahead (segments->automaton)) {
    couplet_outcome_set_reason (outcome,
                                "some chain of segments leaves its threshold no shift that is "
                                "chosen before what a gap ties it to is known");
    return;
  }
  if (cost == COUPLET_COST_INFINITE) {
    couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_UPPER_BOUND);
    couplet_outcome_set_found (outcome, COUPLET_FOUND_NO_STRATEGY);
    couplet_outcome_set_reason (outcome, "some chain of segments leaves its threshold no shift");
    give_violation (segments, outcome);
    return;
  }
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (segments->unit, cost, &value);
  couplet_outcome_set_cost (outcome, &value, COUPLET_GUARANTEE_UPPER_BOUND);
  give_bound (segments, cost, &value, outcome);
}

static void
give_answer (Segments *segments, CoupletOutcome *outcome)
{
  couplet_outcome_set_statistic (outcome, "classes", segments->all->len);
  if (couplet_context_should_stop (segments->context))
    couplet_outcome_set_reason (outcome, "%s", couplet_context_stop_reason (segments->context));
  else if (segments->too_many)
    couplet_outcome_set_reason (outcome, "more than %" G_GSIZE_FORMAT " classes of walks",
                                segments->most);
  else
    give_cost (segments, outcome);
}

/* segments: with its context, automaton, strategy, unit and components. */
static void
run_segments (Segments *segments, CoupletOutcome *outcome)
{
  const CoupletAutomaton *a = segments->automaton;
  guint32 n = segments->whole->n_components;
  g_autoptr (CoupletComponents) parts = find_parts (a, segments->whole);
  segments->parts = parts;
  segments->n_parts = parts->n_components - 1;
  gsize n_ends = (gsize)a->n_transitions + parts->n_components;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Rest));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Rest));
  g_autoptr (GArray) next = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) reduced = g_array_new (FALSE, FALSE, sizeof (Candidate));
  g_autoptr (GArray) vectors = g_array_new (FALSE, FALSE, sizeof (CoupletVector));
  g_autofree CoupletVector *worst = couplet_large_new0 (CoupletVector, a->n_transitions);
  g_autofree guint32 *of_end = couplet_large_new (guint32, n_ends);
  g_autofree guint32 *of_parts = couplet_large_new0 (guint32, 3 * ((gsize)segments->n_parts + 1));
  segments->all = all;
  segments->found = found;
  segments->next = next;
  segments->reduced = reduced;
  segments->vectors = vectors;
  segments->worst = worst;
  segments->of_end = of_end;
  segments->first = of_parts;
  segments->n = segments->first + segments->n_parts;
  segments->first_vector = segments->n + segments->n_parts;
  memset (of_end, 0xff, n_ends * sizeof *of_end); /* COUPLET_NONE */
  guint32 part = 0;
  for (guint32 c = 0; c < n && !couplet_context_should_stop (segments->context); c++) {
    part = weigh_component (segments, c, part);
    couplet_context_progress (segments->context, c, n);
  }
  give_answer (segments, outcome);
}

gboolean
segment_run (CoupletContext *context, const CoupletAutomaton *automaton, SegmentStrategy strategy,
             gsize most_classes, CoupletOutcome *outcome, GError **error)
{
  if (automaton->n_thresholds > 1) {
    const SearchOptions several = {strategy == SEGMENT_FIXED ? SEARCH_FIXED : SEARCH_ADAPTIVE, 0,
                                   MOST_VECTORS, MOST_BYTES, NULL};
    return vector_search (context, automaton, &several, outcome, error);
  }
  g_autoptr (CoupletUnit) unit = couplet_unit_new_within (automaton, context, error);
  g_autoptr (CoupletComponents) components =
      unit != NULL ? couplet_components_new_within (automaton, context) : NULL;
  if (components == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  Segments segments = {.context = context,
                       .automaton = automaton,
                       .strategy = strategy,
                       .unit = unit,
                       .pace = {.context = context},
                       .whole = components,
                       .most = most_classes,
                       .room = CLAMP (couplet_context_evidence_limit (context), most_classes / 16,
                                      most_classes / 2)};
  run_segments (&segments, outcome);
  return TRUE;
}
