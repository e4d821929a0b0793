/* SPDX-License-Identifier: Apache-2.0 */
#include "segment.h"

#include "allowances.h"
#include "bound.h"
#include "rests.h"
#include "vector_search.h"
#include "vector_walk.h"
#include "violation.h"

#include <couplet/internal/plugin.h>

/* With several thresholds there may be as many classes as sets of possible shifts, and
 * the search for a violation keeps a vector for each. */
#define MOST_VECTORS 20000000
#define MOST_BYTES (G_GUINT64_CONSTANT (1) << 32)
/* With one, of all components, at a time; so many at least stay for evidence. */
#define MOST_CLASSES ((gsize)(MOST_BYTES / sizeof (Rest)))
#define KEPT_CLASSES (MOST_CLASSES / 16)

/* ---- Evidence for the polynomial upper bound, docs/evidence.md ---- */

/* Of the pace, where numbers are of a few words. */
#define STEPS_PER_VECTOR 100

/* The vectors of the evidence: allowances, for each component without assignments. */
typedef struct {
  const Rests *rests;
  GArray *vectors; /* CoupletVector */
  guint32 *first;  /* n_components + 1: where those of a component begin */
  CoupletPace pace;
} EvidenceVectors;

/* Sets found (Candidate) to the rests of component, in which costs above most are infinite. */
static void
load_rests (const EvidenceVectors *work, guint32 component, CoupletCost most, GArray *found)
{
  const Rests *rests = work->rests;
  g_array_set_size (found, 0);
  for (guint32 i = 0; i < rests->n[component]; i++) {
    Candidate rest = {g_array_index (rests->all, Rest, rests->first[component] + i).cost, i};
    for (int x = 0; x < 3; x++)
      if (couplet_cost_compare (rest.vector.at[x], most) > 0)
        rest.vector.at[x] = COUPLET_COST_INFINITE;
    g_array_append_val (found, rest);
  }
  g_array_set_size (found, antichain_reduce ((Candidate *)(gpointer)found->data, found->len,
                                             work->rests->context));
}

/* Finds the vectors; adds to *size how many there are for all states, up to little more
 * than limit. FALSE when it is time to end. */
static gboolean
find_vectors (EvidenceVectors *work, CoupletCost cost, gsize limit, gsize *size)
{
  const CoupletComponents *components = work->rests->components;
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Candidate));
  for (guint32 c = 0; c + 1 < components->n_components; c++) {
    load_rests (work, c, cost, found);
    if (!allowances_append (work->vectors, (Candidate *)(gpointer)found->data, found->len, cost,
                            work->rests->unit, &work->pace))
      return FALSE;
    work->first[c + 1] = work->vectors->len;
    *size += (gsize)(work->first[c + 1] - work->first[c]) *
             (components->first[c + 1] - components->first[c]);
    if (*size > limit)
      return FALSE;
  }
  return TRUE;
}

static guint64
steps_of_entry (gconstpointer data, guint32 state)
{
  const EvidenceVectors *work = data;
  guint32 component = work->rests->components->component[state];
  return (work->first[component + 1] - work->first[component] + 1) * (guint64)STEPS_PER_VECTOR;
}

static void
add_entry (gconstpointer data, CoupletEvidence *evidence, guint32 state)
{
  const EvidenceVectors *work = data;
  guint32 component = work->rests->components->component[state];
  couplet_evidence_begin_entry (evidence, state);
  if (state == work->rests->automaton->initial) { /* nothing is assigned or paid yet */
    couplet_evidence_begin_vector (evidence);
    return;
  }
  for (guint32 i = work->first[component]; i < work->first[component + 1]; i++) {
    const CoupletVector *vector = &g_array_index (work->vectors, CoupletVector, i);
    guint32 values[3];
    for (int x = 0; x < 3; x++)
      values[x] = couplet_evidence_add_cost (evidence, work->rests->unit, vector->at[x]);
    bound_add_vector (evidence, values);
  }
}

/* NULL when it is time to end. */
static CoupletEvidence *
write_bound (const EvidenceVectors *work, CoupletCost cost)
{
  const Rests *rests = work->rests;
  const BoundSource source = {rests->context, rests->automaton, rests->whole, rests->unit,
                              work,           steps_of_entry,   add_entry};
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (rests->unit, cost, &value);
  return bound_new (&source, &value);
}

/* The evidence, or NULL, and in *size what is known of its size, when that is more than
 * limit or it is time to end. */
static CoupletEvidence *
find_bound (const Rests *rests, CoupletCost cost, gsize limit, gsize *size)
{
  *size = rests->whole->first[rests->whole->n_components];
  if (*size > limit || rests->some_forgotten)
    return NULL;
  g_autoptr (GArray) vectors = g_array_new (FALSE, FALSE, sizeof (CoupletVector));
  g_autofree guint32 *first = g_new0 (guint32, rests->components->n_components);
  EvidenceVectors work = {rests, vectors, first, {.context = rests->context, .late = TRUE}};
  *size = 0;
  return find_vectors (&work, cost, limit, size) ? write_bound (&work, cost) : NULL;
}

/* Adds `bound` for cost, which is finite and that of the first assignment, to outcome,
 * unless none is wanted; says that it is left out when it is too large. */
static void
segment_give_bound (const Rests *rests, CoupletCost cost, CoupletOutcome *outcome)
{
  /* long numbers count as many short ones */
  gsize limit = couplet_context_evidence_limit (rests->context) / couplet_unit_steps (rests->unit);
  gsize size = 0;
  if (couplet_context_evidence_limit (rests->context) == 0)
    return;
  CoupletEvidence *evidence = find_bound (rests, cost, limit, &size);
  bound_give (outcome, evidence, rests->unit, MAX (size, 1));
}

/* Adds `violation` to outcome, and the walk's words as its reason, unless none is wanted or
 * the work has to end. */
static void
segment_give_violation (const Rests *rests, CoupletOutcome *outcome)
{
  if (couplet_context_evidence_limit (rests->context) == 0)
    return;
  g_autoptr (CoupletMoves) moves = couplet_moves_new (rests->automaton, rests->whole, NULL);
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  if (violation_search (rests->context, moves, rests->whole, MOST_VECTORS, walk) !=
      COUPLET_WALKS_IMPOSSIBLE)
    return;
  CoupletEvidence *violation = violation_evidence_new (rests->automaton, walk);
  vector_walk_tell (violation, outcome);
  couplet_outcome_take_evidence (outcome, violation);
}

/* For the assignments that leave a state, of 10 ns. */
#define STEPS 50

/* ---- Assignments -------------------------------------------------------------------- */

/* Raises the worst of transition to what its target's rests ask for. TRUE when it rose. */
static gboolean
weigh (Rests *rests, SegmentStrategy strategy, guint32 transition)
{
  CoupletStep step;
  couplet_step_load (&step, rests->automaton, rests->whole, rests->unit, transition);
  /* a fixed shift is chosen before the difference is known, unless it is the difference */
  if (strategy == SEGMENT_FIXED && !step.tight)
    couplet_step_join (&step);
  CoupletVector worst = rests_worst (rests, &step, transition);
  CoupletVector *before = &rests->worst[transition];
  gboolean raised = !couplet_vector_below (&worst, before);
  for (int x = 0; x < 3; x++)
    before->at[x] = couplet_cost_max (before->at[x], worst.at[x]);
  return raised;
}

/* Weighs the assignments from states of component: those that stay in it (inside)
 * or those that leave it. Sets *raised when one rose, and returns whether any is
 * there. */
static gboolean
weigh_all (Rests *rests, SegmentStrategy strategy, guint32 component, gboolean inside,
           gboolean *raised)
{
  const CoupletAutomaton *a = rests->automaton;
  const CoupletComponents *components = rests->whole;
  guint64 steps = (guint64)STEPS * couplet_unit_steps (rests->unit);
  gboolean any = FALSE;
  for (guint32 i = components->first[component]; i < components->first[component + 1]; i++) {
    guint32 q = components->members[i];
    if (couplet_pace_over (&rests->pace, steps))
      break;
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (a->assignment[t] != 0 && couplet_on_cycle (a, components, t) == inside) {
        any = TRUE;
        *raised |= weigh (rests, strategy, t);
      }
  }
  return any;
}

/* Assignments on cycles depend on each other: repeated until none rises, which
 * ends since cycle transitions cost nothing. */
static void
weigh_component (Rests *rests, SegmentStrategy strategy, guint32 component)
{
  gboolean raised = FALSE;
  weigh_all (rests, strategy, component, FALSE, &raised);
  do {
    rests_find (rests, component);
    raised = FALSE;
  } while (weigh_all (rests, strategy, component, TRUE, &raised) && raised && !rests->too_many &&
           !couplet_context_should_stop (rests->context));
}

/* ---- All of it ------------------------------------------------------------------------ */

/* The first assignment follows no other: its guard is `true`. (There are several where its
 * difference is remembered.) */
static CoupletCost
cost_of_walks (const Rests *rests)
{
  const CoupletAutomaton *a = rests->automaton;
  CoupletCost cost = 0;
  for (guint32 t = a->row[a->initial]; t < a->row[a->initial + 1]; t++)
    cost = couplet_cost_max (cost, rests->worst[t].at[0]);
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
    if (couplet_output_of (a, t)->kind != COUPLET_GAP || a->reachable[a->source[t]] == 0)
      continue;
    if (a->assignment[t] != 0 ||
        (state->input != COUPLET_PUBLIC && a->noises[state->noise].d[0] == COUPLET_NO_NOISE))
      return TRUE;
  }
  return FALSE;
}

/* How many states assignments lead to. */
static guint64
count_segments (const CoupletAutomaton *a)
{
  g_autofree guint8 *begins = g_new0 (guint8, a->n_states);
  guint64 n = 0;
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (a->assignment[t] != 0 && a->reachable[a->source[t]]) {
      n += !begins[a->target[t]];
      begins[a->target[t]] = 1;
    }
  return n;
}

static void
give_answer (const Rests *rests, CoupletOutcome *outcome)
{
  couplet_outcome_set_statistic (outcome, "segments", count_segments (rests->automaton));
  couplet_outcome_set_statistic (outcome, "classes", rests->all->len);
  if (couplet_context_should_stop (rests->context)) {
    couplet_outcome_set_reason (outcome, "%s", couplet_context_stop_reason (rests->context));
    return;
  }
  if (rests->too_many) {
    couplet_outcome_set_reason (outcome, "more than %" G_GSIZE_FORMAT " classes of walks",
                                MOST_CLASSES);
    return;
  }
  CoupletCost cost = cost_of_walks (rests);
  if (cost == COUPLET_COST_INFINITE && is_tied_ahead (rests->automaton)) {
    couplet_outcome_set_reason (outcome,
                                "some chain of segments leaves its threshold no shift that is "
                                "chosen before what a gap ties it to is known");
    return;
  }
  if (cost == COUPLET_COST_INFINITE) {
    couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_UPPER_BOUND);
    couplet_outcome_set_found (outcome, COUPLET_FOUND_NO_STRATEGY);
    couplet_outcome_set_reason (outcome, "some chain of segments leaves its threshold no shift");
    segment_give_violation (rests, outcome);
    return;
  }
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (rests->unit, cost, &value);
  couplet_outcome_set_cost (outcome, &value, COUPLET_GUARANTEE_UPPER_BOUND);
  segment_give_bound (rests, cost, outcome);
}

gboolean
segment_run (CoupletContext *context, const CoupletAutomaton *automaton, SegmentStrategy strategy,
             CoupletOutcome *outcome, GError **error)
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
  g_autoptr (Rests) rests =
      rests_new (context, automaton, components, unit, MOST_CLASSES,
                 CLAMP (couplet_context_evidence_limit (context), KEPT_CLASSES, MOST_CLASSES / 2));
  for (guint32 c = 0; c < components->n_components && !couplet_context_should_stop (context); c++) {
    weigh_component (rests, strategy, c);
    couplet_context_progress (context, c, components->n_components);
  }
  give_answer (rests, outcome);
  return TRUE;
}
