/* SPDX-License-Identifier: Apache-2.0 */
#include "demand.h"

static gboolean
has_no_noise (const CoupletAutomaton *automaton, guint32 threshold, guint32 transition)
{
  const CoupletState *state = couplet_source_state (automaton, transition);
  return automaton->noises[state->noise].d[couplet_noise_slot (automaton, threshold)] ==
         COUPLET_NO_NOISE;
}

gboolean
demand_shows_sample (const CoupletAutomaton *automaton, guint32 threshold, guint32 transition)
{
  const CoupletOutput *output = couplet_output_of (automaton, transition);
  return output->kind == COUPLET_INSAMPLE &&
         (automaton->sampling == COUPLET_SHARED || output->threshold == threshold);
}

gboolean
demand_is_tight (const CoupletAutomaton *automaton, const CoupletComponents *components,
                 guint32 threshold, guint32 transition)
{
  return couplet_uses_sample (automaton, transition, threshold) &&
         (couplet_on_cycle (automaton, components, transition) ||
          has_no_noise (automaton, threshold, transition));
}

gboolean
demand_is_impossible (const CoupletAutomaton *automaton, const CoupletComponents *components,
                      guint32 transition)
{
  const CoupletState *state = couplet_source_state (automaton, transition);
  const CoupletOutput *output = couplet_output_of (automaton, transition);
  if (state->input == COUPLET_PUBLIC || output->kind == COUPLET_SYMBOL)
    return FALSE;
  if (output->kind == COUPLET_INSAMPLE)
    return demand_is_tight (automaton, components,
                            output->threshold == COUPLET_NONE ? 0 : output->threshold, transition);
  return couplet_on_cycle (automaton, components, transition) ||
         automaton->noises[state->noise].d_fresh == COUPLET_NO_NOISE;
}

Demand
demand_of (const CoupletAutomaton *automaton, const CoupletComponents *components,
           guint32 threshold, guint32 transition)
{
  gboolean private = couplet_source_state (automaton, transition)->input == COUPLET_PRIVATE;
  gboolean tight = demand_is_tight (automaton, components, threshold, transition);
  gboolean shown = demand_shows_sample (automaton, threshold, transition);
  guint32 comparisons =
      couplet_guard_comparisons (couplet_guard_of (automaton, transition), threshold);
  /* the sample's shift: any, 0, or the difference, which may be 1 and -1 */
  guint8 strength = tight && private ? DEMAND_STRONG : tight || shown ? DEMAND_WEAK : DEMAND_NONE;
  DemandHalf lower = {0}, upper = {0};
  if ((comparisons & COUPLET_LESS) != 0)
    lower.before = strength;
  if ((comparisons & COUPLET_GREATER_EQUAL) != 0)
    upper.before = strength;
  if (!couplet_assigns (automaton, transition, threshold))
    lower.carries = upper.carries = TRUE;
  else if (strength != DEMAND_NONE) /* bound to a value: inherits nothing */
    lower.given = upper.given = strength;
  else {
    lower.carries = (comparisons & COUPLET_GREATER_EQUAL) != 0;
    upper.carries = (comparisons & COUPLET_LESS) != 0;
  }
  return (Demand){{lower, upper}};
}

Demand
demand_without_noise (const CoupletAutomaton *automaton, guint32 threshold, guint32 transition)
{
  DemandHalf lower = {0}, upper = {0};
  lower.carries = upper.carries = !couplet_assigns (automaton, transition, threshold);
  if (couplet_source_state (automaton, transition)->input == COUPLET_PRIVATE &&
      has_no_noise (automaton, threshold, transition)) {
    guint32 comparisons =
        couplet_guard_comparisons (couplet_guard_of (automaton, transition), threshold);
    lower.before = (comparisons & COUPLET_LESS) != 0 ? DEMAND_STRONG : DEMAND_NONE;
    upper.before = (comparisons & COUPLET_GREATER_EQUAL) != 0 ? DEMAND_STRONG : DEMAND_NONE;
  }
  return (Demand){{lower, upper}};
}
