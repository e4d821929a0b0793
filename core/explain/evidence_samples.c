/* SPDX-License-Identifier: Apache-2.0 */
#include "evidence_samples.h"

/* Replaces the transitions of a walk, which are those of what a was unfolded
 * from, by a's own. FALSE when a has no such walk. */
static gboolean
unfold_walk (const CoupletAutomaton *a, GArray *walk)
{
  guint32 state = a->initial;
  for (guint i = 0; i < walk->len; i++) {
    CoupletWalkStep *step = &g_array_index (walk, CoupletWalkStep, i);
    guint32 t = a->row[state];
    while (t < a->row[state + 1] && a->folded_transition[t] != step->transition)
      t++;
    if (t == a->row[state + 1])
      return FALSE;
    step->transition = t;
    state = a->target[t];
  }
  return TRUE;
}

WalkSamples *
evidence_samples (const CoupletAutomaton *a, const CoupletEvidence *evidence)
{
  guint n;
  const CoupletWalkStep *steps = couplet_evidence_walk (evidence, &n);
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  g_array_append_vals (walk, steps, n);
  if (a->folded != NULL && !unfold_walk (a, walk))
    return NULL;
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  WalkSamples *samples =
      walk_samples_new (a, components, (CoupletWalkStep *)(gpointer)walk->data, n);
  for (guint i = 0; i < samples->samples->len; i++) {
    WalkSample *sample = walk_sample (samples, i);
    if (!sample->fresh)
      sample->shift = couplet_evidence_shift (evidence, sample->step, sample->draw.slot);
  }
  return samples;
}
