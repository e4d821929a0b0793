/* SPDX-License-Identifier: Apache-2.0 */
#include "frontier.h"

#include "cost_to_go.h"

#include <couplet/antichain.h>
#include <couplet/vector_search.h>

#include <stdlib.h>

/* A set of more vectors than this calls for pruning. */
#define LARGE_SET 64
/* How many vectors a state keeps while a good walk is looked for. */
#define BEAM_WIDTH 8
/* What a vector of several thresholds is reckoned to take, in bytes. */
#define BYTES_PER_VECTOR 256
/* Steps between two looks at the clock. */
#define PATIENCE 1024

#define NO_NODE G_MAXUINT32

/* A vector at a state and how the adversary got there. */
typedef struct {
  CoupletVector vector;
  guint32 parent;     /* NO_NODE for the start */
  guint32 next;       /* of the same state */
  guint32 transition; /* taken from the parent's state */
  guint8 difference;  /* its index in the step */
} Node;

typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  const CoupletVector *to_go; /* per state; NULL = do not prune */
  guint width;                /* most vectors kept per state; 0 = all */
  gboolean stop_when_large;

  Node *nodes;
  guint32 n_nodes, room, unused; /* unused: dropped nodes, linked by next */
  guint32 *first;                /* per state: its vectors */
  CoupletCandidate *candidates;
  guint candidates_room;

  CoupletCost best; /* the largest least entry met ... */
  guint32 best_node;
  gboolean violated; /* ... or an all-infinite vector, at best_node */
  gboolean stopped, too_large;
  guint32 vector_limit;
  guint64 made, steps;
  guint largest;
} Search;

/* ---- Nodes --------------------------------------------------------------------- */

static guint32
new_node (Search *search, Node node)
{
  guint32 index = search->unused;
  search->made++;
  if (index != NO_NODE)
    search->unused = search->nodes[index].next;
  else {
    if (search->n_nodes == search->room) {
      search->room = MAX (1024, search->room * 2);
      search->nodes = g_renew (Node, search->nodes, search->room);
    }
    index = search->n_nodes++;
  }
  search->nodes[index] = node;
  return index;
}

static void
drop_node (Search *search, guint32 index)
{
  search->nodes[index].next = search->unused;
  search->unused = index;
}

/* An all-infinite vector is above every other, so it is never dropped. */
static gboolean
is_impossible (const CoupletVector *vector)
{
  return couplet_vector_min (vector) == COUPLET_COST_INFINITE;
}

static void
note_best (Search *search, guint32 index)
{
  CoupletCost least = couplet_vector_min (&search->nodes[index].vector);
  if (search->best_node != NO_NODE && couplet_cost_compare (least, search->best) <= 0)
    return;
  search->best = least;
  search->best_node = index;
  search->violated = is_impossible (&search->nodes[index].vector);
}

/* An upper bound on the cost of the walks through vector at state. */
static CoupletCost
reach (const Search *search, const CoupletVector *vector, guint32 state)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  for (int x = 0; x < 3; x++)
    least = couplet_cost_min (
        least, couplet_cost_add (search->unit, vector->at[x], search->to_go[state].at[x]));
  return least;
}

static gboolean
is_hopeless (const Search *search, const CoupletVector *vector, guint32 state)
{
  return search->to_go != NULL && search->best_node != NO_NODE &&
         couplet_cost_compare (reach (search, vector, state), search->best) <= 0;
}

/* ---- Sets ------------------------------------------------------------------------ */

/* Keeps the width candidates from which the adversary may still get farthest. */
static guint
narrow (Search *search, guint n, guint32 state)
{
  if (search->width == 0 || n <= search->width)
    return n;
  for (guint i = 0; i < search->width; i++) {
    guint farthest = i;
    CoupletCost value = reach (search, &search->candidates[i].vector, state);
    for (guint j = i + 1; j < n; j++) {
      CoupletCost other = reach (search, &search->candidates[j].vector, state);
      if (couplet_cost_compare (other, value) > 0) {
        farthest = j;
        value = other;
      }
    }
    CoupletCandidate swapped = search->candidates[i];
    search->candidates[i] = search->candidates[farthest];
    search->candidates[farthest] = swapped;
  }
  return search->width;
}

/* Collects the vectors of state as candidates; the hopeless are dropped. */
static guint
collect (Search *search, guint32 state)
{
  guint n = 0;
  for (guint32 *link = &search->first[state]; *link != NO_NODE;) {
    guint32 index = *link;
    if (is_hopeless (search, &search->nodes[index].vector, state)) {
      *link = search->nodes[index].next;
      drop_node (search, index);
      continue;
    }
    if (n == search->candidates_room) {
      search->candidates_room = MAX (64, search->candidates_room * 2);
      search->candidates = g_renew (CoupletCandidate, search->candidates, search->candidates_room);
    }
    search->candidates[n++] = (CoupletCandidate){search->nodes[index].vector, index};
    link = &search->nodes[index].next;
  }
  return n;
}

static int
compare_nodes (const void *a, const void *b)
{
  guint32 u = ((const CoupletCandidate *)a)->tag, v = ((const CoupletCandidate *)b)->tag;
  return (u > v) - (u < v);
}

/* Drops the vectors of state that are not among the first kept candidates,
 * which reducing has left in front and may have put over the others. */
static void
drop_others (Search *search, guint32 state, guint kept)
{
  qsort (search->candidates, kept, sizeof (CoupletCandidate), compare_nodes);
  for (guint32 *link = &search->first[state]; *link != NO_NODE;) {
    CoupletCandidate key = {.tag = *link};
    if (bsearch (&key, search->candidates, kept, sizeof (CoupletCandidate), compare_nodes) !=
        NULL) {
      link = &search->nodes[*link].next;
      continue;
    }
    *link = search->nodes[key.tag].next;
    drop_node (search, key.tag);
  }
}

/* Reduces the vectors of state, none of which has been taken further, to those
 * that matter. Only then may one be the best: what is dropped is forgotten. */
static void
reduce_state (Search *search, guint32 state)
{
  guint n = collect (search, state);
  guint kept = n <= 1 ? n : couplet_antichain_reduce (search->candidates, n, search->context);
  if (couplet_context_stop_reason (search->context) != NULL) {
    search->stopped = TRUE; /* perhaps before the set was reduced */
    return;
  }
  kept = narrow (search, kept, state);
  if (kept < n)
    drop_others (search, state, kept);
  for (guint32 i = search->first[state]; i != NO_NODE; i = search->nodes[i].next)
    note_best (search, i);
  search->largest = MAX (search->largest, kept);
  search->too_large |= search->stop_when_large && kept > LARGE_SET;
}

/* ---- Steps ------------------------------------------------------------------------ */

static gboolean
should_end (Search *search)
{
  if (++search->steps % PATIENCE == 0 && couplet_context_should_stop (search->context))
    search->stopped = TRUE;
  if (search->n_nodes >= search->vector_limit)
    search->stopped = TRUE;
  return search->stopped || search->violated || search->too_large;
}

/* The node for parent's vector taken through the step. */
static Node
follow (Search *search, const CoupletStep *step, guint32 i, guint32 transition, guint32 parent)
{
  Node node = {
      .parent = parent, .next = NO_NODE, .transition = transition, .difference = (guint8)i};
  couplet_step_apply (step, i, search->unit, &search->nodes[parent].vector, &node.vector);
  return node;
}

/* Takes all vectors of state through the transitions that leave its component. */
static void
leave_component (Search *search, guint32 state)
{
  const CoupletAutomaton *a = search->automaton;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    if (couplet_on_cycle (a, search->components, t))
      continue;
    CoupletStep step;
    couplet_step_load (&step, a, search->components, search->unit, t);
    guint32 target = a->target[t];
    for (guint32 parent = search->first[state]; parent != NO_NODE;
         parent = search->nodes[parent].next)
      for (guint32 i = 0; i < step.n; i++) {
        guint32 index = new_node (search, follow (search, &step, i, t, parent));
        search->nodes[index].next = search->first[target];
        search->first[target] = index;
        if (is_impossible (&search->nodes[index].vector))
          note_best (search, index);
        if (should_end (search))
          return;
      }
  }
}

/* Adds node to its state unless its vector is below one there; unlinks those
 * below it, which stay in memory since others may descend from them. */
static guint32
insert_inside (Search *search, const Node *node, guint32 state)
{
  for (guint32 i = search->first[state]; i != NO_NODE; i = search->nodes[i].next)
    if (couplet_vector_below (&node->vector, &search->nodes[i].vector))
      return NO_NODE;
  guint32 *link = &search->first[state];
  while (*link != NO_NODE)
    if (couplet_vector_below (&search->nodes[*link].vector, &node->vector))
      *link = search->nodes[*link].next;
    else
      link = &search->nodes[*link].next;
  guint32 index = new_node (search, *node);
  search->nodes[index].next = search->first[state];
  search->first[state] = index;
  return index;
}

/* Takes the vector waiting on top of stack through the transitions inside its
 * component; what is new waits in turn. */
static void
turn_once (Search *search, GArray *stack)
{
  const CoupletAutomaton *a = search->automaton;
  guint32 parent = g_array_index (stack, guint32, stack->len - 2);
  guint32 state = g_array_index (stack, guint32, stack->len - 1);
  g_array_set_size (stack, stack->len - 2);
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    if (!couplet_on_cycle (a, search->components, t))
      continue;
    CoupletStep step;
    couplet_step_load (&step, a, search->components, search->unit, t);
    for (guint32 i = 0; i < step.n; i++) {
      Node node = follow (search, &step, i, t, parent);
      guint32 target = a->target[t];
      guint32 index = insert_inside (search, &node, target);
      if (index == NO_NODE)
        continue;
      note_best (search, index);
      if (should_end (search))
        return;
      g_array_append_val (stack, index);
      g_array_append_val (stack, target);
    }
  }
}

/* A component whose states lie on cycles: iterates to the fixpoint, which is
 * finite since cycle transitions only make entries infinite or, assigning,
 * move them. */
static void
turn_component (Search *search, guint32 begin, guint32 end)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 m = begin; m < end; m++) {
    guint32 state = search->components->members[m];
    for (guint32 i = search->first[state]; i != NO_NODE; i = search->nodes[i].next) {
      g_array_append_val (stack, i);
      g_array_append_val (stack, state);
    }
  }
  while (stack->len > 0 && !should_end (search))
    turn_once (search, stack);
}

static gboolean
has_cycle (const Search *search, guint32 begin, guint32 end)
{
  guint32 state = search->components->members[begin];
  if (end - begin > 1)
    return TRUE;
  for (guint32 t = search->automaton->row[state]; t < search->automaton->row[state + 1]; t++)
    if (search->automaton->target[t] == state)
      return TRUE;
  return FALSE;
}

static void
search_component (Search *search, guint32 component)
{
  guint32 begin = search->components->first[component];
  guint32 end = search->components->first[component + 1];
  for (guint32 m = begin; m < end; m++)
    reduce_state (search, search->components->members[m]);
  if (has_cycle (search, begin, end))
    turn_component (search, begin, end);
  for (guint32 m = begin; m < end && !should_end (search); m++)
    leave_component (search, search->components->members[m]);
}

/* Visits all components from the initial one on, in topological order. */
static void
search_all (Search *search)
{
  guint32 n = search->components->n_components;
  for (guint32 q = 0; q < search->automaton->n_states; q++)
    search->first[q] = NO_NODE;
  search->n_nodes = 0;
  search->unused = NO_NODE;
  search->stopped = search->too_large = FALSE;
  guint32 start = new_node (search, (Node){.parent = NO_NODE, .next = NO_NODE});
  search->first[search->automaton->initial] = start;
  for (guint32 c = n; c-- > 0;) {
    search_component (search, c);
    if (should_end (search))
      return;
    couplet_context_progress (search->context, n - c, n);
  }
}

/* ---- The walk ------------------------------------------------------------------------ */

/* The index of the shift that the walk to node, ending with shift index after,
 * had before its last transition; sets *shift to that of the sample. */
static int
choose_shifts (Search *search, const CoupletStep *step, const Node *node, int after, gint8 *shift)
{
  *shift = COUPLET_SHIFT_UNUSED;
  if (!step->assigns) {
    if (step->used)
      *shift = (gint8)couplet_step_sample_shift (step, after - 1);
    return after;
  }
  *shift = (gint8)(after - 1);
  int before = -1;
  const CoupletVector *vector = &search->nodes[node->parent].vector;
  for (int x = 0; x < 3; x++)
    if (couplet_step_links (step, x - 1, after - 1) &&
        (before < 0 || couplet_cost_compare (vector->at[x], vector->at[before]) < 0))
      before = x;
  return before;
}

static int
least_index (const CoupletVector *vector)
{
  int least = 0;
  for (int x = 1; x < 3; x++)
    if (couplet_cost_compare (vector->at[x], vector->at[least]) < 0)
      least = x;
  return least;
}

/* The walk to node, with the shifts of a best answer when there is one. */
static GArray *
trace_walk (Search *search, guint32 index)
{
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  int shift = least_index (&search->nodes[index].vector);
  gboolean possible = search->nodes[index].vector.at[shift] != COUPLET_COST_INFINITE;
  for (; search->nodes[index].parent != NO_NODE; index = search->nodes[index].parent) {
    const Node *node = &search->nodes[index];
    CoupletStep step;
    couplet_step_load (&step, search->automaton, search->components, search->unit,
                       node->transition);
    CoupletWalkStep taken = {node->transition, step.difference[node->difference],
                             COUPLET_SHIFT_UNUSED};
    if (possible)
      shift = choose_shifts (search, &step, node, shift, &taken.shift);
    g_array_append_val (walk, taken);
  }
  for (guint i = 0; i < walk->len / 2; i++) {
    CoupletWalkStep *a = &g_array_index (walk, CoupletWalkStep, i);
    CoupletWalkStep *b = &g_array_index (walk, CoupletWalkStep, walk->len - 1 - i);
    CoupletWalkStep swapped = *a;
    *a = *b;
    *b = swapped;
  }
  return walk;
}

/* Evidence for a lower bound, or that there is no strategy. */
static void
give_walk (Search *search, const GArray *walk, CoupletOutcome *outcome)
{
  CoupletEvidence *evidence = couplet_evidence_new (
      search->violated ? COUPLET_EVIDENCE_VIOLATION : COUPLET_EVIDENCE_ATTAINED, search->automaton);
  if (!search->violated) {
    g_auto (CoupletRational) cost;
    couplet_rational_init (&cost);
    couplet_cost_to_rational (search->unit, search->best, &cost);
    couplet_evidence_set_cost (evidence, &cost);
  }
  for (guint i = 0; i < walk->len; i++)
    couplet_evidence_add_step (evidence, g_array_index (walk, CoupletWalkStep, i));
  couplet_outcome_take_evidence (outcome, evidence);
}

/* A vector that is finite at shift x alone, for what was pruned: a walk that comes
 * to state at cost best - H(x) or less with shift x ends at best or less, H being the
 * bound on its rest. Whatever the adversary does leads to another vector of this
 * kind, since H(x) covers one step and H there (docs/evidence.md). Returns FALSE
 * when that cost is negative or H has no bound. */
static gboolean
potential_at (const Search *search, guint32 state, int x, const CoupletRational *best,
              CoupletRational *value)
{
  CoupletCost rest = search->to_go[state].at[x + 1];
  if (rest == COUPLET_COST_INFINITE)
    return FALSE;
  couplet_cost_to_rational (search->unit, rest, value);
  mpq_sub (value->value, best->value, value->value);
  return mpq_sgn (value->value) >= 0;
}

/* values: of the shifts -1, 0, 1. The initial state assigns before anything is
 * compared, so that the threshold is minimised out there. */
static void
add_vector (const Search *search, CoupletEvidence *evidence, guint32 state, const guint32 values[3],
            guint32 least)
{
  static const guint32 x = 0;
  gboolean initial = state == search->automaton->initial;
  CoupletEvidenceFactor factor = {initial ? 0 : 1, &x, initial ? &least : values};
  couplet_evidence_begin_vector (evidence);
  couplet_evidence_add_factor (evidence, &factor);
}

static void
add_potentials (const Search *search, CoupletEvidence *evidence, guint32 state,
                const CoupletRational *best)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  for (int x = -1; x <= 1; x++) {
    guint32 values[3] = {COUPLET_NUMBER_INFINITE, COUPLET_NUMBER_INFINITE, COUPLET_NUMBER_INFINITE};
    if (!potential_at (search, state, x, best, &value))
      continue;
    values[x + 1] = couplet_evidence_add_number (evidence, &value);
    add_vector (search, evidence, state, values, values[x + 1]);
  }
}

static void
add_kept (const Search *search, CoupletEvidence *evidence, guint32 state)
{
  for (guint32 i = search->first[state]; i != NO_NODE; i = search->nodes[i].next) {
    const CoupletVector *vector = &search->nodes[i].vector;
    guint32 values[3];
    for (int x = 0; x < 3; x++)
      values[x] = couplet_evidence_add_cost (evidence, search->unit, vector->at[x]);
    add_vector (search, evidence, state, values,
                couplet_evidence_add_cost (evidence, search->unit, couplet_vector_min (vector)));
  }
}

/* How many vectors the bound has, no more than counted up to limit. */
static gsize
count_vectors (const Search *search, gboolean kept, gsize limit)
{
  const CoupletComponents *components = search->components;
  guint32 n = components->first[components->n_components];
  gsize count = search->to_go != NULL ? (gsize)n * 3 : 0;
  for (guint32 i = 0; kept && i < n && count <= limit; i++)
    for (guint32 v = search->first[components->members[i]]; v != NO_NODE && count <= limit;
         v = search->nodes[v].next)
      count++;
  return count;
}

/* Evidence that no walk costs more than best, kept: the vectors at every state
 * are those of a whole search. */
static void
give_bound (Search *search, const CoupletRational *best, gboolean kept, CoupletOutcome *outcome)
{
  gsize limit = couplet_context_evidence_limit (search->context);
  guint32 n = search->components->first[search->components->n_components];
  if (limit == 0)
    return;
  gsize count = n > limit ? n : count_vectors (search, kept, limit);
  if (count > limit) {
    couplet_outcome_leave_out_evidence (outcome, count);
    return;
  }
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_BOUND, search->automaton);
  couplet_evidence_set_cost (evidence, best);
  for (guint32 i = n; i-- > 0;) {
    guint32 state = search->components->members[i];
    couplet_evidence_begin_entry (evidence, state);
    if (kept)
      add_kept (search, evidence, state);
    if (search->to_go != NULL)
      add_potentials (search, evidence, state, best);
  }
  couplet_outcome_take_evidence (outcome, evidence);
}

static void
give_violation (Search *search, const GArray *walk, CoupletOutcome *outcome)
{
  const CoupletWalkStep *last = &g_array_index (walk, CoupletWalkStep, walk->len - 1);
  g_autofree char *text = couplet_transition_to_string (search->automaton, last->transition);
  couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_EXACT);
  couplet_outcome_set_reason (outcome,
                              "no shift of the threshold is left after a walk of %u transitions "
                              "that ends with %s",
                              walk->len, text);
}

static void
give_bracket (Search *search, const CoupletVector *to_go, CoupletOutcome *outcome)
{
  g_auto (CoupletRational) lower;
  g_auto (CoupletRational) upper;
  couplet_rational_init (&lower);
  couplet_rational_init (&upper);
  couplet_cost_to_rational (search->unit, search->best, &lower);
  CoupletCost most = couplet_vector_min (&to_go[search->automaton->initial]);
  if (most != COUPLET_COST_INFINITE) {
    couplet_cost_to_rational (search->unit, most, &upper);
    couplet_outcome_set_found (outcome, COUPLET_FOUND_STRATEGY);
  }
  couplet_outcome_set_bounds (outcome, &lower, most != COUPLET_COST_INFINITE ? &upper : NULL);
  if (most != COUPLET_COST_INFINITE)
    give_bound (search, &upper, FALSE, outcome);
  const char *reason = couplet_context_stop_reason (search->context);
  if (reason != NULL)
    couplet_outcome_set_reason (outcome, "%s", reason);
  else
    couplet_outcome_set_reason (outcome, "stopped at the limit of %u vectors in memory",
                                search->vector_limit);
}

static void
give_answer (Search *search, const GArray *walk, const CoupletVector *to_go,
             CoupletOutcome *outcome)
{
  couplet_outcome_set_statistic (outcome, "vectors", search->made);
  couplet_outcome_set_statistic (outcome, "largest-set", search->largest);
  give_walk (search, walk, outcome);
  if (search->violated)
    give_violation (search, walk, outcome);
  else if (search->stopped)
    give_bracket (search, to_go, outcome);
  else {
    g_auto (CoupletRational) cost;
    couplet_rational_init (&cost);
    couplet_cost_to_rational (search->unit, search->best, &cost);
    couplet_outcome_set_cost (outcome, &cost, COUPLET_GUARANTEE_EXACT);
    give_bound (search, &cost, TRUE, outcome);
  }
}

/* ---- All of it ------------------------------------------------------------------------ */

/* Searches first for a good walk, keeping few vectors per state, then for a
 * better one among all, dropping what cannot beat it. */
static void
search_pruned (Search *search, CoupletVector **to_go, GArray **walk)
{
  *to_go = couplet_cost_to_go (search->automaton, search->components, search->unit);
  search->to_go = *to_go;
  search->stop_when_large = FALSE;
  search->width = BEAM_WIDTH;
  search->best_node = NO_NODE;
  search_all (search);
  *walk = trace_walk (search, search->best_node);
  if (search->stopped || search->violated)
    return;
  CoupletCost before = search->best;
  search->width = 0;
  search_all (search);
  if (search->violated || couplet_cost_compare (search->best, before) > 0) {
    g_array_unref (*walk);
    *walk = trace_walk (search, search->best_node);
  }
}

gboolean
couplet_frontier_run (CoupletContext *context, const CoupletAutomaton *automaton,
                      const CoupletFrontierOptions *options, CoupletOutcome *outcome,
                      GError **error)
{
  if (automaton->n_thresholds > 1) {
    const CoupletSearchOptions several = {COUPLET_SEARCH_EXACT,
                                          options->pruning == COUPLET_PRUNE_NEVER    ? 0
                                          : options->pruning == COUPLET_PRUNE_ALWAYS ? 1
                                                                                     : LARGE_SET,
                                          options->vector_limit,
                                          (guint64)options->vector_limit * BYTES_PER_VECTOR};
    return couplet_vector_search (context, automaton, &several, outcome, error);
  }
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, error);
  if (unit == NULL)
    return FALSE;
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (GArray) walk = NULL;
  g_autofree CoupletVector *to_go = NULL;
  Search search = {.context = context,
                   .automaton = automaton,
                   .components = components,
                   .unit = unit,
                   .stop_when_large = options->pruning == COUPLET_PRUNE_WHEN_LARGE,
                   .first = g_new (guint32, automaton->n_states),
                   .vector_limit = options->vector_limit,
                   .best_node = NO_NODE};
  if (options->pruning != COUPLET_PRUNE_ALWAYS) {
    search_all (&search);
    if (!search.too_large)
      walk = trace_walk (&search, search.best_node);
  }
  if (walk == NULL)
    search_pruned (&search, &to_go, &walk);
  if (search.stopped && to_go == NULL)
    search.to_go = to_go = couplet_cost_to_go (automaton, components, unit);
  give_answer (&search, walk, to_go, outcome);
  g_free (search.nodes);
  g_free (search.first);
  g_free (search.candidates);
  return TRUE;
}
