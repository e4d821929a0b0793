/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold_result.h"

#include "known.h"

#include <string.h>

/* A longer text of an order is replaced by its number in a state's name. */
#define LONGEST_NAME_OF_ORDER 120

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

/* ` [what is known; what is remembered]` after the state's name. */
static char *
name_of_node (const Unfolding *unfolding, guint32 node, const char *order)
{
  const CoupletAutomaton *a = unfolding->automaton;
  const char *state = a->states[unfolding_at (unfolding->state, node)].name;
  CoupletMemory memory = memory_of_code (g_array_index (unfolding->memory, guint8, node));
  g_autofree char *remembered = memory_to_string (unfolding, memory);
  if (*order == '\0' && remembered == NULL)
    return g_strdup (state);
  return g_strconcat (state, " [", order, *order != '\0' && remembered != NULL ? "; " : "",
                      remembered != NULL ? remembered : "", "]", NULL);
}

/* The text of each order, which the caller frees; NULL when stopped. */
static GPtrArray *
name_orders (const Unfolding *unfolding, Pace *pace)
{
  const OrderShape *shape = &unfolding->order_rules.shape;
  guint64 k = shape->n_values;
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  for (guint32 i = 0; i < unfolding->orders->len; i++) {
    if (pace_over (pace, k * (k + order_words (shape))))
      return NULL;
    char *text = known_to_text (unfolding->automaton, shape, unfolding_order_of (unfolding, i),
                                LONGEST_NAME_OF_ORDER);
    g_ptr_array_add (texts, text != NULL ? text : g_strdup_printf ("order %u", i));
  }
  return g_steal_pointer (&texts);
}

/* Names states, one per state of the result, in its arena: the name in the input, and what is known
 * and remembered there. FALSE when stopped. */
static gboolean
name_states (const Unfolding *unfolding, CoupletState *states, Pace *pace)
{
  g_autoptr (GPtrArray) texts = name_orders (unfolding, pace);
  for (guint32 q = 0; texts != NULL && q < unfolding->state->len; q++) {
    if (pace_over (pace, UNFOLDING_STEPS_PER_STATE))
      return FALSE;
    states[q] = unfolding->automaton->states[unfolding_at (unfolding->state, q)];
    const char *order = g_ptr_array_index (texts, unfolding_at (unfolding->order, q));
    g_autofree char *name = name_of_node (unfolding, q, order);
    states[q].name = couplet_arena_strndup (unfolding->arena, name, strlen (name));
  }
  return texts != NULL;
}

/* ---- The automaton ---------------------------------------------------------------------- */

static const guint64 *const *
lay_out_orders (const Unfolding *unfolding)
{
  guint32 n = unfolding->state->len;
  const guint64 **orders = couplet_arena_new_array (unfolding->arena, const guint64 *, n);
  for (guint32 q = 0; q < n; q++)
    orders[q] = unfolding_order_of (unfolding, unfolding_at (unfolding->order, q));
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

CoupletAutomaton *
unfold_result (const Unfolding *unfolding, Pace *pace)
{
  const AutomatonCopies copies = unfolding_copies (unfolding);
  CoupletArena *arena = unfolding->arena;
  CoupletState *states = couplet_arena_new_array (arena, CoupletState, unfolding->state->len);
  if (!name_states (unfolding, states, pace))
    return NULL;
  CoupletAutomaton *result = automaton_of_copies (unfolding->automaton, &copies, states, arena);
  result->folded = unfolding->automaton;
  result->folded_state = copies_keep (arena, unfolding->state);
  result->folded_transition = copies_keep (arena, unfolding->transition);
  result->order = unfolding->tells_orders ? lay_out_orders (unfolding) : NULL;
  result->n_ordered = unfolding->order_rules.shape.n_values;
  result->memory = unfolding->tells_memories ? lay_out_memories (unfolding) : NULL;
  result->differences =
      unfolding->tells_memories ? copies_keep (arena, unfolding->differences) : NULL;
  return result;
}

/* ---- What is never taken ---------------------------------------------------------------- */

/* What it is that transition contradicts, in words; NULL = nothing. */
static char *
describe_contradiction (const Unfolding *unfolding, guint32 transition)
{
  CoupletKnown needed, contrary;
  const CoupletAutomaton *a = unfolding->automaton;
  guint32 number = unfolding->contradicted[transition];
  if (number == COUPLET_NONE ||
      !order_contradiction (a, &unfolding->order_rules.shape,
                            unfolding_order_of (unfolding, number), transition, &needed, &contrary))
    return NULL;
  return couplet_known_to_string (a, &contrary);
}

void
unfold_report_never_taken (const Unfolding *unfolding, CoupletDiagnostics *diagnostics)
{
  const CoupletAutomaton *a = unfolding->automaton;
  g_autofree char *first = NULL;
  guint32 at = 0, others = 0;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (unfolding->taken[t] || !a->reachable[a->source[t]])
      continue;
    char *why = describe_contradiction (unfolding, t);
    if (why == NULL) /* no run reaches its state */
      continue;
    if (first != NULL) {
      others++;
      g_free (why);
      continue;
    }
    first = why;
    at = t;
  }
  if (first == NULL)
    return;
  g_autofree char *what = couplet_transition_to_string (a, at);
  g_autofree char *more =
      others > 0 ? g_strdup_printf (" (and %u other%s)", others, others == 1 ? "" : "s")
                 : g_strdup ("");
  couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_WARNING, a->place[at],
                           "transition '%s' can never be taken: what comes before makes %s%s", what,
                           first, more);
}
