/* SPDX-License-Identifier: Apache-2.0 */
#include "segment.h"

#include "region.h"

#include <couplet/antichain.h>
#include <couplet/vector_search.h>

/* With several thresholds there may be as many classes as sets of possible shifts. */
#define MOST_VECTORS 20000000
#define MOST_BYTES (G_GUINT64_CONSTANT (1) << 32)
/* So many vectors are collected before the set is reduced. */
#define REDUCE_AT 256

/* What may follow an assignment into a state: for each class of segments from
 * there a vector, its entry x + 1 the cost of the rest when the shift is x. */
typedef struct {
  guint n;
  CoupletCandidate *futures; /* none below another */
} Target;

typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  CoupletRegions *regions;
  CoupletSegmentStrategy strategy;
  Target **targets;     /* per state; NULL: no assignment leads there (yet) */
  guint8 *is_target;    /* per state */
  CoupletVector *worst; /* per transition that assigns, by number: entry x + 1 is the
                           cost from it on when the previous shift is x */
  guint32 *number;      /* per transition: its place in worst */
  guint64 n_segments, n_classes;
} Work;

/* ---- The segments that begin in a state ------------------------------------------ */

static void
target_free (Target *target)
{
  if (target == NULL)
    return;
  g_free (target->futures);
  g_free (target);
}

/* A growing set of vectors. */
typedef struct {
  GArray *all; /* CoupletCandidate */
  guint reduce_at;
  CoupletContext *context;
} Futures;

static void
futures_add (Futures *futures, const CoupletVector *vector)
{
  CoupletCandidate candidate = {*vector, futures->all->len};
  g_array_append_val (futures->all, candidate);
  if (futures->all->len < futures->reduce_at)
    return;
  CoupletCandidate *all = (CoupletCandidate *)(gpointer)futures->all->data;
  g_array_set_size (futures->all,
                    couplet_antichain_reduce (all, futures->all->len, futures->context));
  futures->reduce_at = MAX (REDUCE_AT, 2 * futures->all->len);
}

/* cost plus more where shifts allow; infinite elsewhere. */
static CoupletVector
restrict_to (Work *work, const CoupletVector *cost, guint32 shifts, const CoupletVector *more)
{
  CoupletVector vector;
  for (int x = 0; x < 3; x++)
    vector.at[x] = (shifts >> x & 1) == 0 ? COUPLET_COST_INFINITE
                                          : couplet_cost_add (work->unit, cost->at[x], more->at[x]);
  return vector;
}

/* Adds what may follow the walks of class: their end, for which the state is
 * part of the class, or any assignment that ends the segment. */
static void
add_class (Work *work, Futures *futures, const CoupletClass *class)
{
  const CoupletAutomaton *a = work->automaton;
  const CoupletVector nothing = {{0, 0, 0}};
  CoupletVector ended = restrict_to (work, &class->cost, class->shifts, &nothing);
  futures_add (futures, &ended);
  for (guint32 t = a->row[class->state]; t < a->row[class->state + 1]; t++) {
    if (a->assignment[t] == 0)
      continue;
    CoupletVector vector =
        restrict_to (work, &class->cost, class->shifts, &work->worst[work->number[t]]);
    futures_add (futures, &vector);
  }
}

/* What may follow an assignment into state; needs the worst of all assignments
 * behind it. */
static Target *
look_ahead (Work *work, guint32 state)
{
  Futures futures = {g_array_new (FALSE, FALSE, sizeof (CoupletCandidate)), REDUCE_AT,
                     work->context};
  guint32 n = 0;
  const CoupletClass *classes = couplet_region_classes (work->regions, state, &n);
  if (classes == NULL) {
    CoupletVector impossible = {
        {COUPLET_COST_INFINITE, COUPLET_COST_INFINITE, COUPLET_COST_INFINITE}};
    futures_add (&futures, &impossible);
  }
  for (guint32 i = 0; i < n; i++)
    add_class (work, &futures, &classes[i]);
  work->n_segments++;
  work->n_classes += n;
  Target *target = g_new (Target, 1);
  CoupletCandidate *all = (CoupletCandidate *)(gpointer)futures.all->data;
  target->n = couplet_antichain_reduce (all, futures.all->len, work->context);
  target->futures = g_renew (CoupletCandidate, g_array_free (futures.all, FALSE), target->n);
  return target;
}

/* ---- Assignments -------------------------------------------------------------------- */

/* The greatest, over the futures, of the least of pay + future over the shifts
 * that may follow shift x. */
static CoupletCost
worst_future (Work *work, const CoupletStep *step, const CoupletCost *pay, int x,
              const Target *target)
{
  CoupletCost worst = 0;
  for (guint i = 0; i < target->n; i++) {
    CoupletCost least = COUPLET_COST_INFINITE;
    for (int y = -1; y <= 1; y++)
      if (couplet_step_links (step, x, y))
        least = couplet_cost_min (
            least, couplet_cost_add (work->unit, pay[y + 1], target->futures[i].vector.at[y + 1]));
    worst = couplet_cost_max (worst, least);
  }
  return worst;
}

/* With a fixed strategy the shift is chosen before the difference is known,
 * and pays for the worse one, except where it is bound to be the difference. */
static void
fix_strategy (CoupletStep *step)
{
  if (step->tight)
    return;
  for (guint32 i = 1; i < step->n; i++)
    for (int y = 0; y < 3; y++)
      step->pay[0][y] = couplet_cost_max (step->pay[0][y], step->pay[i][y]);
  step->n = 1;
}

/* Sets the worst of transition from its target's futures. TRUE when it rose. */
static gboolean
weigh (Work *work, guint32 transition)
{
  CoupletStep step;
  couplet_step_load (&step, work->automaton, work->components, work->unit, transition);
  if (work->strategy == COUPLET_SEGMENT_FIXED)
    fix_strategy (&step);
  const Target *target = work->targets[work->automaton->target[transition]];
  CoupletVector *worst = &work->worst[work->number[transition]];
  gboolean raised = FALSE;
  for (int x = -1; x <= 1; x++)
    for (guint32 i = 0; i < step.n; i++) {
      CoupletCost cost = worst_future (work, &step, step.pay[i], x, target);
      if (couplet_cost_compare (cost, worst->at[x + 1]) > 0) {
        worst->at[x + 1] = cost;
        raised = TRUE;
      }
    }
  return raised;
}

static void
look_ahead_again (Work *work, guint32 state)
{
  target_free (work->targets[state]);
  work->targets[state] = look_ahead (work, state);
}

/* Assignments on cycles depend on each other: repeated until none rises, which
 * ends since cycle transitions cost nothing. */
static void
settle_cycles (Work *work, const guint32 *states, guint32 n)
{
  const CoupletAutomaton *a = work->automaton;
  for (gboolean raised = TRUE; raised && !couplet_context_should_stop (work->context);) {
    raised = FALSE;
    for (guint32 i = 0; i < n; i++)
      for (guint32 t = a->row[states[i]]; t < a->row[states[i] + 1]; t++)
        if (a->assignment[t] != 0 && couplet_on_cycle (a, work->components, t))
          raised |= weigh (work, t);
    for (guint32 i = 0; raised && i < n; i++)
      if (work->is_target[states[i]])
        look_ahead_again (work, states[i]);
  }
}

static void
weigh_component (Work *work, guint32 component)
{
  const CoupletAutomaton *a = work->automaton;
  guint32 begin = work->components->first[component];
  guint32 n = work->components->first[component + 1] - begin;
  const guint32 *states = &work->components->members[begin];
  gboolean assigns_inside = FALSE;
  for (guint32 i = 0; i < n; i++)
    for (guint32 t = a->row[states[i]]; t < a->row[states[i] + 1]; t++) {
      if (a->assignment[t] == 0)
        continue;
      if (couplet_on_cycle (a, work->components, t))
        assigns_inside = TRUE;
      else
        weigh (work, t);
    }
  for (guint32 i = 0; i < n; i++)
    if (work->is_target[states[i]])
      look_ahead_again (work, states[i]);
  if (assigns_inside)
    settle_cycles (work, states, n);
}

/* ---- All of it ------------------------------------------------------------------------ */

static void
number_assignments (Work *work)
{
  const CoupletAutomaton *a = work->automaton;
  guint32 n = 0;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (a->assignment[t] == 0)
      continue;
    work->number[t] = n++;
    work->is_target[a->target[t]] |= a->reachable[a->source[t]];
  }
  work->worst = g_new0 (CoupletVector, MAX (n, 1));
}

static void
give_answer (Work *work, CoupletOutcome *outcome)
{
  couplet_outcome_set_statistic (outcome, "segments", work->n_segments);
  couplet_outcome_set_statistic (outcome, "classes", work->n_classes);
  if (couplet_context_should_stop (work->context)) {
    couplet_outcome_set_reason (outcome, "%s", couplet_context_stop_reason (work->context));
    return;
  }
  guint32 first = work->automaton->row[work->automaton->initial];
  /* the first assignment follows no other: its guard is `true` */
  CoupletCost cost = work->worst[work->number[first]].at[0];
  if (cost == COUPLET_COST_INFINITE) {
    couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_UPPER_BOUND);
    couplet_outcome_set_found (outcome, COUPLET_FOUND_NO_STRATEGY);
    couplet_outcome_set_reason (outcome, "some chain of segments leaves its threshold no shift");
    return;
  }
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (work->unit, cost, &value);
  couplet_outcome_set_cost (outcome, &value, COUPLET_GUARANTEE_UPPER_BOUND);
}

gboolean
couplet_segment_run (CoupletContext *context, const CoupletAutomaton *automaton,
                     CoupletSegmentStrategy strategy, CoupletOutcome *outcome, GError **error)
{
  if (automaton->n_thresholds > 1) {
    const CoupletSearchOptions several = {
        strategy == COUPLET_SEGMENT_FIXED ? COUPLET_SEARCH_FIXED : COUPLET_SEARCH_ADAPTIVE, 0,
        MOST_VECTORS, MOST_BYTES, NULL};
    return couplet_vector_search (context, automaton, &several, outcome, error);
  }
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, error);
  if (unit == NULL)
    return FALSE;
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (CoupletRegions) regions = couplet_regions_new (automaton, components, unit);
  Work work = {.context = context,
               .automaton = automaton,
               .components = components,
               .unit = unit,
               .regions = regions,
               .strategy = strategy,
               .targets = g_new0 (Target *, automaton->n_states),
               .is_target = g_new0 (guint8, automaton->n_states),
               .number = g_new (guint32, MAX (automaton->n_transitions, 1))};
  number_assignments (&work);
  for (guint32 c = 0; c < components->n_components && !couplet_context_should_stop (context); c++) {
    weigh_component (&work, c);
    couplet_context_progress (context, c, components->n_components);
  }
  give_answer (&work, outcome);
  for (guint32 q = 0; q < automaton->n_states; q++)
    target_free (work.targets[q]);
  g_free (work.targets);
  g_free (work.is_target);
  g_free (work.number);
  g_free (work.worst);
  return TRUE;
}
