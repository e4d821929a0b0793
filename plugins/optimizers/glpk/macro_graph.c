/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "macro_graph.h"

/* Which shifts may follow which, at no cost: bit 3x + y. */
typedef guint16 Relation;
#define PAIR(x, y) ((Relation)(1 << (3 * (x) + (y))))
#define IDENTITY (PAIR (0, 0) | PAIR (1, 1) | PAIR (2, 2))

/* What going round the cycles may have done on arrival at a state. */
typedef struct {
  guint32 state;
  Relation relation;
} Turn;

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  MacroGraph *graph;
} Build;

/* ---- Going round ---------------------------------------------------------------- */

static Relation
relation_of (const CoupletStep *step, guint32 i)
{
  Relation relation = 0;
  for (int x = 0; x < 3; x++)
    for (int y = 0; y < 3; y++)
      if ((step->assigns ? couplet_step_links (step, x - 1, y - 1) : x == y) &&
          step->pay[i][y] != COUPLET_COST_INFINITE)
        relation |= PAIR (x, y);
  return relation;
}

static Relation
compose (Relation first, Relation second)
{
  Relation both = 0;
  for (int x = 0; x < 3; x++)
    for (int y = 0; y < 3; y++)
      for (int z = 0; z < 3; z++)
        if ((first & PAIR (x, y)) != 0 && (second & PAIR (y, z)) != 0)
          both |= PAIR (x, z);
  return both;
}

/* Everything that walks inside the component from entry can do. */
static GArray *
all_turns (Build *build, guint32 entry)
{
  const CoupletAutomaton *a = build->automaton;
  GArray *turns = g_array_new (FALSE, FALSE, sizeof (Turn));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Turn start = {entry, IDENTITY};
  g_array_append_val (turns, start);
  for (guint i = 0; i < turns->len; i++) {
    Turn turn = g_array_index (turns, Turn, i);
    for (guint32 t = a->row[turn.state]; t < a->row[turn.state + 1]; t++) {
      CoupletStep step;
      if (!couplet_on_cycle (a, build->components, t))
        continue;
      couplet_step_load (&step, a, build->components, build->unit, t);
      for (guint32 d = 0; d < step.n; d++) {
        Turn next = {a->target[t], compose (turn.relation, relation_of (&step, d))};
        gint64 key = (gint64)next.state * 512 + next.relation;
        if (g_hash_table_add (seen, g_memdup2 (&key, sizeof key)))
          g_array_append_val (turns, next);
      }
    }
  }
  return turns;
}

/* Drops a turn when another ends in the same state and allows less: going round
 * further is never worse for the adversary. */
static void
keep_worst (GArray *turns)
{
  for (guint i = turns->len; i-- > 0;)
    for (guint j = 0; j < turns->len; j++) {
      const Turn *a = &g_array_index (turns, Turn, i), *b = &g_array_index (turns, Turn, j);
      gboolean less = (b->relation & ~a->relation) == 0;
      if (i != j && a->state == b->state && less && (a->relation != b->relation || j < i)) {
        g_array_remove_index_fast (turns, i);
        break;
      }
    }
}

/* Without assignments on its cycles, a component's states all allow the same. */
static gboolean
common_turn (Build *build, guint32 component, Relation *relation)
{
  const CoupletAutomaton *a = build->automaton;
  *relation = IDENTITY;
  for (guint32 i = build->components->first[component]; i < build->components->first[component + 1];
       i++) {
    guint32 q = build->components->members[i];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
      CoupletStep step;
      if (!couplet_on_cycle (a, build->components, t))
        continue;
      if (a->assignment[t] != 0)
        return FALSE;
      couplet_step_load (&step, a, build->components, build->unit, t);
      *relation &= relation_of (&step, 0);
    }
  }
  return TRUE;
}

static GArray *
turns_from (Build *build, guint32 entry)
{
  guint32 component = build->components->component[entry];
  Relation relation;
  if (!common_turn (build, component, &relation)) {
    GArray *turns = all_turns (build, entry);
    keep_worst (turns);
    return turns;
  }
  GArray *turns = g_array_new (FALSE, FALSE, sizeof (Turn));
  for (guint32 i = build->components->first[component]; i < build->components->first[component + 1];
       i++) {
    Turn turn = {build->components->members[i], relation};
    g_array_append_val (turns, turn);
  }
  return turns;
}

/* ---- Edges ------------------------------------------------------------------------- */

/* The cost of relation followed by the step with difference number i. */
static void
set_cost (MacroEdge *edge, CoupletUnit *unit, Relation relation, const CoupletStep *step, guint32 i)
{
  for (int x = 0; x < 3; x++) {
    CoupletVector vector;
    for (int y = 0; y < 3; y++)
      vector.at[y] = (relation & PAIR (x, y)) != 0 ? 0 : COUPLET_COST_INFINITE;
    if (step != NULL)
      couplet_step_apply (step, i, unit, &vector, &vector);
    for (int y = 0; y < 3; y++)
      edge->cost[x][y] = vector.at[y];
  }
}

static void
add_exits (Build *build, guint32 entry, const Turn *turn)
{
  const CoupletAutomaton *a = build->automaton;
  for (guint32 t = a->row[turn->state]; t < a->row[turn->state + 1]; t++) {
    CoupletStep step;
    if (couplet_on_cycle (a, build->components, t))
      continue;
    couplet_step_load (&step, a, build->components, build->unit, t);
    for (guint32 i = 0; i < step.n; i++) {
      MacroEdge edge = {entry, a->target[t], t, step.difference[i], {{0}}};
      set_cost (&edge, build->unit, turn->relation, &step, i);
      g_array_append_val (build->graph->edges, edge);
    }
  }
}

/* Walks that stay in the component for ever ask for something only if going
 * round restricts the shift. */
static void
add_end (Build *build, guint32 entry, const Turn *turn)
{
  MacroEdge edge = {entry, entry, COUPLET_NONE, 0, {{0}}};
  if (turn->relation == IDENTITY)
    return;
  set_cost (&edge, build->unit, turn->relation, NULL, 0);
  g_array_append_val (build->graph->edges, edge);
}

static void
add_entry (Build *build, guint32 entry)
{
  g_autoptr (GArray) turns = turns_from (build, entry);
  build->graph->first[entry] = build->graph->edges->len;
  for (guint i = 0; i < turns->len; i++) {
    const Turn *turn = &g_array_index (turns, Turn, i);
    add_exits (build, entry, turn);
    add_end (build, entry, turn);
  }
  build->graph->n[entry] = build->graph->edges->len - build->graph->first[entry];
}

/* The states by which components are entered, sources first. */
static void
add_entries (Build *build)
{
  const CoupletAutomaton *a = build->automaton;
  g_autofree guint8 *entered = g_malloc0 (a->n_states);
  entered[a->initial] = 1;
  for (guint32 c = build->components->n_components; c-- > 0;)
    for (guint32 i = build->components->first[c]; i < build->components->first[c + 1]; i++) {
      guint32 q = build->components->members[i];
      if (!entered[q])
        continue;
      add_entry (build, q);
      for (guint32 e = build->graph->first[q]; e < build->graph->edges->len; e++)
        entered[g_array_index (build->graph->edges, MacroEdge, e).target] = 1;
    }
}

/* ---- Violations ------------------------------------------------------------------------ */

/* Which shifts are possible after edge when those in set are before it. */
static guint8
image (const MacroEdge *edge, guint8 set)
{
  guint8 after = 0;
  for (int x = 0; x < 3; x++)
    for (int y = 0; y < 3; y++)
      if ((set >> x & 1) != 0 && edge->cost[x][y] != COUPLET_COST_INFINITE)
        after |= (guint8)(1 << y);
  return after;
}

/* Whether some walk leaves no shift: follows the sets of possible shifts. */
static gboolean
find_violation (const MacroGraph *graph, const CoupletAutomaton *automaton)
{
  g_autofree guint8 *sets = g_malloc0 (automaton->n_states); /* a bit per set met */
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 start[2] = {automaton->initial, 7};
  g_array_append_vals (stack, start, 2);
  while (stack->len > 0) {
    guint32 state = g_array_index (stack, guint32, stack->len - 2);
    guint8 set = (guint8)g_array_index (stack, guint32, stack->len - 1);
    g_array_set_size (stack, stack->len - 2);
    for (guint32 e = graph->first[state]; e < graph->first[state] + graph->n[state]; e++) {
      const MacroEdge *edge = &g_array_index (graph->edges, MacroEdge, e);
      guint8 after = image (edge, set);
      if (after == 0)
        return TRUE;
      if (edge->transition == COUPLET_NONE || (sets[edge->target] >> after & 1) != 0)
        continue;
      sets[edge->target] |= (guint8)(1 << after);
      guint32 next[2] = {edge->target, after};
      g_array_append_vals (stack, next, 2);
    }
  }
  return FALSE;
}

/* ---- All of it ---------------------------------------------------------------------------- */

MacroGraph *
macro_graph_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                 CoupletUnit *unit)
{
  MacroGraph *graph = g_new0 (MacroGraph, 1);
  graph->edges = g_array_new (FALSE, FALSE, sizeof (MacroEdge));
  graph->first = g_new0 (guint32, automaton->n_states);
  graph->n = g_new0 (guint32, automaton->n_states);
  Build build = {automaton, components, unit, graph};
  add_entries (&build);
  graph->violated = find_violation (graph, automaton);
  return graph;
}

void
macro_graph_free (MacroGraph *graph)
{
  if (graph == NULL)
    return;
  g_array_unref (graph->edges);
  g_free (graph->first);
  g_free (graph->n);
  g_free (graph);
}

CoupletVector
macro_edge_apply (const MacroEdge *edge, CoupletUnit *unit, const CoupletVector *before)
{
  CoupletVector after = {{COUPLET_COST_INFINITE, COUPLET_COST_INFINITE, COUPLET_COST_INFINITE}};
  for (int x = 0; x < 3; x++)
    for (int y = 0; y < 3; y++)
      after.at[y] =
          couplet_cost_min (after.at[y], couplet_cost_add (unit, before->at[x], edge->cost[x][y]));
  return after;
}
