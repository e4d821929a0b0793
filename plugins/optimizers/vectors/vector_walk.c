/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_walk.h"

#include <couplet/internal/place_vectors.h>

/* Adds the steps of the rest of that number. */
static void
append_rest (const WalkRests *rests, guint32 number, GArray *walk)
{
  const WalkRest *rest;
  for (guint32 r = number; (rest = walk_rest_at (rests, r))->behind != NO_REST; r = rest->behind) {
    CoupletWalkStep step = {rest->transition, rest->difference, COUPLET_SHIFT_UNUSED};
    g_array_append_val (walk, step);
  }
}

/* The steps that lead to the best vector and, by a rest, on from it, first to last:
 * CoupletWalkStep, without shifts. */
static GArray *
collect_steps (const VectorSets *sets)
{
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  for (guint32 i = sets->best_node; node_at (sets, i)->parent != NO_NODE;
       i = node_at (sets, i)->parent) {
    const Node *node = node_at (sets, i);
    CoupletWalkStep step = {node->transition, node->difference, COUPLET_SHIFT_UNUSED};
    g_array_append_val (walk, step);
  }
  for (guint i = 0; i < walk->len / 2; i++) {
    CoupletWalkStep *a = &g_array_index (walk, CoupletWalkStep, i);
    CoupletWalkStep *b = &g_array_index (walk, CoupletWalkStep, walk->len - 1 - i);
    CoupletWalkStep swapped = *a;
    *a = *b;
    *b = swapped;
  }
  if (sets->best_rest != NO_REST)
    append_rest (sets->rests, sets->best_rest, walk);
  return walk;
}

/* Adds the cheapest shifts to the walk and sets *cost to what they cost. FALSE when it has too many
 * places, or pace is over. */
static gboolean
add_shifts (const VectorSpace *space, const GArray *walk, CoupletPace *pace,
            CoupletEvidence *evidence, CoupletCost *cost)
{
  guint32 n_slots = couplet_n_slots (space->automaton);
  g_autofree gint8 *shifts = g_new (gint8, (gsize)walk->len * n_slots + 1);
  g_autoptr (CoupletVectors) vectors =
      couplet_vectors_new (space->automaton, space->components, space->unit, pace);
  if (vectors == NULL ||
      !couplet_walk_shifts (vectors, (const CoupletWalkStep *)(gpointer)walk->data, walk->len, pace,
                            shifts, cost))
    return FALSE;
  for (guint i = 0; i < walk->len; i++)
    for (guint32 slot = 0; slot < n_slots; slot++) {
      gint8 shift = shifts[(gsize)i * n_slots + slot];
      if (shift != COUPLET_SHIFT_UNUSED)
        couplet_evidence_set_shift (evidence, i, slot, shift);
    }
  return TRUE;
}

CoupletEvidence *
vector_walk_trace (const VectorSets *sets, const VectorSpace *exact, CoupletCost *cost)
{
  CoupletPace pace = {.context = sets->context, .late = TRUE};
  g_autoptr (GArray) walk = collect_steps (sets);
  g_autoptr (CoupletEvidence) evidence = couplet_evidence_new (
      sets->violated ? COUPLET_EVIDENCE_VIOLATION : COUPLET_EVIDENCE_ATTAINED, exact->automaton);
  for (guint i = 0; i < walk->len; i++)
    couplet_evidence_add_step (evidence, g_array_index (walk, CoupletWalkStep, i));
  *cost = sets->violated ? COUPLET_COST_INFINITE : sets->best;
  if (sets->violated)
    return g_steal_pointer (&evidence);
  if (!add_shifts (exact, walk, &pace, evidence, cost) &&
      (exact->tables == NULL || couplet_pace_over (&pace, 0)))
    return NULL; /* of one threshold no walk has too many places */
  couplet_evidence_set_unit_cost (evidence, exact->unit, *cost);
  return g_steal_pointer (&evidence);
}

void
vector_walk_tell (const CoupletEvidence *violation, CoupletOutcome *outcome)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (violation);
  guint n;
  const CoupletWalkStep *walk = couplet_evidence_walk (violation, &n);
  g_autofree char *text = couplet_transition_to_string (a, walk[n - 1].transition);
  couplet_outcome_set_reason (outcome, "%s left after a walk of %u transitions that ends with %s",
                              a->n_thresholds == 1 ? "no shift of the threshold is"
                                                   : "no shifts of the thresholds are",
                              n, text);
}
