/* SPDX-License-Identifier: Apache-2.0 */
#include "within.h"

#include "copies.h"
#include "order_rules.h"

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
/* Of the clock's pace. */
#define STEPS_PER_STATE 16
/* A longer text of an order is replaced by its number in a state's name. */
#define LONGEST_NAME_OF_ORDER 120

/* A transition of the result to a state that may not be made yet. */
typedef struct {
  guint32 transition;
  StateCopy copy;
} Later;

/* An automaton while it is unfolded: which states with which orders (by number) and memories runs
 * reach, and by which transitions. */
typedef struct {
  const CoupletAutomaton *automaton;
  UnfoldExtent extent;
  guint32 most_states; /* of the result */
  gboolean tells_orders, tells_memories;
  OrderRules rules;          /* without values where no orders are told */
  OrderRelevance *relevance; /* what is kept of orders; NULL = all */
  gboolean drops;            /* something was not kept */
  GHashTable *order_numbers; /* the words of an order -> its number */
  GPtrArray *orders;
  Copies copies;
  GArray *later;         /* of a part: Later, what knows something else than what leads to it;
                            NULL = the whole */
  guint next_later;      /* the first one that is not made */
  gboolean takes_last;   /* the one made last was the last of them */
  guint8 *taken;         /* per transition of the automaton */
  guint32 *contradicted; /* likewise: the first order that it contradicts, or COUPLET_NONE */
  guint64 *current;      /* an order with room for all values, after their number of words */
  Pace pace;
} Unfolding;

/* The number of the order that knows nothing, with which it begins. */
#define NOTHING_KNOWN 0

/* ---- What is remembered ---------------------------------------------------------------------- */

/* What earlier inputs leave of the ways in which a private one may differ (docs/theory.md
 * section 7): the rules of adjacency and of inputs that are read again, once for every method. */

/* TRUE when differences depend on what came before: else nothing need be remembered. */
static gboolean
memory_matters (const CoupletAutomaton *automaton)
{
  if (automaton->adjacency != COUPLET_ADJACENT_ANY)
    return TRUE;
  for (guint32 q = 0; q < automaton->n_states; q++)
    if (automaton->states[q].input == COUPLET_AGAIN)
      return TRUE;
  return FALSE;
}

/* The differences of the input of state that memory leaves. */
static CoupletShifts
differences_left (const CoupletAutomaton *a, guint32 state, CoupletMemory memory)
{
  CoupletShifts none = couplet_shift (0);
  if (a->states[state].input == COUPLET_PUBLIC)
    return none;
  if (a->states[state].input == COUPLET_AGAIN)
    return couplet_shift (memory.last);
  if (a->adjacency == COUPLET_ADJACENT_ANY)
    return couplet_shift (-1) | couplet_shift (1);
  if (memory.change == 0)
    return COUPLET_ALL_SHIFTS;
  return a->adjacency == COUPLET_ADJACENT_ONE ? none : none | couplet_shift (memory.change);
}

/* What is remembered after transition, whose input differed by difference. */
static CoupletMemory
memory_after (const Unfolding *unfolding, guint32 transition, CoupletMemory memory, int difference)
{
  const CoupletAutomaton *a = unfolding->automaton;
  if (couplet_source_state (a, transition)->input == COUPLET_PRIVATE) {
    memory.last = (gint8)difference;
    if (difference != 0 && a->adjacency != COUPLET_ADJACENT_ANY)
      memory.change = (gint8)(a->adjacency == COUPLET_ADJACENT_ONE ? 1 : difference);
  }
  if (unfolding->rules.recalls[a->target[transition]] == 0)
    memory.last = COUPLET_NOT_REMEMBERED;
  return memory;
}

/* ---- Orders ---------------------------------------------------------------------------------- */

/* Keys carry their length in front, so that hashing needs no context. */
static guint
hash_order (gconstpointer key)
{
  const guint64 *words = key;
  guint64 hash = 0;
  for (guint64 i = 1; i <= words[0]; i++)
    hash = (hash ^ words[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (hash >> 29);
  return (guint)(hash ^ hash >> 32);
}

static gboolean
same_order (gconstpointer a, gconstpointer b)
{
  const guint64 *p = a, *q = b;
  return p[0] == q[0] && memcmp (p + 1, q + 1, p[0] * sizeof (guint64)) == 0;
}

/* Words of one order. */
static gsize
words_of (const Unfolding *unfolding)
{
  return order_words (&unfolding->rules.shape);
}

static const guint64 *
order_at (const Unfolding *unfolding, guint32 number)
{
  return g_ptr_array_index (unfolding->orders, number);
}

/* The number of the current order. */
static guint32
number_of_current (Unfolding *unfolding)
{
  gpointer number;
  gsize words = words_of (unfolding);
  guint64 *key = unfolding->current - 1;
  if (g_hash_table_lookup_extended (unfolding->order_numbers, key, NULL, &number))
    return GPOINTER_TO_UINT (number);
  guint64 *kept = couplet_arena_new_array (unfolding->copies.arena, guint64, words + 1);
  memcpy (kept, key, (words + 1) * sizeof (guint64));
  g_hash_table_insert (unfolding->order_numbers, kept, GUINT_TO_POINTER (unfolding->orders->len));
  g_ptr_array_add (unfolding->orders, kept + 1);
  return unfolding->orders->len - 1;
}

/* Whether order knows nothing but what the order of that number, other, knows. */
static gboolean
is_known (const Unfolding *unfolding, guint32 order, guint32 other)
{
  const guint64 *words = order_at (unfolding, order), *known = order_at (unfolding, other);
  for (gsize i = 0; order != other && i < words_of (unfolding); i++)
    if ((words[i] & ~known[i]) != 0)
      return FALSE;
  return TRUE;
}

/* The number of the order after transition, from that of number; COUPLET_NONE when transition
 * contradicts it. */
static guint32
order_behind (Unfolding *unfolding, guint32 transition, guint32 number)
{
  const OrderRules *rules = &unfolding->rules;
  gboolean passes = !unfolding->tells_orders || order_rules_pass (rules, transition);
  if (passes && (unfolding->relevance == NULL || number == NOTHING_KNOWN))
    return number;
  memcpy (unfolding->current, order_at (unfolding, number),
          words_of (unfolding) * sizeof (guint64));
  if (!passes && !order_rules_advance (rules, unfolding->current, transition)) {
    memset (unfolding->current, 0, order_room (&rules->shape) * sizeof (guint64));
    unfolding->contradicted[transition] = MIN (unfolding->contradicted[transition], number);
    return COUPLET_NONE;
  }
  if (unfolding->relevance != NULL)
    unfolding->drops |= order_relevance_restrict (unfolding->relevance, unfolding->current,
                                                  unfolding->automaton->target[transition]);
  return number_of_current (unfolding);
}

/* ---- Following ------------------------------------------------------------------------------- */

/* Adds a transition of the state that is visited, of which from is the copy. */
static void
add_transition (Unfolding *unfolding, const StateCopy *from, guint32 transition, guint32 order,
                CoupletMemory memory, CoupletShifts differences)
{
  guint32 state = unfolding->automaton->target[transition], target = COUPLET_NONE;
  if (unfolding->later == NULL || is_known (unfolding, order, from->number))
    target = copies_find (&unfolding->copies, state, order, memory);
  else {
    Later one = {unfolding->copies.transition->len, {state, order, memory}};
    g_array_append_val (unfolding->later, one);
  }
  copies_add (&unfolding->copies, target, transition, differences);
}

/* Those of left that are remembered as difference is. */
static CoupletShifts
differences_like (const Unfolding *unfolding, const StateCopy *from, guint32 transition,
                  CoupletShifts left, int difference)
{
  CoupletMemory memory = memory_after (unfolding, transition, from->memory, difference);
  CoupletShifts alike = 0;
  for (int other = -1; other <= 1; other++) {
    CoupletMemory also = memory_after (unfolding, transition, from->memory, other);
    if (couplet_shifts_have (left, other) && also.last == memory.last &&
        also.change == memory.change)
      alike |= couplet_shift (other);
  }
  return alike;
}

/* Follows transition, unless the order contradicts it: once for each memory that its differences
 * lead to, with all that do. */
static void
follow (Unfolding *unfolding, const StateCopy *from, guint32 transition)
{
  CoupletShifts left = differences_left (unfolding->automaton, from->state, from->memory);
  guint32 order = order_behind (unfolding, transition, from->number);
  if (order == COUPLET_NONE)
    return;
  unfolding->taken[transition] = 1;
  while (left != 0) {
    int first = couplet_shifts_least (left);
    CoupletShifts alike = differences_like (unfolding, from, transition, left, first);
    add_transition (unfolding, from, transition, order,
                    memory_after (unfolding, transition, from->memory, first), alike);
    left &= (CoupletShifts)~alike;
  }
}

/* Follows the transitions of the next state. FALSE = stopped. */
static gboolean
visit (Unfolding *unfolding, guint32 place)
{
  const CoupletAutomaton *a = unfolding->automaton;
  const StateCopy from = *copies_at (&unfolding->copies, place);
  copies_begin (&unfolding->copies);
  for (guint32 t = a->row[from.state]; t < a->row[from.state + 1]; t++)
    follow (unfolding, &from, t);
  return !pace_over (&unfolding->pace, (1 + a->row[from.state + 1] - a->row[from.state]) *
                                           (STEPS_PER_STATE + words_of (unfolding)));
}

/* The next of those that were left for later: by turns the first and the last one. */
static Later
take_later (Unfolding *unfolding)
{
  GArray *later = unfolding->later;
  unfolding->takes_last = !unfolding->takes_last;
  if (!unfolding->takes_last)
    return g_array_index (later, Later, unfolding->next_later++);
  Later one = g_array_index (later, Later, later->len - 1);
  g_array_set_size (later, later->len - 1);
  return one;
}

/* Makes states that were left for later until one is new. FALSE = there is none. */
static gboolean
make_later (Unfolding *unfolding)
{
  guint32 n = unfolding->copies.states->len;
  while (unfolding->later != NULL && unfolding->next_later < unfolding->later->len &&
         unfolding->copies.states->len == n) {
    Later one = take_later (unfolding);
    g_array_index (unfolding->copies.target, guint32, one.transition) =
        copies_find (&unfolding->copies, one.copy.state, one.copy.number, one.copy.memory);
  }
  return unfolding->copies.states->len > n;
}

/* ---- Limits ---------------------------------------------------------------------------------- */

typedef struct {
  guint64 states, transitions, orders;
} Limits;

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
  guint64 words = MAX (words_of (unfolding), 1);
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
  return unfolding->copies.states->len > MIN (limits->states / share, unfolding->most_states) ||
         unfolding->copies.transition->len > limits->transitions / share ||
         unfolding->orders->len > limits->orders / share;
}

static gboolean
fail_stopped (const Unfolding *unfolding, GError **error)
{
  const char *why = clock_stop_reason (unfolding->pace.clock);
  if (unfolding->tells_orders)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "%s while the orders of the %u thresholds were told apart", why,
                 unfolding->automaton->n_thresholds);
  else
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "%s while the differences of earlier inputs were told apart", why);
  return FALSE;
}

static gboolean
fail_too_large (const Unfolding *unfolding, GError **error)
{
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
               "too many orders of the %u thresholds are possible: the automaton with its orders "
               "has more than %u states and %u transitions",
               unfolding->automaton->n_thresholds, unfolding->copies.states->len - 1,
               unfolding->copies.transition->len - 1);
  return FALSE;
}

/* ---- What runs reach ------------------------------------------------------------------------- */

static void
unfolding_init (Unfolding *unfolding)
{
  const CoupletAutomaton *automaton = unfolding->automaton;
  order_rules_init (&unfolding->rules, automaton);
  if (!unfolding->tells_orders)
    unfolding->rules.shape = order_shape (0);
  if (unfolding->extent == UNFOLD_PART)
    unfolding->later = g_array_new (FALSE, FALSE, sizeof (Later));
  copies_init (&unfolding->copies, automaton);
  unfolding->order_numbers = g_hash_table_new (hash_order, same_order);
  unfolding->orders = g_ptr_array_new ();
  unfolding->taken = g_new0 (guint8, MAX (automaton->n_transitions, 1));
  unfolding->contradicted = g_new (guint32, MAX (automaton->n_transitions, 1));
  memset (unfolding->contradicted, 0xff, automaton->n_transitions * sizeof (guint32));
}

static void
unfolding_clear (Unfolding *unfolding)
{
  g_hash_table_unref (unfolding->order_numbers);
  g_ptr_array_unref (unfolding->orders);
  order_rules_clear (&unfolding->rules);
  order_relevance_free (unfolding->relevance);
  copies_clear (&unfolding->copies);
  g_clear_pointer (&unfolding->later, g_array_unref);
  g_free (unfolding->taken);
  g_free (unfolding->contradicted);
  if (unfolding->current != NULL)
    g_free (unfolding->current - 1);
}

/* Makes room for orders; FALSE when they are too large to keep any. */
static gboolean
allow_orders (Unfolding *unfolding, GError **error)
{
  gsize room = order_room (&unfolding->rules.shape);
  if (room > MOST_ORDER_WORDS) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "the order of %u thresholds is more than can be kept",
                 unfolding->automaton->n_thresholds);
    return FALSE;
  }
  unfolding->current = g_new0 (guint64, room + 1);
  *unfolding->current++ = words_of (unfolding);
  if (unfolding->tells_orders && unfolding->extent != UNFOLD_ALL)
    unfolding->relevance = order_relevance_new (&unfolding->rules, unfolding->pace.clock);
  return TRUE;
}

/* Visits all that a run may reach: states with what is known and remembered there. Of a part first
 * all that is reached without learning anything, then what is with each order that was met, one
 * after another. So the loops are there in which nothing more is learnt, of the orders that are
 * soon known. */
static gboolean
explore (Unfolding *unfolding, GError **error)
{
  Copies *copies = &unfolding->copies;
  Limits limits = find_limits (unfolding);
  gboolean whole = unfolding->later == NULL, large = FALSE;
  copies_find (copies, unfolding->automaton->initial, number_of_current (unfolding),
               (CoupletMemory){.last = COUPLET_NOT_REMEMBERED});
  for (guint32 i = 0; !large && (i < copies->states->len || make_later (unfolding)); i++) {
    gboolean stopped = !visit (unfolding, i);
    large = is_too_large (unfolding, &limits);
    if (large && whole)
      return fail_too_large (unfolding, error);
    if (stopped)
      return fail_stopped (unfolding, error);
  }
  if (whole)
    copies_begin (copies);
  else /* some transitions lead to states that were not made */
    copies_restrict (copies, NULL);
  return TRUE;
}

/* Whether the result differs from the automaton: it says what transitions may differ by, a
 * transition was dropped, or a state was reached with two orders. */
static gboolean
changes_something (const Unfolding *unfolding)
{
  const CoupletAutomaton *a = unfolding->automaton;
  guint32 states = 0;
  for (guint32 q = 0; q < a->n_states; q++)
    states += a->reachable[q];
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (a->reachable[a->source[t]] && !unfolding->taken[t])
      return TRUE;
  return unfolding->tells_memories || unfolding->copies.states->len != states;
}

/* ---- The result ------------------------------------------------------------------------------ */

/* ` [what is known; what is remembered]` after the state's name. */
static char *
name_of_copy (const Unfolding *unfolding, const StateCopy *copy, const char *order)
{
  const CoupletAutomaton *a = unfolding->automaton;
  const char *const changes[] = {"down", NULL,
                                 a->adjacency == COUPLET_ADJACENT_ONE ? "changed" : "up"};
  const char *change = changes[copy->memory.change + 1], *state = a->states[copy->state].name;
  g_autoptr (GString) known = g_string_new (order);
  if (change != NULL)
    g_string_append_printf (known, "%s%s", *order != '\0' ? "; " : "", change);
  if (copy->memory.last != COUPLET_NOT_REMEMBERED)
    g_string_append_printf (known, "%slast D = %d",
                            change != NULL   ? ", "
                            : *order != '\0' ? "; "
                                             : "",
                            copy->memory.last);
  return known->len > 0 ? g_strdup_printf ("%s [%s]", state, known->str) : g_strdup (state);
}

/* The text of each order, which the caller frees; NULL when stopped. */
static GPtrArray *
name_orders (Unfolding *unfolding)
{
  const OrderShape *shape = &unfolding->rules.shape;
  guint64 k = shape->n_values;
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  for (guint32 i = 0; i < unfolding->orders->len; i++) {
    if (pace_over (&unfolding->pace, k * (k + words_of (unfolding))))
      return NULL;
    char *text =
        order_to_text (unfolding->automaton, shape, order_at (unfolding, i), LONGEST_NAME_OF_ORDER);
    g_ptr_array_add (texts, text != NULL ? text : g_strdup_printf ("order %u", i));
  }
  return g_steal_pointer (&texts);
}

/* The states of the result, named by the input, and what is known and remembered there. NULL when
 * stopped. */
static CoupletState *
name_states (Unfolding *unfolding)
{
  CoupletArena *arena = unfolding->copies.arena;
  guint32 n = unfolding->copies.states->len;
  CoupletState *states = couplet_arena_new_array (arena, CoupletState, n);
  g_autoptr (GPtrArray) texts = name_orders (unfolding);
  for (guint32 q = 0; q < n && texts != NULL; q++) {
    if (pace_over (&unfolding->pace, STEPS_PER_STATE))
      return NULL;
    const StateCopy *copy = copies_at (&unfolding->copies, q);
    states[q] = unfolding->automaton->states[copy->state];
    g_autofree char *name = name_of_copy (unfolding, copy, g_ptr_array_index (texts, copy->number));
    states[q].name = couplet_arena_strndup (arena, name, strlen (name));
  }
  return texts != NULL ? states : NULL;
}

/* NULL when stopped. */
static CoupletAutomaton *
make_result (Unfolding *unfolding)
{
  Copies *copies = &unfolding->copies;
  CoupletArena *arena = copies->arena;
  const CoupletState *states = name_states (unfolding);
  if (states == NULL)
    return NULL;
  guint32 n = copies->states->len;
  guint32 *folded = couplet_arena_new_array (arena, guint32, n);
  const guint64 **orders = couplet_arena_new_array (arena, const guint64 *, n);
  CoupletMemory *memories = couplet_arena_new_array (arena, CoupletMemory, n);
  for (guint32 q = 0; q < n; q++) {
    folded[q] = copies_at (copies, q)->state;
    orders[q] = order_at (unfolding, copies_at (copies, q)->number);
    memories[q] = copies_at (copies, q)->memory;
  }
  const guint32 *transitions = couplet_arena_keep (arena, copies->transition);
  const guint8 *differences = couplet_arena_keep (arena, copies->differences);
  CoupletAutomaton *result = copies_automaton (copies, states);
  result->folded = unfolding->automaton;
  result->folded_state = folded;
  result->folded_transition = transitions;
  result->order = unfolding->tells_orders ? orders : NULL;
  result->n_ordered = unfolding->rules.shape.n_values;
  result->memory = unfolding->tells_memories ? memories : NULL;
  result->differences = unfolding->tells_memories ? differences : NULL;
  return result;
}

/* Warns of transitions that are taken nowhere, for what is known of the order. */
static void
report_never_taken (const Unfolding *unfolding, CoupletDiagnostics *diagnostics)
{
  const CoupletAutomaton *a = unfolding->automaton;
  CoupletKnown needed, contrary, known = {0};
  guint32 first = COUPLET_NONE, others = 0;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    guint32 order = unfolding->contradicted[t]; /* COUPLET_NONE: no run reaches its state */
    if (unfolding->taken[t] || order == COUPLET_NONE ||
        !order_contradiction (a, &unfolding->rules.shape, order_at (unfolding, order), t, &needed,
                              &contrary))
      continue;
    others += first != COUPLET_NONE;
    known = first == COUPLET_NONE ? contrary : known;
    first = MIN (first, t);
  }
  if (first == COUPLET_NONE)
    return;
  g_autofree char *what = couplet_transition_to_string (a, first);
  g_autofree char *why = couplet_known_to_string (a, &known);
  g_autofree char *more =
      others > 0 ? g_strdup_printf (" (and %u other%s)", others, others == 1 ? "" : "s")
                 : g_strdup ("");
  couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_WARNING, a->place[first],
                           "transition '%s' can never be taken: what comes before makes %s%s", what,
                           why, more);
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* The result; NULL when there is nothing to unfold, and when error is set. */
static CoupletAutomaton *
unfold_all (Unfolding *unfolding, CoupletDiagnostics *diagnostics, GError **error)
{
  if (!allow_orders (unfolding, error) || !explore (unfolding, error))
    return NULL;
  if (diagnostics != NULL && unfolding->extent <= UNFOLD_MERGED)
    report_never_taken (unfolding, diagnostics);
  if (unfolding->later == NULL && !changes_something (unfolding))
    return NULL;
  CoupletAutomaton *result = make_result (unfolding);
  if (result == NULL)
    fail_stopped (unfolding, error);
  return result;
}

CoupletAutomaton *
unfold_by (const CoupletAutomaton *automaton, UnfoldExtent extent, guint32 most_states,
           Clock *clock, CoupletDiagnostics *diagnostics, GError **error)
{
  Unfolding unfolding = {.automaton = automaton,
                         .extent = extent,
                         .most_states = most_states,
                         .tells_orders = extent != UNFOLD_NO_ORDERS && order_matters (automaton),
                         .tells_memories = memory_matters (automaton),
                         .pace = {.clock = clock}};
  if (!unfolding.tells_orders && !unfolding.tells_memories)
    return NULL;
  unfolding_init (&unfolding);
  CoupletAutomaton *result = unfold_all (&unfolding, diagnostics, error);
  unfolding_clear (&unfolding);
  return result;
}

/* Takes instead of *result, which is large, one with merged orders that has few of its states.
 * FALSE when there is none. */
static gboolean
merge_to_few (const CoupletAutomaton *automaton, Clock *clock, CoupletAutomaton **result)
{
  g_autoptr (GError) error = NULL;
  CoupletAutomaton *merged = unfold_by (automaton, UNFOLD_MERGED,
                                        (*result)->n_states / WORTH_MERGING, clock, NULL, &error);
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
  CoupletAutomaton *result =
      unfold_by (automaton, UNFOLD_ALL, G_MAXUINT32, clock, diagnostics, &too_large);
  gboolean merges = FALSE;
  if (too_large == NULL)
    merges = result != NULL && result->order != NULL && result->n_states > SMALL_RESULT &&
             merge_to_few (automaton, clock, &result);
  else {
    result = unfold_by (automaton, UNFOLD_MERGED, G_MAXUINT32, clock, diagnostics, &merging);
    merges = merging == NULL;
    if (!merges)
      g_propagate_error (error, g_steal_pointer (&too_large));
  }
  if (merged != NULL)
    *merged = merges;
  return result;
}

CoupletAutomaton *
couplet_unfold (const CoupletAutomaton *automaton, CoupletDiagnostics *diagnostics, GError **error)
{
  return unfold_whole_by (automaton, NULL, diagnostics, NULL, error);
}
