/* SPDX-License-Identifier: Apache-2.0 */
/* What shrinking leaves: the fault, and next to nothing else. */
#include "shrink.h"

#include "unit.h"

static int
count_gaps (const ManyAutomaton *many)
{
  int n = 0;
  for (int i = 0; i < many->n_transitions; i++)
    n += many->transitions[i].output == COUPLET_GAP;
  return n;
}

/* Only what builds has a fault: the shrunk automaton is one, too. */
static gboolean
builds_with_gap (gpointer data, const ManyAutomaton *many)
{
  g_autofree char *why = NULL;
  g_autoptr (CoupletAutomaton) automaton = try_many (many, &why);
  ++*(guint *)data;
  return automaton != NULL && count_gaps (many) > 0;
}

static void
test_all_but_the_fault_goes (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  for (guint i = 0, found = 0; found < 20; i++) {
    ManyAutomaton many;
    guint asked = 0;
    random_looping_kinds (&many, random, i);
    if (count_gaps (&many) == 0)
      continue;
    many.sensitivity = "5/7";
    if (!builds_with_gap (&asked, &many))
      continue;
    shrink_many (&many, builds_with_gap, &asked);
    assert_int_equal (count_gaps (&many), 1);
    assert_int_equal (many.n_transitions, 2); /* that of the initial state, and the gap */
    assert_in_range (many.n_states, 2, 4);
    assert_null (many.sensitivity);
    assert_int_equal (many.adjacency, COUPLET_ADJACENT_ANY);
    for (int q = 0; q < many.n_states; q++)
      assert_false (many.states[q].is_public || many.states[q].is_again);
    found++;
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test (test_all_but_the_fault_goes)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
