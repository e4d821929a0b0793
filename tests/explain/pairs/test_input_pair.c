/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the inputs that an explanation gives drive the loss up: the
 * probabilities of both runs, by numerical integration over the thresholds. */
#include "asked.h"
#include "laplace.h"
#include "random_automata.h"

#include "walk_samples.h"
#include "input_pair.h"

#include <math.h>
#include <stdlib.h>

#include "unit.h"

#define EPSILON 1.0
#define APART 24.0 /* L */
#define CELL 0.125 /* of the grid; every kink of a density lies between two cells */
#define MOST_TURNS 3
#define PAIRS 1500
#define MARGIN 24.0

/* The threshold's density: weight[i] in the i-th cell from `from` on; total
 * before the first assignment: one cell of any place. */
typedef struct {
  double from;
  guint n;
  double *weight, *next;
} Grid;

/* One step of one run. */
typedef struct {
  const CoupletAutomaton *a;
  const PairStep *step;
  double input, rate, centre;
  double low, high; /* what an output insample is restricted to */
  guint32 comparisons;
} Taken;

static void
restrict_output (Taken *taken, double *weight)
{
  const CoupletAutomaton *a = taken->a;
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, taken->step->transition)->noise];
  CoupletOutputKind kind = couplet_output_of (a, taken->step->transition)->kind;
  double edge = taken->step->event_half * mpq_get_d (a->sensitivity.value) / 2;
  double low = taken->step->event > 0 ? edge : -INFINITY;
  double high = taken->step->event < 0 ? edge : INFINITY;
  taken->low = -INFINITY;
  taken->high = INFINITY;
  if (kind == COUPLET_INSAMPLE) {
    taken->low = low;
    taken->high = high;
  } else if (kind == COUPLET_FRESH && taken->step->event != 0)
    *weight *= laplace_between (low, high, taken->input + number_of (a, noise->mu_fresh),
                                number_of (a, noise->d_fresh) * EPSILON);
}

/* Multiplies each place of the threshold by the probability of the guard. */
static void
compare (const Taken *taken, Grid *grid)
{
  for (guint i = 0; i < grid->n; i++) {
    double x = grid->from + (i + 0.5) * CELL;
    double low = taken->low, high = taken->high;
    if ((taken->comparisons & COUPLET_LESS) != 0)
      high = fmin (high, x);
    else if (taken->comparisons != 0)
      low = fmax (low, x);
    grid->weight[i] *= laplace_between (low, high, taken->centre, taken->rate);
  }
}

/* The threshold takes the sample, where the guard lets it. */
static void
assign (const Taken *taken, Grid *grid)
{
  double total = 0, passed = 0;
  for (guint i = 0; i < grid->n; i++)
    total += grid->weight[i];
  for (guint i = 0; i < grid->n; i++) {
    double left = grid->from + i * CELL, right = left + CELL;
    double place = laplace_between (fmax (left, taken->low), fmin (right, taken->high),
                                    taken->centre, taken->rate);
    double upto = passed + grid->weight[i] / 2;
    grid->next[i] = place * ((taken->comparisons & COUPLET_LESS) != 0 ? total - upto
                             : taken->comparisons != 0                ? upto
                                                                      : total);
    passed += grid->weight[i];
  }
  double *swapped = grid->weight;
  grid->weight = grid->next;
  grid->next = swapped;
}

static void
take (const InputPair *pair, guint index, int run, double shift, Grid *grid)
{
  const CoupletAutomaton *a = pair->automaton;
  const PairStep *step = input_pair_step (pair, index);
  guint32 t = step->transition;
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, t)->noise];
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  input_pair_value (pair, index, run, &value);
  Taken taken = {.a = a, .step = step, .input = mpq_get_d (value.value) + shift};
  taken.comparisons = couplet_guard_comparisons (couplet_guard_of (a, t), 0);
  taken.centre = taken.input + number_of (a, noise->mu);
  taken.rate = number_of (a, noise->d[0]) * EPSILON;
  double factor = 1;
  restrict_output (&taken, &factor);
  for (guint i = 0; i < grid->n; i++)
    grid->weight[i] *= factor;
  if (a->assignment[t] != 0)
    assign (&taken, grid);
  else if (taken.comparisons != 0 || couplet_output_of (a, t)->kind == COUPLET_INSAMPLE)
    compare (&taken, grid);
}

static int
highest_level (const InputPair *pair)
{
  int highest = 0;
  for (guint i = 0; i < pair->steps->len; i++)
    highest = MAX (highest, ABS (input_pair_step (pair, i)->level));
  return highest;
}

/* The probability that run has the outputs of pair with k turns. */
static double
probability (const InputPair *pair, int run, guint k)
{
  double reach = MARGIN + APART * (highest_level (pair) + ABS (pair->drift) * (int)k);
  Grid grid = {.from = -reach, .n = (guint)(2 * reach / CELL)};
  grid.weight = g_new0 (double, grid.n);
  grid.next = g_new0 (double, grid.n);
  grid.weight[0] = 1;
  guint turn = 0;
  for (guint i = 0; i < pair->steps->len;) {
    const PairTurn *turns =
        turn < pair->turns->len ? &g_array_index (pair->turns, PairTurn, turn) : NULL;
    if (turns == NULL || i < turns->begin) {
      take (pair, i, run, input_pair_step (pair, i)->level * APART, &grid);
      i++;
      continue;
    }
    for (guint j = 0; j < k; j++)
      for (guint step = turns->begin; step < turns->end; step++)
        take (pair, step, run, (input_pair_step (pair, step)->level + pair->drift * (int)j) * APART,
              &grid);
    i = turns->end;
    turn++;
  }
  double total = 0;
  for (guint i = 0; i < grid.n; i++)
    total += grid.weight[i];
  g_free (grid.weight);
  g_free (grid.next);
  return total;
}

/* ---- The loss ------------------------------------------------------------------------ */

static void
check_growth (const InputPair *pair)
{
  const CoupletAutomaton *a = pair->automaton;
  double before = probability (pair, 1, 0) / probability (pair, 2, 0);
  assert_true (fabs (before - 1) < 1e-6);
  double power = 1;
  for (guint k = 1; k <= MOST_TURNS; k++) {
    double one = probability (pair, 1, k), two = probability (pair, 2, k);
    assert_true (one > 0 && two > 0);
    if (pair->bound != COUPLET_NONE) {
      double d = number_of (a, pair->bound) * mpq_get_d (a->sensitivity.value) * EPSILON;
      power *= pair->shown ? exp (d) : 2 * exp (d / 2) - 1;
      if (one / two < power * 0.985)
        fail_msg ("%u turns: %g, expected at least %g", k, one / two, power);
    } else if (one / two < before * 1.05)
      fail_msg ("%u turns: %g after %g", k, one / two, before);
    before = one / two;
  }
}

/* Noise that the grid resolves, and that decays within its margin. */
static void
tame (PlainAutomaton *plain, GRand *random)
{
  plain->sensitivity = g_rand_boolean (random) ? "1" : "2";
  for (int q = 0; q < plain->n_states; q++) {
    plain->states[q].d = NOISE_UNIT / 2 * g_rand_int_range (random, 1, 4);
    plain->states[q].d_fresh = NOISE_UNIT / 2 * g_rand_int_range (random, 1, 4);
  }
}

static WalkSamples *
samples_of (const CoupletEvidence *evidence)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  guint n;
  const CoupletWalkStep *walk = couplet_evidence_walk (evidence, &n);
  return walk_samples_new (a, couplet_components_new (a), walk, n);
}

static InputPair *
pair_of (const Asked *asked, WalkSamples **samples)
{
  const CoupletEvidence *evidence = asked_evidence (asked, COUPLET_EVIDENCE_VIOLATION);
  if (evidence == NULL)
    return NULL;
  *samples = samples_of (evidence);
  g_autoptr (ShiftConflict) conflict = shift_conflict_find (*samples);
  assert_non_null (conflict);
  InputPair *pair = input_pair_new (*samples, conflict);
  if (pair == NULL)
    fail_msg ("no pair of inputs for a violation of %u steps", (*samples)->walk->len);
  return pair;
}

static void
test_loss_grows (void **state)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (77);
  g_autoptr (CoupletRegistry) registry = couplet_registry_new (NULL);
  const CoupletHost host = {0};
  const RandomShape shape = {.most_states = 6};
  guint bounded = 0, unbounded = 0;
  g_autoptr (Examiner) examiner = examiner_new (registry, &host, NULL);
  assert_non_null (examiner);
  while (bounded + unbounded < PAIRS) {
    PlainAutomaton plain;
    random_automaton (&plain, random, &shape);
    tame (&plain, random);
    g_autoptr (CoupletAutomaton) a = build_plain (&plain, "q");
    if (!a->output_distinct || a->compares_otherwise)
      continue;
    g_auto (Asked) asked;
    ask (&asked, examiner, a);
    g_autoptr (WalkSamples) samples = NULL;
    g_autoptr (InputPair) pair = pair_of (&asked, &samples);
    if (pair == NULL)
      continue;
    check_growth (pair);
    bounded += pair->bound != COUPLET_NONE ? 1 : 0;
    unbounded += pair->bound == COUPLET_NONE ? 1 : 0;
  }
  assert_true (bounded > 20 && unbounded > 20);
  (void)state;
}

/* Draws without noise need no turns: the second run has other outputs. */
static void
test_without_noise (void **state)
{
  g_autoptr (CoupletRegistry) registry = couplet_registry_new (NULL);
  const CoupletHost host = {0};
  g_autoptr (Examiner) examiner = examiner_new (registry, &host, NULL);
  assert_non_null (examiner);
  const PlainAutomaton plain = {
      .n_states = 2,
      .n_transitions = 3,
      .sensitivity = "1",
      .states = {{.is_public = TRUE, .d = NOISE_UNIT, .d_fresh = NOISE_UNIT},
                 {.d = NO_NOISE_AT_ALL, .d_fresh = NOISE_UNIT}},
      .transitions = {{.from = 0, .to = 1, .assigns = TRUE},
                      {.from = 1, .to = 1, .comparison = COUPLET_LESS, .symbol = 1},
                      {.from = 1, .to = 1, .comparison = COUPLET_GREATER_EQUAL, .symbol = 2}}};
  g_autoptr (CoupletAutomaton) a = build_plain (&plain, "q");
  g_auto (Asked) asked;
  ask (&asked, examiner, a);
  g_autoptr (WalkSamples) samples = NULL;
  g_autoptr (InputPair) pair = pair_of (&asked, &samples);
  assert_true (pair->impossible);
  assert_int_equal (pair->turns->len, 0);
  assert_int_equal (pair->steps->len, 3);
  /* below, then at least: so the first is the lower one in the first run only */
  assert_int_equal (input_pair_step (pair, 1)->half, -1);
  assert_int_equal (input_pair_step (pair, 2)->half, 1);
  (void)state;
}

/* Bounds are about draws that have noise. */
static void
test_bounds_have_noise (void **state)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (78);
  g_autoptr (CoupletRegistry) registry = couplet_registry_new (NULL);
  const CoupletHost host = {0};
  const RandomShape shape = {.most_states = 6, .no_noise = TRUE, .public_comparisons = TRUE};
  guint pairs = 0;
  g_autoptr (Examiner) examiner = examiner_new (registry, &host, NULL);
  assert_non_null (examiner);
  for (int i = 0; i < 3000; i++) {
    PlainAutomaton plain;
    random_automaton (&plain, random, &shape);
    g_autoptr (CoupletAutomaton) a = build_plain (&plain, "q");
    g_auto (Asked) asked;
    ask (&asked, examiner, a);
    const CoupletEvidence *evidence = asked_evidence (&asked, COUPLET_EVIDENCE_VIOLATION);
    if (evidence == NULL)
      continue;
    g_autoptr (WalkSamples) samples = samples_of (evidence);
    g_autoptr (ShiftConflict) conflict = shift_conflict_find (samples);
    g_autoptr (InputPair) pair = conflict != NULL ? input_pair_new (samples, conflict) : NULL;
    if (pair == NULL)
      continue;
    assert_true (pair->bound == COUPLET_NONE || pair->bound < a->n_numbers);
    assert_true (pair->impossible == (pair->turns->len == 0));
    pairs++;
  }
  assert_true (pairs > 300);
  (void)state;
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_loss_grows),
      cmocka_unit_test (test_without_noise),
      cmocka_unit_test (test_bounds_have_noise),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
