/* SPDX-License-Identifier: Apache-2.0 */
#include "evidence_walks.h"

#include <couplet/host/evidence.h>

#include "best_shifts.h"
#include "free_cycles.h"
#include "unrolled.h"

const CoupletAutomaton *
examined_automaton (const CoupletFileResult *result)
{
  return result->unfolded != NULL ? result->unfolded : result->automaton;
}

/* Whether transition t of a, which is unfolded, stands for that of step, with its difference. */
static gboolean
is_taken (const CoupletAutomaton *a, guint32 t, const CoupletWalkStep *step)
{
  return a->folded_transition[t] == step->transition &&
         (a->differences == NULL || (a->differences[t] >> (step->difference + 1) & 1) != 0);
}

gboolean
unfold_walk (const CoupletAutomaton *a, GArray *walk)
{
  guint32 state = a->initial;
  for (guint i = 0; i < walk->len; i++) {
    CoupletWalkStep *step = &g_array_index (walk, CoupletWalkStep, i);
    guint32 t = a->row[state];
    while (t < a->row[state + 1] && !is_taken (a, t, step))
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
  g_autoptr (CoupletComponents) components = free_cycles (a);
  WalkSamples *samples =
      walk_samples_new (a, components, (CoupletWalkStep *)(gpointer)walk->data, n);
  walk_samples_take_shifts (samples, evidence);
  return samples;
}

/* The samples of evidence ATTAINED, its loops taken as often as its cost needs, with shifts that
 * pay no more than they must; NULL where that is too long to be told, or has no steps. */
static WalkSamples *
costly_samples (const CoupletAutomaton *a, const CoupletEvidence *evidence)
{
  guint n, turns;
  couplet_evidence_loops (evidence, &n);
  g_autoptr (CoupletEvidence) unrolled = n > 0 ? unrolled_to_cost (evidence, &turns) : NULL;
  if (n > 0 && unrolled == NULL)
    return NULL;
  g_autoptr (WalkSamples) samples = evidence_samples (a, n > 0 ? unrolled : evidence);
  gboolean good = samples != NULL && samples->walk->len > 0 &&
                  (walk_samples_are_valid (samples) || best_shifts (samples));
  return good ? g_steal_pointer (&samples) : NULL;
}

WalkSamples *
worst_walk (const CoupletFileResult *result, Verifier *verifier, const CoupletStageResult **by)
{
  g_autoptr (WalkSamples) worst = NULL;
  const CoupletRational *most = NULL;
  *by = NULL;
  for (guint s = 0; s < result->n_stages; s++)
    for (guint e = 0; e < result->stages[s].n_evidence; e++) {
      const CoupletEvidence *evidence = result->stages[s].evidence[e];
      const CoupletRational *cost = couplet_evidence_cost (evidence);
      if (couplet_evidence_kind (evidence) != COUPLET_EVIDENCE_ATTAINED ||
          (most != NULL && couplet_rational_compare (cost, most) <= 0) ||
          !verifier_accepts (verifier, &result->stages[s], evidence))
        continue;
      WalkSamples *samples = costly_samples (examined_automaton (result), evidence);
      if (samples == NULL)
        continue;
      walk_samples_free (worst);
      worst = samples;
      most = cost;
      *by = &result->stages[s];
    }
  return g_steal_pointer (&worst);
}

WalkSamples *
violating_walk (const CoupletFileResult *result, Verifier *verifier, ShiftConflict **conflict)
{
  const CoupletStageResult *by;
  const CoupletEvidence *evidence =
      verifier_find_evidence (verifier, result, COUPLET_EVIDENCE_VIOLATION, &by);
  g_autoptr (WalkSamples) samples =
      evidence != NULL ? evidence_samples (examined_automaton (result), evidence) : NULL;
  *conflict = samples != NULL ? shift_conflict_find (samples) : NULL;
  return *conflict != NULL ? g_steal_pointer (&samples) : NULL;
}

WalkSamples *
unbounded_walk (const CoupletFileResult *result, Verifier *verifier)
{
  const CoupletStageResult *by;
  const CoupletEvidence *evidence =
      verifier_find_evidence (verifier, result, COUPLET_EVIDENCE_UNBOUNDED, &by);
  g_autoptr (WalkSamples) samples =
      evidence != NULL ? evidence_samples (examined_automaton (result), evidence) : NULL;
  return samples != NULL && best_shifts (samples) ? g_steal_pointer (&samples) : NULL;
}

WalkSamples *
told_walk (const CoupletFileResult *result, Verifier *verifier, ShiftConflict **conflict)
{
  const CoupletStageResult *by;
  *conflict = NULL;
  if (result->rejected)
    return NULL;
  if (result->verdict == COUPLET_VERDICT_PRIVATE)
    return worst_walk (result, verifier, &by);
  WalkSamples *samples = violating_walk (result, verifier, conflict);
  return samples != NULL ? samples : unbounded_walk (result, verifier);
}
