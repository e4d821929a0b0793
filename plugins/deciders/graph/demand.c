/* SPDX-License-Identifier: Apache-2.0 */
#include "demand.h"

gboolean
demand_is_tight (const CoupletAutomaton *automaton, const CoupletComponents *components,
                 guint32 transition)
{
  return couplet_uses_sample (automaton, transition, 0) &&
         (couplet_on_cycle (automaton, components, transition) ||
          automaton->noises[couplet_source_state (automaton, transition)->noise].d[0] ==
              COUPLET_NO_NOISE);
}

/* A private fresh output that would have to be free, or a private sample that
 * would have to shift both by 0 and by its difference. */
static gboolean
is_impossible (const CoupletAutomaton *automaton, const CoupletComponents *components,
               guint32 transition, gboolean tight)
{
  const CoupletState *state = couplet_source_state (automaton, transition);
  CoupletOutputKind kind = couplet_output_of (automaton, transition)->kind;
  if (state->input == COUPLET_PUBLIC || kind == COUPLET_SYMBOL)
    return FALSE;
  if (kind == COUPLET_INSAMPLE)
    return tight;
  return couplet_on_cycle (automaton, components, transition) ||
         automaton->noises[state->noise].d_fresh == COUPLET_NO_NOISE;
}

Demand
demand_of (const CoupletAutomaton *automaton, const CoupletComponents *components,
           guint32 transition)
{
  gboolean private = couplet_source_state (automaton, transition)->input == COUPLET_PRIVATE;
  gboolean tight = demand_is_tight (automaton, components, transition);
  gboolean shown = couplet_output_of (automaton, transition)->kind == COUPLET_INSAMPLE;
  guint32 comparisons = couplet_guard_comparisons (couplet_guard_of (automaton, transition), 0);
  /* the sample's shift: any, 0, or the difference, which may be 1 and -1 */
  guint8 strength = tight && private ? DEMAND_STRONG : tight || shown ? DEMAND_WEAK : DEMAND_NONE;
  Demand demand = {0};
  demand.impossible = is_impossible (automaton, components, transition, tight);
  demand.assigns = automaton->assignment[transition] != 0;
  if ((comparisons & COUPLET_LESS) != 0)
    demand.lower = strength;
  if ((comparisons & COUPLET_GREATER_EQUAL) != 0)
    demand.upper = strength;
  if (!demand.assigns) {
    demand.carries_lower = demand.carries_upper = TRUE;
    return demand;
  }
  demand.new_lower = demand.new_upper = strength;
  /* a new shift that is bound to a value inherits nothing: what its guard asks
   * is demanded of the old one */
  demand.carries_lower = strength == DEMAND_NONE && comparisons == COUPLET_GREATER_EQUAL;
  demand.carries_upper = strength == DEMAND_NONE && comparisons == COUPLET_LESS;
  return demand;
}
