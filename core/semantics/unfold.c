/* SPDX-License-Identifier: Apache-2.0 */
#include "within.h"

#include "unfold_result.h"

#include <couplet/host/unfold.h>
#include <string.h>

/* Beyond these the automaton is not unfolded: some tens of what is read, and no less
 * and no more than is made in seconds. A step takes time for each word of an order. */
#define GROWTH 16
#define LEAST_LIMIT 500000
#define PART_STATES 20000
#define MOST_STATES 8000000
#define MOST_TRANSITIONS 32000000
#define MOST_STEP_WORDS (G_GUINT64_CONSTANT (1) << 29)
#define MOST_ORDER_WORDS (G_GUINT64_CONSTANT (1) << 25)
/* A result of more states gives way to one with merged orders, if that has so many times fewer. */
#define SMALL_RESULT 1000
#define WORTH_MERGING 4
/* Where so much of the limits was used and no relation dropped, merging is given up. */
#define USELESS_SHARE 8

typedef struct {
  guint64 states, transitions, orders;
} Limits;

/* The number of the order that knows nothing, with which it begins. */
#define NOTHING_KNOWN 0

/* Whether order knows nothing but what the order of that number, other, knows. */
static gboolean
is_known (const Unfolding *unfolding, guint32 order, guint32 other)
{
  const guint64 *words = unfolding_order_of (unfolding, order);
  const guint64 *known = unfolding_order_of (unfolding, other);
  for (gsize i = 0; order != other && i < unfolding_order_words (unfolding); i++)
    if ((words[i] & ~known[i]) != 0)
      return FALSE;
  return TRUE;
}

/* Adds a transition of node, after which that order and memory are. */
static void
add_transition (Unfolding *unfolding, guint32 node, guint32 transition, guint32 order,
                guint8 memory, CoupletShifts differences)
{
  guint32 state = unfolding->automaton->target[transition], target = COUPLET_NONE;
  if (unfolding->later == NULL ||
      is_known (unfolding, order, unfolding_at (unfolding->order, node)))
    target = unfolding_node (unfolding, state, order, memory);
  else {
    LaterNode one = {unfolding->transition->len, state, order, memory};
    g_array_append_val (unfolding->later, one);
  }
  g_array_append_val (unfolding->target, target);
  g_array_append_val (unfolding->transition, transition);
  if (unfolding->tells_memories)
    g_array_append_val (unfolding->differences, differences);
}

/* Adds transition, with that order after it, once for each memory that its differences lead
 * to, with all that do. */
static void
add_remembering (Unfolding *unfolding, guint32 node, guint32 transition, guint32 order)
{
  guint8 memory = g_array_index (unfolding->memory, guint8, node);
  const CoupletAutomaton *a = unfolding->automaton;
  guint32 source = a->source[transition];
  CoupletMemory before = memory_of_code (memory);
  CoupletShifts left = memory_differences (&unfolding->memory_rules, source, before);
  while (left != 0) {
    CoupletShifts alike = 0;
    guint8 code = MEMORY_CODES;
    for (int difference = -1; difference <= 1; difference++) {
      guint8 reached = (guint8)memory_code (memory_after (&unfolding->memory_rules, source, before,
                                                          difference, a->target[transition]));
      if (!couplet_shifts_have (left, difference) || (code != MEMORY_CODES && code != reached))
        continue;
      code = reached;
      alike |= couplet_shift (difference);
    }
    left &= (CoupletShifts)~alike;
    add_transition (unfolding, node, transition, order, code, alike);
  }
}

/* The number of the current order, known at state, without what does not matter there. */
static guint32
number_of_current (Unfolding *unfolding, guint32 state)
{
  if (unfolding->relevance != NULL)
    unfolding->drops |= order_relevance_restrict (unfolding->relevance, unfolding->current, state);
  return unfolding_order (unfolding);
}

/* The number of the order after transition, from that of number; COUPLET_NONE when transition
 * contradicts it. */
static guint32
order_behind (Unfolding *unfolding, guint32 transition, guint32 number)
{
  gsize words = unfolding_order_words (unfolding);
  guint32 target = unfolding->automaton->target[transition];
  gboolean passes = order_rules_pass (&unfolding->order_rules, transition);
  if (passes && (unfolding->relevance == NULL || number == NOTHING_KNOWN))
    return number;
  memcpy (unfolding->current, unfolding_order_of (unfolding, number), words * sizeof (guint64));
  if (passes || order_rules_advance (&unfolding->order_rules, unfolding->current, transition,
                                     unfolding->scratch))
    return number_of_current (unfolding, target);
  memset (unfolding->current, 0, order_room (&unfolding->order_rules.shape) * sizeof (guint64));
  unfolding->contradicted[transition] = MIN (unfolding->contradicted[transition], number);
  return COUPLET_NONE;
}

/* Follows transition from node, unless its order contradicts it. */
static void
follow (Unfolding *unfolding, guint32 node, guint32 transition)
{
  guint32 order = unfolding_at (unfolding->order, node);
  guint32 behind = unfolding->tells_orders ? order_behind (unfolding, transition, order) : order;
  if (behind == COUPLET_NONE)
    return;
  unfolding->taken[transition] = 1;
  if (unfolding->tells_memories)
    add_remembering (unfolding, node, transition, behind);
  else
    add_transition (unfolding, node, transition, behind,
                    g_array_index (unfolding->memory, guint8, node), 0);
}

/* GROWTH times n, but at least what takes work no more than that of LEAST_LIMIT
 * small steps, and at most most. */
static guint64
limit_for (guint32 n, guint64 least, guint64 most)
{
  return MIN (MAX ((guint64)GROWTH * n, MIN (least, LEAST_LIMIT)), most);
}

static Limits
find_limits (const Unfolding *unfolding)
{
  const CoupletAutomaton *a = unfolding->automaton;
  guint64 words = MAX (unfolding_order_words (unfolding), 1);
  if (unfolding->later != NULL)
    return (Limits){PART_STATES, MOST_STEP_WORDS / words, MOST_ORDER_WORDS / words};
  if (!unfolding->tells_orders) /* what is remembered takes no work, and has a few values only */
    return (Limits){G_MAXUINT32 - 1, G_MAXUINT32 - 1, G_MAXUINT32 - 1};
  return (Limits){
      limit_for (a->n_states, MOST_STEP_WORDS / words, MOST_STATES),
      4 * limit_for (a->n_transitions / 4, MOST_STEP_WORDS / words, MOST_TRANSITIONS / 4),
      limit_for (a->n_states, MOST_ORDER_WORDS / words, 2 * MOST_ORDER_WORDS / words)};
}

static gboolean
is_too_large (const Unfolding *unfolding, const Limits *limits)
{
  guint64 share = unfolding->extent == UNFOLD_MERGED && !unfolding->drops ? USELESS_SHARE : 1;
  return unfolding->state->len > MIN (limits->states / share, unfolding->most_states) ||
         unfolding->transition->len > limits->transitions / share ||
         unfolding->orders->len > limits->orders / share;
}

static gboolean
fail_stopped (const Unfolding *unfolding, const Pace *pace, GError **error)
{
  g_autofree char *what =
      unfolding->tells_orders
          ? g_strdup_printf ("the orders of the %u thresholds", unfolding->automaton->n_thresholds)
          : g_strdup ("the differences of earlier inputs");
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "%s while %s were told apart",
               clock_stop_reason (pace->clock), what);
  return FALSE;
}

static gboolean
fail_too_large (const Unfolding *unfolding, GError **error)
{
  g_autofree char *why =
      unfolding->tells_orders
          ? g_strdup_printf ("too many orders of the %u thresholds are possible: the automaton "
                             "with its orders",
                             unfolding->automaton->n_thresholds)
          : g_strdup ("the automaton with the differences of earlier inputs");
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
               "%s has more than %u states and %u transitions", why, unfolding->state->len - 1,
               unfolding->transition->len - 1);
  return FALSE;
}

/* Follows the transitions of the next node. FALSE = stopped. */
static gboolean
visit (Unfolding *unfolding, guint32 node, Pace *pace)
{
  const CoupletAutomaton *a = unfolding->automaton;
  guint32 state = unfolding_at (unfolding->state, node);
  guint64 steps = UNFOLDING_STEPS_PER_STATE + unfolding_order_words (unfolding);
  g_array_append_val (unfolding->row, unfolding->transition->len);
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
    follow (unfolding, node, t);
  return !pace_over (pace, (1 + a->row[state + 1] - a->row[state]) * steps);
}

static void
begin (Unfolding *unfolding)
{
  unfolding_node (unfolding, unfolding->automaton->initial, unfolding_order (unfolding),
                  (guint8)memory_code (memory_start ()));
}

/* The next of the nodes that were left for later: by turns the first and the last one. */
static LaterNode
take_later (Unfolding *unfolding)
{
  LaterNode one;
  GArray *later = unfolding->later;
  unfolding->takes_last = !unfolding->takes_last;
  if (unfolding->takes_last) {
    one = g_array_index (later, LaterNode, later->len - 1);
    g_array_set_size (later, later->len - 1);
  } else
    one = g_array_index (later, LaterNode, unfolding->next_later++);
  return one;
}

/* Makes nodes that were left for later until one is new. FALSE = there is none. */
static gboolean
make_later (Unfolding *unfolding)
{
  guint32 n = unfolding->state->len;
  while (unfolding->next_later < unfolding->later->len && unfolding->state->len == n) {
    LaterNode one = take_later (unfolding);
    g_array_index (unfolding->target, guint32, one.transition) =
        unfolding_node (unfolding, one.state, one.order, one.memory);
  }
  return unfolding->state->len > n;
}

/* Visits all that a run may reach: states with what is known and remembered there. Of a part first
 * all that is reached without learning anything, then what is with each order that was met, one
 * after another. So the loops are there in which nothing more is learnt, of the orders that are
 * soon known. */
static gboolean
explore (Unfolding *unfolding, Pace *pace, GError **error)
{
  Limits limits = find_limits (unfolding);
  gboolean whole = unfolding->later == NULL, large = FALSE;
  begin (unfolding);
  for (guint32 node = 0;
       !large && (node < unfolding->state->len || (!whole && make_later (unfolding))); node++) {
    gboolean stopped = !visit (unfolding, node, pace);
    large = is_too_large (unfolding, &limits);
    if (large && whole)
      return fail_too_large (unfolding, error);
    if (stopped)
      return fail_stopped (unfolding, pace, error);
  }
  while (unfolding->row->len <= unfolding->state->len)
    g_array_append_val (unfolding->row, unfolding->transition->len);
  const AutomatonCopies copies = unfolding_copies (unfolding);
  if (!whole) /* some transitions lead to nodes that were not made */
    copies_restrict (&copies, NULL);
  return TRUE;
}

/* Whether the result differs from the automaton: it says what transitions may differ by, a
 * transition was dropped, or a state was reached with two orders. */
static gboolean
changes_something (const Unfolding *unfolding)
{
  const CoupletAutomaton *a = unfolding->automaton;
  guint32 states = 0;
  if (unfolding->tells_memories)
    return TRUE;
  for (guint32 q = 0; q < a->n_states; q++)
    states += a->reachable[q];
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (a->reachable[a->source[t]] && !unfolding->taken[t])
      return TRUE;
  return unfolding->state->len != states;
}

CoupletAutomaton *
couplet_unfold (const CoupletAutomaton *automaton, CoupletDiagnostics *diagnostics, GError **error)
{
  return unfold_whole_by (automaton, NULL, diagnostics, NULL, error);
}

/* Makes room for the orders; FALSE when they are too large to keep any. */
static gboolean
allow_orders (Unfolding *unfolding, GError **error)
{
  const OrderRules *rules = &unfolding->order_rules;
  gsize room = order_room (&rules->shape);
  if (room > MOST_ORDER_WORDS) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "the order of %u thresholds is more than can be kept",
                 unfolding->automaton->n_thresholds);
    return FALSE;
  }
  unfolding->current = g_new0 (guint64, room + 1);
  *unfolding->current++ = unfolding_order_words (unfolding);
  unfolding->scratch = g_new0 (guint64, order_rules_scratch (rules) + 1);
  return TRUE;
}

/* The result; NULL when there is nothing to unfold, and when error is set. */
static CoupletAutomaton *
unfold_all (Unfolding *unfolding, Clock *clock, CoupletDiagnostics *diagnostics, GError **error)
{
  Pace pace = {.clock = clock};
  gboolean whole = unfolding->later == NULL;
  if (unfolding->tells_orders && unfolding->extent != UNFOLD_ALL)
    unfolding->relevance = order_relevance_new (&unfolding->order_rules, clock);
  if (!allow_orders (unfolding, error) || !explore (unfolding, &pace, error))
    return NULL;
  if (diagnostics != NULL)
    unfold_report_never_taken (unfolding, diagnostics);
  if (whole && !changes_something (unfolding))
    return NULL;
  CoupletAutomaton *result = unfold_result (unfolding, &pace);
  if (result == NULL)
    fail_stopped (unfolding, &pace, error);
  return result;
}

/* The automaton unfolded to that extent, with at most so many states. */
static CoupletAutomaton *
unfold_small (const CoupletAutomaton *automaton, UnfoldExtent extent, guint32 most_states,
              Clock *clock, CoupletDiagnostics *diagnostics, GError **error)
{
  gboolean orders = extent != UNFOLD_NO_ORDERS && order_matters (automaton);
  if (!orders && !memory_matters (automaton))
    return NULL;
  Unfolding unfolding;
  unfolding_init (&unfolding, automaton, extent);
  unfolding.most_states = most_states;
  CoupletAutomaton *result = unfold_all (&unfolding, clock, diagnostics, error);
  if (result == NULL)
    couplet_arena_free (unfolding.arena);
  unfolding_clear (&unfolding);
  return result;
}

CoupletAutomaton *
unfold_by (const CoupletAutomaton *automaton, UnfoldExtent extent, Clock *clock,
           CoupletDiagnostics *diagnostics, GError **error)
{
  return unfold_small (automaton, extent, G_MAXUINT32, clock,
                       extent <= UNFOLD_MERGED ? diagnostics : NULL, error);
}

CoupletAutomaton *
unfold_part_by (const CoupletAutomaton *automaton, guint32 most_states, Clock *clock)
{
  return unfold_small (automaton, UNFOLD_PART, most_states, clock, NULL, NULL);
}

/* Takes instead of *result, which is large, one with merged orders that has few of its states.
 * FALSE when there is none. */
static gboolean
merge_to_few (const CoupletAutomaton *automaton, Clock *clock, CoupletAutomaton **result)
{
  g_autoptr (GError) error = NULL;
  CoupletAutomaton *merged = unfold_small (
      automaton, UNFOLD_MERGED, (*result)->n_states / WORTH_MERGING, clock, NULL, &error);
  if (error != NULL)
    return FALSE;
  couplet_automaton_free (*result);
  *result = merged;
  return TRUE;
}

CoupletAutomaton *
unfold_whole_by (const CoupletAutomaton *automaton, Clock *clock, CoupletDiagnostics *diagnostics,
                 gboolean *merged, GError **error)
{
  g_autoptr (GError) too_large = NULL, merging = NULL;
  CoupletAutomaton *result = unfold_by (automaton, UNFOLD_ALL, clock, diagnostics, &too_large);
  gboolean merges = FALSE;
  if (too_large == NULL)
    merges = result != NULL && result->order != NULL && result->n_states > SMALL_RESULT &&
             merge_to_few (automaton, clock, &result);
  else {
    result = unfold_by (automaton, UNFOLD_MERGED, clock, diagnostics, &merging);
    merges = merging == NULL;
    if (!merges)
      g_propagate_error (error, g_steal_pointer (&too_large));
  }
  if (merged != NULL)
    *merged = merges;
  return result;
}
