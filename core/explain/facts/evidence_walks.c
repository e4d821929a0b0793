/* SPDX-License-Identifier: Apache-2.0 */
#include "evidence_walks.h"

#include <couplet/host/check.h>
#include <couplet/internal/graph.h>
#include <couplet/internal/place_vectors.h>

#include "unrolled.h"

const CoupletAutomaton *
examined_automaton (const CoupletResult *result)
{
  return result->unfolded != NULL ? result->unfolded : result->automaton;
}

/* ---- Evidence --------------------------------------------------------------------------- */

static gboolean
is_accepted (const CoupletEvidence *evidence)
{
  g_autofree char *why = NULL;
  return couplet_evidence_check (evidence, NULL, &why) == COUPLET_EVIDENCE_ACCEPTED;
}

/* Whether evidence is of kind and its walk costs more than best, if there is one with steps. */
static gboolean
tells_more (const CoupletEvidence *evidence, CoupletEvidenceKind kind, const CoupletEvidence *best)
{
  const CoupletRational *cost = couplet_evidence_cost (evidence);
  const CoupletRational *other = best != NULL ? couplet_evidence_cost (best) : NULL;
  if (couplet_evidence_kind (evidence) != kind)
    return FALSE;
  return best == NULL || couplet_evidence_size (best) == 0 ||
         (cost != NULL && other != NULL && couplet_rational_compare (cost, other) > 0);
}

const CoupletEvidence *
accepted_evidence (const CoupletResult *result, CoupletEvidenceKind kind,
                   const CoupletStageResult **by)
{
  const CoupletEvidence *best = NULL;
  for (guint s = 0; s < result->n_stages; s++)
    for (guint e = 0; e < result->stages[s].n_evidence; e++) {
      const CoupletStageResult *stage = &result->stages[s];
      if (!tells_more (stage->evidence[e], kind, best) || !is_accepted (stage->evidence[e]))
        continue;
      best = stage->evidence[e];
      *by = stage;
    }
  return best;
}

/* ---- Walks ------------------------------------------------------------------------------ */

WalkSamples *
evidence_samples (const CoupletAutomaton *a, const CoupletEvidence *evidence)
{
  guint n;
  const CoupletWalkStep *steps = couplet_evidence_walk (evidence, &n);
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  g_array_append_vals (walk, steps, n);
  if (!couplet_walk_unfold (a, walk))
    return NULL;
  WalkSamples *samples =
      walk_samples_new (a, couplet_free_cycles (a), (CoupletWalkStep *)(gpointer)walk->data, n);
  walk_samples_take_shifts (samples, evidence);
  return samples;
}

WalkSamples *
path_samples (const CoupletAutomaton *a, const GArray *path, ShiftConflict **conflict,
              GError **error)
{
  CoupletPace pace = {.context = NULL};
  g_autoptr (CoupletComponents) cycles = a->memory == NULL ? couplet_free_cycles (a) : NULL;
  g_autoptr (CoupletUnit) unit = couplet_unit_new (a, error);
  g_autoptr (CoupletVectors) vectors =
      unit != NULL ? couplet_vectors_new (a, cycles, unit, &pace) : NULL;
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  for (guint i = 0; i < path->len; i++) {
    CoupletWalkStep step = {g_array_index (path, guint32, i), 0, COUPLET_SHIFT_UNUSED};
    g_array_append_val (walk, step);
  }
  if (unit == NULL)
    return NULL;
  gboolean good = vectors != NULL && couplet_walk_worst_differences (vectors, walk);
  g_autoptr (WalkSamples) samples = walk_samples_new (
      a, g_steal_pointer (&cycles), (CoupletWalkStep *)(gpointer)walk->data, walk->len);
  *conflict = good ? shift_conflict_find (samples) : NULL;
  if (good && (*conflict != NULL || walk_samples_choose (samples)))
    return g_steal_pointer (&samples);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
               "--path: there are too many ways to shift the draws of this path");
  return NULL;
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
                  (walk_samples_are_valid (samples) || walk_samples_choose (samples));
  return good ? g_steal_pointer (&samples) : NULL;
}

WalkSamples *
worst_walk (const CoupletResult *result, const CoupletStageResult **by)
{
  g_autoptr (WalkSamples) worst = NULL;
  const CoupletRational *most = NULL;
  *by = NULL;
  for (guint s = 0; s < result->n_stages; s++)
    for (guint e = 0; e < result->stages[s].n_evidence; e++) {
      const CoupletEvidence *evidence = result->stages[s].evidence[e];
      const CoupletRational *cost = couplet_evidence_cost (evidence);
      if (couplet_evidence_kind (evidence) != COUPLET_EVIDENCE_ATTAINED ||
          (most != NULL && couplet_rational_compare (cost, most) <= 0) || !is_accepted (evidence))
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
violating_walk (const CoupletResult *result, ShiftConflict **conflict)
{
  const CoupletStageResult *by;
  const CoupletEvidence *evidence = accepted_evidence (result, COUPLET_EVIDENCE_VIOLATION, &by);
  g_autoptr (WalkSamples) samples =
      evidence != NULL ? evidence_samples (examined_automaton (result), evidence) : NULL;
  *conflict = samples != NULL ? shift_conflict_find (samples) : NULL;
  return *conflict != NULL ? g_steal_pointer (&samples) : NULL;
}

/* A walk that costs more and more as loops are repeated, each taken once, with the best shifts;
 * NULL where there is none, or it leaves no shifts. */
static WalkSamples *
unbounded_walk (const CoupletResult *result)
{
  const CoupletStageResult *by;
  const CoupletEvidence *evidence = accepted_evidence (result, COUPLET_EVIDENCE_UNBOUNDED, &by);
  g_autoptr (WalkSamples) samples =
      evidence != NULL ? evidence_samples (examined_automaton (result), evidence) : NULL;
  return samples != NULL && walk_samples_choose (samples) ? g_steal_pointer (&samples) : NULL;
}

WalkSamples *
told_walk (const CoupletResult *result, ShiftConflict **conflict)
{
  const CoupletStageResult *by;
  *conflict = NULL;
  if (result->rejected)
    return NULL;
  if (result->verdict == COUPLET_VERDICT_PRIVATE)
    return worst_walk (result, &by);
  WalkSamples *samples = violating_walk (result, conflict);
  return samples != NULL ? samples : unbounded_walk (result);
}
