/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors by place, the cheapest shifts of walks, and the worst differences, against tables over
 * all shifts of all thresholds of random automata. */
#include "random_many.h"

#include <couplet/internal/place_vectors.h>
#include <couplet/host/unfold.h>

#include <string.h>

#include "unit.h"

#define AUTOMATA 2000
#define SEED 20261127
#define STEPS 4
#define POINTS 81 /* 3 to the MANY_THRESHOLDS */

typedef struct {
  CoupletCost at[POINTS]; /* the shift of threshold v is digit v, to the base of 3, less 1 */
} Dense;

typedef struct {
  const CoupletAutomaton *a;
  const CoupletComponents *free_cycles;
  CoupletUnit *unit;
  CoupletVectors *vectors;
  guint points;
} Made;

static int
digit (guint point, guint32 threshold)
{
  for (; threshold > 0; threshold--)
    point /= 3;
  return (int)(point % 3) - 1;
}

static guint
with_digit (guint point, guint32 threshold, int shift)
{
  int power = 1, old = digit (point, threshold);
  for (; threshold > 0; threshold--)
    power *= 3;
  return (guint)((int)point + (shift - old) * power);
}

/* What sample pays with shift g beside the thresholds' shifts in point. */
static CoupletCost
sample_pays (const Made *made, const CoupletSample *sample, guint point, int difference, int g)
{
  for (guint32 i = 0; i < sample->n_literals; i++)
    if (!couplet_shifts_have (couplet_shifts_beside (sample->literals[i].comparison,
                                                     digit (point, sample->literals[i].threshold)),
                              g))
      return COUPLET_COST_INFINITE;
  return couplet_sample_cost (sample, made->unit, difference, g);
}

/* Adds what point becomes by transition when its samples shift as the digits of choice say. */
static void
spread (const Made *made, const CoupletSample *samples, guint32 n, guint point, guint choice,
        int difference, CoupletCost cost, Dense *after)
{
  guint to = point;
  for (guint32 s = 0; s < n; s++) {
    int g = digit (choice, s);
    cost =
        couplet_cost_add (made->unit, cost, sample_pays (made, &samples[s], point, difference, g));
    for (guint32 i = 0; i < samples[s].n_assigned; i++)
      to = with_digit (to, samples[s].assigned[i], g);
  }
  after->at[to] = couplet_cost_min (after->at[to], cost);
}

static Dense
take_dense (const Made *made, const Dense *before, guint32 transition, int difference)
{
  CoupletSample samples[MANY_THRESHOLDS];
  Dense after;
  guint choices = 1;
  guint32 n = couplet_samples_load (samples, made->a, made->free_cycles, made->unit, transition);
  CoupletCost fresh =
      couplet_fresh_cost (made->a, made->free_cycles, made->unit, transition, difference);
  for (guint32 s = 0; s < n; s++)
    choices *= 3;
  memset (&after, 0xff, sizeof after); /* infinite */
  for (guint point = 0; point < made->points; point++)
    for (guint choice = 0; choice < choices; choice++)
      spread (made, samples, n, point, choice, difference,
              couplet_cost_add (made->unit, before->at[point], fresh), &after);
  return after;
}

static CoupletCost
least_of (const Made *made, const Dense *dense)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  for (guint point = 0; point < made->points; point++)
    least = couplet_cost_min (least, dense->at[point]);
  return least;
}

/* A random walk, whose vectors are compared step by step; *dense: the last one. */
static GArray *
random_walk (const Made *made, GRand *random, Dense *dense)
{
  gsize size = couplet_vectors_most (made->vectors);
  g_autofree CoupletCost *vector = g_new0 (CoupletCost, size);
  g_autofree CoupletCost *next = g_new (CoupletCost, size);
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  guint32 state = made->a->initial;
  *dense = (Dense){{0}};
  while (walk->len < STEPS && made->a->row[state] < made->a->row[state + 1]) {
    gint8 differences[COUPLET_MOST_DIFFERENCES];
    guint32 t = (guint32)g_rand_int_range (random, (gint32)made->a->row[state],
                                           (gint32)made->a->row[state + 1]);
    guint32 n = couplet_differences (made->a, t, differences);
    CoupletWalkStep step = {t, differences[g_rand_int_range (random, 0, (gint32)n)],
                            COUPLET_SHIFT_UNUSED};
    g_array_append_val (walk, step);
    *dense = take_dense (made, dense, t, step.difference);
    couplet_vectors_take (made->vectors, t, step.difference, vector, next);
    state = made->a->target[t];
    memcpy (vector, next, size * sizeof *vector);
    assert_int_equal (couplet_cost_compare (couplet_vectors_least (made->vectors, state, vector),
                                            least_of (made, dense)),
                      0);
  }
  return walk;
}

/* The shifts are allowed and pay what the tables say; there are none where these say so. */
static void
check_shifts (const Made *made, const GArray *walk, const Dense *dense)
{
  CoupletPace pace = {.context = NULL};
  CoupletSample samples[MANY_THRESHOLDS];
  gint8 shifts[STEPS * MANY_THRESHOLDS];
  CoupletCost cost, sum = 0;
  guint32 n_slots = couplet_n_slots (made->a);
  guint point = 0;
  gboolean found =
      couplet_walk_shifts (made->vectors, (const CoupletWalkStep *)(gpointer)walk->data, walk->len,
                           &pace, shifts, &cost);
  assert_int_equal (found, least_of (made, dense) != COUPLET_COST_INFINITE);
  for (guint i = 0; found && i < walk->len; i++) {
    const CoupletWalkStep *step = &g_array_index (walk, CoupletWalkStep, i);
    guint32 n =
        couplet_samples_load (samples, made->a, made->free_cycles, made->unit, step->transition);
    guint before = point;
    sum = couplet_cost_add (made->unit, sum,
                            couplet_fresh_cost (made->a, made->free_cycles, made->unit,
                                                step->transition, step->difference));
    for (guint32 s = 0; s < n; s++) {
      int g = shifts[i * n_slots + samples[s].slot];
      sum = couplet_cost_add (made->unit, sum,
                              sample_pays (made, &samples[s], before, step->difference, g));
      for (guint32 v = 0; v < samples[s].n_assigned; v++)
        point = with_digit (point, samples[s].assigned[v], g);
    }
  }
  assert_true (!found || (couplet_cost_compare (sum, cost) == 0 &&
                          couplet_cost_compare (cost, least_of (made, dense)) == 0));
}

/* The most that walks from state cost with the transitions of the input that walk has from its
 * step on; no deeper than STEPS. */
static CoupletCost
most_of (const Made *made, const GArray *walk, guint step, guint32 state, const Dense *dense)
{
  CoupletCost most = 0;
  if (step == walk->len)
    return least_of (made, dense);
  guint32 wanted =
      couplet_folded_transition (made->a, g_array_index (walk, CoupletWalkStep, step).transition);
  for (guint32 t = made->a->row[state]; t < made->a->row[state + 1]; t++) {
    gint8 differences[COUPLET_MOST_DIFFERENCES];
    guint32 n = couplet_differences (made->a, t, differences);
    for (guint32 i = 0; couplet_folded_transition (made->a, t) == wanted && i < n; i++) {
      Dense after = take_dense (made, dense, t, differences[i]);
      most = couplet_cost_max (most, most_of (made, walk, step + 1, made->a->target[t], &after));
    }
  }
  return most;
}

static void
check_worst (const Made *made, GArray *walk)
{
  Dense dense = {{0}};
  CoupletCost most = most_of (made, walk, 0, made->a->initial, &dense);
  assert_true (couplet_walk_worst_differences (made->vectors, walk));
  for (guint i = 0; i < walk->len; i++) {
    const CoupletWalkStep *step = &g_array_index (walk, CoupletWalkStep, i);
    dense = take_dense (made, &dense, step->transition, step->difference);
  }
  assert_int_equal (couplet_cost_compare (least_of (made, &dense), most), 0);
}

/* Sets after to what arcs make of before, of n entries. */
static void
follow_arcs (const Made *made, const GArray *arcs, const CoupletCost *before, CoupletCost *after,
             gsize n)
{
  for (gsize i = 0; i < n; i++)
    after[i] = COUPLET_COST_INFINITE;
  for (guint i = 0; i < arcs->len; i++) {
    const CoupletArc *arc = &g_array_index (arcs, CoupletArc, i);
    CoupletCost sum = couplet_cost_add (made->unit, before[arc->before], arc->cost);
    after[arc->after] = couplet_cost_min (after[arc->after], sum);
  }
}

/* Along walk, arcs lead from vector to vector as couplet_vectors_take() does. */
static void
check_arcs (const Made *made, const GArray *walk)
{
  gsize most = couplet_vectors_most (made->vectors);
  g_autofree CoupletCost *before = g_new0 (CoupletCost, most);
  g_autofree CoupletCost *after = g_new (CoupletCost, most), *by_arcs = g_new (CoupletCost, most);
  for (guint i = 0; i < walk->len; i++) {
    const CoupletWalkStep *step = &g_array_index (walk, CoupletWalkStep, i);
    g_autoptr (GArray) arcs = g_array_new (FALSE, FALSE, sizeof (CoupletArc));
    gsize n = couplet_vectors_size (made->vectors, made->a->target[step->transition]);
    couplet_vectors_arcs (made->vectors, (CoupletMove){step->transition, step->difference}, arcs);
    couplet_vectors_take (made->vectors, step->transition, step->difference, before, after);
    follow_arcs (made, arcs, before, by_arcs, n);
    for (gsize entry = 0; entry < n; entry++)
      assert_int_equal (couplet_cost_compare (after[entry], by_arcs[entry]), 0);
    memcpy (before, after, n * sizeof *before);
  }
}

static void
check_automaton (const ManyAutomaton *many, guint number)
{
  CoupletPace pace = {.context = NULL};
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED + number);
  g_autoptr (CoupletAutomaton) original = build_many (many);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (original, NULL, NULL);
  const CoupletAutomaton *a = unfolded != NULL ? unfolded : original;
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (a, NULL);
  const CoupletComponents *free_cycles = number % 2 == 0 ? components : NULL;
  g_autoptr (CoupletVectors) vectors = couplet_vectors_new (a, free_cycles, unit, &pace);
  Made made = {a, free_cycles, unit, vectors, 1};
  for (guint32 v = 0; v < a->n_thresholds; v++)
    made.points *= 3;
  for (int i = 0; i < 4; i++) {
    Dense dense;
    g_autoptr (GArray) walk = random_walk (&made, random, &dense);
    check_shifts (&made, walk, &dense);
    check_arcs (&made, walk);
    check_worst (&made, walk);
  }
}

static void
test_random_walks (void **state)
{
  (void)state;
  each_random_many (AUTOMATA, SEED, random_looping_kinds, check_automaton);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test (test_random_walks)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
