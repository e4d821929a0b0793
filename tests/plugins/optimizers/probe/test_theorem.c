/* SPDX-License-Identifier: Apache-2.0 */
/* The theorem of the least d, tested by numbers: on random paths the loss between
 * the inputs u + k*D and u + (k + 1)*D never exceeds T(D)*epsilon and comes near to it as k
 * grows. COUPLET_TEST_AUTOMATA and COUPLET_TEST_SEED make the test longer. */
#include "environment.h"
#include "probe_event.h"
#include "random_automata.h"
#include "random_many.h"
#include "walk_cost.h"

#include <couplet/host/unfold.h>
#include <couplet/internal/path_inputs.h>

#include "unit.h"

#define DEFAULT_PATHS 500
#define DEFAULT_SEED 20261121
#define MOST_STEPS 7
/* Bits: at first, at most, and of a loss that is known well enough. */
#define FIRST_PRECISION 256
#define MOST_PRECISION (1 << 17)
#define ENOUGH_BITS 20
#define PRECISION 256
/* So many scales of the widest noise away, the loss is within 1 / NEAR of its limit. */
#define FAR 256
#define NEAR 50

/* A random walk from the initial state, with random differences; its length. */
static guint
random_walk (const CoupletAutomaton *a, GRand *random, CoupletWalkStep *steps)
{
  guint32 state = a->initial;
  guint n = 0;
  for (; n < MOST_STEPS && a->row[state + 1] > a->row[state]; n++) {
    gint8 differences[COUPLET_MOST_DIFFERENCES];
    guint32 t =
        (guint32)g_rand_int_range (random, (gint32)a->row[state], (gint32)a->row[state + 1]);
    guint32 choices = couplet_differences (a, t, differences);
    steps[n] = (CoupletWalkStep){t, differences[g_rand_int_range (random, 0, (gint32)choices)],
                                 COUPLET_SHIFT_UNUSED};
    state = a->target[t];
  }
  return n;
}

typedef struct {
  ProbeEvent *event;
  const CoupletWalkStep *steps;
  guint n;
  GArray *base, *inputs, *values;
  CoupletRational epsilon;
  const CoupletRational *sensitivity;
} PathAlong;

/* The probability k steps along D; FALSE when it has too many draws at once. */
static gboolean
probability_at (PathAlong *path, gint64 k, slong precision, arb_t value)
{
  for (guint i = 0; i < path->n; i++) {
    mpq_ptr input = couplet_number (path->inputs, i)->value;
    mpq_set_si (input, (glong)k * path->steps[i].difference, 1);
    mpq_mul (input, input, path->sensitivity->value);
    mpq_add (input, input, couplet_number (path->base, i)->value);
  }
  path->event->bits = precision;
  return probe_event_chance (path->event, path->inputs, path->values, &path->epsilon, NULL,
                             value) == PROBABILITY_FOUND;
}

/* loss = ln (P(k) / P(k + 1)) / epsilon; FALSE when a probability is 0, for thresholds would have
 * to be in two orders, or has too many draws at once. */
static gboolean
loss_at (PathAlong *path, gint64 k, slong precision, arb_t loss)
{
  arb_t q;
  arb_init (q);
  gboolean good = probability_at (path, k, precision, loss) &&
                  probability_at (path, k + 1, precision, q) && !arb_is_zero (loss);
  if (good) {
    arb_div (loss, loss, q, precision);
    arb_log (loss, loss, precision);
    fmpq_t epsilon;
    fmpq_init (epsilon);
    fmpq_set_mpq (epsilon, path->epsilon.value);
    arb_set_fmpq (q, epsilon, precision);
    fmpq_clear (epsilon);
    arb_div (loss, loss, q, precision);
  }
  arb_clear (q);
  return good;
}

/* The same, as precisely as it takes. */
static gboolean
precise_loss_at (PathAlong *path, gint64 k, arb_t loss)
{
  for (slong precision = FIRST_PRECISION; precision <= MOST_PRECISION; precision *= 2) {
    if (!loss_at (path, k, precision, loss))
      return FALSE;
    if (arb_is_finite (loss) && arb_rel_error_bits (loss) <= -ENOUGH_BITS)
      return TRUE;
    if (arb_is_finite (loss) && mag_cmp_2exp_si (arb_radref (loss), -ENOUGH_BITS) < 0)
      return TRUE; /* near 0 */
  }
  fail_msg ("no precision was enough");
  return FALSE;
}

/* k so that k * sensitivity is FAR scales of the widest noise. */
static gint64
far_away (const PathAlong *path)
{
  g_auto (CoupletRational) least;
  couplet_rational_init (&least);
  const CoupletLine *line = g_ptr_array_index (path->event->lines, 0);
  for (guint i = 0; i < line->draws->len; i++)
    if (i == 0 || couplet_rational_compare (couplet_line_draw (line, i)->rate, &least) < 0)
      mpq_set (least.value, couplet_line_draw (line, i)->rate->value);
  if (line->draws->len == 0)
    return 0;
  mpq_mul (least.value, least.value, path->epsilon.value);
  mpq_mul (least.value, least.value, path->sensitivity->value);
  mpq_inv (least.value, least.value);
  mpz_mul_ui (mpq_numref (least.value), mpq_numref (least.value), FAR);
  mpz_cdiv_q (mpq_numref (least.value), mpq_numref (least.value), mpq_denref (least.value));
  return mpz_get_si (mpq_numref (least.value));
}

/* bound = cost - cost / NEAR. */
static void
nearly (arb_t bound, const arb_t cost)
{
  arb_mul_si (bound, cost, NEAR - 1, PRECISION);
  arb_div_si (bound, bound, NEAR, PRECISION);
}

static gboolean
check_losses (PathAlong *path, const CoupletRational *cost)
{
  arb_t loss, limit;
  gboolean good = TRUE;
  arb_init (loss);
  arb_init (limit);
  exact_set (limit, cost);
  gint64 far = far_away (path), places[] = {0, 1, far / 16, far};
  for (guint i = 0; good && i < G_N_ELEMENTS (places); i++) {
    good = precise_loss_at (path, places[i], loss);
    assert_false (good && arb_gt (loss, limit));
  }
  nearly (limit, limit);
  assert_false (good && arb_lt (loss, limit));
  arb_clear (limit);
  arb_clear (loss);
  return good;
}

/* The path at epsilon = 1/10, 1 and 4; FALSE when it cannot be integrated. */
static gboolean
check_path (const CoupletAutomaton *a, const CoupletWalkStep *steps, guint n)
{
  static const slong epsilons[][2] = {{1, 10}, {1, 1}, {4, 1}};
  guint32 transitions[MOST_STEPS];
  const char *obstacle;
  gboolean good = TRUE;
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  for (guint i = 0; i < n; i++)
    transitions[i] = steps[i].transition;
  g_autoptr (ProbeEvent) event = probe_event_of_walk (a, transitions, n, &obstacle);
  if (event == NULL || !walk_cost (a, steps, n, &cost))
    return FALSE;
  g_autoptr (GArray) base = couplet_numbers_new (n);
  g_autoptr (GArray) inputs = couplet_numbers_new (n);
  g_autoptr (GArray) values = couplet_numbers_new (n);
  PathAlong path = {.event = event,
                    .steps = steps,
                    .n = n,
                    .base = base,
                    .inputs = inputs,
                    .values = values,
                    .sensitivity = &a->sensitivity};
  couplet_rational_init (&path.epsilon);
  g_autoptr (GArray) numbers = couplet_path_inputs (a, transitions, n);
  good = numbers != NULL; /* else it is impossible */
  for (guint i = 0; i < n && good; i++) {
    mpq_set (couplet_number (base, i)->value, couplet_number (numbers, i)->value);
    mpq_set (couplet_number (values, i)->value, couplet_number (numbers, n + i)->value);
  }
  for (guint e = 0; e < G_N_ELEMENTS (epsilons) && good; e++) {
    mpq_set_si (path.epsilon.value, epsilons[e][0], (ulong)epsilons[e][1]);
    good = check_losses (&path, &cost);
  }
  couplet_rational_clear (&path.epsilon);
  return good;
}

static CoupletAutomaton *
random_one (GRand *random)
{
  static const RandomShape shape = {5, TRUE, FALSE, FALSE};
  PlainAutomaton plain;
  random_automaton (&plain, random, &shape);
  return build_plain (&plain, "q");
}

static CoupletAutomaton *
random_several (GRand *random)
{
  ManyAutomaton many;
  random_many (&many, random, g_rand_boolean (random), FALSE);
  return build_many (&many);
}

/* With exponential and discrete noise, gaps, snaps, inputs that are read again, and adjacencies. */
static CoupletAutomaton *
random_of_kinds (GRand *random)
{
  ManyAutomaton many;
  random_many (&many, random, g_rand_boolean (random), FALSE);
  random_kinds (&many, random);
  for (int q = 0; q < many.n_states; q++)
    if (many.states[q].snap == MANY_FLOATING)
      many.states[q].snap = MANY_SNAP;
  g_autofree char *why = NULL;
  return try_many (&many, &why);
}

static void
check_random_paths (CoupletAutomaton *(*make) (GRand *random), guint wanted)
{
  g_autoptr (GRand) random =
      g_rand_new_with_seed (environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  guint checked = 0;
  for (guint tries = 0; checked < wanted && tries < 20 * wanted; tries++) {
    CoupletWalkStep steps[MOST_STEPS];
    g_autoptr (CoupletAutomaton) automaton = make (random);
    if (automaton == NULL)
      continue;
    g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (automaton, NULL, NULL);
    const CoupletAutomaton *walked = unfolded != NULL ? unfolded : automaton;
    guint n = random_walk (walked, random, steps);
    if (n > 0)
      checked += check_path (walked, steps, n);
  }
  assert_int_equal (checked, wanted);
}

static void
test_loss_along_d_with_one_threshold (void **state)
{
  (void)state;
  check_random_paths (random_one, environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_PATHS));
}

static void
test_loss_along_d_with_several_thresholds (void **state)
{
  (void)state;
  check_random_paths (random_several,
                      environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_PATHS) / 4);
}

static void
test_loss_along_d_of_all_kinds (void **state)
{
  (void)state;
  check_random_paths (random_of_kinds, environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_PATHS));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_loss_along_d_with_one_threshold),
      cmocka_unit_test (test_loss_along_d_with_several_thresholds),
      cmocka_unit_test (test_loss_along_d_of_all_kinds),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
