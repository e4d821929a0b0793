/* SPDX-License-Identifier: Apache-2.0 */
/* The automaton without cycles: what its nodes bound, how large it is, when it gives up; what its
 * walks cost. */
#include "random_many.h"
#include "small_automata.h"
#include "walk_evidence.h"
#include "walks.h"

#include <couplet/host.h>
#include <couplet/host/unfold.h>
#include <couplet/internal/graph.h>

#include "unit.h"

typedef struct {
  CoupletAutomaton *automaton;
  CoupletComponents *components;
  CoupletUnit *unit;
  CoupletVectors *vectors;
  Walks *walks;
} Made;

#define LIMIT 1000000
#define AUTOMATA 300
#define WALKS 10

/* Of the automaton, which it takes. */
static void
make_of (Made *made, CoupletAutomaton *automaton)
{
  made->automaton = automaton;
  made->components = couplet_components_new (automaton);
  made->unit = couplet_unit_new (automaton, NULL);
  made->vectors = couplet_vectors_new (automaton, made->components, made->unit, &(CoupletPace){0});
  made->walks = walks_new (made->vectors, made->components, made->unit, LIMIT, &(CoupletPace){0});
}

static void
make (Made *made, const char *const *lines)
{
  make_of (made, small_automaton ("1", lines));
}

static void
discard (Made *made)
{
  walks_free (made->walks);
  couplet_vectors_free (made->vectors);
  couplet_unit_free (made->unit);
  couplet_components_free (made->components);
  couplet_automaton_free (made->automaton);
}

static guint32
node_of (const Walks *walks, guint32 vertex)
{
  return walks->n_nodes - 1 - walks->parts->component[vertex];
}

/* At the node of the state called name, when nothing is known. */
static void
check_left (const Made *made, const char *name, CoupletShifts left)
{
  const CoupletAutomaton *a = made->automaton;
  gboolean found = FALSE;
  for (guint32 t = 0; t < made->walks->legs->len; t++) {
    const WalkLeg *leg = walks_leg (made->walks, t);
    guint32 target = g_array_index (made->walks->targets, guint32, t);
    if (*walks_known (made->walks, target) != SHIFT_FREE ||
        !g_str_equal (a->states[a->target[leg->transition]].name, name))
      continue;
    found = TRUE;
    assert_int_equal (*walks_left (made->walks, node_of (made->walks, target), 0), left);
  }
  assert_true (found);
}

static void
test_cycles_bound_the_shift (void **state)
{
  (void)state;
  Made made;
  make (&made, (const char *const[]){"s below true a assign", "below below < b", "below above >= c",
                                     "above above >= d", "above end < e", NULL});
  check_left (&made, "below", couplet_shift (1));
  check_left (&made, "above", couplet_shift (-1));
  check_left (&made, "end", 0);
  discard (&made);
}

/* The loops are on one cycle of two states, so that no shift is left. */
static void
test_a_component_collects_all_its_cycles (void **state)
{
  (void)state;
  Made made;
  make (&made, (const char *const[]){"s p true a assign", "p q < b", "q p >= c", NULL});
  check_left (&made, "p", 0);
  discard (&made);
}

/* The shift that a cycle assigns is D, and both D's are after it. */
static void
test_cycles_fix_what_they_assign (void **state)
{
  (void)state;
  Made made;
  make (&made, (const char *const[]){"s p true a assign", "p p < b assign", "p q >= c", NULL});
  guint known[3] = {0, 0, 0};
  for (guint32 i = 0; i < made.walks->vertices->len; i++) {
    gint8 shift = *walks_known (made.walks, i);
    if (shift != SHIFT_FREE)
      known[shift + 1]++;
  }
  assert_int_equal (known[0], 1);
  assert_int_equal (known[1], 0);
  assert_int_equal (known[2], 1);
  discard (&made);
}

static void
test_what_is_not_read_again_is_forgotten (void **state)
{
  (void)state;
  Made made;
  make (&made, (const char *const[]){"s p true a assign", "p q true b", "q q true c assign", NULL});
  for (guint32 node = 0; node < made.walks->n_nodes; node++)
    assert_int_equal (*walks_left (made.walks, node, 0), 0);
  assert_int_equal (made.walks->vertices->len, 3);
  discard (&made);
}

/* Two ways out of a component that ask for the same are one edge. */
static void
test_equal_transitions_are_one_edge (void **state)
{
  (void)state;
  Made made;
  make (&made, (const char *const[]){"s p true a assign", "p q < b", "q p < c", "p e >= d",
                                     "q e >= d", NULL});
  assert_int_equal (made.walks->edges->len, 2);
  discard (&made);
  make (&made, (const char *const[]){"s p true a assign", "p q < b", "q p < c", "p e >= d",
                                     "q f >= d", NULL});
  assert_int_equal (made.walks->edges->len, 3);
  discard (&made);
}

/* A cycle of n states, each left by a transition of its own; its last transition
 * assigns or not. */
static char **
ring_lines (guint n, gboolean assigns)
{
  GStrvBuilder *lines = g_strv_builder_new ();
  g_strv_builder_add (lines, "s q0 true a assign");
  for (guint i = 0; i < n; i++) {
    g_autofree char *on =
        g_strdup_printf ("q%u q%u < b%s", i, (i + 1) % n, assigns && i + 1 == n ? " assign" : "");
    g_autofree char *off = g_strdup_printf ("q%u r%u >= c", i, i);
    g_autofree char *end = g_strdup_printf ("r%u end < d", i);
    g_strv_builder_add_many (lines, on, off, end, NULL);
  }
  char **result = g_strv_builder_end (lines);
  g_strv_builder_unref (lines);
  return result;
}

static gsize
size_of_ring (guint n, gboolean assigns)
{
  Made made;
  g_auto (GStrv) lines = ring_lines (n, assigns);
  make (&made, (const char *const *)lines);
  gsize size = made.walks->n_nodes + made.walks->edges->len;
  discard (&made);
  return size;
}

static void
test_size_is_linear (void **state)
{
  (void)state;
  for (int assigns = 0; assigns < 2; assigns++) {
    gsize small = size_of_ring (50, assigns != 0), large = size_of_ring (500, assigns != 0);
    assert_in_range (large, 5 * small, 12 * small);
  }
}

/* The pace, whose next look at the clock is so many steps away, learns that the user cancelled. */
static void
test_building_stops_when_told (void **state)
{
  (void)state;
  volatile int cancelled = 1;
  const CoupletPlugin plugin = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};
  const CoupletHost host = {.cancelled = &cancelled};
  g_auto (GStrv) lines = ring_lines (50, FALSE);
  Made made;
  make (&made, (const char *const *)lines);
  guint stopped = 0;
  for (guint32 steps = 0; steps < 100000; steps += 1000) {
    g_autoptr (CoupletContext) context = couplet_context_new (&plugin, NULL, &host, "test");
    couplet_context_start (context, 0);
    CoupletPace pace = {.context = context, .left = steps};
    g_autoptr (Walks) walks = walks_new (made.vectors, made.components, made.unit, LIMIT, &pace);
    assert_true ((walks == NULL) == (couplet_context_stop_reason (context) != NULL));
    stopped += walks == NULL;
  }
  assert_in_range (stopped, 10, 90);
  discard (&made);
}

static void
test_building_stops_at_the_limit (void **state)
{
  (void)state;
  g_auto (GStrv) lines = ring_lines (50, FALSE);
  Made made;
  make (&made, (const char *const *)lines);
  guint64 places = walks_first (made.walks, made.walks->n_nodes, 0);
  assert_true (places > made.walks->vertices->len && places > made.walks->edges->len);
  g_autoptr (Walks) fits =
      walks_new (made.vectors, made.components, made.unit, places, &(CoupletPace){0});
  assert_non_null (fits);
  for (guint64 limit = 1; limit < places; limit++)
    assert_null (walks_new (made.vectors, made.components, made.unit, limit, &(CoupletPace){0}));
  discard (&made);
}

static GArray *
random_walk (const Walks *walks, GRand *random)
{
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 node = 0; walks->nodes[node].n_edges > 0;) {
    const WalkNode *at = &walks->nodes[node];
    guint32 e = at->first_edge + (guint32)g_rand_int_range (random, 0, (gint)at->n_edges);
    g_array_append_val (walk, e);
    node = walks_edge (walks, e)->to;
  }
  return walk;
}

/* At every node the least cost so far and the bound on what follows are no less than what the walk
 * comes to. */
static CoupletCost
cost_by_places (const Walks *walks, const GArray *walk)
{
  CoupletCost *costs = g_new0 (CoupletCost, walks_size (walks, 0));
  CoupletCost least_bound = couplet_cost_min (walks_most (walks, 0, NULL), walks->upper);
  guint32 node = 0;
  for (guint i = 0; i < walk->len; i++) {
    guint32 e = g_array_index (walk, guint32, i);
    node = walks_edge (walks, e)->to;
    CoupletCost *after = g_new (CoupletCost, walks_size (walks, node));
    walks_take (walks, e, costs, after);
    g_free (costs);
    costs = after;
    least_bound = couplet_cost_min (least_bound, walks_most (walks, node, costs));
  }
  CoupletCost cost = walks_most (walks, node, costs);
  g_free (costs);
  assert_true (couplet_cost_compare (cost, least_bound) <= 0);
  return cost;
}

/* What a strategy pays at least on its steps. */
static CoupletCost
cost_by_steps (const Made *made, const GArray *walk)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  walks_append_steps (made->walks, walk, steps);
  g_autofree gint8 *shifts =
      g_new (gint8, (gsize)steps->len * couplet_n_slots (made->automaton) + 1);
  CoupletCost cost;
  assert_true (couplet_walk_shifts (made->vectors, (const CoupletWalkStep *)(gpointer)steps->data,
                                    steps->len, &(CoupletPace){0}, shifts, &cost));
  return cost;
}

static void
test_places_and_steps_cost_the_same (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  guint compared = 0;
  for (guint i = 0; i < AUTOMATA; i++) {
    ManyAutomaton many;
    Made made;
    random_many (&many, random, i % 2 == 0, i % 3 == 0);
    CoupletAutomaton *original = build_many (&many),
                     *unfolded = couplet_unfold (original, NULL, NULL);
    make_of (&made, unfolded != NULL ? unfolded : original);
    g_autoptr (GArray) violation = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
    gboolean violated =
        violation_search (NULL, couplet_vectors_moves (made.vectors), made.components, LIMIT,
                          violation) == COUPLET_WALKS_IMPOSSIBLE;
    for (guint w = 0; !violated && w < WALKS; w++, compared++) {
      g_autoptr (GArray) walk = random_walk (made.walks, random);
      CoupletCost cost = cost_by_steps (&made, walk);
      assert_int_equal (couplet_cost_compare (cost_by_places (made.walks, walk), cost), 0);
    }
    discard (&made);
    if (unfolded != NULL)
      couplet_automaton_free (original);
  }
  assert_in_range (compared, AUTOMATA, AUTOMATA * WALKS);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_cycles_bound_the_shift),
      cmocka_unit_test (test_a_component_collects_all_its_cycles),
      cmocka_unit_test (test_cycles_fix_what_they_assign),
      cmocka_unit_test (test_what_is_not_read_again_is_forgotten),
      cmocka_unit_test (test_equal_transitions_are_one_edge),
      cmocka_unit_test (test_size_is_linear),
      cmocka_unit_test (test_building_stops_when_told),
      cmocka_unit_test (test_building_stops_at_the_limit),
      cmocka_unit_test (test_places_and_steps_cost_the_same),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
