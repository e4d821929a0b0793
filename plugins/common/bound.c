/* SPDX-License-Identifier: Apache-2.0 */
#include "bound.h"

#include <couplet/host/evidence.h>

/* Of the clock's pace, for an entry and each of its vectors, where numbers are of one word. */
#define STEPS_PER_VECTOR 100

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
    gsize before = couplet_evidence_size (evidence);
    source->add (source->data, evidence, components->members[i]);
    gsize added = couplet_evidence_size (evidence) - before;
    if (couplet_pace_over (&pace, (1 + added) * STEPS_PER_VECTOR * steps))
      return NULL;
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
