/* SPDX-License-Identifier: Apache-2.0 */
#include "rules.h"

gboolean
check_counts (const Check *check, guint32 transition, int difference)
{
  return (difference != 0) ==
         (couplet_source_state (check->a, transition)->input != COUPLET_PUBLIC);
}

const CoupletRational *
check_parameter (const Check *check, guint32 noise, guint32 slot)
{
  const CoupletNoise *of = &check->a->noises[noise];
  guint32 d = slot == check->n_slots ? of->d_fresh : of->d[slot];
  if (slot == check->n_slots && check->floating != NULL &&
      mpq_sgn (check->floating[noise].value) > 0)
    return &check->floating[noise];
  return d < check->a->n_numbers ? &check->a->numbers[d] : NULL;
}

gboolean
check_sample (const Check *check, guint32 slot, Sample *sample)
{
  const CoupletAutomaton *a = check->a;
  const CoupletGuard *guard = couplet_guard_of (a, check->transition);
  const CoupletAssignment *assignment = couplet_assignment_of (a, check->transition);
  const CoupletOutput *output = couplet_output_of (a, check->transition);
  guint32 state_noise = couplet_source_state (a, check->transition)->noise;
  const CoupletNoiseKinds *kinds = &a->noise_kinds[state_noise];
  gboolean fresh = slot == check->n_slots;
  *sample =
      (Sample){.d = check_parameter (check, state_noise, slot),
               .one_sided = couplet_noise_is_one_sided (fresh ? kinds->fresh : kinds->sample)};
  if (fresh)
    return sample->shown = output->kind == COUPLET_FRESH;
  sample->shown =
      output->kind == COUPLET_INSAMPLE && (check->n_slots == 1 || output->threshold == slot);
  sample->compared = guard->literals;
  sample->n_compared = guard->n_literals;
  sample->assigned = assignment->thresholds;
  sample->n_assigned = assignment->n_thresholds;
  if (check->n_slots > 1) { /* then it has to do with threshold number slot alone */
    for (; sample->n_compared > 0 && sample->compared->threshold != slot; sample->n_compared--)
      sample->compared++;
    sample->n_compared = MIN (sample->n_compared, 1);
    for (; sample->n_assigned > 0 && *sample->assigned != slot; sample->n_assigned--)
      sample->assigned++;
    sample->n_assigned = MIN (sample->n_assigned, 1);
  }
  return sample->n_compared > 0 || sample->n_assigned > 0 || sample->shown;
}

const char *
check_forbids (const Check *check, const Sample *sample, int g, const gint8 *x)
{
  for (guint32 i = 0; i < sample->n_compared; i++) {
    const CoupletLiteral *literal = &sample->compared[i];
    if (((literal->comparison & COUPLET_LESS) != 0 && g > x[literal->threshold]) ||
        ((literal->comparison & COUPLET_GREATER_EQUAL) != 0 && g < x[literal->threshold]))
      return "the shift given breaks a condition of the guard";
  }
  if (sample->shown && g != 0)
    return "the sample is output, but its shift is not 0";
  if ((check->on_cycle || sample->d == NULL) && g != check->difference)
    return "the sample has to shift by D";
  if (sample->one_sided && g < check->difference)
    return "exponential noise has to shift by D or more";
  return NULL;
}
