/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walk_graph.h"

#include <couplet/internal/step.h>

#include <string.h>

/* Of the clock's pace. */
#define STEPS_PER_VERTEX 150
#define DOUBLE_BITS 53

/* A graph that is being built. */
typedef struct {
  WalkGraph *graph;
  GraphStep *step;
  guint64 limit;
  CoupletPace *pace;
  gint8 *known; /* of the vertex at hand, and after it room for its state: the key of vertex_of */
} Building;

/* ---- Vertices ----------------------------------------------------------------------------- */

/* The vertex of state that knows what building->known says. */
static guint32
intern_vertex (Building *building, guint32 state)
{
  WalkGraph *graph = building->graph;
  guint32 k = graph->automaton->n_thresholds;
  memcpy (building->known + k, &state, sizeof state);
  GBytes *key = g_bytes_new (building->known, k + sizeof state);
  guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (graph->vertex_of, key));
  if (found > 0) {
    g_bytes_unref (key);
    return found - 1;
  }
  GraphVertex vertex = {state, g_bytes_get_data (key, NULL)};
  g_array_append_val (graph->vertices, vertex);
  g_hash_table_insert (graph->vertex_of, key, GUINT_TO_POINTER (graph->vertices->len));
  return graph->vertices->len - 1;
}

/* Sets building->known to what is known after a transition on a cycle, taken with difference, or
 * with leaves to nothing. */
static void
set_known (const Building *building, const gint8 *known, guint32 transition, gint8 difference,
           gboolean leaves)
{
  const CoupletAutomaton *a = building->graph->automaton;
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  if (leaves) {
    memset (building->known, SHIFT_FREE, a->n_thresholds);
    return;
  }
  memcpy (building->known, known, a->n_thresholds);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    building->known[assignment->thresholds[i]] = difference;
  for (guint32 v = 0; v < a->n_thresholds; v++)
    if (building->known[v] != SHIFT_FREE &&
        !couplet_is_live (building->graph->live, a->target[transition], v))
      building->known[v] = SHIFT_FREE;
}

/* The differences of transition, which is on no cycle, of which none costs as much as another
 * or more, whatever the shifts are. */
static guint32
worst_differences (const WalkGraph *graph, guint32 transition,
                   gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  const CoupletLetter *letter;
  couplet_moves_letters (graph->moves, transition, &letter);
  g_autofree CoupletSample *samples = g_new (CoupletSample, letter->n_parts);
  for (guint32 p = 0; p < letter->n_parts; p++) {
    gboolean matters = FALSE;
    samples[p] = letter->parts[p].sample;
    for (guint32 i = 0; i < samples[p].n_assigned; i++)
      matters |= couplet_is_live (graph->live, graph->automaton->target[transition],
                                  samples[p].assigned[i]);
    samples[p].n_assigned = matters ? samples[p].n_assigned : 0;
  }
  return couplet_worst_differences (graph->automaton, graph->components, transition, samples,
                                    letter->n_parts, differences);
}

static void
add_legs (Building *building, guint32 source)
{
  WalkGraph *graph = building->graph;
  const CoupletAutomaton *a = graph->automaton;
  const GraphVertex from = *walk_graph_vertex (graph, source);
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  for (guint32 t = a->row[from.state]; t < a->row[from.state + 1]; t++) {
    gboolean leaves = !couplet_on_cycle (a, graph->components, t);
    guint32 n = leaves ? worst_differences (graph, t, differences)
                       : couplet_differences (a, t, differences);
    for (guint32 i = 0; i < n; i++) {
      set_known (building, from.known, t, differences[i], leaves);
      guint32 target = intern_vertex (building, a->target[t]);
      GraphLeg leg = {source, t, differences[i]};
      g_array_append_val (graph->legs, leg);
      g_array_append_val (graph->targets, target);
    }
  }
  g_array_append_val (graph->rows, graph->legs->len);
}

/* FALSE when that is too much. */
static gboolean
add_vertices (Building *building)
{
  GArray *vertices = building->graph->vertices;
  guint32 zero = 0;
  memset (building->known, SHIFT_FREE, building->graph->automaton->n_thresholds);
  intern_vertex (building, building->graph->automaton->initial);
  g_array_append_val (building->graph->rows, zero);
  for (guint32 i = 0; i < vertices->len; i++) {
    if (vertices->len > building->limit || couplet_pace_over (building->pace, STEPS_PER_VERTEX))
      return FALSE;
    add_legs (building, i);
  }
  return TRUE;
}

/* ---- Nodes -------------------------------------------------------------------------------- */

static const guint32 *
vertices_of (const WalkGraph *graph, guint32 node, guint32 *n)
{
  guint32 part = graph->n_nodes - 1 - node;
  *n = graph->parts->first[part + 1] - graph->parts->first[part];
  return graph->parts->members + graph->parts->first[part];
}

/* What is free and read later is the same at all vertices of a node: going round brings each of
 * them to each other, and what is assigned is not free. */
static void
set_left (WalkGraph *graph, guint32 node)
{
  guint32 n;
  const GraphVertex *vertex = walk_graph_vertex (graph, vertices_of (graph, node, &n)[0]);
  for (guint32 v = 0; v < graph->automaton->n_thresholds; v++)
    if (vertex->known[v] == SHIFT_FREE && couplet_is_live (graph->live, vertex->state, v))
      *walk_graph_left (graph, node, v) = COUPLET_ALL_SHIFTS;
    else
      *walk_graph_left (graph, node, v) = NOT_FREE;
}

/* Takes from the free shifts of node what a leg inside it, whose samples shift by the difference,
 * does not allow; the leg is a stop if that is more than before. */
static void
add_stop (Building *building, guint32 node, guint32 leg)
{
  const GraphStep *step = building->step;
  gboolean takes = FALSE;
  graph_step_load (building->step, building->graph, leg);
  for (guint32 p = 0; p < step->letter->n_parts; p++) {
    const CoupletSample *sample = &step->letter->parts[p].sample;
    for (guint32 i = 0; i < sample->n_literals; i++) {
      CoupletShifts *left = walk_graph_left (building->graph, node, sample->literals[i].threshold);
      CoupletShifts beside = couplet_thresholds_beside (sample->literals[i].comparison,
                                                        couplet_shifts_least (step->shifts[p]));
      if (*left == NOT_FREE || (*left & ~beside) == 0)
        continue;
      *left &= beside;
      takes = TRUE;
    }
  }
  if (takes)
    g_array_append_val (building->graph->stops, leg);
}

/* ---- Edges -------------------------------------------------------------------------------- */

#define ADD(value) g_byte_array_append (bytes, (const guint8 *)&(value), sizeof (value))

/* What of a part has to do with free shifts. */
static void
describe_part (GByteArray *bytes, const WalkGraph *graph, const GraphStep *step, guint32 p)
{
  const CoupletLetterPart *part = &step->letter->parts[p];
  ADD (step->shifts[p]);
  if (graph_step_chooses (step, p)) {
    ADD (part->fees);
    ADD (part->sample.d);
  }
  for (guint32 i = 0; i < part->sample.n_literals; i++)
    if (step->known[part->sample.literals[i].threshold] == SHIFT_FREE)
      ADD (part->sample.literals[i]);
  for (guint32 i = 0; i < part->sample.n_assigned; i++)
    if (walk_graph_is_free (graph, step->node, part->sample.assigned[i]))
      ADD (part->sample.assigned[i]);
}

/* Equal ones cost and ask for the same. */
static GBytes *
describe_step (const WalkGraph *graph, const GraphStep *step)
{
  GByteArray *bytes = g_byte_array_new ();
  ADD (step->node);
  ADD (step->fixed);
  for (guint32 p = 0; p < step->letter->n_parts; p++)
    if (step->shifts[p] != 0)
      describe_part (bytes, graph, step, p);
  for (guint32 v = 0; v < graph->automaton->n_thresholds; v++)
    if (walk_graph_is_free (graph, step->node, v))
      ADD (step->known[v]);
  return g_byte_array_free_to_bytes (bytes);
}

/* ---- Costs -------------------------------------------------------------------------------- */

/* Every sample that can choose shifted away from its difference as far as it can be. */
static CoupletCost
most_of_step (const WalkGraph *graph, const GraphStep *step)
{
  CoupletCost sum = step->fixed;
  for (guint32 p = 0; p < step->letter->n_parts; p++) {
    const CoupletLetterPart *part = &step->letter->parts[p];
    CoupletCost most = 0;
    for (int g = -1; g <= 1; g++)
      if (graph_step_chooses (step, p) && couplet_shifts_have (step->shifts[p], g))
        most = couplet_cost_max (most, graph_part_cost (graph, part, g));
    sum = couplet_cost_add (graph->unit, sum, most);
  }
  return sum;
}

/* Costs are sums of noise parameters, whose greatest common divisor has the numerators' as
 * numerator, and the denominators' least common multiple below. */
static void
set_step (WalkGraph *graph)
{
  mpz_ptr divisor = mpq_numref (graph->step), multiple = mpq_denref (graph->step);
  g_auto (CoupletRational) value, largest;
  couplet_rational_init (&value);
  couplet_rational_init (&largest);
  for (guint32 i = 0; i < graph->automaton->n_numbers; i++) {
    couplet_cost_to_rational (graph->unit, couplet_unit_cost (graph->unit, i), &value);
    mpz_gcd (divisor, divisor, mpq_numref (value.value));
    mpz_lcm (multiple, multiple, mpq_denref (value.value));
    if (couplet_rational_compare (&value, &largest) > 0)
      mpq_set (largest.value, value.value);
  }
  if (mpz_sgn (divisor) == 0)
    mpz_set_ui (divisor, 1);
  mpq_div (value.value, largest.value, graph->step);
  graph->exact = mpz_sizeinbase (mpq_numref (value.value), 2) <= DOUBLE_BITS;
  if (!graph->exact)
    mpq_div_2exp (graph->step, largest.value, DOUBLE_BITS - 1);
}

CoupletCost
walk_graph_most (const WalkGraph *graph)
{
  g_autofree CoupletCost *most = g_new0 (CoupletCost, graph->n_nodes);
  for (guint32 e = graph->edges->len; e-- > 0;) {
    const GraphEdge *edge = walk_graph_edge (graph, e);
    most[edge->from] = couplet_cost_max (
        most[edge->from], couplet_cost_add (graph->unit, most[edge->to], edge->most));
  }
  return most[0];
}

/* ---- All of it ---------------------------------------------------------------------------- */

static void
add_leg (Building *building, guint32 node, guint32 leg, GHashTable *seen)
{
  WalkGraph *graph = building->graph;
  GraphEdge edge = {leg, node, walk_graph_node_of (graph, walk_graph_target (graph, leg)), 0, 0};
  if (edge.to == node) {
    add_stop (building, node, leg);
    return;
  }
  graph_step_load (building->step, graph, leg);
  if (!g_hash_table_add (seen, describe_step (graph, building->step)))
    return;
  edge.fixed = building->step->fixed;
  edge.most = most_of_step (graph, building->step);
  g_array_append_val (graph->edges, edge);
}

/* FALSE when that is too much. */
static gboolean
add_edges (Building *building, guint32 node)
{
  WalkGraph *graph = building->graph;
  g_autoptr (GHashTable) seen =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  guint32 n;
  const guint32 *vertices = vertices_of (graph, node, &n);
  graph->nodes[node].first_edge = graph->edges->len;
  graph->nodes[node].first_stop = graph->stops->len;
  for (guint32 i = 0; i < n; i++) {
    if (couplet_pace_over (building->pace, STEPS_PER_VERTEX) || graph->edges->len > building->limit)
      return FALSE;
    for (guint32 leg = g_array_index (graph->rows, guint32, vertices[i]);
         leg < g_array_index (graph->rows, guint32, vertices[i] + 1); leg++)
      add_leg (building, node, leg, seen);
  }
  graph->nodes[node].n_edges = graph->edges->len - graph->nodes[node].first_edge;
  graph->nodes[node].n_stops = graph->stops->len - graph->nodes[node].first_stop;
  return TRUE;
}

static gboolean
add_nodes (Building *building)
{
  WalkGraph *graph = building->graph;
  graph->parts = couplet_components_of_rows (graph->vertices->len,
                                             (const guint32 *)(gpointer)graph->rows->data,
                                             (const guint32 *)(gpointer)graph->targets->data, 0);
  graph->n_nodes = graph->parts->n_components;
  graph->nodes = g_new0 (GraphNode, graph->n_nodes);
  graph->left = g_new (CoupletShifts, (gsize)graph->n_nodes * graph->automaton->n_thresholds);
  for (guint32 node = 0; node < graph->n_nodes; node++) {
    if (couplet_pace_over (building->pace, STEPS_PER_VERTEX))
      return FALSE;
    set_left (graph, node);
  }
  for (guint32 node = 0; node < graph->n_nodes; node++)
    if (!add_edges (building, node))
      return FALSE;
  return TRUE;
}

WalkGraph *
walk_graph_new (CoupletMoves *moves, const CoupletComponents *components, CoupletUnit *unit,
                guint64 limit, CoupletPace *pace)
{
  const CoupletAutomaton *automaton = couplet_moves_automaton (moves);
  g_autoptr (WalkGraph) graph = g_new (WalkGraph, 1);
  *graph = (WalkGraph){.automaton = automaton,
                       .moves = moves,
                       .components = components,
                       .unit = unit,
                       .live = couplet_live_new (automaton, components),
                       .vertex_of = g_hash_table_new_full (g_bytes_hash, g_bytes_equal,
                                                           (GDestroyNotify)g_bytes_unref, NULL),
                       .vertices = g_array_new (FALSE, FALSE, sizeof (GraphVertex)),
                       .rows = g_array_new (FALSE, FALSE, sizeof (guint32)),
                       .legs = g_array_new (FALSE, FALSE, sizeof (GraphLeg)),
                       .targets = g_array_new (FALSE, FALSE, sizeof (guint32)),
                       .edges = g_array_new (FALSE, FALSE, sizeof (GraphEdge)),
                       .stops = g_array_new (FALSE, FALSE, sizeof (guint32))};
  g_autoptr (GraphStep) step = graph_step_new (graph);
  g_autofree gint8 *known = g_new (gint8, automaton->n_thresholds + sizeof (guint32));
  Building building = {graph, step, limit, pace, known};
  mpq_init (graph->step);
  set_step (graph);
  return add_vertices (&building) && add_nodes (&building) ? g_steal_pointer (&graph) : NULL;
}

void
walk_graph_free (WalkGraph *graph)
{
  GArray *arrays[] = {graph->vertices, graph->rows,  graph->legs,
                      graph->targets,  graph->edges, graph->stops};
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  g_hash_table_unref (graph->vertex_of);
  couplet_live_free (graph->live);
  couplet_components_free (graph->parts);
  mpq_clear (graph->step);
  g_free (graph->nodes);
  g_free (graph->left);
  g_free (graph);
}

/* ---- Steps -------------------------------------------------------------------------------- */

GraphStep *
graph_step_new (const WalkGraph *graph)
{
  GraphStep *step = g_new0 (GraphStep, 1);
  step->shifts = g_new (CoupletShifts, couplet_n_slots (graph->automaton));
  return step;
}

void
graph_step_free (GraphStep *step)
{
  g_free (step->shifts);
  g_free (step);
}

gboolean
graph_step_keeps (const GraphStep *step, const WalkGraph *graph, const CoupletSample *sample)
{
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (walk_graph_is_free (graph, step->node, sample->assigned[i]))
      return TRUE;
  return FALSE;
}

/* Whether sample has to do with anything that is free. */
static gboolean
is_tied (const WalkGraph *graph, const GraphStep *step, const CoupletSample *sample)
{
  for (guint32 i = 0; i < sample->n_literals; i++)
    if (step->known[sample->literals[i].threshold] == SHIFT_FREE)
      return TRUE;
  return graph_step_keeps (step, graph, sample);
}

void
graph_step_load (GraphStep *step, const WalkGraph *graph, guint32 leg)
{
  const GraphLeg *taken = walk_graph_leg (graph, leg);
  step->letter = couplet_moves_letter (graph->moves, taken->transition, taken->difference);
  step->known = walk_graph_vertex (graph, taken->source)->known;
  step->node = walk_graph_node_of (graph, walk_graph_target (graph, leg));
  step->fixed = couplet_fresh_cost (graph->automaton, graph->components, graph->unit,
                                    taken->transition, taken->difference);
  for (guint32 p = 0; p < step->letter->n_parts; p++) {
    const CoupletLetterPart *part = &step->letter->parts[p];
    step->shifts[p] = couplet_part_left (part, step->known);
    if (graph_step_chooses (step, p) && is_tied (graph, step, &part->sample))
      continue;
    int g = couplet_cheapest_shift (part->fees, step->shifts[p]);
    step->shifts[p] = couplet_shift (g);
    step->fixed = couplet_cost_add (graph->unit, step->fixed, graph_part_cost (graph, part, g));
  }
}
