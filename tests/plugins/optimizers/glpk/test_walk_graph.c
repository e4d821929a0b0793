/* SPDX-License-Identifier: Apache-2.0 */
/* The automaton without cycles: what its nodes bound, how large it is, when it
 * gives up. */
#include "walk_graph.h"
#include "small_automata.h"

#include <couplet/host.h>

#include "unit.h"

typedef struct {
  CoupletAutomaton *automaton;
  CoupletComponents *components;
  CoupletUnit *unit;
  CoupletMoves *moves;
  WalkGraph *graph;
} Made;

static void
make (Made *made, const char *const *lines)
{
  made->automaton = small_automaton ("1", lines);
  made->components = couplet_components_new (made->automaton);
  made->unit = couplet_unit_new (made->automaton, NULL);
  made->moves = couplet_moves_new (made->automaton, made->components, made->unit);
  made->graph =
      walk_graph_new (made->moves, made->components, made->unit, 1000000, &(CoupletPace){0});
}

static void
discard (Made *made)
{
  walk_graph_free (made->graph);
  couplet_moves_free (made->moves);
  couplet_unit_free (made->unit);
  couplet_components_free (made->components);
  couplet_automaton_free (made->automaton);
}

/* The node of the state called name, when nothing is known. */
static guint32
node_of (const Made *made, const char *name)
{
  for (guint32 i = 0; i < made->graph->vertices->len; i++) {
    const GraphVertex *vertex = walk_graph_vertex (made->graph, i);
    if (*vertex->known == SHIFT_FREE &&
        g_str_equal (made->automaton->states[vertex->state].name, name))
      return walk_graph_node_of (made->graph, i);
  }
  return COUPLET_NONE;
}

static void
check_left (const Made *made, const char *state, CoupletShifts left)
{
  guint32 node = node_of (made, state);
  assert_int_not_equal (node, COUPLET_NONE);
  assert_int_equal (*walk_graph_left (made->graph, node, 0), left);
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
  check_left (&made, "end", NOT_FREE);
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
  for (guint32 i = 0; i < made.graph->vertices->len; i++) {
    gint8 shift = *walk_graph_vertex (made.graph, i)->known;
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
  for (guint32 node = 0; node < made.graph->n_nodes; node++)
    assert_false (walk_graph_is_free (made.graph, node, 0));
  assert_int_equal (made.graph->vertices->len, 3);
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
  assert_int_equal (made.graph->edges->len, 2);
  discard (&made);
  make (&made, (const char *const[]){"s p true a assign", "p q < b", "q p < c", "p e >= d",
                                     "q e >= insample", NULL});
  assert_int_equal (made.graph->edges->len, 3);
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
  gsize size = made.graph->n_nodes + made.graph->edges->len;
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
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("1", (const char *const *)lines);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (CoupletMoves) moves = couplet_moves_new (automaton, components, unit);
  guint stopped = 0;
  for (guint32 steps = 0; steps < 60000; steps += 1000) {
    g_autoptr (CoupletContext) context = couplet_context_new (&plugin, NULL, &host, "test");
    couplet_context_start (context, 0);
    CoupletPace pace = {.context = context, .left = steps};
    g_autoptr (WalkGraph) graph = walk_graph_new (moves, components, unit, 1000000, &pace);
    assert_true ((graph == NULL) == (couplet_context_stop_reason (context) != NULL));
    stopped += graph == NULL;
  }
  assert_in_range (stopped, 10, 50);
}

static void
test_building_stops_at_the_limit (void **state)
{
  (void)state;
  g_auto (GStrv) lines = ring_lines (50, FALSE);
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("1", (const char *const *)lines);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (CoupletMoves) moves = couplet_moves_new (automaton, components, unit);
  assert_null (walk_graph_new (moves, components, unit, 50, &(CoupletPace){0}));
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
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
