/* SPDX-License-Identifier: Apache-2.0 */
/* Costs by place against the linear programs of random walks: costs
 * so far and bounds on the cost to go. */
#include "random_many.h"
#include "violation.h"
#include "walk_places.h"
#include "walk_program.h"

#include <couplet/host.h>
#include <couplet/host/unfold.h>

#include <math.h>

#include "unit.h"

#define AUTOMATA 300
#define WALKS 10

typedef struct {
  CoupletAutomaton *original, *unfolded;
  CoupletComponents *components;
  CoupletUnit *unit;
  WalkGraph *graph;
  CoupletMoves *moves;
  CoupletClusters *clusters;
  gboolean violated;
} Made;

static void
make (Made *made, GRand *random, gboolean shared, gboolean no_noise)
{
  ManyAutomaton many;
  random_many (&many, random, shared, no_noise);
  made->original = build_many (&many);
  made->unfolded = couplet_unfold (made->original, NULL, NULL);
  const CoupletAutomaton *automaton = made->unfolded != NULL ? made->unfolded : made->original;
  made->components = couplet_components_new (automaton);
  made->unit = couplet_unit_new (automaton, NULL);
  made->moves = couplet_moves_new (automaton, made->components, made->unit);
  made->graph =
      walk_graph_new (made->moves, made->components, made->unit, 1000000, &(CoupletPace){0});
  made->clusters = couplet_clusters_new (made->moves, TRUE, &(CoupletPace){0});
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  made->violated = violation_search (NULL, made->moves, made->components, 1000000, walk) ==
                   COUPLET_WALKS_IMPOSSIBLE;
}

static void
discard (Made *made)
{
  couplet_clusters_free (made->clusters);
  walk_graph_free (made->graph);
  couplet_moves_free (made->moves);
  couplet_unit_free (made->unit);
  couplet_components_free (made->components);
  couplet_automaton_free (made->unfolded);
  couplet_automaton_free (made->original);
}

static GArray *
random_walk (const WalkGraph *graph, GRand *random)
{
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 node = 0; graph->nodes[node].n_edges > 0;) {
    const GraphNode *at = &graph->nodes[node];
    guint32 e = at->first_edge + (guint32)g_rand_int_range (random, 0, (gint)at->n_edges);
    g_array_append_val (walk, e);
    node = walk_graph_edge (graph, e)->to;
  }
  return walk;
}

static WalkPlaces *
places_of (const Made *made, guint64 limit)
{
  return walk_places_new (made->graph, made->clusters, limit, &(CoupletPace){0});
}

/* The walk's cost by places; at every node the least cost so far and the
 * bound on what follows are no less than what it comes to. */
static CoupletCost
cost_by_places (const Made *made, const GArray *walk)
{
  g_autoptr (WalkPlaces) places = places_of (made, 1000000);
  CoupletCost *costs = g_new0 (CoupletCost, walk_places_size (places, 0));
  CoupletCost least_bound = walk_places_most (places, 0, NULL);
  guint32 node = 0;
  for (guint i = 0; i < walk->len; i++) {
    guint32 e = g_array_index (walk, guint32, i);
    node = walk_graph_edge (made->graph, e)->to;
    CoupletCost *after = g_new (CoupletCost, walk_places_size (places, node));
    walk_places_take (places, e, costs, after);
    g_free (costs);
    costs = after;
    least_bound = couplet_cost_min (least_bound, walk_places_most (places, node, costs));
  }
  CoupletCost cost = walk_places_most (places, node, costs);
  g_free (costs);
  assert_true (couplet_cost_compare (cost, least_bound) <= 0);
  assert_true (couplet_cost_compare (cost, walk_graph_most (made->graph)) <= 0);
  assert_true (walk_places_cost (places, walk) == cost);
  return cost;
}

static CoupletCost
cost_by_program (const Made *made, const GArray *walk)
{
  g_auto (GlpkProgram) lp;
  g_autoptr (WalkProgram) program = walk_program_new (made->graph, walk);
  walk_program_write (program, &lp);
  WalkAnswer answer;
  const CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (NULL, NULL, &host, "test");
  assert_true (walk_program_solve (program, &lp, context, &answer));
  assert_true (answer.proven);
  g_free (answer.shifts);
  return answer.cost;
}

static void
test_places_and_programs_agree_on_walks (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  guint compared = 0;
  for (guint i = 0; i < AUTOMATA; i++) {
    Made made;
    make (&made, random, i % 2 == 0, i % 3 == 0);
    for (guint w = 0; !made.violated && w < WALKS; w++, compared++) {
      g_autoptr (GArray) walk = random_walk (made.graph, random);
      CoupletCost cost = cost_by_program (&made, walk);
      assert_true (cost_by_places (&made, walk) == cost);
    }
    discard (&made);
  }
  assert_in_range (compared, AUTOMATA, AUTOMATA * WALKS);
}

static void
test_independent_thresholds_are_clusters (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (6);
  guint tied = 0;
  for (guint i = 0; i < AUTOMATA; i++) {
    Made made;
    make (&made, random, i % 2 == 0, FALSE);
    guint32 k = made.graph->automaton->n_thresholds;
    if (made.graph->automaton->sampling == COUPLET_INDEPENDENT)
      assert_int_equal (made.clusters->n_clusters, k);
    else
      tied += made.clusters->n_clusters < k;
    discard (&made);
  }
  assert_in_range (tied, 1, AUTOMATA);
}

static void
test_places_respect_their_limit (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  Made made;
  make (&made, random, FALSE, FALSE);
  g_autoptr (WalkPlaces) places = places_of (&made, 1000000);
  guint32 total = walk_places_total (places);
  g_autoptr (WalkPlaces) fits = places_of (&made, total);
  assert_non_null (fits);
  assert_null (places_of (&made, total - 1));
  discard (&made);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_places_and_programs_agree_on_walks),
      cmocka_unit_test (test_independent_thresholds_are_clusters),
      cmocka_unit_test (test_places_respect_their_limit),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
