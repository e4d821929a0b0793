/* SPDX-License-Identifier: Apache-2.0 */
#include "graph_decide.h"

#include "walk_evidence.h"

#include <couplet/internal/large.h>
#include <couplet/internal/moves.h>
#include <couplet/internal/step.h>
#include <couplet/internal/walk_search.h>

#include <string.h>

/* Which shifts of the threshold are left: x >= -1, x >= 0, x >= 1 or none; of the upper side
 * x <= 1, x <= 0, x <= -1. */
enum { LEVEL_ANY, LEVEL_WEAK, LEVEL_STRONG, LEVEL_EMPTY };

typedef enum { SIDE_LOWER, SIDE_UPPER } Side;

/* Per side and level before a transition, two bits: the level after it. */
typedef guint16 Bounds;

/* Of a transition that leaves what there is. */
#define FREE_BOUNDS ((Bounds)(0x24 | 0x24 << 6))

/* What a transition does to the shift: in the last case any may follow. */
typedef enum { KEEPS, TAKES, FORGETS } Effect;

/* A walk along which a bound of that side, which arises at the first transition, leaves no shift at
 * the last one. */
typedef struct {
  GArray *walk; /* CoupletWalkStep */
  Side side;
  guint32 first, last;
  gboolean from_given; /* it is about the shift that the first one gives */
} Conflict;

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletOutcome *outcome;
  CoupletContext *context;
  CoupletPace pace;
  guint32 threshold; /* the one looked at */
  gboolean bare;     /* comparisons of private inputs without noise are all that counts */
  Bounds *bounds;    /* per transition */
} GraphRun;

/* Whether transition uses the sample whose shift is compared with the threshold's; if not, nothing
 * is asked of it. */
static gboolean
load_sample (const GraphRun *work, guint32 transition, CoupletSample *sample)
{
  const CoupletComponents *free_cycles = work->bare ? NULL : work->components;
  *sample = (CoupletSample){.noise = COUPLET_LAPLACE};
  return couplet_sample_load (sample, work->automaton, free_cycles, NULL, transition,
                              work->threshold);
}

/* The greatest of transition's differences, or the least. */
static gint8
extreme_difference (const GraphRun *work, guint32 transition, gboolean greatest)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (work->automaton, transition, differences);
  return differences[greatest ? n - 1 : 0];
}

/* ---- Evidence ------------------------------------------------------------------------------- */

/* The difference that costs most at a transition, or one of them. */
static gint8
telling_difference (const GraphRun *work, guint32 transition)
{
  CoupletSample sample;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  load_sample (work, transition, &sample);
  sample.n_assigned = 0;
  guint32 n = couplet_worst_differences (work->automaton, work->components, transition, &sample, 1,
                                         differences);
  return differences[n - 1];
}

/* Evidence: steps, led up to by as few as possible, the first and the last of them with these
 * differences. */
static void
give_walk (GraphRun *work, const GArray *steps, gint8 first, gint8 last)
{
  const CoupletAutomaton *a = work->automaton;
  CoupletPace pace = {.context = work->context, .late = TRUE};
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  guint32 start = g_array_index (steps, CoupletWalkStep, 0).transition;
  if (!couplet_shortest_walk (a, a->initial, a->source[start], TRUE, &pace, walk))
    return;
  guint before = walk->len;
  g_array_append_vals (walk, steps->data, steps->len);
  for (guint i = 0; i < walk->len; i++) {
    CoupletWalkStep *step = &g_array_index (walk, CoupletWalkStep, i);
    step->difference = i == before          ? first
                       : i + 1 == walk->len ? last
                                            : telling_difference (work, step->transition);
  }
  couplet_outcome_take_evidence (work->outcome,
                                 walk_evidence_new (COUPLET_EVIDENCE_VIOLATION, a, walk));
}

/* ---- Words ---------------------------------------------------------------------------------- */

static gboolean
is_on_cycle (const GraphRun *work, guint32 transition)
{
  return couplet_on_cycle (work->automaton, work->components, transition);
}

/* What transition asks of the shift before it, or of the one that it gives: `'q1 -> q1 on insample
 * < x, output bot' can repeat, so the shift of x must be 1`. */
static char *
bound_words (const GraphRun *work, guint32 transition, Side side, gboolean given)
{
  static const char *const AT_LEAST[] = {"must be at least -1", "must be at least 0",
                                         "must be at least 1"};
  gboolean lower = side == SIDE_LOWER;
  CoupletSample sample;
  load_sample (work, transition, &sample);
  gboolean exact = sample.tight && couplet_may_differ (work->automaton, transition);
  const char *cause = !sample.tight                    ? "outputs its sample"
                      : is_on_cycle (work, transition) ? "can repeat"
                                                       : "has no noise";
  const char *asked = given && exact ? lower ? "is whatever the inputs differ by, such as 1"
                                             : "is whatever the inputs differ by, such as -1"
                      : given        ? "is 0"
                      : exact        ? lower ? "must be 1" : "must be -1"
                      : lower        ? "must be at least 0"
                                     : "must be at most 0";
  if (!sample.tight && !sample.outputs) { /* it shifts by what the inputs differ by, or more */
    cause = "has exponential noise";
    asked = AT_LEAST[extreme_difference (work, transition, TRUE) + 1];
  }
  g_autofree char *text = couplet_transition_to_string (work->automaton, transition);
  return g_strdup_printf ("'%s' %s, so the %sshift of %s %s", text, cause, given ? "new " : "",
                          work->automaton->thresholds[work->threshold], asked);
}

/* How the bound comes from the first to the last transition. */
static char *
flow_words (const GraphRun *work, const Conflict *conflict)
{
  const char *x = work->automaton->thresholds[work->threshold];
  gboolean assigns = FALSE, lower = conflict->side == SIDE_LOWER;
  for (guint i = conflict->from_given ? 1 : 0; i + 1 < conflict->walk->len; i++) {
    guint32 t = g_array_index (conflict->walk, CoupletWalkStep, i).transition;
    assigns |= work->automaton->assignment[t] != 0;
  }
  if (!assigns)
    return g_strdup_printf ("%s is not re-assigned between them", x);
  return g_strdup_printf ("between them %s is re-assigned only where insample %s %s, so that its "
                          "shift cannot %s",
                          x, lower ? ">=" : "<", x, lower ? "fall" : "rise");
}

/* What the conflict is called. */
static char *
structure_name (const GraphRun *work, const Conflict *conflict)
{
  const CoupletAutomaton *a = work->automaton;
  const guint32 *component = work->components->component;
  guint32 first = conflict->first, last = conflict->last;
  CoupletSample start, stop;
  load_sample (work, first, &start);
  load_sample (work, last, &stop);
  gboolean turns = is_on_cycle (work, first), returns = is_on_cycle (work, last);
  gboolean cycle = turns && returns && component[a->source[first]] == component[a->source[last]] &&
                   (conflict->from_given || a->assignment[last] != 0);
  const char *name = cycle                                   ? "leaking cycle"
                     : conflict->from_given && start.outputs ? "privacy violating path (a)"
                     : conflict->from_given                  ? "leaking assignment"
                     : start.outputs                         ? "privacy violating path (b)"
                     : stop.outputs                          ? "privacy violating path (c)"
                                                             : "leaking pair";
  gboolean bare = (start.tight && !turns) || (stop.tight && !returns);
  return g_strconcat (name, bare ? " without noise" : "", NULL);
}

static void
report_conflict (GraphRun *work, const Conflict *conflict)
{
  g_autofree char *name = structure_name (work, conflict);
  g_autofree char *start =
      bound_words (work, conflict->first, conflict->side, conflict->from_given);
  g_autofree char *stop = bound_words (work, conflict->last, !conflict->side, FALSE);
  g_autofree char *flow = flow_words (work, conflict);
  couplet_outcome_set_structure (work->outcome, name);
  couplet_outcome_set_reason (work->outcome, "%s: %s; %s; %s", name, start, stop, flow);
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_NO_STRATEGY);
}

/* Two comparisons without noise of the same value of the threshold, one for each
 * side: with inputs 0 and 1 both answers can occur, with 1 and 0 they cannot
 * (docs/theory.md section 5). */
static void
report_bare_pair (GraphRun *work, const Conflict *conflict)
{
  const CoupletAutomaton *a = work->automaton;
  g_autofree char *one = couplet_transition_to_string (a, conflict->first);
  g_autofree char *two = couplet_transition_to_string (a, conflict->last);
  couplet_outcome_set_structure (work->outcome, "comparisons without noise");
  couplet_outcome_set_reason (work->outcome,
                              "comparisons without noise: '%s' and '%s' compare private inputs "
                              "with the same %s on both sides; both answers can occur for some "
                              "inputs, and cannot for an adjacent pair that swaps them",
                              one, two, a->thresholds[work->threshold]);
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_DISTINGUISHER);
}

/* ---- Bounds --------------------------------------------------------------------------------- */

static guint8
level_of (CoupletShifts shifts, Side side)
{
  if (shifts == 0)
    return LEVEL_EMPTY;
  return (guint8)(side == SIDE_LOWER ? couplet_shifts_least (shifts) + 1
                                     : 1 - couplet_shifts_greatest (shifts));
}

static guint8
level_after (const GraphRun *work, guint32 transition, Side side, guint8 level)
{
  return work->bounds[transition] >> (2 * (LEVEL_EMPTY * side + level)) & 3;
}

/* Raises *bounds, those of a transition, to what it asks for when its sample has one of the shifts
 * own, which are not empty. */
static void
raise_bounds (Bounds *bounds, CoupletShifts own, guint32 comparisons, Effect effect)
{
  const CoupletLiteral literal = {0, comparisons};
  CoupletShifts left[3]; /* by the shift before */
  for (gint8 x = -1; x <= 1; x++) {
    CoupletShifts beside = own & couplet_literals_left (&literal, 1, &x);
    left[x + 1] = beside == 0 || effect == TAKES ? beside
                  : effect == KEEPS              ? couplet_shift (x)
                                                 : COUPLET_ALL_SHIFTS;
  }
  for (Side side = SIDE_LOWER; side <= SIDE_UPPER; side++) {
    CoupletShifts after = 0;
    for (guint32 level = LEVEL_EMPTY; level-- > LEVEL_ANY;) { /* each has one shift more */
      after |= left[side == SIDE_LOWER ? level : LEVEL_STRONG - level];
      guint32 place = 2 * (LEVEL_EMPTY * side + level), known = *bounds >> place & 3;
      *bounds = (Bounds)(*bounds ^ (MAX (known, level_of (after, side)) ^ known) << place);
    }
  }
}

/* What transition asks of the threshold, at each difference, since the adversary picks the one that
 * tells. What it asks of other thresholds is left out. */
static Bounds
bounds_of (const GraphRun *work, guint32 transition)
{
  const CoupletAutomaton *a = work->automaton;
  CoupletSample sample;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  gboolean assigns = couplet_assigns (a, transition, work->threshold);
  guint32 comparisons =
      couplet_guard_comparisons (couplet_guard_of (a, transition), work->threshold);
  if ((comparisons == 0 && !assigns) || !load_sample (work, transition, &sample))
    return FREE_BOUNDS;
  if (work->bare) {
    sample.outputs = FALSE;
    if (!sample.tight || couplet_source_state (a, transition)->input != COUPLET_PRIVATE)
      comparisons = 0;
  }
  Bounds bounds = assigns ? 0 : FREE_BOUNDS;
  CoupletShifts last = assigns ? 0 : COUPLET_ALL_SHIFTS; /* go with each shift of the threshold */
  guint32 n = couplet_differences (a, transition, differences);
  for (guint32 i = 0; i < n; i++) {
    CoupletShifts own = couplet_sample_shifts (&sample, differences[i]);
    if (own != last) /* else it is the same once more */
      raise_bounds (&bounds, own, comparisons, !assigns ? KEEPS : work->bare ? FORGETS : TAKES);
    last = own;
  }
  return bounds;
}

/* ---- Walks ---------------------------------------------------------------------------------- */

/* A breadth-first search from every transition where a bound of one side arises. A place is a state
 * with a level that such a bound has there, WEAK or STRONG. */
typedef struct {
  const GraphRun *work;
  Side side;
  guint32 *via; /* per place: the transition that leads there; COUPLET_NONE = none does, or not
                   before a STRONG one */
  gsize *queue; /* the places before end */
  gsize end;
} Flow;

static gsize
place_of (guint32 state, guint8 level)
{
  return (gsize)state * LEVEL_STRONG + level - LEVEL_WEAK;
}

static void
reach (Flow *flow, guint32 transition, guint8 level)
{
  guint32 target = flow->work->automaton->target[transition];
  if (level == LEVEL_ANY || flow->via[place_of (target, LEVEL_STRONG)] != COUPLET_NONE ||
      flow->via[place_of (target, level)] != COUPLET_NONE)
    return;
  flow->via[place_of (target, level)] = transition;
  flow->queue[flow->end++] = place_of (target, level);
}

/* The walk along which the bound of that level came to transition last. */
static GArray *
trace (const Flow *flow, guint8 level, guint32 last)
{
  const guint32 *source = flow->work->automaton->source;
  GArray *walk = g_array_new (FALSE, TRUE, sizeof (CoupletWalkStep));
  guint32 t = last;
  guint n = 1;
  do {
    t = flow->via[place_of (source[t], level)];
    n++;
  } while (level_after (flow->work, t, flow->side, LEVEL_ANY) != level);
  g_array_set_size (walk, n);
  for (t = last; n-- > 0; t = n > 0 ? flow->via[place_of (source[t], level)] : t)
    g_array_index (walk, CoupletWalkStep, n) = (CoupletWalkStep){t, 0, COUPLET_SHIFT_UNUSED};
  return walk;
}

/* Goes on from a place. The walk to where no shift is left, or NULL. */
static GArray *
pass_on (Flow *flow, gsize place, CoupletPace *pace)
{
  const CoupletAutomaton *a = flow->work->automaton;
  guint32 state = (guint32)(place / LEVEL_STRONG);
  guint8 level = LEVEL_WEAK + place % LEVEL_STRONG;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    if (couplet_pace_over (pace, 1))
      return NULL;
    guint8 after = level_after (flow->work, t, flow->side, level);
    if (after == LEVEL_EMPTY)
      return trace (flow, level, t);
    reach (flow, t, after);
  }
  return NULL;
}

/* A shortest walk on which a bound of that side leaves no shift; NULL = none, or the stage is to
 * stop. Linear in states and transitions; at most 24 bytes a state. */
static GArray *
find_shortest (GraphRun *work, Side side)
{
  const CoupletAutomaton *a = work->automaton;
  gsize n = (gsize)a->n_states * LEVEL_STRONG;
  GArray *walk = NULL;
  g_autofree guint32 *via = couplet_large_new (guint32, n);
  g_autofree gsize *queue = couplet_large_new (gsize, n);
  Flow flow = {work, side, via, queue, 0};
  memset (via, 0xff, n * sizeof *via); /* COUPLET_NONE */
  for (guint32 t = 0; t < a->n_transitions && !couplet_pace_over (&work->pace, 1); t++)
    reach (&flow, t, level_after (work, t, side, LEVEL_ANY));
  for (gsize i = 0; i < flow.end && walk == NULL && !couplet_pace_over (&work->pace, 1); i++)
    walk = pass_on (&flow, queue[i], &work->pace);
  return walk;
}

/* Looks for a conflict, and reports it. */
static gboolean
find_conflict (GraphRun *work, void (*report) (GraphRun *, const Conflict *))
{
  const CoupletAutomaton *a = work->automaton;
  g_autofree Bounds *bounds = couplet_large_new0 (Bounds, a->n_transitions);
  for (guint32 t = 0; t < a->n_transitions && !couplet_pace_over (&work->pace, 1); t++)
    if (a->reachable[a->source[t]])
      bounds[t] = bounds_of (work, t);
  work->bounds = bounds;
  g_autoptr (GArray) rising = find_shortest (work, SIDE_LOWER);
  g_autoptr (GArray) falling = find_shortest (work, SIDE_UPPER);
  gboolean rises = rising != NULL && (falling == NULL || rising->len <= falling->len);
  Conflict conflict = {rises ? rising : falling, rises ? SIDE_LOWER : SIDE_UPPER, 0, 0, FALSE};
  if (conflict.walk == NULL)
    return FALSE;
  conflict.first = g_array_index (conflict.walk, CoupletWalkStep, 0).transition;
  conflict.last = g_array_index (conflict.walk, CoupletWalkStep, conflict.walk->len - 1).transition;
  conflict.from_given = couplet_assigns (a, conflict.first, work->threshold);
  report (work, &conflict);
  work->bare = FALSE;
  give_walk (work, conflict.walk, extreme_difference (work, conflict.first, rises),
             extreme_difference (work, conflict.last, !rises));
  return TRUE;
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* TRUE when noise-free comparisons tell two inputs apart with certainty. */
static gboolean
decide_bare (GraphRun *work)
{
  const CoupletAutomaton *a = work->automaton;
  work->bare = !a->all_noise_finite && a->output_distinct && a->n_thresholds == 1;
  gboolean found = work->bare && find_conflict (work, report_bare_pair);
  work->bare = FALSE;
  return found;
}

static void
report_impossible (GraphRun *work, const CoupletDisclosure *found)
{
  const CoupletAutomaton *a = work->automaton;
  guint32 transition = found->transition, noise = couplet_source_state (a, transition)->noise;
  g_autofree char *text = couplet_transition_to_string (a, transition);
  gboolean fresh = found->part == NULL, cycle = is_on_cycle (work, transition);
  gboolean one_sided = couplet_noise_is_one_sided (
      fresh ? couplet_noise_of (a->noises[noise].d_fresh, a->noise_kinds[noise].fresh)
            : found->part->sample.noise);
  const char *name = cycle       ? "disclosing cycle"
                     : one_sided ? "output with exponential noise"
                                 : "output without noise";
  g_autoptr (GArray) alone = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  CoupletWalkStep step = {transition, found->difference, COUPLET_SHIFT_UNUSED};
  g_array_append_val (alone, step);
  couplet_outcome_set_structure (work->outcome, name);
  couplet_outcome_set_reason (work->outcome, "%s: '%s' outputs a %s of a private input%s", name,
                              text, fresh ? "fresh sample" : "sample",
                              cycle       ? " each time, and can repeat without end"
                              : one_sided ? " with exponential noise, which is never negative"
                                          : " without noise");
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_NO_STRATEGY);
  give_walk (work, alone, found->difference, found->difference);
}

/* TRUE when a step outputs what would have to be free. */
static gboolean
decide_outputs (GraphRun *work)
{
  const CoupletAutomaton *a = work->automaton;
  CoupletDisclosure found;
  guint32 t = 0;
  while (t < a->n_transitions && couplet_output_of (a, t)->kind == COUPLET_SYMBOL)
    t++;
  if (t == a->n_transitions) /* of symbols nothing need be asked */
    return FALSE;
  g_autoptr (CoupletMoves) moves = couplet_moves_new (a, work->components, NULL);
  if (!couplet_moves_disclose (moves, &work->pace, &found))
    return FALSE;
  report_impossible (work, &found);
  return TRUE;
}

/* TRUE when some threshold, looked at as if it were the only one, admits no
 * strategy: then the automaton does not either. */
static gboolean
decide_thresholds (GraphRun *work)
{
  for (; work->threshold < work->automaton->n_thresholds; work->threshold++)
    if (find_conflict (work, report_conflict))
      return TRUE;
  return FALSE;
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
      (decide_bare (&work) || decide_outputs (&work) || decide_thresholds (&work)))
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
