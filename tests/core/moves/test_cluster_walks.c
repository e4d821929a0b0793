/* SPDX-License-Identifier: Apache-2.0 */
/* Clusters of thresholds, and their walks on random automata against brute force.
 * COUPLET_TEST_AUTOMATA and COUPLET_TEST_SEED make it longer. */
#include "environment.h"
#include "brute_many.h"

#include <couplet/host/unfold.h>
#include <couplet/internal/moves.h>

#include "unit.h"

#define DEFAULT_AUTOMATA 4000
#define DEFAULT_SEED 20261123

/* The walks of an automaton where cycles must be free. */
typedef struct {
  CoupletAutomaton *original, *unfolded;
  const CoupletAutomaton *automaton; /* one of them */
  CoupletComponents *components;
  CoupletLive *live;
  CoupletMoves *moves;
  CoupletClusters *clusters;
} Made;

static void
make (Made *made, CoupletAutomaton *automaton)
{
  made->original = automaton;
  made->unfolded = couplet_unfold (automaton, NULL, NULL);
  made->automaton = made->unfolded != NULL ? made->unfolded : made->original;
  made->components = couplet_components_new (made->automaton);
  made->live = couplet_live_new (made->automaton, made->components);
  made->moves = couplet_moves_new (made->automaton, made->components, NULL);
  made->clusters = couplet_clusters_new (made->moves, FALSE, &(CoupletPace){0});
}

static void
discard (Made *made)
{
  couplet_clusters_free (made->clusters);
  couplet_moves_free (made->moves);
  couplet_live_free (made->live);
  couplet_components_free (made->components);
  couplet_automaton_free (made->unfolded);
  couplet_automaton_free (made->original);
}

/* Whether no cluster has a walk that leaves no shifts, or merging shows that, where no second walk
 * to a state is allowed. *merged counts clusters where merging does. */
static gboolean
all_harmless (const Made *made, guint *merged)
{
  const CoupletWalkLimits few = {NULL, 0, G_MAXSIZE}, small = {NULL, 0, 1};
  gboolean harmless = TRUE;
  for (guint32 c = 0; c < made->clusters->n_clusters; c++) {
    CoupletWalksEnd end, within_a_byte;
    couplet_search_free (
        couplet_cluster_walks (made->moves, made->live, made->clusters, c, &few, &end));
    couplet_search_free (
        couplet_cluster_walks (made->moves, made->live, made->clusters, c, &small, &within_a_byte));
    assert_true (within_a_byte == COUPLET_WALKS_TOO_LARGE || within_a_byte == COUPLET_WALKS_ALL);
    harmless &= end == COUPLET_WALKS_ALL || end == COUPLET_WALKS_HARMLESS;
    *merged += end == COUPLET_WALKS_HARMLESS;
  }
  return harmless;
}

/* That the last walk is one, and walks that end without a goal restrict the shifts. */
static void
check_violation (const Made *made, const CoupletSearch *search)
{
  guint32 last = search->walks->len - 1;
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  couplet_search_steps (search, last, steps);
  assert_int_equal (steps->len, couplet_search_walk (search, last)->length);
  for (guint i = 1; i < steps->len; i++)
    assert_int_equal (
        made->automaton->target[g_array_index (steps, CoupletWalkStep, i - 1).transition],
        made->automaton->source[g_array_index (steps, CoupletWalkStep, i).transition]);
  for (guint32 i = 0; i < last; i++)
    assert_false (couplet_search_walk (search, i)->ends &&
                  (couplet_search_walk (search, i)->marks & COUPLET_WALK_RESTRICTS) == 0);
}

/* Whether some walk leaves a cluster no shifts. */
static gboolean
has_violation (const Made *made)
{
  const CoupletWalkLimits limits = {NULL, G_MAXUINT64, G_MAXSIZE};
  for (guint32 c = 0; c < made->clusters->n_clusters; c++) {
    CoupletWalksEnd end;
    g_autoptr (CoupletSearch) search =
        couplet_cluster_walks (made->moves, made->live, made->clusters, c, &limits, &end);
    assert_true (end == COUPLET_WALKS_ALL || end == COUPLET_WALKS_IMPOSSIBLE);
    if (end == COUPLET_WALKS_IMPOSSIBLE) {
      check_violation (made, search);
      return TRUE;
    }
  }
  return FALSE;
}

static void
test_walks_leave_no_shifts_where_there_is_no_strategy (void **state)
{
  (void)state;
  guint n = environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA);
  guint harmless = 0, strategies = 0, merged = 0;
  g_autoptr (GRand) random =
      g_rand_new_with_seed (environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  for (guint i = 0; i < n; i++) {
    ManyAutomaton many;
    Made made;
    random_many (&many, random, i % 2 == 0, i % 3 == 0);
    for (int t = 0; t < many.n_transitions; t++)
      many.transitions[t].output = COUPLET_SYMBOL; /* real outputs concern no cluster */
    make (&made, build_many (&many));
    gboolean strategy = brute_many_cost (&many) != BRUTE_MANY_INFINITE;
    strategies += strategy;
    assert_int_equal (has_violation (&made), !strategy);
    if (all_harmless (&made, &merged)) {
      assert_true (strategy);
      harmless++;
    }
    discard (&made);
  }
  assert_in_range (harmless, strategies / 2, strategies);
  assert_in_range (merged, 1, n);
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
  Made made;
  CoupletAutomaton *automaton = couplet_builder_finish (builder);
  assert_non_null (automaton);
  make (&made, automaton);
  guint32 n_clusters = made.clusters->n_clusters;
  discard (&made);
  return n_clusters;
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
      cmocka_unit_test (test_walks_leave_no_shifts_where_there_is_no_strategy),
      cmocka_unit_test (test_clusters),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
