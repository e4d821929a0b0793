/* SPDX-License-Identifier: Apache-2.0 */
/* Walks without a valid strategy, as evidence that the checker accepts. */
#include "walk_evidence.h"
#include "small_automata.h"

#include <couplet/host/check.h>
#include <couplet/host/evidence.h>

#include "unit.h"

/* The number of steps of the evidence for lines; 0 = there is no violation. */
static guint
violation_of (const char *const *lines)
{
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("1", lines);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (CoupletMoves) moves = couplet_moves_new (automaton, components, NULL);
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  CoupletWalksEnd end = violation_search (NULL, moves, components, 1000000, walk);
  assert_int_equal (end, walk->len > 0 ? COUPLET_WALKS_IMPOSSIBLE : COUPLET_WALKS_ALL);
  if (walk->len == 0)
    return 0;
  g_autofree char *why = NULL;
  g_autoptr (CoupletEvidence) evidence = violation_evidence_new (automaton, walk);
  assert_int_equal (couplet_evidence_check (evidence, NULL, &why), COUPLET_EVIDENCE_ACCEPTED);
  return (guint)couplet_evidence_size (evidence);
}

static void
test_a_leaking_cycle (void **state)
{
  (void)state;
  assert_int_equal (
      violation_of ((const char *const[]){"s p true a assign", "p q < b", "q p >= c", NULL}), 3);
}

static void
test_a_leaking_pair (void **state)
{
  (void)state;
  assert_int_equal (violation_of ((const char *const[]){"s p true a assign", "p p < b", "p q >= c",
                                                        "q q >= d", NULL}),
                    4);
  /* assigning anew between the loops breaks the chain */
  assert_int_equal (violation_of ((const char *const[]){"s p true a assign", "p p < b", "p q >= c",
                                                        "q r true t assign", "r r >= d", NULL}),
                    0);
}

static void
test_a_cycle_that_compares_with_what_it_assigns (void **state)
{
  (void)state;
  assert_int_equal (
      violation_of ((const char *const[]){"s p true a assign", "p p < b assign", "p q >= c", NULL}),
      3);
}

/* The way to a violation begins at the initial state, though what comes before does not matter. */
static void
test_the_way_to_a_disclosing_output (void **state)
{
  (void)state;
  assert_int_equal (violation_of ((const char *const[]){"s p true a assign", "p q true b",
                                                        "q q true insample", NULL}),
                    3);
  assert_int_equal (
      violation_of ((const char *const[]){"s p true a assign", "p p true fresh", NULL}), 2);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_leaking_cycle),
      cmocka_unit_test (test_a_leaking_pair),
      cmocka_unit_test (test_a_cycle_that_compares_with_what_it_assigns),
      cmocka_unit_test (test_the_way_to_a_disclosing_output),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
