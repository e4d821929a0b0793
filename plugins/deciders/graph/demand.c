/* SPDX-License-Identifier: Apache-2.0 */
#include "demand.h"

#include <couplet/internal/sample.h>

gboolean
demand_shows_sample (const CoupletAutomaton *automaton, guint32 threshold, guint32 transition)
{
  CoupletSample sample;
  return couplet_sample_load (&sample, automaton, NULL, NULL, transition, threshold) &&
         sample.outputs;
}

gboolean
demand_is_tight (const CoupletAutomaton *automaton, const CoupletComponents *components,
                 guint32 threshold, guint32 transition)
{
  CoupletSample sample;
  return couplet_sample_load (&sample, automaton, components, NULL, transition, threshold) &&
         sample.tight;
}

gboolean
demand_is_impossible (const CoupletAutomaton *automaton, const CoupletComponents *components,
                      guint32 transition, gint8 *difference)
{
  const CoupletOutput *output = couplet_output_of (automaton, transition);
  guint32 threshold = output->threshold == COUPLET_NONE ? 0 : output->threshold;
  CoupletSample sample;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  if (output->kind == COUPLET_SYMBOL)
    return FALSE;
  guint32 n = couplet_differences (automaton, transition, differences);
  gboolean used = output->kind == COUPLET_INSAMPLE &&
                  couplet_sample_load (&sample, automaton, components, NULL, transition, threshold);
  for (guint32 i = 0; i < n; i++) {
    *difference = differences[i];
    if ((used && couplet_sample_shifts (&sample, *difference) == 0) ||
        couplet_fresh_fee (automaton, components, transition, *difference) == COUPLET_NO_FEE)
      return TRUE;
  }
  return FALSE;
}

/* How strong the demand of side is that a shift be among shifts, which are not empty. */
static guint8
strength_of (CoupletShifts shifts, DemandSide side)
{
  int bound =
      side == DEMAND_LOWER ? couplet_shifts_least (shifts) : -couplet_shifts_greatest (shifts);
  return (guint8)(bound + 1); /* -1 is no demand */
}

/* The shifts of the threshold beside those that its sample may have. */
static CoupletShifts
before_sample (CoupletShifts own, guint32 comparisons)
{
  CoupletShifts before = 0;
  for (int g = -1; g <= 1; g++)
    if (couplet_shifts_have (own, g))
      before |= couplet_thresholds_beside (comparisons, g);
  return before;
}

/* TRUE when what an assignment may give is never on the wrong side of the shift before
 * it: less (LOWER) or greater (UPPER). */
static gboolean
carries_over (CoupletShifts own, guint32 comparisons, DemandSide side)
{
  for (int x = -1; x <= 1; x++) {
    CoupletShifts after = own & couplet_shifts_beside (comparisons, x);
    if (after != 0 && (side == DEMAND_LOWER ? couplet_shifts_least (after) < x
                                            : couplet_shifts_greatest (after) > x))
      return FALSE;
  }
  return TRUE;
}

/* Adds to demand what it is when the sample has one of the shifts own. */
static void
raise_demand (Demand *demand, CoupletShifts own, guint32 comparisons, gboolean assigns)
{
  if (own == COUPLET_ALL_SHIFTS && !assigns)
    return; /* one of them goes with each shift of the threshold */
  CoupletShifts before = before_sample (own, comparisons);
  for (DemandSide side = DEMAND_LOWER; side <= DEMAND_UPPER && own != 0; side++) {
    DemandHalf *half = &demand->side[side];
    half->before = MAX (half->before, strength_of (before, side));
    if (!assigns)
      continue;
    half->given = MAX (half->given, strength_of (own, side));
    half->carries |= carries_over (own, comparisons, side);
  }
}

/* What transition demands of threshold by a sample that it uses: at each difference, since the
 * adversary picks the one that tells. */
static Demand
demand_of_sample (const CoupletAutomaton *automaton, const CoupletSample *sample, guint32 threshold,
                  guint32 transition)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (automaton, transition, differences);
  gboolean assigns = couplet_assigns (automaton, transition, threshold);
  guint32 comparisons =
      couplet_guard_comparisons (couplet_guard_of (automaton, transition), threshold);
  const DemandHalf none = {.carries = !assigns};
  Demand demand = {{none, none}};
  if (comparisons == 0 && !assigns)
    return demand;
  CoupletShifts last = 0;
  for (guint32 i = 0; i < n; i++) {
    CoupletShifts own = couplet_sample_shifts (sample, differences[i]);
    if (own != last) /* else it is the same once more */
      raise_demand (&demand, own, comparisons, assigns);
    last = own;
  }
  return demand;
}

Demand
demand_of (const CoupletAutomaton *automaton, const CoupletComponents *components,
           guint32 threshold, guint32 transition)
{
  CoupletSample sample;
  const DemandHalf none = {.carries = TRUE};
  if (!couplet_sample_load (&sample, automaton, components, NULL, transition, threshold))
    return (Demand){{none, none}};
  return demand_of_sample (automaton, &sample, threshold, transition);
}

Demand
demand_without_noise (const CoupletAutomaton *automaton, guint32 threshold, guint32 transition)
{
  CoupletSample sample;
  DemandHalf none = {.carries = !couplet_assigns (automaton, transition, threshold)};
  Demand demand = {{none, none}};
  if (couplet_source_state (automaton, transition)->input != COUPLET_PRIVATE ||
      !couplet_sample_load (&sample, automaton, NULL, NULL, transition, threshold) ||
      sample.noise != COUPLET_NOISELESS)
    return demand;
  sample.outputs = FALSE;
  Demand bare = demand_of_sample (automaton, &sample, threshold, transition);
  for (DemandSide side = DEMAND_LOWER; side <= DEMAND_UPPER; side++)
    demand.side[side].before = bare.side[side].before;
  return demand;
}
