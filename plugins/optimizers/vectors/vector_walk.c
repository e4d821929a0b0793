/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_walk.h"

#include <string.h>

/* Of the clock's pace, for each transition. */
#define STEPS_PER_STEP 8

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

/* The vectors before each step, and behind the last one. The caller frees them. NULL when pace is
 * over. */
static Vector *
follow_steps (VectorSpace *space, const GArray *walk, CoupletPace *pace)
{
  g_autofree Vector *vectors = g_new (Vector, (gsize)walk->len + 1);
  vectors[0] = vector_space_start (space);
  for (guint i = 0; i < walk->len; i++) {
    const CoupletWalkStep *step = &g_array_index (walk, CoupletWalkStep, i);
    guint64 steps = STEPS_PER_STEP * (guint64)couplet_unit_steps (space->unit) *
                    vector_space_size (space, &vectors[i]);
    if (couplet_pace_over (pace, steps) ||
        !vector_space_take (space, step->transition, step->difference, &vectors[i],
                            &vectors[i + 1]))
      return NULL;
  }
  return g_steal_pointer (&vectors);
}

/* Adds the shifts of a best answer to the walk. */
static void
add_shifts (VectorSpace *space, const GArray *walk, const Vector *vectors,
            CoupletEvidence *evidence)
{
  guint32 n_slots = couplet_n_slots (space->automaton);
  g_autofree gint8 *choice = g_new0 (gint8, space->automaton->n_thresholds);
  g_autofree gint8 *shift = g_new (gint8, n_slots);
  vector_space_choose (space, &vectors[walk->len], choice);
  for (guint i = walk->len; i-- > 0;) {
    const CoupletWalkStep *step = &g_array_index (walk, CoupletWalkStep, i);
    memset (shift, COUPLET_SHIFT_UNUSED, n_slots);
    vector_space_retrace (space, &vectors[i], step->transition, step->difference, choice, shift);
    for (guint32 slot = 0; slot < n_slots; slot++)
      if (shift[slot] != COUPLET_SHIFT_UNUSED)
        couplet_evidence_set_shift (evidence, i, slot, shift[slot]);
  }
}

CoupletEvidence *
vector_walk_trace (const VectorSets *sets, VectorSpace *exact, CoupletCost *cost)
{
  CoupletPace pace = {.context = sets->context, .late = TRUE};
  g_autoptr (GArray) walk = collect_steps (sets);
  g_autoptr (CoupletEvidence) evidence = couplet_evidence_new (
      sets->violated ? COUPLET_EVIDENCE_VIOLATION : COUPLET_EVIDENCE_ATTAINED, exact->automaton);
  for (guint i = 0; i < walk->len; i++)
    couplet_evidence_add_step (evidence, g_array_index (walk, CoupletWalkStep, i));
  *cost = COUPLET_COST_INFINITE;
  if (sets->violated)
    return g_steal_pointer (&evidence);
  g_autofree Vector *vectors = follow_steps (exact, walk, &pace);
  if (vectors == NULL)
    return NULL;
  add_shifts (exact, walk, vectors, evidence);
  *cost = vector_space_least (exact, &vectors[walk->len]);
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
