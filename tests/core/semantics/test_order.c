/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of the order of thresholds, against all orders that are possible. */
#include "order.h"

#include <glib.h>
#include <string.h>

#include "unit.h"

#define MOST_THRESHOLDS 130
#define MOST_LITERALS 130

typedef struct {
  OrderShape shape;
  Order order, scratch;
} Known;

static void
known_init (Known *known, guint32 n_thresholds)
{
  order_shape (&known->shape, n_thresholds);
  known->order = g_new0 (guint64, order_words (&known->shape));
  known->scratch = g_new0 (guint64, order_words (&known->shape));
}

static void
known_clear (Known *known)
{
  g_free (known->order);
  g_free (known->scratch);
}

/* A guard `>= below && < above` (COUPLET_NONE = no such literal) and an assignment. */
typedef struct {
  guint32 n_literals;
  CoupletLiteral literals[MOST_LITERALS];
  guint32 n_assigned;
  guint32 assigned[MOST_THRESHOLDS];
  gboolean noisy;
} Step;

static Step
between (guint32 below, guint32 above, guint32 assigned)
{
  Step step = {.noisy = TRUE};
  for (guint32 v = 0; v < MOST_THRESHOLDS; v++) {
    if (v == below)
      step.literals[step.n_literals++] = (CoupletLiteral){v, COUPLET_GREATER_EQUAL};
    else if (v == above)
      step.literals[step.n_literals++] = (CoupletLiteral){v, COUPLET_LESS};
  }
  if (assigned != COUPLET_NONE)
    step.assigned[step.n_assigned++] = assigned;
  return step;
}

/* only: becomes its one alternative. */
static CoupletGuard
guard_of (const Step *step, CoupletConjunction *only)
{
  *only = (CoupletConjunction){step->n_literals, step->literals};
  return (CoupletGuard){1, only, step->n_literals, step->literals};
}

static gboolean
contradicts (const Known *known, const Step *step)
{
  guint32 u, v;
  CoupletConjunction only;
  CoupletGuard guard = guard_of (step, &only);
  return order_contradicts (&known->shape, known->order, &guard, known->scratch, &u, &v);
}

static void
advance (Known *known, const Step *step)
{
  CoupletConjunction only;
  CoupletGuard guard = guard_of (step, &only);
  CoupletAssignment assignment = {step->n_assigned, step->assigned};
  order_advance (&known->shape, known->order, &guard, &assignment, step->noisy, known->scratch);
}

static gboolean
less (const Known *known, guint32 u, guint32 v)
{
  return order_is_less (&known->shape, known->order, u, v);
}

static gboolean
equal (const Known *known, guint32 u, guint32 v)
{
  return order_is_equal (&known->shape, known->order, u, v);
}

/* ---- Cases ------------------------------------------------------------------------------ */

static void
test_a_sample_between_two_orders_them (void **state)
{
  (void)state;
  Known known;
  known_init (&known, 2);
  Step step = between (0, 1, COUPLET_NONE);
  assert_false (contradicts (&known, &step));
  advance (&known, &step);
  assert_true (less (&known, 0, 1));
  assert_false (less (&known, 1, 0));
  Step turned = between (1, 0, COUPLET_NONE);
  assert_true (contradicts (&known, &turned));
  known_clear (&known);
}

static void
test_the_pair_at_fault_is_named (void **state)
{
  (void)state;
  guint32 u, v;
  Known known;
  known_init (&known, 4);
  Step first = between (3, 1, COUPLET_NONE);
  advance (&known, &first);
  Step step = {.n_literals = 4,
               .literals = {{0, COUPLET_LESS},
                            {1, COUPLET_GREATER_EQUAL},
                            {2, COUPLET_GREATER_EQUAL},
                            {3, COUPLET_LESS}}};
  CoupletConjunction only;
  CoupletGuard guard = guard_of (&step, &only);
  assert_true (order_contradicts (&known.shape, known.order, &guard, known.scratch, &u, &v));
  assert_int_equal (u, 1);
  assert_int_equal (v, 3);
  known_clear (&known);
}

static void
test_an_assigned_threshold_forgets_and_takes_the_samples_place (void **state)
{
  (void)state;
  Known known;
  known_init (&known, 3);
  Step first = between (0, 1, COUPLET_NONE), move = between (1, COUPLET_NONE, 0);
  advance (&known, &first);
  advance (&known, &move);
  assert_false (less (&known, 0, 1));
  assert_true (less (&known, 1, 0));
  known_clear (&known);
}

static void
test_a_threshold_may_be_compared_and_assigned_at_once (void **state)
{
  (void)state;
  Known known;
  known_init (&known, 2);
  Step first = between (0, 1, COUPLET_NONE), rise = between (0, COUPLET_NONE, 0);
  advance (&known, &first);
  advance (&known, &rise);
  assert_false (less (&known, 0, 1));
  assert_false (less (&known, 1, 0));
  assert_false (less (&known, 0, 0));
  known_clear (&known);
}

static void
test_thresholds_assigned_together_are_equal_until_one_is_redrawn (void **state)
{
  (void)state;
  Known known;
  known_init (&known, 3);
  Step together = between (COUPLET_NONE, COUPLET_NONE, 0);
  together.assigned[together.n_assigned++] = 2;
  advance (&known, &together);
  assert_true (equal (&known, 0, 2));
  Step apart = between (0, 2, COUPLET_NONE);
  assert_true (contradicts (&known, &apart));
  Step above = between (2, 1, COUPLET_NONE);
  advance (&known, &above);
  assert_true (less (&known, 0, 1)); /* through the equal one */
  Step redrawn = between (COUPLET_NONE, COUPLET_NONE, 2);
  advance (&known, &redrawn);
  assert_false (equal (&known, 0, 2));
  assert_true (less (&known, 0, 1));
  assert_false (less (&known, 2, 1));
  known_clear (&known);
}

static void
test_a_sample_without_noise_may_tie_with_what_it_is_not_below (void **state)
{
  (void)state;
  Known known;
  known_init (&known, 3);
  Step first = between (0, 1, COUPLET_NONE), second = between (1, COUPLET_NONE, 2);
  second.noisy = FALSE;
  advance (&known, &first);
  advance (&known, &second);
  assert_true (less (&known, 0, 2));
  assert_false (less (&known, 1, 2));
  assert_false (equal (&known, 1, 2));
  known_clear (&known);
}

/* Relations in words other than the first, and across their ends. */
static void
test_chains_of (guint32 n)
{
  Known known;
  known_init (&known, n);
  for (guint32 v = 0; v + 1 < n; v++) {
    Step step = between (v, v + 1, COUPLET_NONE);
    assert_false (contradicts (&known, &step));
    advance (&known, &step);
  }
  for (guint32 u = 0; u < n; u++)
    for (guint32 v = 0; v < n; v++) {
      assert_int_equal (less (&known, u, v), u < v);
      assert_false (equal (&known, u, v));
    }
  Step turned = between (n - 1, 0, COUPLET_NONE);
  assert_true (contradicts (&known, &turned));
  Step redrawn = between (COUPLET_NONE, 0, n - 1);
  advance (&known, &redrawn);
  for (guint32 v = 0; v + 1 < n; v++) {
    assert_true (less (&known, n - 1, v));
    assert_false (less (&known, v, n - 1));
  }
  known_clear (&known);
}

static void
test_chains_around_the_ends_of_words (void **state)
{
  (void)state;
  const guint32 sizes[] = {2, 63, 64, 65, 127, 128, 129, 130};
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    test_chains_of (sizes[i]);
}

/* ---- All that is possible --------------------------------------------------------------- */

#define FEW 4

/* The values that few thresholds may have, up to their order: the rank of each,
 * three bits; places between ranks are odd when doubled. */
static guint32
encode (const int value[FEW])
{
  guint32 code = 0;
  for (int v = 0; v < FEW; v++) {
    guint32 seen = 0;
    for (int u = 0; u < FEW; u++)
      if (value[u] < value[v])
        seen |= 1u << (value[u] + 1);
    guint32 rank = 0;
    for (; seen != 0; seen &= seen - 1)
      rank++;
    code |= rank << (3 * v);
  }
  return code;
}

static void
decode (guint32 code, int value[FEW])
{
  for (int v = 0; v < FEW; v++)
    value[v] = 2 * (int)(code >> (3 * v) & 7);
}

static gboolean
holds (const Step *step, const int value[FEW], int sample)
{
  for (guint32 i = 0; i < step->n_literals; i++) {
    gboolean is_less = sample < value[step->literals[i].threshold];
    if (is_less != (step->literals[i].comparison == COUPLET_LESS))
      return FALSE;
  }
  return TRUE;
}

/* The orders possible behind step. */
static GHashTable *
possible_behind (GHashTable *before, const Step *step)
{
  GHashTable *behind = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer code;
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &code, NULL))
    for (int sample = -1; sample < 2 * FEW; sample += step->noisy ? 2 : 1) {
      int value[FEW];
      decode (GPOINTER_TO_UINT (code), value);
      if (!holds (step, value, sample))
        continue;
      for (guint32 i = 0; i < step->n_assigned; i++)
        value[step->assigned[i]] = sample;
      g_hash_table_add (behind, GUINT_TO_POINTER (encode (value)));
    }
  return behind;
}

static GHashTable *
all_possible (void)
{
  GHashTable *all = g_hash_table_new (NULL, NULL);
  for (guint32 number = 0; number < 256; number++) {
    int value[FEW];
    guint32 seen = 0;
    for (int v = 0; v < FEW; v++) {
      value[v] = (int)(number >> (2 * v) & 3);
      seen |= 1u << value[v];
    }
    if (seen == 15) /* all different */
      g_hash_table_add (all, GUINT_TO_POINTER (encode (value)));
  }
  return all;
}

static Step
random_step (GRand *random, gboolean noisy)
{
  Step step = {.noisy = noisy};
  for (guint32 v = 0; v < FEW; v++) {
    guint32 comparison = (guint32)g_rand_int_range (random, 0, 4);
    if (comparison == COUPLET_LESS || comparison == COUPLET_GREATER_EQUAL)
      step.literals[step.n_literals++] = (CoupletLiteral){v, comparison};
    if (g_rand_int_range (random, 0, 5) == 0)
      step.assigned[step.n_assigned++] = v;
  }
  return step;
}

/* What is known must hold in every possible order; with noise also the other way. */
static void
compare_known (const Known *known, GHashTable *possible, gboolean complete)
{
  for (guint32 u = 0; u < FEW; u++)
    for (guint32 v = 0; v < FEW; v++) {
      gboolean always_less = TRUE, always_equal = u != v;
      GHashTableIter iter;
      gpointer code;
      g_hash_table_iter_init (&iter, possible);
      while (g_hash_table_iter_next (&iter, &code, NULL)) {
        int value[FEW];
        decode (GPOINTER_TO_UINT (code), value);
        always_less &= value[u] < value[v];
        always_equal &= value[u] == value[v];
      }
      assert_true (always_less || !less (known, u, v));
      assert_true (always_equal || !equal (known, u, v));
      assert_true (!complete || always_less == less (known, u, v));
      assert_true (!complete || always_equal == equal (known, u, v));
    }
}

static void
compare_random_run (GRand *random, gboolean all_noisy)
{
  Known known;
  known_init (&known, FEW);
  g_autoptr (GHashTable) possible = all_possible ();
  for (int i = 0; i < 8; i++) {
    Step step = random_step (random, all_noisy || g_rand_boolean (random));
    GHashTable *behind = possible_behind (possible, &step);
    gboolean never = g_hash_table_size (behind) == 0;
    gboolean contradicted = contradicts (&known, &step);
    assert_true (never || !contradicted);
    assert_true (!all_noisy || never == contradicted);
    if (never) {
      g_hash_table_unref (behind);
      continue;
    }
    g_hash_table_unref (possible);
    possible = behind;
    advance (&known, &step);
    compare_known (&known, possible, all_noisy);
  }
  known_clear (&known);
}

static void
test_noisy_runs_are_known_as_well_as_can_be (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (64);
  for (guint i = 0; i < 3000; i++)
    compare_random_run (random, TRUE);
}

static void
test_nothing_false_is_known_where_some_samples_have_no_noise (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (65);
  for (guint i = 0; i < 3000; i++)
    compare_random_run (random, FALSE);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_sample_between_two_orders_them),
      cmocka_unit_test (test_the_pair_at_fault_is_named),
      cmocka_unit_test (test_an_assigned_threshold_forgets_and_takes_the_samples_place),
      cmocka_unit_test (test_a_threshold_may_be_compared_and_assigned_at_once),
      cmocka_unit_test (test_thresholds_assigned_together_are_equal_until_one_is_redrawn),
      cmocka_unit_test (test_a_sample_without_noise_may_tie_with_what_it_is_not_below),
      cmocka_unit_test (test_chains_around_the_ends_of_words),
      cmocka_unit_test (test_noisy_runs_are_known_as_well_as_can_be),
      cmocka_unit_test (test_nothing_false_is_known_where_some_samples_have_no_noise),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
