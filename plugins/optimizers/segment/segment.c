/* SPDX-License-Identifier: Apache-2.0 */
#include "segment.h"

#include "outlook.h"
#include "region.h"
#include "shift_sets.h"

#include <couplet/vector_search.h>

/* With several thresholds there may be as many classes as sets of possible shifts. */
#define MOST_VECTORS 20000000
#define MOST_BYTES (G_GUINT64_CONSTANT (1) << 32)
/* So many vectors are collected before the set is reduced. */
#define REDUCE_AT 256

/* What may follow an assignment into a state: for each class of segments from
 * there a vector, its entry x + 1 the cost of the rest when the shift is x. */
typedef struct {
  guint n_known, n_possible;
  CoupletCandidate *known;    /* none below another */
  CoupletCandidate *possible; /* what is not known is below one of these */
} Target;

typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  CoupletRegions *regions;
  CoupletOutlook *outlook;
  CoupletSegmentStrategy strategy;
  Target **targets;     /* per state; NULL: no assignment leads there (yet) */
  guint8 *is_target;    /* per state */
  CoupletVector *worst; /* per transition that assigns, by number: entry x + 1 is the
                           cost from it on when the previous shift is x */
  guint32 *number;      /* per transition: its place in worst */
  guint32 n_assignments;
  guint64 n_segments, n_searched, n_classes;
} Work;

/* ---- The segments that begin in a state ------------------------------------------ */

static void
target_free (Target *target)
{
  if (target == NULL)
    return;
  g_free (target->known);
  g_free (target->possible);
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

/* Takes the vectors over, those not below another. */
static CoupletCandidate *
reduce (Work *work, GArray *vectors, guint *n)
{
  CoupletCandidate *all = (CoupletCandidate *)(gpointer)vectors->data;
  *n = couplet_antichain_reduce (all, vectors->len, work->context);
  return g_renew (CoupletCandidate, g_array_free (vectors, FALSE), *n);
}

/* What may follow an assignment into state, as far as the outlook tells. */
static void
look_ahead (Work *work, guint32 state)
{
  GArray *known = g_array_new (FALSE, FALSE, sizeof (CoupletCandidate));
  GArray *possible = g_array_new (FALSE, FALSE, sizeof (CoupletCandidate));
  couplet_outlook_classes (work->outlook, state, known, possible);
  target_free (work->targets[state]);
  Target *target = work->targets[state] = g_new (Target, 1);
  target->known = reduce (work, known, &target->n_known);
  target->possible = reduce (work, possible, &target->n_possible);
}

/* Makes all that may follow an assignment into state known. */
static void
search_segment (Work *work, guint32 state)
{
  Futures futures = {g_array_new (FALSE, FALSE, sizeof (CoupletCandidate)), REDUCE_AT,
                     work->context};
  guint32 n;
  const CoupletClass *classes = couplet_region_classes (work->regions, state, &n);
  for (guint32 i = 0; i < n; i++)
    add_class (work, &futures, &classes[i]);
  couplet_outlook_single (work->outlook, state, futures.all);
  work->n_searched++;
  work->n_classes += n;
  Target *target = work->targets[state];
  g_free (target->known);
  target->known = reduce (work, futures.all, &target->n_known);
  target->n_possible = 0;
}

/* ---- Assignments -------------------------------------------------------------------- */

/* The greatest, over n futures, of the least of pay + future over the shifts that
 * may follow shift x. */
static CoupletCost
worst_future (Work *work, const CoupletStep *step, const CoupletCost *pay, int x,
              const CoupletCandidate *futures, guint n)
{
  CoupletCost worst = 0;
  for (guint i = 0; i < n; i++) {
    CoupletCost least = COUPLET_COST_INFINITE;
    for (int y = -1; y <= 1; y++)
      if (couplet_step_links (step, x, y))
        least = couplet_cost_min (
            least, couplet_cost_add (work->unit, pay[y + 1], futures[i].vector.at[y + 1]));
    worst = couplet_cost_max (worst, least);
  }
  return worst;
}

/* For each x the greatest worst future over the input differences. */
static CoupletVector
worst_futures (Work *work, const CoupletStep *step, const CoupletCandidate *futures, guint n)
{
  CoupletVector worst = {{0, 0, 0}};
  for (int x = -1; x <= 1; x++)
    for (guint32 i = 0; i < step->n; i++)
      worst.at[x + 1] = couplet_cost_max (worst.at[x + 1],
                                          worst_future (work, step, step->pay[i], x, futures, n));
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
  guint32 state = work->automaton->target[transition];
  const Target *target = work->targets[state];
  CoupletVector worst = worst_futures (work, &step, target->known, target->n_known);
  CoupletVector bound = worst_futures (work, &step, target->possible, target->n_possible);
  if (!couplet_vector_below (&bound, &worst)) {
    search_segment (work, state);
    worst = worst_futures (work, &step, target->known, target->n_known);
  }
  CoupletVector *before = &work->worst[work->number[transition]];
  gboolean raised = !couplet_vector_below (&worst, before);
  for (int x = 0; x < 3; x++)
    before->at[x] = couplet_cost_max (before->at[x], worst.at[x]);
  return raised;
}

/* What may follow an assignment into a state of component; needs the worst of all
 * assignments behind. */
static void
look_ahead_all (Work *work, guint32 component)
{
  const CoupletComponents *components = work->components;
  couplet_outlook_set (work->outlook, component);
  for (guint32 i = components->first[component]; i < components->first[component + 1]; i++)
    if (work->is_target[components->members[i]])
      look_ahead (work, components->members[i]);
}

/* Weighs the assignments from states of component: those that stay in it (inside)
 * or those that leave it. Sets *raised when one rose, and returns whether any is
 * there. */
static gboolean
weigh_all (Work *work, guint32 component, gboolean inside, gboolean *raised)
{
  const CoupletAutomaton *a = work->automaton;
  const CoupletComponents *components = work->components;
  gboolean any = FALSE;
  for (guint32 i = components->first[component]; i < components->first[component + 1]; i++) {
    guint32 q = components->members[i];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (a->assignment[t] != 0 && couplet_on_cycle (a, components, t) == inside) {
        any = TRUE;
        *raised |= weigh (work, t);
      }
  }
  return any;
}

/* Assignments on cycles depend on each other: repeated until none rises, which
 * ends since cycle transitions cost nothing. */
static void
weigh_component (Work *work, guint32 component)
{
  gboolean raised = FALSE;
  weigh_all (work, component, FALSE, &raised);
  do {
    look_ahead_all (work, component);
    raised = FALSE;
  } while (weigh_all (work, component, TRUE, &raised) && raised &&
           !couplet_context_should_stop (work->context));
}

/* ---- All of it ------------------------------------------------------------------------ */

static void
number_assignments (Work *work)
{
  const CoupletAutomaton *a = work->automaton;
  guint32 n_reachable = work->components->first[work->components->n_components];
  for (guint32 i = 0; i < n_reachable; i++) {
    guint32 q = work->components->members[i];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
      if (a->assignment[t] == 0)
        continue;
      work->number[t] = work->n_assignments++;
      work->n_segments += !work->is_target[a->target[t]];
      work->is_target[a->target[t]] = 1;
    }
  }
  work->worst = g_new0 (CoupletVector, MAX (work->n_assignments, 1));
}

static void
give_answer (Work *work, CoupletOutcome *outcome)
{
  couplet_outcome_set_statistic (outcome, "segments", work->n_segments);
  couplet_outcome_set_statistic (outcome, "searched", work->n_searched);
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
  g_autoptr (CoupletOutlook) outlook = couplet_outlook_new (
      automaton, components, unit, work.number, work.n_assignments, work.worst);
  work.outlook = outlook;
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
