/* SPDX-License-Identifier: Apache-2.0 */
/* The walk to the best vector of a search, as evidence. */
#include "findings.h"

#include "text_automaton.h"
#include "vector_sets.h"

#include <couplet/host.h>

#include "unit.h"

typedef struct {
  volatile int cancelled;
  CoupletHost host;
  CoupletContext *context;
  CoupletAutomaton *automaton;
  CoupletUnit *unit;
  CoupletComponents *components;
  VectorSets sets;
} Found;

/* All vectors of an automaton whose costliest walk costs 3. */
static void
found_init (Found *found)
{
  static const CoupletPlugin plugin = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};
  static const SearchOptions options = {SEARCH_EXACT, 0, 1000, 1 << 30, NULL};
  static const char *const lines[] = {"state a public 1",
                                      "state b private 2",
                                      "state c private 1",
                                      "a b true start x",
                                      "b b <x below",
                                      "b c >=x above",
                                      NULL};
  *found = (Found){.automaton = text_automaton (COUPLET_INDEPENDENT, "x", lines)};
  found->host.cancelled = &found->cancelled;
  found->context = couplet_context_new (&plugin, NULL, &found->host, "test");
  couplet_context_start (found->context, 0);
  found->unit = couplet_unit_new (found->automaton, NULL);
  found->components = couplet_components_new (found->automaton);
  vector_sets_init (&found->sets, found->context, found->automaton, found->components, NULL, NULL,
                    found->unit, &options);
  find_vectors (&found->sets, SEARCH_EXACT, 0, 0);
}

static void
found_clear (Found *found)
{
  vector_sets_clear (&found->sets);
  couplet_components_free (found->components);
  couplet_unit_free (found->unit);
  couplet_context_free (found->context);
  couplet_automaton_free (found->automaton);
}

static void
test_the_walk_costs_what_the_search_found (void **state)
{
  (void)state;
  Found found;
  CoupletCost cost;
  guint n;
  found_init (&found);
  g_autoptr (CoupletEvidence) evidence = vector_walk_trace (&found.sets, &found.sets.space, &cost);
  assert_non_null (evidence);
  assert_int_equal (couplet_cost_compare (cost, found.sets.best), 0);
  couplet_evidence_walk (evidence, &n);
  assert_in_range (n, 2, 3);
  found_clear (&found);
}

static void
test_no_walk_is_shown_once_the_stage_is_overdue (void **state)
{
  (void)state;
  Found found;
  CoupletCost cost;
  found_init (&found);
  found.cancelled = 1;
  while (!couplet_context_is_overdue (found.context))
    g_usleep (1000);
  assert_null (vector_walk_trace (&found.sets, &found.sets.space, &cost));
  found_clear (&found);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_the_walk_costs_what_the_search_found),
      cmocka_unit_test (test_no_walk_is_shown_once_the_stage_is_overdue),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
