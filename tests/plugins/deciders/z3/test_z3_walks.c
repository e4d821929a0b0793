/* SPDX-License-Identifier: Apache-2.0 */
/* Clusters of thresholds, and the merged walks of the decider z3 on random
 * automata against brute force. COUPLET_TEST_AUTOMATA and COUPLET_TEST_SEED make
 * it longer. */
#include "environment.h"
#include "brute_many.h"
#include "merged_walks.h"

#include <couplet/host.h>
#include <couplet/host/unfold.h>

#include "unit.h"

#define DEFAULT_AUTOMATA 4000
#define DEFAULT_SEED 20261123

static const CoupletPlugin PLUGIN = {.name = "z3", .kind = COUPLET_KIND_DECIDER};
static const CoupletHost HOST = {0};

/* Whether merging shows that the conditions on each cluster can hold together. */
static gboolean
all_harmless (const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &HOST, "test");
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (Clusters) clusters = clusters_new (automaton, components, NULL);
  g_autofree guint32 *row = NULL, *entering = NULL;
  gboolean harmless = TRUE;
  couplet_context_start (context, 0);
  couplet_entering_transitions (automaton, &row, &entering);
  for (guint32 c = 0; c < clusters->n_clusters && harmless; c++) {
    g_autoptr (ClusterView) view = cluster_view_new (clusters, c, row, entering, NULL);
    assert_false (merged_walks_are_harmless (context, view, 1)); /* of memory */
    harmless = merged_walks_are_harmless (context, view, G_MAXSIZE);
  }
  return harmless;
}

static void
test_merged_walks_are_harmless_only_with_a_strategy (void **state)
{
  (void)state;
  guint n = environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA);
  guint harmless = 0, strategies = 0;
  g_autoptr (GRand) random =
      g_rand_new_with_seed (environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  for (guint i = 0; i < n; i++) {
    ManyAutomaton many;
    random_many (&many, random, i % 2 == 0, i % 3 == 0);
    for (int t = 0; t < many.n_transitions; t++)
      many.transitions[t].output = COUPLET_SYMBOL; /* real outputs concern no cluster */
    g_autoptr (CoupletAutomaton) original = build_many (&many);
    g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (original, NULL, NULL);
    gboolean strategy = brute_many_cost (&many) != BRUTE_MANY_INFINITE;
    strategies += strategy;
    if (!all_harmless (unfolded != NULL ? unfolded : original))
      continue;
    assert_true (strategy);
    harmless++;
  }
  assert_in_range (harmless, strategies / 2, strategies);
  assert_in_range (strategies, n / 10, n - n / 10);
}

/* What three comparisons at one state, of x, y and z, make of the clusters. */
static guint32
clusters_of (const char *sampling, const char *guard, const char *noise)
{
  static const char *const names[] = {"x", "y", "z"};
  CoupletPlace nowhere = {0, 0};
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("clusters");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  CoupletNoiseSpec d = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT (noise)};
  couplet_builder_set_sampling (builder, COUPLET_TEXT (sampling), nowhere);
  couplet_builder_set_initial (builder, COUPLET_TEXT ("q0"), nowhere);
  for (int i = 0; i < 5; i++) {
    g_autofree char *from = g_strdup_printf ("q%d", i), *to = g_strdup_printf ("q%d", i + 1);
    CoupletStateSpec spec = {.name = COUPLET_TEXT (from), .d = &d, .n_d = 1};
    couplet_builder_add_state (builder, &spec);
    if (i < 3)
      couplet_builder_add_threshold (builder, COUPLET_TEXT (names[i]), nowhere);
    CoupletText assigned = COUPLET_TEXT (names[MIN (i, 2)]);
    CoupletTransitionSpec t = {.from = COUPLET_TEXT (from),
                               .to = COUPLET_TEXT (to),
                               .guard = COUPLET_TEXT (i < 3 ? "true" : guard),
                               .output = COUPLET_TEXT ("s"),
                               .assign = &assigned,
                               .n_assign = i < 3 ? 1 : 0};
    if (i < 4)
      couplet_builder_add_transition (builder, &t);
  }
  g_autoptr (CoupletAutomaton) automaton = couplet_builder_finish (builder);
  assert_non_null (automaton);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (Clusters) clusters = clusters_new (automaton, components, NULL);
  return clusters->n_clusters;
}

static void
test_clusters (void **state)
{
  (void)state;
  const char *between = "insample >= x && insample < y";
  assert_int_equal (clusters_of ("shared", between, "1"), 2);
  assert_int_equal (clusters_of ("shared", "insample >= x && insample < y && insample < z", "1"),
                    1);
  assert_int_equal (clusters_of ("independent", between, "1"), 3);
  /* in one direction only, and with a given shift */
  assert_int_equal (clusters_of ("shared", "insample < x && insample < y && insample < z", "1"), 3);
  assert_int_equal (clusters_of ("shared", between, "none"), 3);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_merged_walks_are_harmless_only_with_a_strategy),
      cmocka_unit_test (test_clusters),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
