/* SPDX-License-Identifier: Apache-2.0 */
#include "antichain.h"
#include <couplet/host.h>

#include "unit.h"

static CoupletCost
random_cost (GRand *random, int range)
{
  int value = g_rand_int_range (random, 0, range);
  return value == 0 ? COUPLET_COST_INFINITE : (CoupletCost)value;
}

/* Whether vector is below another of all, or equal to an earlier one. */
static gboolean
is_covered (const Candidate *all, guint n, guint which)
{
  for (guint i = 0; i < n; i++)
    if (i != which && couplet_vector_below (&all[which].vector, &all[i].vector) &&
        (i < which || !couplet_vector_below (&all[i].vector, &all[which].vector)))
      return TRUE;
  return FALSE;
}

static void
check_reduction (GRand *random, guint n, int range, void **state)
{
  g_autofree Candidate *all = g_new (Candidate, n);
  for (guint i = 0; i < n; i++) {
    all[i].tag = i;
    for (int x = 0; x < 3; x++)
      all[i].vector.at[x] = random_cost (random, range);
  }
  g_autofree Candidate *reduced = g_memdup2 (all, n * sizeof *all);
  guint expected = 0, kept = antichain_reduce (reduced, n, *state);
  for (guint i = 0; i < n; i++)
    expected += !is_covered (all, n, i);
  assert_int_equal (kept, expected);
  for (guint i = 0; i < kept; i++)
    for (guint j = 0; j < kept; j++)
      if (i != j)
        assert_false (couplet_vector_below (&reduced[i].vector, &reduced[j].vector));
}

static void
test_what_is_kept_is_what_nothing_covers (void **state)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  for (guint i = 0; i < 3000; i++)
    check_reduction (random, (guint)g_rand_int_range (random, 1, 80),
                     g_rand_int_range (random, 2, 12), state);
}

static void
test_a_set_without_order_is_kept_whole (void **state)
{
  Candidate all[100];
  for (guint i = 0; i < 100; i++)
    all[i] = (Candidate){{{i, 100 - i, 5}}, i};
  assert_int_equal (antichain_reduce (all, 100, *state), 100);
}

/* Beyond one block of the sort; the candidates are few values many times. */
static void
test_a_large_set (void **state)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (9);
  guint n = 100000;
  g_autofree Candidate *all = g_new (Candidate, n);
  for (guint i = 0; i < n; i++) {
    guint value = (guint)g_rand_int_range (random, 0, 5000);
    all[i] = (Candidate){{{value, 5000 - value, 0}}, i};
  }
  guint kept = antichain_reduce (all, n, *state);
  assert_in_range (kept, 4900, 5000);
  for (guint i = 1; i < kept; i++)
    assert_true (all[i].vector.at[0] < all[i - 1].vector.at[0]);
}

static void
test_without_a_context_nothing_stops_it (void **state)
{
  (void)state;
  Candidate all[100];
  for (guint i = 0; i < 100; i++)
    all[i] = (Candidate){{{i % 50, 50 - i % 50, 5}}, i};
  assert_int_equal (antichain_reduce (all, 100, NULL), 50);
}

static const CoupletPlugin PLUGIN = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};
static const CoupletHost HOST = {0};

/* A user who cancels at a certain look at the clock. */
static gboolean
cancel_at_last (gpointer looks)
{
  return --*(guint *)looks == 0;
}

static void
test_a_set_that_is_not_reduced_loses_none (void **state)
{
  (void)state;
  guint n = 100000, stopped = 0;
  g_autofree Candidate *all = g_new (Candidate, n);
  for (guint at = 1; at < 400; at += 20) {
    guint looks = at;
    const CoupletHost host = {.data = &looks, .should_cancel = cancel_at_last};
    g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "test");
    couplet_context_start (context, 0);
    for (guint i = 0; i < n; i++)
      all[i] = (Candidate){{{i * 7919 % n, 0, 0}}, i};
    guint kept = antichain_reduce (all, n, context);
    if (kept == 1)
      continue;
    assert_int_equal (kept, n);
    g_autofree guint8 *there = g_new0 (guint8, n);
    for (guint i = 0; i < n; i++)
      assert_int_equal (there[all[i].tag]++, 0);
    stopped++;
  }
  assert_in_range (stopped, 5, 18); /* while merging; and not at all */
}

static int
make_context (void **state)
{
  *state = couplet_context_new (&PLUGIN, NULL, &HOST, "test");
  couplet_context_start (*state, 0);
  return 0;
}

static int
free_context (void **state)
{
  couplet_context_free (*state);
  return 0;
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_is_kept_is_what_nothing_covers),
      cmocka_unit_test (test_a_set_without_order_is_kept_whole),
      cmocka_unit_test (test_a_large_set),
      cmocka_unit_test (test_without_a_context_nothing_stops_it),
      cmocka_unit_test (test_a_set_that_is_not_reduced_loses_none),
  };
  return cmocka_run_group_tests (tests, make_context, free_context);
}
