/* SPDX-License-Identifier: Apache-2.0 */
/* Where the vectors of a search are kept. */
#include "vector_sets.h"

#include "text_automaton.h"

#include <couplet/host.h>

#include "unit.h"

/* Four ways to m, by comparisons that cost nothing; the last leaves u the most costs. What is
 * joined or below it is forgotten, and then n is reached by two ways. */
static CoupletAutomaton *
four_ways (void)
{
  static const char *const lines[] = {
      "state i public 1",   "state j public 1",   "state s public 1",   "state s1 public 1",
      "state s2 public 1",  "state w1 private 1", "state w2 private 2", "state w3 private 3",
      "state w4 private 4", "state m private 1",  "state e private 1",  "i j true setz z",
      "j s true setu u",    "s s1 <z a",          "s s2 >=z b",         "s1 w1 <z c",
      "s1 w2 >=z d",        "s2 w3 <z f",         "s2 w4 >=z g",        "w1 m <u one",
      "w2 m <u two",        "w3 m <u three",      "w4 m <u four",       "m n <u low",
      "m n >=u high",       "state n private 1",  "n e <u end",         NULL};
  return text_automaton (COUPLET_INDEPENDENT, "u z", lines);
}

static guint32
count_free (const VectorSets *sets)
{
  guint32 n = 0;
  for (guint32 i = sets->unused; i != NO_NODE; i = node_at (sets, i)->next)
    n++;
  return n;
}

/* All places have a vector of some state, or are free. */
static void
check_places (SearchPolicy policy)
{
  static const CoupletPlugin plugin = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};
  static const SearchOptions options = {SEARCH_EXACT, 0, 1000, 1 << 30, NULL};
  const CoupletHost host = {0};
  VectorSets sets;
  guint32 listed = 0;
  g_autoptr (CoupletContext) context = couplet_context_new (&plugin, NULL, &host, "test");
  g_autoptr (CoupletAutomaton) automaton = four_ways ();
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (CoupletLive) live = couplet_live_new (automaton, components);
  couplet_context_start (context, 0);
  CoupletPace pace = {.context = context};
  VectorTables *tables = vector_tables_new (automaton, components, FALSE, unit, &pace);
  vector_sets_init (&sets, context, automaton, components, live, tables, unit, &options);
  find_vectors (&sets, policy, 0, 0);
  assert_null (sets.stopped);
  for (guint32 q = 0; q < automaton->n_states; q++)
    listed += sets.count[q];
  assert_int_equal (listed + count_free (&sets), sets.n_nodes);
  assert_true (sets.made > sets.n_nodes);
  vector_sets_clear (&sets);
}

static void
test_what_is_below_another_vector_makes_room (void **state)
{
  (void)state;
  check_places (SEARCH_EXACT);
}

static void
test_what_is_joined_makes_room (void **state)
{
  (void)state;
  check_places (SEARCH_FIXED);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_is_below_another_vector_makes_room),
      cmocka_unit_test (test_what_is_joined_makes_room),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
