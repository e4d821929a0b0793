/* SPDX-License-Identifier: Apache-2.0 */
#include "within.h"

#include "automaton.h"
#include "memory.h"
#include "order.h"

#include <string.h>

/* Beyond these the automaton is not unfolded: some tens of what is read, and no less
 * and no more than is made in seconds. A step takes time for each word of an order. */
#define GROWTH 16
#define LEAST_LIMIT 500000
#define MOST_STATES 8000000
#define MOST_TRANSITIONS 32000000
#define MOST_STEP_WORDS (G_GUINT64_CONSTANT (1) << 29)
#define MOST_ORDER_WORDS (G_GUINT64_CONSTANT (1) << 25)

/* Of the clock's pace. */
#define STEPS_PER_STATE 16

/* A longer text of an order is replaced by its number in a state's name. */
#define LONGEST_NAME_OF_ORDER 120

typedef struct {
  const CoupletAutomaton *automaton;
  CoupletArena *arena;
  gboolean tells_orders; /* else shape has no thresholds */
  gboolean tells_memories;
  MemoryRules rules;
  OrderShape shape;
  GHashTable *order_numbers; /* the words of an order -> its number */
  GPtrArray *orders;
  GHashTable *nodes;           /* (state, order, memory) -> state of the result */
  GArray *state, *order;       /* per state of the result */
  GArray *memory;              /* guint8, per state of the result: its code */
  GArray *row;                 /* per state of the result: its first transition */
  GArray *target, *transition; /* per transition of the result */
  GArray *differences;         /* guint8, per transition of the result, if it tells memories */
  guint8 *taken;               /* per transition of the automaton */
  guint32 *contradicted;       /* likewise: the first order that it contradicts, or COUPLET_NONE */
  guint64 *current, *scratch;
  guint64 state_limit, transition_limit, order_limit;
} Unfolding;

/* ---- Orders and nodes ------------------------------------------------------------ */

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

/* The number of the order in unfolding->current. */
static guint32
intern_order (Unfolding *unfolding)
{
  gpointer number;
  gsize words = order_words (&unfolding->shape);
  guint64 *key = unfolding->current - 1;
  if (g_hash_table_lookup_extended (unfolding->order_numbers, key, NULL, &number))
    return GPOINTER_TO_UINT (number);
  guint64 *kept = couplet_arena_new_array (unfolding->arena, guint64, words + 1);
  memcpy (kept, key, (words + 1) * sizeof (guint64));
  g_hash_table_insert (unfolding->order_numbers, kept, GUINT_TO_POINTER (unfolding->orders->len));
  g_ptr_array_add (unfolding->orders, kept + 1);
  return unfolding->orders->len - 1;
}

static guint32
intern_node (Unfolding *unfolding, guint32 state, guint32 order, guint8 memory)
{
  gint64 key = ((gint64)order * unfolding->automaton->n_states + state) * MEMORY_CODES + memory;
  gpointer node;
  if (g_hash_table_lookup_extended (unfolding->nodes, &key, NULL, &node))
    return GPOINTER_TO_UINT (node);
  gint64 *kept = couplet_arena_alloc (unfolding->arena, sizeof *kept);
  *kept = key;
  guint32 number = unfolding->state->len;
  g_hash_table_insert (unfolding->nodes, kept, GUINT_TO_POINTER (number));
  g_array_append_val (unfolding->state, state);
  g_array_append_val (unfolding->order, order);
  g_array_append_val (unfolding->memory, memory);
  return number;
}

/* ---- Exploring ---------------------------------------------------------------------- */

static gboolean
ties_with_nothing (const CoupletAutomaton *a, guint32 transition)
{
  guint32 noise = couplet_source_state (a, transition)->noise;
  CoupletNoiseKind kind = couplet_noise_of (a->noises[noise].d[0], a->noise_kinds[noise].sample);
  return kind == COUPLET_LAPLACE || kind == COUPLET_EXPONENTIAL;
}

static void
add_transition (Unfolding *unfolding, guint32 transition, guint32 order, guint8 memory,
                CoupletShifts differences)
{
  guint32 target = intern_node (unfolding, unfolding->automaton->target[transition], order, memory);
  g_array_append_val (unfolding->target, target);
  g_array_append_val (unfolding->transition, transition);
  if (unfolding->tells_memories)
    g_array_append_val (unfolding->differences, differences);
}

/* Adds transition, with that order behind it, once for each memory that its differences lead
 * to, with all that do. */
static void
add_remembering (Unfolding *unfolding, guint32 transition, guint32 order, guint8 memory)
{
  const CoupletAutomaton *a = unfolding->automaton;
  guint32 source = a->source[transition];
  CoupletMemory before = memory_of_code (memory);
  CoupletShifts left = memory_differences (&unfolding->rules, source, before);
  while (left != 0) {
    CoupletShifts alike = 0;
    guint8 code = MEMORY_CODES;
    for (int difference = -1; difference <= 1; difference++) {
      guint8 reached = (guint8)memory_code (
          memory_after (&unfolding->rules, source, before, difference, a->target[transition]));
      if (!couplet_shifts_have (left, difference) || (code != MEMORY_CODES && code != reached))
        continue;
      code = reached;
      alike |= couplet_shift (difference);
    }
    left &= (CoupletShifts)~alike;
    add_transition (unfolding, transition, order, code, alike);
  }
}

/* The number of the order behind transition, from that of number; COUPLET_NONE when transition
 * contradicts it. */
static guint32
order_behind (Unfolding *unfolding, guint32 transition, guint32 number)
{
  const CoupletAutomaton *a = unfolding->automaton;
  const CoupletGuard *guard = couplet_guard_of (a, transition);
  const guint64 *order = g_ptr_array_index (unfolding->orders, number);
  guint32 u, v;
  if (order_contradicts (&unfolding->shape, order, guard, unfolding->scratch, &u, &v)) {
    unfolding->contradicted[transition] = MIN (unfolding->contradicted[transition], number);
    return COUPLET_NONE;
  }
  memcpy (unfolding->current, order, order_words (&unfolding->shape) * sizeof *unfolding->current);
  order_advance (&unfolding->shape, unfolding->current, guard,
                 couplet_assignment_of (a, transition), ties_with_nothing (a, transition),
                 unfolding->scratch);
  return intern_order (unfolding);
}

/* Follows transition from a node, unless its order contradicts it. */
static void
follow (Unfolding *unfolding, guint32 transition, guint32 order, guint8 memory)
{
  guint32 behind = unfolding->tells_orders ? order_behind (unfolding, transition, order) : order;
  if (behind == COUPLET_NONE)
    return;
  unfolding->taken[transition] = 1;
  if (unfolding->tells_memories)
    add_remembering (unfolding, transition, behind, memory);
  else
    add_transition (unfolding, transition, behind, memory, 0);
}

/* GROWTH times n, but at least what takes work no more than that of LEAST_LIMIT
 * small steps, and at most most. */
static guint64
limit_for (guint32 n, guint64 least, guint64 most)
{
  return MIN (MAX ((guint64)GROWTH * n, MIN (least, LEAST_LIMIT)), most);
}

static void
set_limits (Unfolding *unfolding)
{
  const CoupletAutomaton *a = unfolding->automaton;
  guint64 words = MAX (order_words (&unfolding->shape), 1);
  unfolding->state_limit = limit_for (a->n_states, MOST_STEP_WORDS / words, MOST_STATES);
  unfolding->transition_limit =
      4 * limit_for (a->n_transitions / 4, MOST_STEP_WORDS / words, MOST_TRANSITIONS / 4);
  unfolding->order_limit =
      limit_for (a->n_states, MOST_ORDER_WORDS / words, 2 * MOST_ORDER_WORDS / words);
  if (unfolding->tells_orders)
    return;
  /* what is remembered takes no work, and has a few values only */
  unfolding->state_limit = G_MAXUINT32 - 1;
  unfolding->transition_limit = G_MAXUINT32 - 1;
}

static gboolean
is_too_large (const Unfolding *unfolding)
{
  return unfolding->state->len > unfolding->state_limit ||
         unfolding->transition->len > unfolding->transition_limit ||
         unfolding->orders->len > unfolding->order_limit;
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

/* Visits all that a run may reach: states with what is known and remembered there. */
static gboolean
explore (Unfolding *unfolding, Pace *pace, GError **error)
{
  const CoupletAutomaton *a = unfolding->automaton;
  guint64 steps = STEPS_PER_STATE + order_words (&unfolding->shape);
  memset (unfolding->current, 0, order_words (&unfolding->shape) * sizeof (guint64));
  intern_node (unfolding, a->initial, intern_order (unfolding),
               (guint8)memory_code (memory_start ()));
  for (guint32 node = 0; node < unfolding->state->len; node++) {
    guint32 state = g_array_index (unfolding->state, guint32, node);
    guint32 order = g_array_index (unfolding->order, guint32, node);
    guint8 memory = g_array_index (unfolding->memory, guint8, node);
    g_array_append_val (unfolding->row, unfolding->transition->len);
    for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
      follow (unfolding, t, order, memory);
    if (is_too_large (unfolding))
      return fail_too_large (unfolding, error);
    if (pace_over (pace, (1 + a->row[state + 1] - a->row[state]) * steps))
      return fail_stopped (unfolding, pace, error);
  }
  g_array_append_val (unfolding->row, unfolding->transition->len);
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

/* ---- Telling the user ------------------------------------------------------------------ */

/* What it is that transition contradicts, in words; NULL = nothing. */
static char *
describe_contradiction (const Unfolding *unfolding, guint32 transition)
{
  const CoupletAutomaton *a = unfolding->automaton;
  guint32 u, v, number = unfolding->contradicted[transition];
  if (number == COUPLET_NONE)
    return NULL;
  const guint64 *order = g_ptr_array_index (unfolding->orders, number);
  order_contradicts (&unfolding->shape, order, couplet_guard_of (a, transition), unfolding->scratch,
                     &u, &v);
  return order_is_equal (&unfolding->shape, order, u, v)
             ? g_strdup_printf ("%s and %s one value", a->thresholds[u], a->thresholds[v])
             : g_strdup_printf ("%s < %s", a->thresholds[v], a->thresholds[u]);
}

static void
report_never_taken (const Unfolding *unfolding, CoupletDiagnostics *diagnostics)
{
  const CoupletAutomaton *a = unfolding->automaton;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (unfolding->taken[t] || !a->reachable[a->source[t]])
      continue;
    g_autofree char *why = describe_contradiction (unfolding, t);
    g_autofree char *what = couplet_transition_to_string (a, t);
    if (why != NULL) /* else no run reaches its state */
      couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_WARNING, a->place[t],
                               "transition '%s' can never be taken: what comes before makes %s",
                               what, why);
  }
}

/* ---- The result -------------------------------------------------------------------------- */

/* Sets row to the thresholds that u is below of by way of another. */
static void
find_implied (const OrderShape *shape, const guint64 *order, guint32 u, guint64 *row)
{
  memset (row, 0, shape->row_words * sizeof *row);
  for (guint32 w = 0; w < shape->n_thresholds; w++)
    for (guint32 i = 0; order_is_less (shape, order, u, w) && i < shape->row_words; i++)
      row[i] |= order[(gsize)w * shape->row_words + i];
}

/* `u < v, v = w`, or empty when nothing is known. */
static char *
order_to_string (const Unfolding *unfolding, guint32 number)
{
  const OrderShape *shape = &unfolding->shape;
  const guint64 *order = g_ptr_array_index (unfolding->orders, number);
  const char *const *names = unfolding->automaton->thresholds;
  guint64 *implied = unfolding->scratch;
  GString *text = g_string_new (NULL);
  for (guint32 u = 0; u < shape->n_thresholds && text->len <= LONGEST_NAME_OF_ORDER; u++) {
    find_implied (shape, order, u, implied);
    for (guint32 v = 0; v < shape->n_thresholds; v++) {
      gboolean equal = u < v && order_is_equal (shape, order, u, v);
      if (equal || (order_is_less (shape, order, u, v) && (implied[v / 64] >> (v % 64) & 1) == 0))
        g_string_append_printf (text, "%s%s %c %s", text->len == 0 ? "" : ", ", names[u],
                                equal ? '=' : '<', names[v]);
    }
  }
  if (text->len > LONGEST_NAME_OF_ORDER)
    g_string_printf (text, "order %u", number);
  return g_string_free (text, FALSE);
}

/* What is remembered, as part of a state's name; NULL = nothing. */
static char *
memory_to_string (const Unfolding *unfolding, CoupletMemory memory)
{
  const char *change = "";
  if (memory.change != 0)
    change = unfolding->automaton->adjacency == COUPLET_ADJACENT_ONE ? "changed"
             : memory.change > 0                                     ? "up"
                                                                     : "down";
  if (memory.last == COUPLET_NOT_REMEMBERED)
    return *change != '\0' ? g_strdup (change) : NULL;
  return g_strdup_printf ("%s%slast D = %d", change, *change != '\0' ? ", " : "", memory.last);
}

/* ` [what is known; what is remembered]` behind the state's name. */
static char *
name_of_node (const Unfolding *unfolding, guint32 node, const char *order)
{
  const CoupletAutomaton *a = unfolding->automaton;
  const char *state = a->states[g_array_index (unfolding->state, guint32, node)].name;
  CoupletMemory memory = memory_of_code (g_array_index (unfolding->memory, guint8, node));
  g_autofree char *remembered = memory_to_string (unfolding, memory);
  if (*order == '\0' && remembered == NULL)
    return g_strdup (state);
  return g_strdup_printf ("%s [%s%s%s]", state, order,
                          *order != '\0' && remembered != NULL ? "; " : "",
                          remembered != NULL ? remembered : "");
}

/* FALSE when stopped. */
static gboolean
name_states (const Unfolding *unfolding, CoupletState *states, Pace *pace)
{
  guint64 k = unfolding->shape.n_thresholds, words = order_words (&unfolding->shape);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  for (guint32 i = 0; i < unfolding->orders->len; i++) {
    if (pace_over (pace, k * (k + words)))
      return FALSE;
    g_ptr_array_add (texts, order_to_string (unfolding, i));
  }
  for (guint32 q = 0; q < unfolding->state->len; q++) {
    if (pace_over (pace, STEPS_PER_STATE))
      return FALSE;
    states[q] = unfolding->automaton->states[g_array_index (unfolding->state, guint32, q)];
    const char *order = g_ptr_array_index (texts, g_array_index (unfolding->order, guint32, q));
    g_autofree char *name = name_of_node (unfolding, q, order);
    states[q].name = couplet_arena_strndup (unfolding->arena, name, strlen (name));
  }
  return TRUE;
}

/* A copy of array in the arena. */
static gpointer
keep (const Unfolding *unfolding, const GArray *array)
{
  gsize bytes = (gsize)array->len * g_array_get_element_size ((GArray *)array);
  gpointer copy = couplet_arena_alloc (unfolding->arena, MAX (bytes, 1));
  if (bytes > 0)
    memcpy (copy, array->data, bytes);
  return copy;
}

static void
lay_out_transitions (const Unfolding *unfolding, CoupletAutomaton *result)
{
  const CoupletAutomaton *a = unfolding->automaton;
  guint32 n = result->n_transitions = unfolding->transition->len;
  guint32 *columns = couplet_arena_new_array (unfolding->arena, guint32, (gsize)4 * n + 1);
  CoupletPlace *places = couplet_arena_new_array (unfolding->arena, CoupletPlace, (gsize)n + 1);
  for (guint32 q = 0; q < result->n_states; q++)
    for (guint32 t = result->row[q]; t < result->row[q + 1]; t++) {
      guint32 origin = result->folded_transition[t];
      columns[t] = q;
      columns[n + t] = a->guard[origin];
      columns[2 * (gsize)n + t] = a->output[origin];
      columns[3 * (gsize)n + t] = a->assignment[origin];
      places[t] = a->place[origin];
    }
  result->source = columns;
  result->guard = columns + n;
  result->output = columns + 2 * (gsize)n;
  result->assignment = columns + 3 * (gsize)n;
  result->place = places;
}

static const guint64 *const *
lay_out_orders (const Unfolding *unfolding)
{
  guint32 n = unfolding->state->len;
  const guint64 **orders = couplet_arena_new_array (unfolding->arena, const guint64 *, n);
  for (guint32 q = 0; q < n; q++)
    orders[q] = g_ptr_array_index (unfolding->orders, g_array_index (unfolding->order, guint32, q));
  return orders;
}

static const CoupletMemory *
lay_out_memories (const Unfolding *unfolding)
{
  guint32 n = unfolding->state->len;
  CoupletMemory *memories = couplet_arena_new_array (unfolding->arena, CoupletMemory, n);
  for (guint32 q = 0; q < n; q++)
    memories[q] = memory_of_code (g_array_index (unfolding->memory, guint8, q));
  return memories;
}

/* NULL, with error set, when stopped: the arena stays the caller's. */
static CoupletAutomaton *
finish (const Unfolding *unfolding, Pace *pace, GError **error)
{
  guint32 n = unfolding->state->len;
  CoupletState *states = couplet_arena_new_array (unfolding->arena, CoupletState, n);
  if (!name_states (unfolding, states, pace)) {
    fail_stopped (unfolding, pace, error);
    return NULL;
  }
  OwnedAutomaton *owned = g_new0 (OwnedAutomaton, 1);
  CoupletAutomaton *result = &owned->automaton;
  *result = *unfolding->automaton;
  owned->arena = unfolding->arena;
  couplet_rational_init (&result->sensitivity);
  mpq_set (result->sensitivity.value, unfolding->automaton->sensitivity.value);
  couplet_rational_init (&result->claim);
  mpq_set (result->claim.value, unfolding->automaton->claim.value);
  result->folded = unfolding->automaton;
  result->folded_state = keep (unfolding, unfolding->state);
  result->folded_transition = keep (unfolding, unfolding->transition);
  result->initial = 0;
  result->n_states = n;
  result->row = keep (unfolding, unfolding->row);
  result->target = keep (unfolding, unfolding->target);
  lay_out_transitions (unfolding, result);
  guint8 *reachable = couplet_arena_new_array (owned->arena, guint8, n);
  memset (reachable, 1, n);
  result->states = states;
  result->reachable = reachable;
  result->order = unfolding->tells_orders ? lay_out_orders (unfolding) : NULL;
  result->memory = unfolding->tells_memories ? lay_out_memories (unfolding) : NULL;
  result->differences = unfolding->tells_memories ? keep (unfolding, unfolding->differences) : NULL;
  return result;
}

static void
clear (Unfolding *unfolding)
{
  g_hash_table_unref (unfolding->order_numbers);
  g_hash_table_unref (unfolding->nodes);
  g_ptr_array_unref (unfolding->orders);
  g_array_unref (unfolding->state);
  g_array_unref (unfolding->order);
  g_array_unref (unfolding->memory);
  g_array_unref (unfolding->differences);
  memory_rules_clear (&unfolding->rules);
  g_array_unref (unfolding->row);
  g_array_unref (unfolding->target);
  g_array_unref (unfolding->transition);
  g_free (unfolding->taken);
  g_free (unfolding->contradicted);
  g_free (unfolding->current - 1);
  g_free (unfolding->scratch);
}

CoupletAutomaton *
couplet_unfold (const CoupletAutomaton *automaton, CoupletDiagnostics *diagnostics, GError **error)
{
  return unfold_by (automaton, NULL, diagnostics, error);
}

CoupletAutomaton *
unfold_by (const CoupletAutomaton *automaton, Clock *clock, CoupletDiagnostics *diagnostics,
           GError **error)
{
  Unfolding unfolding = {.automaton = automaton,
                         .tells_orders =
                             automaton->sampling == COUPLET_SHARED && automaton->n_thresholds > 1,
                         .tells_memories = memory_matters (automaton)};
  if (!unfolding.tells_orders && !unfolding.tells_memories)
    return NULL;
  order_shape (&unfolding.shape, unfolding.tells_orders ? automaton->n_thresholds : 0);
  gsize words = order_words (&unfolding.shape);
  if (words > MOST_ORDER_WORDS) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "the order of %u thresholds is more than can be kept", automaton->n_thresholds);
    return NULL;
  }
  unfolding.arena = couplet_arena_new ();
  unfolding.order_numbers = g_hash_table_new (hash_order, same_order);
  unfolding.nodes = g_hash_table_new (g_int64_hash, g_int64_equal);
  unfolding.orders = g_ptr_array_new ();
  unfolding.state = g_array_new (FALSE, FALSE, sizeof (guint32));
  unfolding.order = g_array_new (FALSE, FALSE, sizeof (guint32));
  unfolding.memory = g_array_new (FALSE, FALSE, sizeof (guint8));
  unfolding.differences = g_array_new (FALSE, FALSE, sizeof (guint8));
  unfolding.row = g_array_new (FALSE, FALSE, sizeof (guint32));
  unfolding.target = g_array_new (FALSE, FALSE, sizeof (guint32));
  unfolding.transition = g_array_new (FALSE, FALSE, sizeof (guint32));
  unfolding.taken = g_new0 (guint8, MAX (automaton->n_transitions, 1));
  unfolding.contradicted = g_new (guint32, MAX (automaton->n_transitions, 1));
  memset (unfolding.contradicted, 0xff, automaton->n_transitions * sizeof (guint32));
  unfolding.current = g_new0 (guint64, words + 1);
  *unfolding.current++ = words;
  unfolding.scratch = g_new0 (guint64, words + 1);
  if (unfolding.tells_memories)
    memory_rules_init (&unfolding.rules, automaton);
  CoupletAutomaton *result = NULL;
  set_limits (&unfolding);
  Pace pace = {.clock = clock};
  if (explore (&unfolding, &pace, error)) {
    if (diagnostics != NULL)
      report_never_taken (&unfolding, diagnostics);
    if (changes_something (&unfolding))
      result = finish (&unfolding, &pace, error);
  }
  if (result == NULL)
    couplet_arena_free (unfolding.arena);
  clear (&unfolding);
  return result;
}

CoupletKnown *
couplet_known_order (const CoupletAutomaton *automaton, guint32 state, guint *n)
{
  GArray *known = g_array_new (FALSE, FALSE, sizeof (CoupletKnown));
  OrderShape shape;
  order_shape (&shape, automaton->n_thresholds);
  for (guint32 u = 0; automaton->order != NULL && u < shape.n_thresholds; u++)
    for (guint32 v = 0; v < shape.n_thresholds; v++) {
      CoupletKnown one = {u, v, u < v && order_is_equal (&shape, automaton->order[state], u, v)};
      if (one.equal || order_is_less (&shape, automaton->order[state], u, v))
        g_array_append_val (known, one);
    }
  *n = known->len;
  return (CoupletKnown *)(gpointer)g_array_free (known, FALSE);
}
