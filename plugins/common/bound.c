/* SPDX-License-Identifier: Apache-2.0 */
#include "bound.h"

CoupletEvidence *
bound_new (const BoundSource *source, const CoupletRational *cost)
{
  const CoupletComponents *components = source->components;
  CoupletPace pace = {.context = source->context, .late = TRUE};
  guint32 steps = couplet_unit_steps (source->unit);
  g_autoptr (CoupletEvidence) evidence =
      couplet_evidence_new (COUPLET_EVIDENCE_BOUND, source->automaton);
  couplet_evidence_set_cost (evidence, cost);
  for (guint32 i = components->first[components->n_components]; i-- > 0;) {
    guint32 state = components->members[i];
    if (couplet_pace_over (&pace, source->steps (source->data, state) * steps))
      return NULL;
    source->add (source->data, evidence, state);
  }
  return g_steal_pointer (&evidence);
}

void
bound_add_vector (CoupletEvidence *evidence, const guint32 values[3])
{
  static const guint32 threshold = 0;
  couplet_evidence_begin_vector (evidence);
  couplet_evidence_add_factor (evidence, &(CoupletEvidenceFactor){1, &threshold, values});
}

void
bound_give (CoupletOutcome *outcome, CoupletEvidence *evidence, const CoupletUnit *unit,
            guint64 n_vectors)
{
  if (evidence != NULL)
    couplet_outcome_take_evidence (outcome, evidence);
  else
    couplet_outcome_leave_out_evidence (outcome, n_vectors * couplet_unit_steps (unit));
}
