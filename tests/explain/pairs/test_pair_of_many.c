/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the inputs given for two thresholds drive the loss up: the probabilities of both
 * runs, by numerical integration over both values. */
#include "asked.h"
#include "laplace.h"
#include "random_many.h"

#include "walk_samples.h"
#include "input_pair.h"

#include <math.h>

#include "unit.h"

#define EPSILON 1.0
#define APART 24.0 /* L */
#define MOST_TURNS 3

/* The values of both thresholds, a cell each: what the loss rests on holds at every
 * pair of values, so that wide cells do. */
#define WIDE 1.0
#define PLANE_REACH (APART + 12)
#define PLANE_CELLS 72 /* of WIDE, over twice the reach */
#define PLANE_PAIRS 60

typedef struct {
  double weight[PLANE_CELLS][PLANE_CELLS];
} Plane;

typedef struct {
  double low, high;
} Range;

/* A step of one run with two thresholds. */
typedef struct {
  const InputPair *pair;
  const PairStep *step;
  const CoupletGuard *guard;
  const CoupletNoise *noise;
  double centre;
} Move;

static double
middle (int cell)
{
  return -PLANE_REACH + (cell + 0.5) * WIDE;
}

/* Which values of the draw for threshold v stay: side 0 = all. */
static Range
on_side (guint32 side, double threshold)
{
  return (Range){side == COUPLET_GREATER_EQUAL ? threshold : -INFINITY,
                 side == COUPLET_LESS ? threshold : INFINITY};
}

static Range
meet (Range one, Range two)
{
  return (Range){fmax (one.low, two.low), fmin (one.high, two.high)};
}

/* What the event leaves of a real output. */
static Range
event_range (const Move *move)
{
  double edge = move->step->event_half * mpq_get_d (move->pair->automaton->sensitivity.value) / 2;
  return (Range){move->step->event > 0 ? edge : -INFINITY, move->step->event < 0 ? edge : INFINITY};
}

static gboolean
guard_allows (const CoupletGuard *guard, const guint32 sides[2])
{
  for (guint32 i = 0; i < guard->n_alternatives; i++) {
    gboolean holds = TRUE;
    for (guint32 l = 0; l < guard->alternatives[i].n_literals; l++) {
      const CoupletLiteral *literal = &guard->alternatives[i].literals[l];
      holds &= sides[literal->threshold] == literal->comparison;
    }
    if (holds)
      return TRUE;
  }
  return FALSE;
}

static gboolean
shows (const Move *move, guint32 v)
{
  const CoupletAutomaton *a = move->pair->automaton;
  const CoupletOutput *output = couplet_output_of (a, move->step->transition);
  return output->kind == COUPLET_INSAMPLE &&
         (a->sampling == COUPLET_SHARED || output->threshold == v);
}

static double
chance (const Move *move, guint32 slot, Range range)
{
  double rate = number_of (move->pair->automaton, move->noise->d[slot]) * EPSILON;
  return laplace_between (range.low, range.high, move->centre, rate);
}

/* Spreads weight over what the assigned thresholds become; v: one of them, or
 * COUPLET_NONE. ranges: of each threshold's draw, of the one draw when it is shared. */
static void
spread (const Move *move, double weight, const int at[2], const Range ranges[2], Plane *after)
{
  const CoupletAutomaton *a = move->pair->automaton;
  gboolean shared = a->sampling == COUPLET_SHARED;
  guint32 t = move->step->transition;
  gboolean assigned[2] = {couplet_assigns (a, t, 0), couplet_assigns (a, t, 1)};
  guint32 v = assigned[0] ? 0 : 1;
  double other = 1;
  for (guint32 w = 0; w < 2 && !shared; w++)
    if ((w != v || !assigned[v]) && couplet_uses_sample (a, t, w))
      other *= chance (move, w, ranges[w]);
  if (!assigned[v]) {
    if (shared && couplet_uses_sample (a, t, 0))
      other *= chance (move, 0, ranges[0]);
    after->weight[at[0]][at[1]] += weight * other;
    return;
  }
  for (int cell = 0; cell < PLANE_CELLS; cell++) {
    Range inside = {middle (cell) - WIDE / 2, middle (cell) + WIDE / 2};
    double part = chance (move, shared ? 0 : v, meet (inside, ranges[shared ? 0 : v]));
    after->weight[assigned[0] ? cell : at[0]][assigned[1] ? cell : at[1]] += weight * other * part;
  }
}

/* Each way to meet the guard from one pair of values. */
static void
move_from (const Move *move, double weight, const int at[2], Plane *after)
{
  gboolean shared = move->pair->automaton->sampling == COUPLET_SHARED;
  for (guint32 first = 0; first <= COUPLET_GREATER_EQUAL; first++)
    for (guint32 second = 0; second <= COUPLET_GREATER_EQUAL; second++) {
      guint32 sides[2] = {first, second};
      Range ranges[2];
      for (guint32 v = 0; v < 2; v++) {
        ranges[v] = on_side (sides[v], middle (at[v]));
        if (shows (move, v))
          ranges[v] = meet (ranges[v], event_range (move));
      }
      if ((couplet_guard_comparisons (move->guard, 0) != 0) != (first != 0) ||
          (couplet_guard_comparisons (move->guard, 1) != 0) != (second != 0) ||
          !guard_allows (move->guard, sides))
        continue;
      if (shared)
        ranges[0] = meet (ranges[0], ranges[1]);
      spread (move, weight, at, ranges, after);
    }
}

static void
take_move (const InputPair *pair, guint index, int run, Plane **plane, Plane **spare)
{
  const CoupletAutomaton *a = pair->automaton;
  const PairStep *step = input_pair_step (pair, index);
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, step->transition)->noise];
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  input_pair_value (pair, index, run, &value);
  double input = mpq_get_d (value.value) + step->level * APART;
  Move move = {pair, step, couplet_guard_of (a, step->transition), noise,
               input + number_of (a, noise->mu)};
  double factor = 1;
  if (couplet_output_of (a, step->transition)->kind == COUPLET_FRESH) {
    Range event = event_range (&move);
    factor = laplace_between (event.low, event.high, input + number_of (a, noise->mu_fresh),
                              number_of (a, noise->d_fresh) * EPSILON);
  }
  memset (*spare, 0, sizeof **spare);
  for (int i = 0; i < PLANE_CELLS; i++)
    for (int j = 0; j < PLANE_CELLS; j++)
      if ((*plane)->weight[i][j] > 0)
        move_from (&move, (*plane)->weight[i][j] * factor, (const int[2]){i, j}, *spare);
  Plane *swapped = *plane;
  *plane = *spare;
  *spare = swapped;
}

/* The probability that run has the outputs of pair with k turns. */
static double
plane_probability (const InputPair *pair, int run, guint k)
{
  g_autofree Plane *one = g_new0 (Plane, 1), *two = g_new0 (Plane, 1);
  Plane *plane = one, *spare = two;
  plane->weight[0][0] = 1;
  for (guint i = 0, turn = 0; i < pair->steps->len;) {
    const PairTurn *turns =
        turn < pair->turns->len ? &g_array_index (pair->turns, PairTurn, turn) : NULL;
    gboolean turning = turns != NULL && i == turns->begin;
    guint end = turning ? turns->end : i + 1;
    for (guint j = 0; j < (turning ? k : 1); j++)
      for (guint step = i; step < end; step++)
        take_move (pair, step, run, &plane, &spare);
    turn += turning ? 1 : 0;
    i = end;
  }
  double total = 0;
  for (int i = 0; i < PLANE_CELLS; i++)
    for (int j = 0; j < PLANE_CELLS; j++)
      total += plane->weight[i][j];
  return total;
}

static void
check_growth_of_two (const InputPair *pair)
{
  double d = number_of (pair->automaton, pair->bound) * EPSILON, power = 1;
  for (guint k = 0; k <= 2; k++) {
    double one = plane_probability (pair, 1, k), two = plane_probability (pair, 2, k);
    assert_true (one > 0 && two > 0);
    if (k == 0)
      assert_true (fabs (one / two - 1) < 1e-6);
    else if (one / two < power * (pair->far ? 0.985 : 1 - 1e-9))
      fail_msg ("%u turns: %g, expected at least %g", k, one / two, power);
    power *= pair->shown ? exp (d) : 2 * exp (d / 2) - 1;
  }
}

/* The pair for a random automaton with two thresholds, of which a is one. */
static InputPair *
random_pair (GRand *random, Examiner *examiner, gboolean shared, CoupletAutomaton **a, Asked *asked,
             WalkSamples **samples)
{
  ManyAutomaton many;
  do
    random_many (&many, random, shared, FALSE);
  while (many.n_thresholds != 2);
  for (int q = 0; q < many.n_states; q++) {
    for (int v = 0; v < 2; v++)
      many.states[q].d[v] = MANY_UNIT / 2 * g_rand_int_range (random, 1, 4);
    many.states[q].d_fresh = MANY_UNIT / 2 * g_rand_int_range (random, 1, 4);
  }
  *a = build_many (&many);
  ask (asked, examiner, *a);
  const CoupletEvidence *evidence = asked_evidence (asked, COUPLET_EVIDENCE_VIOLATION);
  if (evidence == NULL)
    return NULL;
  *samples = evidence_samples (examined_automaton (asked->result), evidence);
  g_autoptr (ShiftConflict) conflict = shift_conflict_find (*samples);
  return input_pair_new (*samples, conflict);
}

static void
test_two_thresholds (void **state)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (79);
  g_autoptr (CoupletRegistry) registry = couplet_registry_new (NULL);
  const CoupletHost host = {0};
  g_autoptr (Examiner) examiner = examiner_new (registry, &host, NULL);
  assert_non_null (examiner);
  for (int shared = 0; shared < 2; shared++) {
    guint pairs = 0, far = 0, shown = 0;
    while (pairs < PLANE_PAIRS) {
      g_autoptr (CoupletAutomaton) a = NULL;
      g_auto (Asked) asked = {0};
      g_autoptr (WalkSamples) samples = NULL;
      g_autoptr (InputPair) pair =
          random_pair (random, examiner, shared != 0, &a, &asked, &samples);
      if (pair == NULL)
        continue;
      check_growth_of_two (pair);
      pairs++;
      far += pair->far ? 1 : 0;
      shown += pair->shown ? 1 : 0;
    }
    assert_true (far > 3 && shown > 3 && pairs - far - shown > 3);
  }
  (void)state;
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_two_thresholds),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
