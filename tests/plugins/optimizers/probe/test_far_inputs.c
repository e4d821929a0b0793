/* SPDX-License-Identifier: Apache-2.0 */
/* The bound of the theorem of the least d, tested by numbers: with the pairs that it names, the
 * outputs are more than e^(claim*epsilon*pairs) times as probable at the first inputs as at the
 * last, over all paths with them; and the floor of a path's probability is below it.
 * COUPLET_TEST_AUTOMATA and COUPLET_TEST_SEED make the test longer. */
#include "environment.h"
#include "probe.h"
#include "probe_event.h"
#include "random_automata.h"
#include "walk_cost.h"

#include <couplet/host.h>
#include <couplet/internal/lossy_walk.h>
#include <couplet/internal/path_inputs.h>

#include "unit.h"

#define DEFAULT_PATHS 200
#define DEFAULT_SEED 20261122
#define MOST_STEPS 5
#define MOST_PATHS 60
#define PRECISION 4096

static const CoupletPlugin PLUGIN = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};

typedef struct {
  const CoupletAutomaton *automaton;
  const GArray *walk; /* CoupletWalkStep */
  const CoupletRational *epsilon;
  GArray *base, *inputs, *values;
} Event;

static gboolean
look_the_same (const CoupletAutomaton *a, guint32 s, guint32 t)
{
  const CoupletOutput *one = couplet_output_of (a, s), *other = couplet_output_of (a, t);
  return (one->kind == COUPLET_SYMBOL) == (other->kind == COUPLET_SYMBOL) &&
         (one->kind != COUPLET_SYMBOL || g_str_equal (one->name, other->name));
}

static guint32
transition_at (const GArray *walk, guint i)
{
  return g_array_index (walk, CoupletWalkStep, i).transition;
}

/* All paths with the outputs of the event, transitions one after the other. NULL when they are
 * many. */
static GArray *
paths_of (const Event *event)
{
  const CoupletAutomaton *a = event->automaton;
  guint n = event->walk->len;
  GArray *paths = g_array_new (FALSE, TRUE, n * sizeof (guint32));
  g_array_set_size (paths, 1);
  for (guint i = 0; i < n; i++) {
    GArray *longer = g_array_new (FALSE, TRUE, n * sizeof (guint32));
    for (guint p = 0; p < paths->len; p++) {
      const guint32 *path = (const guint32 *)(gpointer)paths->data + (gsize)p * n;
      guint32 state = i == 0 ? a->initial : a->target[path[i - 1]];
      for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
        if (!look_the_same (a, t, transition_at (event->walk, i)))
          continue;
        g_array_append_vals (longer, path, 1);
        ((guint32 *)(gpointer)longer->data)[(gsize)(longer->len - 1) * n + i] = t;
      }
    }
    g_array_unref (paths);
    paths = longer;
  }
  if (paths->len <= MOST_PATHS)
    return paths;
  g_array_unref (paths);
  return NULL;
}

/* The probability of the event at k times D, over all paths. */
static void
probability_at (Event *event, const GArray *paths, gulong k, arb_t value)
{
  guint n = event->walk->len;
  slong bits = PRECISION;
  arb_t one;
  arb_init (one);
  arb_zero (value);
  for (guint i = 0; i < n; i++) {
    mpq_ptr input = couplet_number (event->inputs, i)->value;
    mpq_set_si (input, g_array_index (event->walk, CoupletWalkStep, i).difference, 1);
    mpz_mul_ui (mpq_numref (input), mpq_numref (input), k);
    mpq_mul (input, input, event->automaton->sensitivity.value);
    mpq_add (input, input, couplet_number (event->base, i)->value);
  }
  for (guint p = 0; p < paths->len; p++) {
    g_autoptr (CoupletLine) line = couplet_line_of_walk (
        event->automaton, (const guint32 *)(gpointer)paths->data + (gsize)p * n, n, NULL, NULL, n);
    assert_int_equal (
        line_probability (one, line, event->inputs, event->values, event->epsilon, &bits, NULL),
        PROBABILITY_FOUND);
    arb_add (value, value, one, PRECISION);
  }
  arb_clear (one);
}

/* P(0) > e^(claim*epsilon*pairs) * P(pairs) */
static void
check_pairs (Event *event, const GArray *paths, const CoupletRational *claim, gulong pairs)
{
  arb_t first, last, factor;
  g_auto (CoupletRational) exponent;
  arb_init (first);
  arb_init (last);
  arb_init (factor);
  couplet_rational_init (&exponent);
  probability_at (event, paths, 0, first);
  probability_at (event, paths, pairs, last);
  mpq_set_ui (exponent.value, pairs, 1);
  mpq_mul (exponent.value, exponent.value, event->epsilon->value);
  mpq_mul (exponent.value, exponent.value, claim->value);
  exact_set (factor, &exponent);
  arb_exp (factor, factor, PRECISION);
  arb_mul (last, last, factor, PRECISION);
  assert_true (arb_gt (first, last));
  arb_clear (factor);
  arb_clear (last);
  arb_clear (first);
}

/* The path is at least as probable as its floor. */
static void
check_floor (const Event *event, const CoupletLine *line, const GArray *places)
{
  slong bits = PRECISION;
  arb_t floor, value;
  arb_init (floor);
  arb_init (value);
  assert_true (far_inputs_floor (line, places, event->epsilon, floor));
  line_probability (value, line, event->base, event->values, event->epsilon, &bits, NULL);
  arb_log (value, value, PRECISION);
  arb_sub (value, value, floor, PRECISION);
  assert_true (arb_is_nonnegative (value) || arb_contains_zero (value));
  arb_clear (value);
  arb_clear (floor);
}

/* Refutes 9/10 of loss on walk; FALSE when nothing is to be refuted, or is too large to test. */
static gboolean
check_walk (const CoupletAutomaton *automaton, const GArray *walk, const CoupletRational *loss,
            slong numerator, ulong denominator)
{
  guint n = walk->len;
  g_auto (CoupletRational) claim, epsilon;
  couplet_rational_init (&claim);
  couplet_rational_init (&epsilon);
  mpq_set_ui (claim.value, 9, 10);
  mpq_mul (claim.value, claim.value, loss->value);
  mpq_set_si (epsilon.value, numerator, denominator);
  g_autoptr (GArray) inputs = couplet_numbers_new (n);
  g_autoptr (GArray) values = couplet_numbers_new (n);
  Event event = {.automaton = automaton,
                 .walk = walk,
                 .epsilon = &epsilon,
                 .inputs = inputs,
                 .values = values};
  g_autoptr (GArray) paths = paths_of (&event);
  if (paths == NULL || mpq_sgn (loss->value) == 0)
    return FALSE;
  const FarQuestion question = {.automaton = automaton,
                                .steps = (const CoupletWalkStep *)(gpointer)walk->data,
                                .n_steps = n,
                                .epsilon = &epsilon,
                                .claim = &claim,
                                .loss = loss};
  fmpz_t pairs;
  fmpz_init (pairs);
  gboolean found = far_inputs_find (&question, pairs) == NULL;
  if (found && fmpz_cmp_ui (pairs, 100000) < 0) {
    g_autofree guint32 *transitions = g_new (guint32, n);
    for (guint i = 0; i < n; i++)
      transitions[i] = transition_at (walk, i);
    g_autoptr (GArray) base = couplet_path_inputs (automaton, transitions, n);
    g_autoptr (CoupletLine) line = couplet_line_of_walk (automaton, transitions, n, NULL, NULL, n);
    g_autoptr (GArray) places = couplet_line_places (line);
    event.base = base;
    check_pairs (&event, paths, &claim, fmpz_get_ui (pairs));
    check_floor (&event, line, places);
  }
  fmpz_clear (pairs);
  return found;
}

static CoupletAutomaton *
random_one (GRand *random, gboolean told)
{
  static const RandomShape shape = {5, TRUE, FALSE, FALSE};
  PlainAutomaton plain;
  random_automaton (&plain, random, &shape);
  for (int t = 0; t < plain.n_transitions && !told; t++)
    plain.transitions[t].symbol = g_rand_int_range (random, 0, 2);
  return build_plain (&plain, "q");
}

/* A random walk with random differences, and what it costs. */
static GArray *
random_walk (const CoupletAutomaton *a, GRand *random, CoupletRational *loss)
{
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  for (guint32 state = a->initial; walk->len < MOST_STEPS && a->row[state + 1] > a->row[state];) {
    gint8 differences[COUPLET_MOST_DIFFERENCES];
    guint32 t =
        (guint32)g_rand_int_range (random, (gint32)a->row[state], (gint32)a->row[state + 1]);
    guint32 n = couplet_differences (a, t, differences);
    CoupletWalkStep step = {t, differences[g_rand_int_range (random, 0, (gint32)n)],
                            COUPLET_SHIFT_UNUSED};
    g_array_append_val (walk, step);
    state = a->target[t];
  }
  if (!walk_cost (a, (const CoupletWalkStep *)(gpointer)walk->data, walk->len, loss))
    mpq_set_ui (loss->value, 0, 1);
  return walk;
}

/* A path whose outputs force half of what some outputs do. */
static GArray *
forcing_walk (const CoupletAutomaton *a, CoupletContext *context, CoupletRational *loss)
{
  g_auto (CoupletRational) goal;
  couplet_rational_init (&goal);
  gboolean unbounded;
  couplet_cost_by_outputs (a, context, &goal, &unbounded);
  mpq_div_2exp (goal.value, goal.value, unbounded ? 6 : 1);
  g_autoptr (CoupletLossyWalk) walk =
      couplet_lossy_walk_by_outputs (a, &goal, 2 * MOST_STEPS, context);
  if (walk == NULL)
    return g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  mpq_set (loss->value, walk->loss.value);
  return g_array_ref (walk->steps);
}

static void
check_paths (gboolean told)
{
  static const slong epsilons[][2] = {{1, 10}, {1, 1}, {4, 1}};
  guint wanted = environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_PATHS), checked = 0;
  g_autoptr (GRand) random =
      g_rand_new_with_seed (environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  const CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "test");
  couplet_context_start (context, 0);
  for (guint tries = 0; checked < wanted && tries < 50 * wanted; tries++) {
    g_autoptr (CoupletAutomaton) automaton = random_one (random, told);
    if (automaton->output_distinct != told)
      continue;
    g_auto (CoupletRational) loss;
    couplet_rational_init (&loss);
    g_autoptr (GArray) walk =
        told ? random_walk (automaton, random, &loss) : forcing_walk (automaton, context, &loss);
    const slong *epsilon = epsilons[tries % G_N_ELEMENTS (epsilons)];
    checked += walk->len > 0 && check_walk (automaton, walk, &loss, epsilon[0], (ulong)epsilon[1]);
  }
  assert_int_equal (checked, wanted);
}

static void
test_bound_holds_where_outputs_tell_the_path (void **state)
{
  (void)state;
  check_paths (TRUE);
}

static void
test_bound_holds_over_all_paths_with_the_outputs (void **state)
{
  (void)state;
  check_paths (FALSE);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_bound_holds_where_outputs_tell_the_path),
      cmocka_unit_test (test_bound_holds_over_all_paths_with_the_outputs),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
