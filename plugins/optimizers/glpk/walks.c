/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walks.h"

#include <string.h>

#define ARCS_PER_PLACE 8
/* Of the clock's pace. */
#define STEPS_PER_VERTEX 150
#define STEPS_PER_ARC 8

typedef struct {
  Walks *walks;
  guint64 limit;
  CoupletPace *pace;
  gint8 *known;  /* of the vertex at hand, and after it room for its state: the key of vertex_of */
  GArray *found; /* CoupletArc: of the leg at hand */
  guint32 *source, *target; /* per entry of its vectors: the place, or COUPLET_NONE */
} Building;

/* ---- Vertices ----------------------------------------------------------------------------- */

static guint32
state_of (const Walks *walks, guint32 vertex)
{
  guint32 state;
  memcpy (&state, walks_known (walks, vertex) + walks->automaton->n_thresholds, sizeof state);
  return state;
}

static guint32
target_of (const Walks *walks, guint32 leg)
{
  return g_array_index (walks->targets, guint32, leg);
}

/* The number of vertex's first leg. */
static guint32
first_leg (const Walks *walks, guint32 vertex)
{
  return g_array_index (walks->rows, guint32, vertex);
}

/* The vertex of state that knows what building->known says. */
static guint32
intern_vertex (Building *building, guint32 state)
{
  Walks *walks = building->walks;
  guint32 k = walks->automaton->n_thresholds;
  memcpy (building->known + k, &state, sizeof state);
  GBytes *key = g_bytes_new (building->known, k + sizeof state);
  guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (walks->vertex_of, key));
  if (found > 0) {
    g_bytes_unref (key);
    return found - 1;
  }
  g_ptr_array_add (walks->vertices, (gpointer)g_bytes_get_data (key, NULL));
  g_hash_table_insert (walks->vertex_of, key, GUINT_TO_POINTER (walks->vertices->len));
  return walks->vertices->len - 1;
}

/* Sets building->known to what is known after a transition on a cycle, taken with difference. */
static void
set_known (const Building *building, const gint8 *known, guint32 transition, gint8 difference)
{
  const CoupletAutomaton *a = building->walks->automaton;
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  memcpy (building->known, known, a->n_thresholds);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    building->known[assignment->thresholds[i]] = difference;
  for (guint32 v = 0; v < a->n_thresholds; v++)
    if (!couplet_is_live (building->walks->live, a->target[transition], v))
      building->known[v] = SHIFT_FREE;
}

static void
add_legs (Building *building, guint32 source)
{
  Walks *walks = building->walks;
  const CoupletAutomaton *a = walks->automaton;
  guint32 state = state_of (walks, source);
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    guint32 n = couplet_differences (a, t, differences);
    for (guint32 i = 0; i < n; i++) {
      if (couplet_on_cycle (a, walks->components, t))
        set_known (building, walks_known (walks, source), t, differences[i]);
      else
        memset (building->known, SHIFT_FREE, a->n_thresholds);
      guint32 target = intern_vertex (building, a->target[t]);
      WalkLeg leg = {source, t, differences[i]};
      g_array_append_val (walks->legs, leg);
      g_array_append_val (walks->targets, target);
    }
  }
  g_array_append_val (walks->rows, walks->legs->len);
}

/* FALSE when that is too much. */
static gboolean
add_vertices (Building *building)
{
  Walks *walks = building->walks;
  guint32 zero = 0;
  memset (building->known, SHIFT_FREE, walks->automaton->n_thresholds);
  intern_vertex (building, walks->automaton->initial);
  g_array_append_val (walks->rows, zero);
  for (guint32 i = 0; i < walks->vertices->len; i++) {
    if (walks->vertices->len > building->limit ||
        couplet_pace_over (building->pace, STEPS_PER_VERTEX))
      return FALSE;
    add_legs (building, i);
  }
  return TRUE;
}

/* ---- Nodes and places --------------------------------------------------------------------- */

static guint32
node_of (const Walks *walks, guint32 vertex)
{
  return walks->n_nodes - 1 - walks->parts->component[vertex];
}

static const guint32 *
vertices_of (const Walks *walks, guint32 node, guint32 *n)
{
  guint32 part = walks->n_nodes - 1 - node;
  *n = walks->parts->first[part + 1] - walks->parts->first[part];
  return walks->parts->members + walks->parts->first[part];
}

/* Takes from the free shifts of node what a leg inside it, whose samples shift by the difference,
 * does not allow; the leg is a stop if that is more than before. */
static void
add_stop (Building *building, guint32 node, guint32 number)
{
  Walks *walks = building->walks;
  const WalkLeg *leg = walks_leg (walks, number);
  const CoupletGuard *guard = couplet_guard_of (walks->automaton, leg->transition);
  gboolean takes = FALSE;
  for (guint32 i = 0; i < guard->n_literals; i++) {
    const CoupletLiteral literal = {0, guard->literals[i].comparison};
    CoupletShifts *left = walks_left (walks, node, guard->literals[i].threshold), before = *left;
    for (gint8 x = -1; x <= 1; x++)
      if (!couplet_shifts_have (couplet_literals_left (&literal, 1, &x), leg->difference))
        *left &= (CoupletShifts)~couplet_shift (x);
    takes |= *left != before;
  }
  if (takes)
    g_array_append_val (walks->stops, number);
}

/* What is free and read later is the same at all vertices of a node: going round brings each of
 * them to each other, and what is assigned is not free. */
static void
add_places (Walks *walks, guint32 node, guint64 *total)
{
  guint32 n, vertex = vertices_of (walks, node, &n)[0];
  const CoupletVectorLayout *layout =
      couplet_vectors_layout (walks->vectors, state_of (walks, vertex));
  for (guint32 c = 0; c < layout->n_factors; c++) {
    guint64 size = 1;
    guint32 first = (guint32)*total;
    g_array_append_val (walks->first, first);
    for (guint32 i = 0; i < layout->factors[c].n; i++) {
      guint32 v = layout->factors[c].thresholds[i];
      if (walks_known (walks, vertex)[v] != SHIFT_FREE)
        continue;
      *walks_left (walks, node, v) = COUPLET_ALL_SHIFTS;
      size *= 3;
    }
    *total += size;
  }
}

static void
add_stops (Building *building, guint32 node)
{
  Walks *walks = building->walks;
  guint32 n;
  const guint32 *vertices = vertices_of (walks, node, &n);
  walks->nodes[node].first_stop = walks->stops->len;
  for (guint32 i = 0; i < n; i++)
    for (guint32 leg = first_leg (walks, vertices[i]); leg < first_leg (walks, vertices[i] + 1);
         leg++)
      if (node_of (walks, target_of (walks, leg)) == node)
        add_stop (building, node, leg);
  walks->nodes[node].n_stops = walks->stops->len - walks->nodes[node].first_stop;
}

/* FALSE when that is too much. */
static gboolean
add_nodes (Building *building)
{
  Walks *walks = building->walks;
  guint64 total = 0;
  walks->parts = couplet_components_of_rows (walks->vertices->len,
                                             (const guint32 *)(gpointer)walks->rows->data,
                                             (const guint32 *)(gpointer)walks->targets->data, 0);
  walks->n_nodes = walks->parts->n_components;
  walks->nodes = g_new0 (WalkNode, walks->n_nodes);
  walks->left = g_new0 (CoupletShifts, (gsize)walks->n_nodes * walks->automaton->n_thresholds);
  for (guint32 node = 0; node < walks->n_nodes; node++) {
    add_places (walks, node, &total);
    add_stops (building, node);
    if (total > building->limit || couplet_pace_over (building->pace, STEPS_PER_VERTEX))
      return FALSE;
  }
  guint32 end = (guint32)total;
  g_array_append_val (walks->first, end);
  return TRUE;
}

/* ---- Edges and arcs ----------------------------------------------------------------------- */

/* The place of vertex's node with the shifts of that entry of a factor, from first on, where they
 * are left; COUPLET_NONE. *size: how many it has. */
static guint32
place_of (const Walks *walks, guint32 vertex, const CoupletVectorFactor *factor, gsize entry,
          guint32 first, guint32 *size)
{
  const gint8 *known = walks_known (walks, vertex);
  guint32 number = 0;
  gboolean good = TRUE;
  *size = 1;
  for (guint32 i = factor->n; i-- > 0; entry /= 3) {
    guint32 v = factor->thresholds[i];
    int x = (int)(entry % 3) - 1;
    if (known[v] != SHIFT_FREE) {
      good = good && known[v] == x;
      continue;
    }
    good = good && couplet_shifts_have (*walks_left (walks, node_of (walks, vertex), v), x);
    number += *size * (guint32)(x + 1);
    *size *= 3;
  }
  return good ? first + number : COUPLET_NONE;
}

/* Sets places, per entry of vectors at vertex's state. */
static void
find_places (const Walks *walks, guint32 vertex, guint32 *places)
{
  const CoupletVectorLayout *layout =
      couplet_vectors_layout (walks->vectors, state_of (walks, vertex));
  guint32 first = walks_first (walks, node_of (walks, vertex), 0), size = 0;
  for (guint32 c = 0; c < layout->n_factors; c++, first += size)
    for (gsize i = 0; i < layout->factors[c].size; i++)
      places[layout->factors[c].first + i] =
          place_of (walks, vertex, &layout->factors[c], i, first, &size);
}

/* Adds the arcs of leg to edge; of those that follow each other between the same places, the
 * cheaper. */
static void
add_arcs (Building *building, WalkEdge *edge)
{
  Walks *walks = building->walks;
  const WalkLeg *leg = walks_leg (walks, edge->leg);
  g_array_set_size (building->found, 0);
  couplet_vectors_arcs (walks->vectors, (CoupletMove){leg->transition, leg->difference},
                        building->found);
  find_places (walks, target_of (walks, edge->leg), building->target);
  find_places (walks, leg->source, building->source);
  edge->fixed = g_array_index (building->found, CoupletArc, 0).cost;
  edge->first_arc = walks->arcs->len;
  for (guint i = 1; i < building->found->len; i++) {
    const CoupletArc *found = &g_array_index (building->found, CoupletArc, i);
    WalkArc arc = {building->source[found->before], building->target[found->after], found->cost};
    WalkArc *last = walks->arcs->len > edge->first_arc
                        ? &g_array_index (walks->arcs, WalkArc, walks->arcs->len - 1)
                        : NULL;
    if (arc.from == COUPLET_NONE || arc.to == COUPLET_NONE)
      continue;
    if (last != NULL && last->from == arc.from && last->to == arc.to)
      last->fee = couplet_cost_min (last->fee, arc.fee);
    else
      g_array_append_val (walks->arcs, arc);
  }
  edge->n_arcs = walks->arcs->len - edge->first_arc;
}

/* Whether each way along high is one along low that costs no more. */
static gboolean
is_below (const Walks *walks, const WalkEdge *low, const WalkEdge *high)
{
  guint32 l = low->first_arc, end = l + low->n_arcs;
  if (low->to != high->to || couplet_cost_compare (low->fixed, high->fixed) > 0)
    return FALSE;
  for (guint32 h = high->first_arc; h < high->first_arc + high->n_arcs; h++) {
    const WalkArc *arc = walks_arc (walks, h);
    while (l < end &&
           (walks_arc (walks, l)->from != arc->from || walks_arc (walks, l)->to != arc->to))
      l++;
    if (l == end || couplet_cost_compare (walks_arc (walks, l)->fee, arc->fee) > 0)
      return FALSE;
  }
  return TRUE;
}

#define ADD(bytes, values, n)                                                                      \
  g_byte_array_append (bytes, (const guint8 *)(values), (guint)((n) * sizeof *(values)))

/* Equal ones cost and ask for the same. */
static GBytes *
describe_edge (const Walks *walks, const WalkEdge *edge)
{
  GByteArray *bytes = g_byte_array_new ();
  ADD (bytes, &edge->to, 1);
  ADD (bytes, &edge->fixed, 1);
  if (edge->n_arcs > 0)
    ADD (bytes, walks_arc (walks, edge->first_arc), edge->n_arcs);
  return g_byte_array_free_to_bytes (bytes);
}

/* Adds the edge of leg unless one like it was met, or does as much; the last edge goes where it
 * does less. */
static void
add_edge (Building *building, guint32 node, guint32 leg, GHashTable *met)
{
  Walks *walks = building->walks;
  WalkEdge edge = {.leg = leg, .from = node, .to = node_of (walks, target_of (walks, leg))};
  const WalkEdge *last = walks->edges->len > walks->nodes[node].first_edge
                             ? walks_edge (walks, walks->edges->len - 1)
                             : NULL;
  add_arcs (building, &edge);
  if (!g_hash_table_add (met, describe_edge (walks, &edge)) ||
      (last != NULL && is_below (walks, &edge, last))) {
    g_array_set_size (walks->arcs, edge.first_arc);
    return;
  }
  if (last != NULL && is_below (walks, last, &edge)) {
    edge.first_arc = last->first_arc;
    g_array_remove_range (walks->arcs, last->first_arc, last->n_arcs);
    g_array_remove_index (walks->edges, walks->edges->len - 1);
  }
  g_array_append_val (walks->edges, edge);
}

/* FALSE when that is too much. */
static gboolean
add_edges (Building *building, guint32 node)
{
  Walks *walks = building->walks;
  g_autoptr (GHashTable) met =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  guint32 n;
  const guint32 *vertices = vertices_of (walks, node, &n);
  walks->nodes[node].first_edge = walks->edges->len;
  for (guint32 i = 0; i < n; i++)
    for (guint32 leg = first_leg (walks, vertices[i]); leg < first_leg (walks, vertices[i] + 1);
         leg++) {
      if (node_of (walks, target_of (walks, leg)) == node)
        continue;
      add_edge (building, node, leg, met);
      if (walks->edges->len > building->limit ||
          walks->arcs->len / ARCS_PER_PLACE > building->limit ||
          couplet_pace_over (building->pace,
                             STEPS_PER_VERTEX + STEPS_PER_ARC * building->found->len))
        return FALSE;
    }
  walks->nodes[node].n_edges = walks->edges->len - walks->nodes[node].first_edge;
  return TRUE;
}

/* ---- The potential ------------------------------------------------------------------------ */

static void
lower (CoupletCost *least, CoupletUnit *unit, CoupletCost cost, CoupletCost fee)
{
  *least = couplet_cost_min (*least, couplet_cost_add (unit, cost, fee));
}

/* Raises the potential where the edge leaves by what its arcs, the cheapest or with dearest any,
 * lead to. room: per place. */
static void
raise_potential (const Walks *walks, const WalkEdge *edge, gboolean dearest, CoupletCost *potential,
                 CoupletCost *room)
{
  guint32 first = walks_first (walks, edge->from, 0), end = first + walks_size (walks, edge->from);
  for (guint32 i = first; i < end; i++)
    room[i] = dearest ? 0 : COUPLET_COST_INFINITE;
  for (guint32 i = edge->first_arc; i < edge->first_arc + edge->n_arcs; i++) {
    const WalkArc *arc = walks_arc (walks, i);
    CoupletCost cost = couplet_cost_add (walks->unit, potential[arc->to], arc->fee);
    room[arc->from] = dearest ? couplet_cost_max (room[arc->from], cost)
                              : couplet_cost_min (room[arc->from], cost);
  }
  for (guint32 i = first; i < end; i++) {
    CoupletCost fixed = i < walks_first (walks, edge->from, 1) ? edge->fixed : 0;
    potential[i] = couplet_cost_max (potential[i], couplet_cost_add (walks->unit, room[i], fixed));
  }
}

/* The potential, or with dearest what no way from a place costs more than, finite. NULL when pace
 * is over. */
static CoupletCost *
potential_new (const Walks *walks, gboolean dearest, CoupletPace *pace)
{
  gsize total = walks_first (walks, walks->n_nodes, 0);
  g_autofree CoupletCost *potential = g_new0 (CoupletCost, total + 1);
  g_autofree CoupletCost *room = g_new (CoupletCost, total + 1);
  for (guint32 e = walks->edges->len; e-- > 0;) {
    const WalkEdge *edge = walks_edge (walks, e);
    if (couplet_pace_over (pace, STEPS_PER_ARC * (1 + edge->n_arcs)))
      return NULL;
    raise_potential (walks, edge, dearest, potential, room);
  }
  return g_steal_pointer (&potential);
}

/* FALSE when pace is over. */
static gboolean
find_bounds (Walks *walks, CoupletPace *pace)
{
  g_autofree CoupletCost *dearest = potential_new (walks, TRUE, pace);
  walks->potential = potential_new (walks, FALSE, pace);
  for (guint32 c = 0; dearest != NULL && c < walks->n_clusters; c++) {
    CoupletCost most = 0;
    for (guint32 i = walks_first (walks, 0, c); i < walks_first (walks, 0, c + 1); i++)
      most = couplet_cost_max (most, dearest[i]);
    walks->upper = couplet_cost_add (walks->unit, walks->upper, most);
  }
  if (walks->potential != NULL)
    walks->upper = couplet_cost_min (walks->upper, walks_most (walks, 0, NULL));
  return dearest != NULL && walks->potential != NULL;
}

/* Costs are sums of noise parameters, whose greatest common divisor has the numerators' as
 * numerator, and the denominators' least common multiple below. */
static void
set_step (Walks *walks)
{
  mpz_ptr divisor = mpq_numref (walks->step), multiple = mpq_denref (walks->step);
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  for (guint32 i = 0; i < walks->automaton->n_numbers; i++) {
    couplet_cost_to_rational (walks->unit, couplet_unit_cost (walks->unit, i), &value);
    mpz_gcd (divisor, divisor, mpq_numref (value.value));
    mpz_lcm (multiple, multiple, mpq_denref (value.value));
  }
  if (mpz_sgn (divisor) == 0)
    mpz_set_ui (divisor, 1);
}

/* ---- All of it ---------------------------------------------------------------------------- */

Walks *
walks_new (CoupletVectors *vectors, const CoupletComponents *components, CoupletUnit *unit,
           guint64 limit, CoupletPace *pace)
{
  const CoupletAutomaton *automaton = couplet_vectors_automaton (vectors);
  g_autoptr (Walks) walks = g_new (Walks, 1);
  *walks = (Walks){.automaton = automaton,
                   .vectors = vectors,
                   .components = components,
                   .unit = unit,
                   .live = couplet_live_new (automaton, components),
                   .vertex_of = g_hash_table_new_full (g_bytes_hash, g_bytes_equal,
                                                       (GDestroyNotify)g_bytes_unref, NULL),
                   .vertices = g_ptr_array_new (),
                   .rows = g_array_new (FALSE, FALSE, sizeof (guint32)),
                   .legs = g_array_new (FALSE, FALSE, sizeof (WalkLeg)),
                   .targets = g_array_new (FALSE, FALSE, sizeof (guint32)),
                   .n_clusters = couplet_vectors_layout (vectors, automaton->initial)->n_factors,
                   .first = g_array_new (FALSE, FALSE, sizeof (guint32)),
                   .edges = g_array_new (FALSE, FALSE, sizeof (WalkEdge)),
                   .arcs = g_array_new (FALSE, FALSE, sizeof (WalkArc)),
                   .stops = g_array_new (FALSE, FALSE, sizeof (guint32))};
  mpq_init (walks->step);
  set_step (walks);
  g_autofree gint8 *known = g_new (gint8, automaton->n_thresholds + sizeof (guint32));
  g_autofree guint32 *source = g_new (guint32, couplet_vectors_most (vectors));
  g_autofree guint32 *target = g_new (guint32, couplet_vectors_most (vectors));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (CoupletArc));
  Building building = {walks, MIN (limit, G_MAXINT32 / ARCS_PER_PLACE), pace, known, found, source,
                       target};
  gboolean good = add_vertices (&building) && add_nodes (&building);
  for (guint32 node = 0; good && node < walks->n_nodes; node++)
    good = add_edges (&building, node);
  return good && find_bounds (walks, pace) ? g_steal_pointer (&walks) : NULL;
}

void
walks_free (Walks *walks)
{
  GArray *arrays[] = {walks->rows,  walks->legs, walks->targets, walks->first,
                      walks->edges, walks->arcs, walks->stops};
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  g_ptr_array_unref (walks->vertices);
  g_hash_table_unref (walks->vertex_of);
  couplet_live_free (walks->live);
  couplet_components_free (walks->parts);
  mpq_clear (walks->step);
  g_free (walks->nodes);
  g_free (walks->left);
  g_free (walks->potential);
  g_free (walks);
}

/* ---- Costs of walks ----------------------------------------------------------------------- */

void
walks_take (const Walks *walks, guint32 edge, const CoupletCost *before, CoupletCost *after)
{
  const WalkEdge *taken = walks_edge (walks, edge);
  guint32 from = walks_first (walks, taken->from, 0), to = walks_first (walks, taken->to, 0);
  for (guint32 i = 0; i < walks_size (walks, taken->to); i++)
    after[i] = COUPLET_COST_INFINITE;
  for (guint32 i = taken->first_arc; i < taken->first_arc + taken->n_arcs; i++) {
    const WalkArc *arc = walks_arc (walks, i);
    lower (&after[arc->to - to], walks->unit, before[arc->from - from], arc->fee);
  }
  for (guint32 i = 0; i < walks_first (walks, taken->to, 1) - to; i++)
    after[i] = couplet_cost_add (walks->unit, after[i], taken->fixed);
}

CoupletCost
walks_most (const Walks *walks, guint32 node, const CoupletCost *costs)
{
  guint32 first = walks_first (walks, node, 0);
  CoupletCost sum = 0;
  for (guint32 c = 0; c < walks->n_clusters; c++) {
    CoupletCost least = COUPLET_COST_INFINITE;
    for (guint32 i = walks_first (walks, node, c); i < walks_first (walks, node, c + 1); i++)
      lower (&least, walks->unit, walks->potential[i], costs != NULL ? costs[i - first] : 0);
    sum = couplet_cost_add (walks->unit, sum, least);
  }
  return sum;
}

/* ---- Steps of walks ----------------------------------------------------------------------- */

/* Takes leg from vertex *at. */
static void
take_leg (const Walks *walks, guint32 number, guint32 *at, GArray *steps)
{
  const WalkLeg *leg = walks_leg (walks, number);
  CoupletWalkStep step = {leg->transition, leg->difference, COUPLET_SHIFT_UNUSED};
  g_array_append_val (steps, step);
  *at = target_of (walks, number);
}

/* Meets the vertices of its node that legs from vertex lead to; led: what is met, to the leg that
 * led there first, + 1. */
static void
spread (const Walks *walks, guint32 vertex, GHashTable *led, GArray *met)
{
  for (guint32 leg = first_leg (walks, vertex); leg < first_leg (walks, vertex + 1); leg++) {
    guint32 target = target_of (walks, leg);
    if (node_of (walks, target) != node_of (walks, vertex) ||
        g_hash_table_contains (led, GUINT_TO_POINTER (target)))
      continue;
    g_hash_table_insert (led, GUINT_TO_POINTER (target), GUINT_TO_POINTER (leg + 1));
    g_array_append_val (met, target);
  }
}

/* Walks to leg inside the node, by as few legs as possible (breadth first), and takes it. */
static void
go_by (const Walks *walks, guint32 leg, guint32 *at, GArray *steps)
{
  g_autoptr (GHashTable) led = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) met = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (guint32)); /* legs, the last first */
  guint32 goal = walks_leg (walks, leg)->source;
  g_hash_table_insert (led, GUINT_TO_POINTER (*at), NULL);
  g_array_append_val (met, *at);
  for (guint i = 0; !g_hash_table_contains (led, GUINT_TO_POINTER (goal)); i++)
    spread (walks, g_array_index (met, guint32, i), led, met);
  g_array_append_val (way, leg);
  while (goal != *at) {
    guint32 last = GPOINTER_TO_UINT (g_hash_table_lookup (led, GUINT_TO_POINTER (goal))) - 1;
    g_array_append_val (way, last);
    goal = walks_leg (walks, last)->source;
  }
  for (guint i = way->len; i-- > 0;)
    take_leg (walks, g_array_index (way, guint32, i), at, steps);
}

void
walks_append_steps (const Walks *walks, const GArray *walk, GArray *steps)
{
  guint32 at = 0;
  for (guint i = 0; i <= walk->len; i++) {
    const WalkNode *node = &walks->nodes[node_of (walks, at)];
    for (guint32 s = node->first_stop; s < node->first_stop + node->n_stops; s++)
      go_by (walks, g_array_index (walks->stops, guint32, s), &at, steps);
    if (i < walk->len)
      go_by (walks, walks_edge (walks, g_array_index (walk, guint32, i))->leg, &at, steps);
  }
}
