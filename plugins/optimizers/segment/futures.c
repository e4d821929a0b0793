/* SPDX-License-Identifier: Apache-2.0 */
#include "futures.h"

#include <couplet/segment_walks.h>

/* Of the clock's pace. */
#define STEPS_PER_WALK 20

/* The futures of a state. */
typedef struct {
  GArray *known;    /* of Candidate: below a future, and none below another */
  GArray *possible; /* what is below none of known is below one with the tag that it leaves */
} Target;

/* A place where the walks of a class leave their segment. */
typedef struct {
  guint32 number;    /* of the assignment, or n_assignments and the last state */
  guint32 component; /* of the state where they do */
} End;

/* What is known of an end while a question is being answered. */
typedef struct {
  guint32 round;     /* it passed so many of them */
  CoupletCost least; /* the least cost that an answer met there */
} Passed;

struct Futures {
  const SegmentCosts *costs;
  Outlook *outlook;
  CoupletSegmentWalks *walks;
  CoupletPace pace;
  guint8 *is_target; /* per state: an assignment leads there */
  Target **targets;  /* per state; NULL: none (yet) */
  Passed *passed;    /* per end, by number */
  GArray *ends;      /* End: those with a round */
  guint64 n_segments, n_searches, n_classes;
};

/* One choice of the adversary's difference, and of the shifts to answer with: what
 * they pay, infinite for those that may not be chosen. How much more than level may
 * the best answer have to pay? */
typedef struct {
  CoupletCost pay[3];
  CoupletCost level;
} Question;

static void
target_free (Target *target)
{
  if (target == NULL)
    return;
  g_array_unref (target->known);
  g_array_unref (target->possible);
  g_free (target);
}

static void
find_targets (Futures *futures)
{
  const CoupletAutomaton *a = futures->costs->automaton;
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (a->assignment[t] != 0 && a->reachable[a->source[t]]) {
      futures->n_segments += !futures->is_target[a->target[t]];
      futures->is_target[a->target[t]] = 1;
    }
}

Futures *
futures_new (const SegmentCosts *costs)
{
  Futures *futures = g_new0 (Futures, 1);
  futures->costs = costs;
  futures->outlook = outlook_new (costs);
  futures->walks = couplet_segment_walks_new (costs->automaton, costs->components, costs->unit,
                                              COUPLET_BY_COMPONENTS);
  futures->pace.context = costs->context;
  futures->is_target = g_new0 (guint8, costs->automaton->n_states);
  futures->targets = g_new0 (Target *, costs->automaton->n_states);
  futures->passed = g_new0 (Passed, (gsize)costs->n_assignments + costs->automaton->n_states);
  futures->ends = g_array_new (FALSE, FALSE, sizeof (End));
  find_targets (futures);
  return futures;
}

void
futures_free (Futures *futures)
{
  if (futures == NULL)
    return;
  for (guint32 q = 0; q < futures->costs->automaton->n_states; q++)
    target_free (futures->targets[q]);
  outlook_free (futures->outlook);
  couplet_segment_walks_free (futures->walks);
  g_free (futures->is_target);
  g_free (futures->targets);
  g_free (futures->passed);
  g_array_unref (futures->ends);
  g_free (futures);
}

/* ---- Looking ahead ---------------------------------------------------------------------- */

/* Leaves those that are not below another. */
static void
reduce (Futures *futures, GArray *vectors)
{
  Candidate *all = (Candidate *)(gpointer)vectors->data;
  g_array_set_size (vectors, antichain_reduce (all, vectors->len, futures->costs->context));
}

static void
look (Futures *futures, guint32 state)
{
  Target *target = g_new (Target, 1);
  target->known = g_array_new (FALSE, FALSE, sizeof (Candidate));
  target->possible = g_array_new (FALSE, FALSE, sizeof (Candidate));
  outlook_classes (futures->outlook, state, target->known, target->possible);
  reduce (futures, target->known);
  target_free (futures->targets[state]);
  futures->targets[state] = target;
}

void
futures_look (Futures *futures, guint32 component)
{
  const CoupletComponents *components = futures->costs->components;
  outlook_set (futures->outlook, component);
  for (guint32 i = components->first[component]; i < components->first[component + 1]; i++)
    if (futures->is_target[components->members[i]])
      look (futures, components->members[i]);
}

/* ---- Questions -------------------------------------------------------------------------- */

/* The least of what the shifts pay and what future asks for. */
static CoupletCost
best_answer (Futures *futures, const Question *question, const CoupletVector *future)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  for (int y = 0; y < 3; y++)
    least = couplet_cost_min (
        least, couplet_cost_add (futures->costs->unit, question->pay[y], future->at[y]));
  return least;
}

/* Raises the question's level to the worst of the known futures. */
static void
ask_known (Futures *futures, Question *question, const Target *target)
{
  for (guint i = 0; i < target->known->len; i++) {
    const Candidate *known = &g_array_index (target->known, Candidate, i);
    question->level =
        couplet_cost_max (question->level, best_answer (futures, question, &known->vector));
  }
}

/* True when some class that leaves shifts, and is not known, may be worse than the
 * question's level. */
static gboolean
is_open (Futures *futures, const Question *question, const Target *target, guint32 shifts)
{
  for (guint i = 0; i < target->possible->len; i++) {
    const Candidate *bound = &g_array_index (target->possible, Candidate, i);
    if (bound->tag == shifts &&
        couplet_cost_compare (best_answer (futures, question, &bound->vector), question->level) > 0)
      return TRUE;
  }
  return FALSE;
}

/* ---- Searching one segment -------------------------------------------------------------- */

/* Records an end that costs that much in this round, the first being 0, if it is
 * above the question's level and was so in all rounds before. */
static void
record_end (Futures *futures, const Question *question, guint32 round, End end, CoupletCost cost)
{
  Passed *passed = &futures->passed[end.number];
  if (couplet_cost_compare (cost, question->level) <= 0)
    return;
  if (passed->round == round) {
    if (round == 0)
      g_array_append_val (futures->ends, end);
    passed->least = round == 0 ? cost : couplet_cost_min (passed->least, cost);
    passed->round = round + 1;
  }
}

/* Only walks whose class may yet become one that leaves the set after, two shifts or
 * three of them, and costs, with own on top, more than above for shift x - 1. None
 * goes into components with numbers below last. */
typedef struct {
  Futures *futures; /* its pace over, none */
  guint32 after, x;
  CoupletCost own, above;
  guint32 last;
} Limits;

static gboolean
is_within_limits (gpointer data, guint32 state, CoupletShifts shifts, const CoupletVector *cost)
{
  const Limits *limits = data;
  CoupletUnit *unit = limits->futures->costs->unit;
  CoupletCost rest;
  if (couplet_pace_over (&limits->futures->pace, STEPS_PER_WALK))
    return FALSE;
  return (limits->after & ~shifts) == 0 &&
         limits->futures->costs->components->component[state] >= limits->last &&
         outlook_most (limits->futures->outlook, state, shifts, limits->after, limits->x, &rest) &&
         couplet_cost_compare (
             couplet_cost_add (unit, couplet_cost_add (unit, cost->at[limits->x], limits->own),
                               rest),
             limits->above) > 0;
}

/* One round: the ends of the classes from state that cost more than the question's
 * level when the shift is limits->x - 1. */
static void
search_round (Futures *futures, const Question *question, guint32 round, guint32 state,
              Limits *limits)
{
  const CoupletAutomaton *a = futures->costs->automaton;
  guint32 n;
  const CoupletSegmentClass *classes =
      couplet_segment_classes (futures->walks, 0, state, is_within_limits, limits, &n);
  futures->n_classes += n;
  for (guint32 i = 0; i < n; i++) {
    guint32 q = classes[i].state;
    if (classes[i].shifts != limits->after)
      continue;
    CoupletCost cost =
        couplet_cost_add (futures->costs->unit, classes[i].cost.at[limits->x], limits->own);
    End end = {futures->costs->n_assignments + q, futures->costs->components->component[q]};
    record_end (futures, question, round, end, cost);
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (a->assignment[t] != 0) {
        end.number = futures->costs->number[t];
        record_end (futures, question, round, end,
                    couplet_cost_add (futures->costs->unit, cost,
                                      futures->costs->worst[end.number].at[limits->x]));
      }
  }
}

/* The lowest component of an end that passed so many rounds; COUPLET_NONE when
 * there is none. */
static guint32
last_component (const Futures *futures, guint32 rounds)
{
  guint32 last = COUPLET_NONE;
  for (guint i = 0; i < futures->ends->len; i++) {
    const End *end = &g_array_index (futures->ends, End, i);
    if (futures->passed[end->number].round == rounds)
      last = MIN (last, end->component);
  }
  return last;
}

/* Raises the question's level to the worst of the ends that passed all rounds, and
 * forgets the ends. */
static void
judge_ends (Futures *futures, Question *question, guint32 rounds)
{
  for (guint i = 0; i < futures->ends->len; i++) {
    Passed *passed = &futures->passed[g_array_index (futures->ends, End, i).number];
    if (passed->round == rounds)
      question->level = couplet_cost_max (question->level, passed->least);
    *passed = (Passed){0, 0};
  }
  g_array_set_size (futures->ends, 0);
}

/* The shifts among those left that an answer may choose, as entries; first those
 * that can exceed the question's level by the least. Returns their number. */
static guint32
answers_in_order (Futures *futures, const Question *question, guint32 state, guint32 shifts,
                  guint32 order[3])
{
  CoupletCost over[3];
  guint32 n = 0;
  for (guint32 x = 0; x < 3; x++) {
    CoupletCost most = 0;
    if ((shifts >> x & 1) == 0 || question->pay[x] == COUPLET_COST_INFINITE)
      continue;
    outlook_most (futures->outlook, state, COUPLET_ALL_SHIFTS, shifts, x, &most);
    CoupletCost by = couplet_cost_subtract (
        futures->costs->unit, couplet_cost_add (futures->costs->unit, most, question->pay[x]),
        question->level);
    guint32 at = n++;
    for (; at > 0 && couplet_cost_compare (by, over[at - 1]) < 0; at--) {
      over[at] = over[at - 1];
      order[at] = order[at - 1];
    }
    over[at] = by;
    order[at] = x;
  }
  return n;
}

/* Raises the question's level to the worst class from state that leaves shifts: it
 * must be above it for every shift of the answers, so each round leaves fewer ends. */
static void
search (Futures *futures, Question *question, guint32 state, guint32 shifts)
{
  guint32 order[3], last = 0;
  guint32 n = answers_in_order (futures, question, state, shifts, order);
  futures->n_searches++;
  if (n == 0)
    question->level = COUPLET_COST_INFINITE;
  for (guint32 round = 0; round < n && last != COUPLET_NONE; round++) {
    Limits limits = {futures,         shifts, order[round], question->pay[order[round]],
                     question->level, last};
    search_round (futures, question, round, state, &limits);
    last = last_component (futures, round + 1);
  }
  judge_ends (futures, question, n);
}

/* The worst future of state, for the question of each difference; at least level. */
static CoupletCost
ask (Futures *futures, const CoupletStep *step, int x, guint32 state)
{
  const Target *target = futures->targets[state];
  Question questions[COUPLET_MOST_DIFFERENCES];
  CoupletCost level = 0;
  for (guint32 i = 0; i < step->n; i++) {
    for (int y = -1; y <= 1; y++)
      questions[i].pay[y + 1] =
          couplet_step_links (step, x, y) ? step->pay[i][y + 1] : COUPLET_COST_INFINITE;
    questions[i].level = level;
    ask_known (futures, &questions[i], target);
    level = questions[i].level;
  }
  for (guint32 i = 0; i < step->n; i++) {
    questions[i].level = level;
    for (guint32 shifts = 1; shifts <= COUPLET_ALL_SHIFTS; shifts++)
      if (is_open (futures, &questions[i], target, shifts))
        search (futures, &questions[i], state, shifts);
    level = questions[i].level;
  }
  return level;
}

/* TRUE when each shift may follow any other. */
static gboolean
links_all (const CoupletStep *step)
{
  return (step->from[0] & step->from[1] & step->from[2]) == COUPLET_ALL_SHIFTS;
}

CoupletVector
futures_worst (Futures *futures, const CoupletStep *step, guint32 state)
{
  CoupletVector worst = {{ask (futures, step, -1, state)}};
  for (int x = 0; x <= 1; x++)
    worst.at[x + 1] = links_all (step) ? worst.at[0] : ask (futures, step, x, state);
  return worst;
}

void
futures_count (const Futures *futures, guint64 *segments, guint64 *searches, guint64 *classes)
{
  *segments = futures->n_segments;
  *searches = futures->n_searches;
  *classes = futures->n_classes;
}
