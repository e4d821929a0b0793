/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/ties.h>

#include "unit.h"

#define MOST 40
#define SEED 20261121

static void
test_thresholds_begin_apart (void **state)
{
  (void)state;
  guint32 group_of[3];
  g_autoptr (CoupletTies) ties = couplet_ties_new (3);
  assert_int_equal (couplet_ties_number (ties, group_of), 3);
  for (guint32 v = 0; v < 3; v++)
    assert_int_equal (group_of[v], v);
}

static void
test_no_thresholds (void **state)
{
  (void)state;
  g_autoptr (CoupletTies) ties = couplet_ties_new (0);
  assert_int_equal (couplet_ties_number (ties, NULL), 0);
}

/* Literals with each other, assigned ones with each other, and both. */
static void
test_a_sample_ties_all_it_has_to_do_with (void **state)
{
  (void)state;
  static const CoupletLiteral literals[] = {{5, COUPLET_LESS}, {1, COUPLET_GREATER_EQUAL}};
  static const guint32 assigned[] = {3, 0, 4};
  static const struct {
    guint32 n_literals, n_assigned, n_groups;
    guint32 group_of[6];
  } cases[] = {{0, 0, 6, {0, 1, 2, 3, 4, 5}}, {2, 0, 5, {0, 1, 2, 3, 4, 1}},
               {0, 2, 5, {0, 1, 2, 0, 3, 4}}, {0, 3, 4, {0, 1, 2, 0, 0, 3}},
               {1, 1, 5, {0, 1, 2, 3, 4, 3}}, {1, 0, 6, {0, 1, 2, 3, 4, 5}},
               {2, 2, 3, {0, 0, 1, 0, 2, 0}}};
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint32 group_of[6];
    g_autoptr (CoupletTies) ties = couplet_ties_new (6);
    couplet_ties_add (ties, literals, cases[i].n_literals, assigned, cases[i].n_assigned);
    assert_int_equal (couplet_ties_number (ties, group_of), cases[i].n_groups);
    for (guint32 v = 0; v < 6; v++)
      assert_int_equal (group_of[v], cases[i].group_of[v]);
  }
}

/* Groups are numbered by their first thresholds, whatever the order of the ties. */
static void
test_random_ties_against_relabelling (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED);
  for (int round = 0; round < 500; round++) {
    guint32 n = (guint32)g_rand_int_range (random, 1, MOST), label[MOST], group_of[MOST];
    g_autoptr (CoupletTies) ties = couplet_ties_new (n);
    for (guint32 v = 0; v < n; v++)
      label[v] = v;
    for (int i = g_rand_int_range (random, 0, MOST); i > 0; i--) {
      CoupletLiteral literal = {(guint32)g_rand_int_range (random, 0, (gint)n), COUPLET_LESS};
      guint32 assigned = (guint32)g_rand_int_range (random, 0, (gint)n);
      couplet_ties_add (ties, &literal, 1, &assigned, 1);
      guint32 a = label[literal.threshold], b = label[assigned];
      for (guint32 v = 0; v < n; v++)
        label[v] = label[v] == MAX (a, b) ? MIN (a, b) : label[v];
    }
    guint32 n_groups = 0;
    guint32 found = couplet_ties_number (ties, group_of);
    for (guint32 v = 0; v < n; v++) {
      assert_int_equal (group_of[v], label[v] == v ? n_groups : group_of[label[v]]);
      n_groups += label[v] == v;
    }
    assert_int_equal (found, n_groups);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_thresholds_begin_apart),
      cmocka_unit_test (test_no_thresholds),
      cmocka_unit_test (test_a_sample_ties_all_it_has_to_do_with),
      cmocka_unit_test (test_random_ties_against_relabelling),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
