/* SPDX-License-Identifier: Apache-2.0 */
#include "graph_decide.h"

#include "flow.h"

#include <couplet/internal/large.h>
#include <couplet/internal/step.h>
#include <couplet/internal/walk_search.h>

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletOutcome *outcome;
  CoupletContext *context;
  CoupletPace pace;
  guint32 threshold; /* the one looked at */
} GraphRun;

/* ---- A walk for the evidence ------------------------------------------------------ */

/* The difference that costs most at a transition, or one of them. */
static gint8
telling_difference (const GraphRun *work, guint32 transition)
{
  CoupletSample sample;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_sample_load (&sample, work->automaton, work->components, NULL, transition,
                                   work->threshold);
  sample.n_assigned = 0;
  n = couplet_worst_differences (work->automaton, work->components, transition, &sample, n,
                                 differences);
  return differences[n - 1];
}

/* The greatest of transition's differences, or the least. */
static gint8
extreme_difference (const GraphRun *work, guint32 transition, gboolean greatest)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (work->automaton, transition, differences);
  return differences[greatest ? n - 1 : 0];
}

/* Evidence: a walk to the first of the transitions, then these. side: that of
 * the demand which flows from the first, and is met by the other at the last; NULL = the only one
 * is impossible by itself, or the differences that cost most will do. */
static void
give_walk (GraphRun *work, const GArray *transitions, const DemandSide *side)
{
  CoupletPace pace = {.context = work->context, .late = TRUE};
  guint32 start = g_array_index (transitions, guint32, 0);
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  if (!couplet_shortest_walk (work->automaton, work->automaton->initial,
                              work->automaton->source[start], TRUE, &pace, walk))
    return;
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, work->automaton);
  guint before = walk->len, n = walk->len + transitions->len;
  for (guint i = 0; i < n; i++) {
    guint32 t = i < before ? g_array_index (walk, CoupletWalkStep, i).transition
                           : g_array_index (transitions, guint32, i - before);
    gint8 difference = telling_difference (work, t);
    if (side != NULL && (i == before || i + 1 == n))
      difference = extreme_difference (work, t, (i == before) == (*side == DEMAND_LOWER));
    gint8 impossible;
    if (side == NULL && i == before &&
        demand_is_impossible (work->automaton, work->components, t, &impossible))
      difference = impossible;
    couplet_evidence_add_step (evidence, (CoupletWalkStep){t, difference, COUPLET_SHIFT_UNUSED});
  }
  couplet_outcome_take_evidence (work->outcome, evidence);
}

/* ---- Words -------------------------------------------------------------------------- */

static gboolean
is_on_cycle (const GraphRun *work, guint32 transition)
{
  return couplet_on_cycle (work->automaton, work->components, transition);
}

static gboolean
shows_sample (const GraphRun *work, guint32 transition)
{
  return demand_shows_sample (work->automaton, work->threshold, transition);
}

static gboolean
is_tight (const GraphRun *work, guint32 transition)
{
  return demand_is_tight (work->automaton, work->components, work->threshold, transition);
}

static gboolean
is_private (const GraphRun *work, guint32 transition)
{
  return couplet_may_differ (work->automaton, transition);
}

/* Why the sample of transition has to shift as it does. */
static const char *
cause_of (const GraphRun *work, guint32 transition)
{
  gboolean tight = is_tight (work, transition);
  if (tight && is_on_cycle (work, transition))
    return "can repeat";
  if (tight)
    return "has no noise";
  return shows_sample (work, transition) ? "outputs its sample" : "has exponential noise";
}

/* TRUE when transition has noise that cannot shift by less than the inputs differ, and that is why
 * it demands something. */
static gboolean
is_one_sided (const GraphRun *work, guint32 transition)
{
  return !is_tight (work, transition) && !shows_sample (work, transition);
}

/* `q1 -> q1 on insample < x, output bot has exponential noise, so the shift of x must be at least
 * 1`: its sample shifts by what the inputs differ by, or more. */
static char *
one_sided_words (const GraphRun *work, guint32 transition, gboolean given)
{
  g_autofree char *text = couplet_transition_to_string (work->automaton, transition);
  return g_strdup_printf ("'%s' has exponential noise, so the %sshift of %s must be at least %d",
                          text, given ? "new " : "", work->automaton->thresholds[work->threshold],
                          extreme_difference (work, transition, TRUE));
}

/* `q1 -> q1 on insample < x, output bot can repeat, so the shift of x must be 1`,
 * about the shift before the transition or the one it gives. */
static char *
demand_words (const GraphRun *work, guint32 transition, DemandSide side, gboolean given)
{
  const char *x = work->automaton->thresholds[work->threshold];
  g_autofree char *text = couplet_transition_to_string (work->automaton, transition);
  gboolean strong = is_private (work, transition) && is_tight (work, transition);
  gboolean lower = side == DEMAND_LOWER;
  const char *cause = cause_of (work, transition);
  if (is_one_sided (work, transition))
    return one_sided_words (work, transition, given);
  if (given && strong)
    return g_strdup_printf ("'%s' %s, so the new shift of %s is whatever the inputs differ by, "
                            "such as %s",
                            text, cause, x, lower ? "1" : "-1");
  if (given)
    return g_strdup_printf ("'%s' %s, so the new shift of %s is 0", text, cause, x);
  return g_strdup_printf ("'%s' %s, so the shift of %s must be %s", text, cause, x,
                          strong  ? (lower ? "1" : "-1")
                          : lower ? "at least 0"
                                  : "at most 0");
}

/* How the demand comes from the first to the last transition. */
static char *
flow_words (const GraphRun *work, const Conflict *conflict)
{
  const char *x = work->automaton->thresholds[work->threshold];
  gboolean assigns = FALSE, lower = conflict->side == DEMAND_LOWER;
  for (guint i = conflict->from_given ? 1 : 0; i + 1 < conflict->transitions->len; i++)
    assigns |= work->automaton->assignment[g_array_index (conflict->transitions, guint32, i)] != 0;
  if (!assigns)
    return g_strdup_printf ("%s is not re-assigned between them", x);
  return g_strdup_printf ("between them %s is re-assigned only where insample %s %s, so that its "
                          "shift cannot %s",
                          x, lower ? ">=" : "<", x, lower ? "fall" : "rise");
}

/* TRUE when transition must shift by its difference for want of noise alone. */
static gboolean
is_bare (const GraphRun *work, guint32 transition)
{
  return !is_on_cycle (work, transition) && is_tight (work, transition);
}

/* What the conflict is called when the draws have noise. */
static const char *
structure_name (const GraphRun *work, const Conflict *conflict)
{
  const CoupletAutomaton *a = work->automaton;
  const guint32 *component = work->components->component;
  guint32 first = conflict_first (conflict), last = conflict_last (conflict);
  gboolean same_cycle = is_on_cycle (work, first) && is_on_cycle (work, last) &&
                        component[a->source[first]] == component[a->source[last]];
  if (same_cycle && (conflict->from_given || a->assignment[last] != 0))
    return "leaking cycle";
  if (conflict->from_given)
    return shows_sample (work, first) ? "privacy violating path (a)" : "leaking assignment";
  if (shows_sample (work, first))
    return "privacy violating path (b)";
  return shows_sample (work, last) ? "privacy violating path (c)" : "leaking pair";
}

static void
report_conflict (GraphRun *work, const Conflict *conflict)
{
  guint32 first = conflict_first (conflict), last = conflict_last (conflict);
  g_autofree char *name =
      g_strconcat (structure_name (work, conflict),
                   is_bare (work, first) || is_bare (work, last) ? " without noise" : "", NULL);
  g_autofree char *start = demand_words (work, first, conflict->side, conflict->from_given);
  g_autofree char *stop = demand_words (work, last, !conflict->side, FALSE);
  g_autofree char *flow = flow_words (work, conflict);
  couplet_outcome_set_structure (work->outcome, name);
  couplet_outcome_set_reason (work->outcome, "%s: %s; %s; %s", name, start, stop, flow);
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_NO_STRATEGY);
  give_walk (work, conflict->transitions, &conflict->side);
}

static gboolean
is_output_without_noise (const GraphRun *work, guint32 transition)
{
  const CoupletAutomaton *a = work->automaton;
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, transition)->noise];
  const CoupletOutput *output = couplet_output_of (a, transition);
  guint32 slot = output->threshold == COUPLET_NONE ? 0 : couplet_noise_slot (a, output->threshold);
  return (output->kind == COUPLET_FRESH ? noise->d_fresh : noise->d[slot]) == COUPLET_NO_NOISE;
}

static void
report_impossible (GraphRun *work, guint32 transition)
{
  g_autofree char *text = couplet_transition_to_string (work->automaton, transition);
  gboolean fresh = couplet_output_of (work->automaton, transition)->kind == COUPLET_FRESH;
  gboolean cycle = is_on_cycle (work, transition);
  gboolean one_sided = !cycle && !is_output_without_noise (work, transition);
  const char *name = cycle       ? "disclosing cycle"
                     : one_sided ? "output with exponential noise"
                                 : "output without noise";
  g_autoptr (GArray) alone = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (alone, transition);
  couplet_outcome_set_structure (work->outcome, name);
  couplet_outcome_set_reason (work->outcome, "%s: '%s' outputs a %s of a private input%s", name,
                              text, fresh ? "fresh sample" : "sample",
                              cycle       ? " each time, and can repeat without end"
                              : one_sided ? " with exponential noise, which is never negative"
                                          : " without noise");
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_NO_STRATEGY);
  give_walk (work, alone, NULL);
}

/* Two comparisons without noise of the same value of the threshold, one for each
 * side: with inputs 0 and 1 both answers can occur, with 1 and 0 they cannot
 * (docs/theory.md section 5). */
static void
report_bare_pair (GraphRun *work, const Conflict *conflict)
{
  const CoupletAutomaton *a = work->automaton;
  g_autofree char *one = couplet_transition_to_string (a, conflict_first (conflict));
  g_autofree char *two = couplet_transition_to_string (a, conflict_last (conflict));
  couplet_outcome_set_structure (work->outcome, "comparisons without noise");
  couplet_outcome_set_reason (work->outcome,
                              "comparisons without noise: '%s' and '%s' compare private inputs "
                              "with the same %s on both sides; both answers can occur for some "
                              "inputs, and cannot for an adjacent pair that swaps them",
                              one, two, a->thresholds[work->threshold]);
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_DISTINGUISHER);
  give_walk (work, conflict->transitions, &conflict->side);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static Demand *
demands_of_reachable (GraphRun *work)
{
  const CoupletAutomaton *a = work->automaton;
  Demand *demands = couplet_large_new0 (Demand, a->n_transitions);
  for (guint32 t = 0; t < a->n_transitions && !couplet_pace_over (&work->pace, 1); t++)
    if (a->reachable[a->source[t]])
      demands[t] = demand_of (a, work->components, work->threshold, t);
  return demands;
}

/* TRUE when noise-free comparisons tell two inputs apart with certainty. */
static gboolean
decide_bare (GraphRun *work)
{
  const CoupletAutomaton *a = work->automaton;
  if (a->all_noise_finite || !a->output_distinct || a->n_thresholds > 1)
    return FALSE;
  g_autofree Demand *demands = couplet_large_new0 (Demand, a->n_transitions);
  for (guint32 t = 0; t < a->n_transitions && !couplet_pace_over (&work->pace, 1); t++)
    if (a->reachable[a->source[t]])
      demands[t] = demand_without_noise (a, work->threshold, t);
  Conflict conflict = {0};
  gboolean found = flow_find_conflict (a, demands, &work->pace, &conflict);
  if (found)
    report_bare_pair (work, &conflict);
  conflict_clear (&conflict);
  return found;
}

/* TRUE when some output of a private input would have to be free. */
static gboolean
decide_outputs (GraphRun *work)
{
  gint8 difference;
  const CoupletAutomaton *a = work->automaton;
  for (guint32 t = 0; t < a->n_transitions && !couplet_pace_over (&work->pace, 1); t++)
    if (a->reachable[a->source[t]] && demand_is_impossible (a, work->components, t, &difference)) {
      report_impossible (work, t);
      return TRUE;
    }
  return FALSE;
}

/* TRUE when some threshold, looked at as if it were the only one, admits no
 * strategy: then the automaton does not either. */
static gboolean
decide_demands (GraphRun *work)
{
  gboolean found = FALSE;
  for (; !found && work->threshold < work->automaton->n_thresholds; work->threshold++) {
    g_autofree Demand *demands = demands_of_reachable (work);
    Conflict conflict = {0};
    found = flow_find_conflict (work->automaton, demands, &work->pace, &conflict);
    if (found)
      report_conflict (work, &conflict);
    conflict_clear (&conflict);
  }
  return found;
}

/* A transition whose sample has to do with two thresholds, so that their shifts
 * depend on each other; COUPLET_NONE when there is none. */
static guint32
find_tie (GraphRun *work)
{
  const CoupletAutomaton *a = work->automaton;
  for (guint32 t = 0; a->sampling == COUPLET_SHARED && t < a->n_transitions; t++) {
    if (couplet_pace_over (&work->pace, 1))
      break;
    const CoupletGuard *guard = couplet_guard_of (a, t);
    const CoupletAssignment *assignment = couplet_assignment_of (a, t);
    guint32 n = guard->n_literals + assignment->n_thresholds;
    gboolean same = guard->n_literals == 1 && assignment->n_thresholds == 1 &&
                    guard->literals[0].threshold == assignment->thresholds[0];
    if (n > 1 && !same && a->reachable[a->source[t]])
      return t;
  }
  return COUPLET_NONE;
}

void
graph_decide (CoupletContext *context, const CoupletAutomaton *automaton, CoupletOutcome *outcome)
{
  g_autoptr (CoupletComponents) components = couplet_components_new_within (automaton, context);
  GraphRun work = {.automaton = automaton,
                   .components = components,
                   .outcome = outcome,
                   .context = context,
                   .pace = {.context = context}};
  if (components != NULL &&
      (decide_bare (&work) || decide_outputs (&work) || decide_demands (&work)))
    return;
  guint32 tie = components != NULL ? find_tie (&work) : COUPLET_NONE;
  if (couplet_outcome_set_stopped (outcome, context))
    return;
  if (tie == COUPLET_NONE) {
    couplet_outcome_set_found (outcome, COUPLET_FOUND_STRATEGY);
    return;
  }
  g_autofree char *text = couplet_transition_to_string (automaton, tie);
  couplet_outcome_set_reason (outcome,
                              "each threshold by itself admits a strategy, but '%s' ties several, "
                              "and this method looks at them one by one",
                              text);
}
