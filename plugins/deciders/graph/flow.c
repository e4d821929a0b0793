/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

/* A code: the four demands, two bits each, from the lowest bit on: lower,
 * upper, new_lower, new_upper. What carries follows from the other bits only
 * for transitions that do not assign, so it has a second byte. */
enum { LOWER_SHIFT = 0, UPPER_SHIFT = 2, NEW_LOWER_SHIFT = 4, NEW_UPPER_SHIFT = 6 };

#define LEVELS 2

/* Of one direction: "own" is the kind that flows, "other" the one it meets. */
typedef struct {
  const CoupletAutomaton *automaton;
  const guint8 *codes, *carries;
  guint own_shift, other_shift, new_shift;
  guint8 carry_bit;
  guint8 *level;   /* per state: the strongest that flows in */
  guint32 *via;    /* per state and level: the transition it came by ... */
  guint8 *arises;  /* ... and whether it arose there: 1 before, 2 as new shift */
  guint8 *waiting; /* per state */
  guint32 *stack;
  guint32 height;
} Flow;

void
conflict_clear (Conflict *conflict)
{
  g_clear_pointer (&conflict->transitions, g_array_unref);
}

guint8 *
flow_codes (const CoupletAutomaton *automaton, const CoupletComponents *components,
            guint32 *impossible)
{
  guint32 n = automaton->n_transitions;
  guint8 *codes = g_malloc0 ((gsize)n * 2 + 1);
  guint8 *carries = codes + n;
  *impossible = COUPLET_NONE;
  for (guint32 t = 0; t < n; t++) {
    if (!automaton->reachable[automaton->source[t]])
      continue;
    Demand demand = demand_of (automaton, components, t);
    if (demand.impossible && *impossible == COUPLET_NONE)
      *impossible = t;
    codes[t] = (guint8)(demand.lower << LOWER_SHIFT | demand.upper << UPPER_SHIFT |
                        demand.new_lower << NEW_LOWER_SHIFT | demand.new_upper << NEW_UPPER_SHIFT);
    carries[t] = (guint8)((demand.carries_lower ? 1 : 0) | (demand.carries_upper ? 2 : 0) |
                          (demand.assigns ? 4 : 0));
  }
  return codes;
}

static guint8
demand_at (const Flow *flow, guint32 transition, guint shift)
{
  return flow->codes[transition] >> shift & 3;
}

/* Raises the level of the target of transition. */
static void
raise_target (Flow *flow, guint32 transition, guint8 level, guint8 arises)
{
  guint32 target = flow->automaton->target[transition];
  if (level <= flow->level[target])
    return;
  flow->level[target] = level;
  flow->via[(gsize)target * LEVELS + level - 1] = transition;
  flow->arises[(gsize)target * LEVELS + level - 1] = arises;
  if (!flow->waiting[target]) {
    flow->waiting[target] = 1;
    flow->stack[flow->height++] = target;
  }
}

/* The walk along which the demand of that level came to transition's source. */
static void
trace (const Flow *flow, guint32 transition, guint8 level, Conflict *conflict)
{
  conflict->transitions = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (conflict->transitions, transition);
  guint32 state = flow->automaton->source[transition];
  for (guint8 arises = 0; arises == 0;) {
    gsize at = (gsize)state * LEVELS + level - 1;
    g_array_append_val (conflict->transitions, flow->via[at]);
    arises = flow->arises[at];
    conflict->from_new = arises == 2;
    state = flow->automaton->source[flow->via[at]];
  }
  for (guint i = 0, j = conflict->transitions->len - 1; i < j; i++, j--) {
    guint32 *a = &g_array_index (conflict->transitions, guint32, i);
    guint32 *b = &g_array_index (conflict->transitions, guint32, j);
    guint32 swapped = *a;
    *a = *b;
    *b = swapped;
  }
}

/* Passes what flows into state on. TRUE when it meets a conflict. */
static gboolean
pass (Flow *flow, guint32 state, Conflict *conflict)
{
  const CoupletAutomaton *a = flow->automaton;
  guint8 level = flow->level[state];
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    if (demands_conflict (level, demand_at (flow, t, flow->other_shift))) {
      trace (flow, t, level, conflict);
      return TRUE;
    }
    if ((flow->carries[t] & flow->carry_bit) != 0)
      raise_target (flow, t, level, 0);
  }
  return FALSE;
}

/* Lets every demand arise where it stands. */
static void
begin (Flow *flow)
{
  const CoupletAutomaton *a = flow->automaton;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (flow->codes[t] == 0)
      continue;
    guint8 before = demand_at (flow, t, flow->own_shift);
    if (before != DEMAND_NONE && (flow->carries[t] & flow->carry_bit) != 0)
      raise_target (flow, t, before, 1);
    guint8 new = demand_at (flow, t, flow->new_shift);
    if (new != DEMAND_NONE)
      raise_target (flow, t, new, 2);
  }
}

gboolean
flow_find (const CoupletAutomaton *automaton, const guint8 *codes, gboolean lower,
           Conflict *conflict)
{
  gsize n = automaton->n_states;
  g_autofree guint8 *level = g_malloc0 (n);
  g_autofree guint32 *via = g_new (guint32, n * LEVELS);
  g_autofree guint8 *arises = g_malloc (n * LEVELS);
  g_autofree guint8 *waiting = g_malloc0 (n);
  g_autofree guint32 *stack = g_new (guint32, n);
  Flow flow = {.automaton = automaton,
               .codes = codes,
               .carries = codes + automaton->n_transitions,
               .own_shift = lower ? LOWER_SHIFT : UPPER_SHIFT,
               .other_shift = lower ? UPPER_SHIFT : LOWER_SHIFT,
               .new_shift = lower ? NEW_LOWER_SHIFT : NEW_UPPER_SHIFT,
               .carry_bit = lower ? 1 : 2,
               .level = level,
               .via = via,
               .arises = arises,
               .waiting = waiting,
               .stack = stack};
  conflict->lower = lower;
  begin (&flow);
  while (flow.height > 0) {
    guint32 state = flow.stack[--flow.height];
    flow.waiting[state] = 0;
    if (pass (&flow, state, conflict))
      return TRUE;
  }
  return FALSE;
}
