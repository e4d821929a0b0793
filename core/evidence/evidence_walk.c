/* SPDX-License-Identifier: Apache-2.0 */
/* Walks, and the loops in them. */
#include "parts.h"

gboolean
evidence_fold_transition (const CoupletEvidence *evidence, guint32 *transition)
{
  const CoupletAutomaton *unfolded = evidence->unfolded;
  if (unfolded == NULL)
    return *transition < evidence->automaton->n_transitions;
  if (*transition >= unfolded->n_transitions)
    return FALSE;
  *transition = unfolded->folded_transition[*transition];
  return TRUE;
}

void
couplet_evidence_add_step (CoupletEvidence *evidence, CoupletWalkStep step)
{
  gint8 unused = COUPLET_SHIFT_UNUSED;
  if (!evidence_allow (evidence, evidence_fold_transition (evidence, &step.transition) &&
                                     step.difference >= -1 && step.difference <= 1 &&
                                     evidence_is_shift (step.shift)))
    return;
  g_array_append_val (evidence->walk, step);
  for (guint32 slot = 0; evidence->n_slots > 1 && slot < evidence->n_slots; slot++)
    g_array_append_val (evidence->shifts, unused);
}

void
couplet_evidence_set_shift (CoupletEvidence *evidence, guint step, guint32 slot, gint8 shift)
{
  if (!evidence_allow (evidence, step < evidence->walk->len && slot < evidence->n_slots &&
                                     evidence_is_shift (shift)))
    return;
  if (evidence->n_slots == 1)
    g_array_index (evidence->walk, CoupletWalkStep, step).shift = shift;
  else
    g_array_index (evidence->shifts, gint8, (gsize)step * evidence->n_slots + slot) = shift;
}

gint8
couplet_evidence_shift (const CoupletEvidence *evidence, guint step, guint32 slot)
{
  if (evidence->n_slots == 1)
    return g_array_index (evidence->walk, CoupletWalkStep, step).shift;
  return g_array_index (evidence->shifts, gint8, (gsize)step * evidence->n_slots + slot);
}

const CoupletWalkStep *
couplet_evidence_walk (const CoupletEvidence *evidence, guint *n)
{
  *n = evidence->walk->len;
  return (const CoupletWalkStep *)(gpointer)evidence->walk->data;
}

/* ---- Loops ------------------------------------------------------------------------------ */

void
couplet_evidence_begin_loop (CoupletEvidence *evidence)
{
  CoupletEvidenceLoop loop = {evidence->walk->len, 0, COUPLET_NUMBER_NONE};
  if (!evidence_allow (evidence, evidence->n_open < COUPLET_LOOP_DEPTH_MAX))
    return;
  g_array_append_val (evidence->loops, loop);
  evidence->n_open++;
}

/* The loop begun last among those that are not ended. */
static CoupletEvidenceLoop *
innermost (const CoupletEvidence *evidence)
{
  guint i = evidence->loops->len;
  while (g_array_index (evidence->loops, CoupletEvidenceLoop, i - 1).end != 0)
    i--;
  return &g_array_index (evidence->loops, CoupletEvidenceLoop, i - 1);
}

void
couplet_evidence_end_loop (CoupletEvidence *evidence, guint32 raises)
{
  if (!evidence_allow (evidence, evidence->n_open > 0 &&
                                     evidence_has_number (evidence, raises, COUPLET_NUMBER_NONE)))
    return;
  CoupletEvidenceLoop *loop = innermost (evidence);
  if (!evidence_allow (evidence, loop->first < evidence->walk->len))
    return;
  loop->end = evidence->walk->len;
  loop->raises = raises;
  evidence->n_open--;
}

const CoupletEvidenceLoop *
couplet_evidence_loops (const CoupletEvidence *evidence, guint *n)
{
  *n = evidence->loops->len;
  return (const CoupletEvidenceLoop *)(gpointer)evidence->loops->data;
}
