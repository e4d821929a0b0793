/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

#include <couplet/internal/large.h>

#define LEVELS DEMAND_STRONG

/* A demand of that level flows into the state. */
typedef struct {
  guint32 state;
  guint8 level;
} Arrival;

/* A breadth-first search from every transition where a demand of one side
 * arises. A state is raised at most twice, once to each level. */
typedef struct {
  const CoupletAutomaton *automaton;
  const Demand *demands;
  DemandSide side;
  guint8 *level;  /* per state: the highest so far */
  guint32 *via;   /* per state and level: the transition it arrived by */
  Arrival *queue; /* from begin to end: not yet passed on */
  gsize begin, end;
  CoupletPace *pace;
} Flow;

void
conflict_clear (Conflict *conflict)
{
  g_clear_pointer (&conflict->transitions, g_array_unref);
}

static guint32 *
via_of (const Flow *flow, guint32 state, guint8 level)
{
  return &flow->via[(gsize)state * LEVELS + level - 1];
}

static void
raise_target (Flow *flow, guint32 transition, guint8 level)
{
  guint32 target = flow->automaton->target[transition];
  if (level <= flow->level[target])
    return;
  flow->level[target] = level;
  *via_of (flow, target, level) = transition;
  flow->queue[flow->end++] = (Arrival){target, level};
}

/* The level that arises at a transition and holds after it. */
static guint8
arising_level (const Flow *flow, guint32 transition)
{
  DemandHalf own = flow->demands[transition].side[flow->side];
  return own.carries ? MAX (own.before, own.given) : own.given;
}

static void
reverse (GArray *transitions)
{
  guint32 *items = (guint32 *)(gpointer)transitions->data;
  for (guint i = 0, j = transitions->len; i + 1 < j; i++) {
    guint32 item = items[--j];
    items[j] = items[i];
    items[i] = item;
  }
}

/* The walk along which the arrival's demand came to meet the one at last. */
static void
trace (const Flow *flow, Arrival arrival, guint32 last, Conflict *conflict)
{
  guint32 t = *via_of (flow, arrival.state, arrival.level);
  conflict->side = flow->side;
  conflict->transitions = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (conflict->transitions, last);
  g_array_append_val (conflict->transitions, t);
  while (arising_level (flow, t) != arrival.level) {
    t = *via_of (flow, flow->automaton->source[t], arrival.level);
    g_array_append_val (conflict->transitions, t);
  }
  conflict->from_given = flow->demands[t].side[flow->side].given == arrival.level;
  reverse (conflict->transitions);
}

/* Passes what arrived on. TRUE when it meets a conflict. */
static gboolean
pass_on (Flow *flow, Arrival arrival, Conflict *conflict)
{
  const CoupletAutomaton *a = flow->automaton;
  for (guint32 t = a->row[arrival.state]; t < a->row[arrival.state + 1]; t++) {
    if (couplet_pace_over (flow->pace, 1))
      return FALSE;
    const Demand *demand = &flow->demands[t];
    if (demands_conflict (arrival.level, demand->side[!flow->side].before)) {
      trace (flow, arrival, t, conflict);
      return TRUE;
    }
    if (demand->side[flow->side].carries)
      raise_target (flow, t, arrival.level);
  }
  return FALSE;
}

/* A shortest conflict in which the demand of that side flows. */
static gboolean
find_shortest (const CoupletAutomaton *a, const Demand *demands, DemandSide side, CoupletPace *pace,
               Conflict *conflict)
{
  gsize n = a->n_states;
  g_autofree guint8 *level = g_malloc0 (n);
  g_autofree guint32 *via = couplet_large_new (guint32, n * LEVELS);
  g_autofree Arrival *queue = couplet_large_new (Arrival, n * LEVELS);
  Flow flow = {a, demands, side, level, via, queue, 0, 0, pace};
  for (guint32 t = 0; t < a->n_transitions && !couplet_pace_over (pace, 1); t++)
    if (arising_level (&flow, t) != DEMAND_NONE)
      raise_target (&flow, t, arising_level (&flow, t));
  while (flow.begin < flow.end && !couplet_pace_over (pace, 1))
    if (pass_on (&flow, queue[flow.begin++], conflict))
      return TRUE;
  return FALSE;
}

gboolean
flow_find_conflict (const CoupletAutomaton *automaton, const Demand *demands, CoupletPace *pace,
                    Conflict *conflict)
{
  Conflict rising = {0}, falling = {0};
  gboolean rises = find_shortest (automaton, demands, DEMAND_LOWER, pace, &rising);
  gboolean falls = find_shortest (automaton, demands, DEMAND_UPPER, pace, &falling);
  gboolean prefer = rises && (!falls || rising.transitions->len <= falling.transitions->len);
  *conflict = prefer ? rising : falling;
  conflict_clear (prefer ? &falling : &rising);
  return rises || falls;
}
