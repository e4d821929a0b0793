/* SPDX-License-Identifier: Apache-2.0 */
#include "demand.h"

static gboolean
has_no_noise (const CoupletAutomaton *automaton, guint32 transition)
{
  return automaton->noises[couplet_source_state (automaton, transition)->noise].d[0] ==
         COUPLET_NO_NOISE;
}

gboolean
demand_is_tight (const CoupletAutomaton *automaton, const CoupletComponents *components,
                 guint32 transition)
{
  return couplet_uses_sample (automaton, transition, 0) &&
         (couplet_on_cycle (automaton, components, transition) ||
          has_no_noise (automaton, transition));
}

gboolean
demand_is_impossible (const CoupletAutomaton *automaton, const CoupletComponents *components,
                      guint32 transition)
{
  const CoupletState *state = couplet_source_state (automaton, transition);
  CoupletOutputKind kind = couplet_output_of (automaton, transition)->kind;
  if (state->input == COUPLET_PUBLIC || kind == COUPLET_SYMBOL)
    return FALSE;
  if (kind == COUPLET_INSAMPLE)
    return demand_is_tight (automaton, components, transition);
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
  DemandHalf lower = {0}, upper = {0};
  if ((comparisons & COUPLET_LESS) != 0)
    lower.before = strength;
  if ((comparisons & COUPLET_GREATER_EQUAL) != 0)
    upper.before = strength;
  if (automaton->assignment[transition] == 0)
    lower.carries = upper.carries = TRUE;
  else if (strength != DEMAND_NONE) /* bound to a value: inherits nothing */
    lower.given = upper.given = strength;
  else {
    lower.carries = comparisons == COUPLET_GREATER_EQUAL;
    upper.carries = comparisons == COUPLET_LESS;
  }
  return (Demand){{lower, upper}};
}

Demand
demand_without_noise (const CoupletAutomaton *automaton, guint32 transition)
{
  DemandHalf lower = {0}, upper = {0};
  lower.carries = upper.carries = automaton->assignment[transition] == 0;
  if (couplet_source_state (automaton, transition)->input == COUPLET_PRIVATE &&
      has_no_noise (automaton, transition)) {
    guint32 comparisons = couplet_guard_comparisons (couplet_guard_of (automaton, transition), 0);
    lower.before = (comparisons & COUPLET_LESS) != 0 ? DEMAND_STRONG : DEMAND_NONE;
    upper.before = (comparisons & COUPLET_GREATER_EQUAL) != 0 ? DEMAND_STRONG : DEMAND_NONE;
  }
  return (Demand){{lower, upper}};
}
