/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/evidence.h>

struct CoupletEvidence {
  CoupletEvidenceKind kind;
  const CoupletAutomaton *automaton;
  gboolean has_cost;
  CoupletRational cost;
  GArray *walk; /* CoupletWalkStep */
};

const char *
couplet_evidence_kind_to_string (CoupletEvidenceKind kind)
{
  static const char *const names[] = {"bound", "attained", "violation", "strategy"};
  return names[kind];
}

CoupletEvidence *
couplet_evidence_new (CoupletEvidenceKind kind, const CoupletAutomaton *automaton)
{
  CoupletEvidence *evidence = g_new0 (CoupletEvidence, 1);
  evidence->kind = kind;
  evidence->automaton = automaton;
  evidence->walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  couplet_rational_init (&evidence->cost);
  return evidence;
}

void
couplet_evidence_free (CoupletEvidence *evidence)
{
  if (evidence == NULL)
    return;
  couplet_rational_clear (&evidence->cost);
  g_array_unref (evidence->walk);
  g_free (evidence);
}

CoupletEvidenceKind
couplet_evidence_kind (const CoupletEvidence *evidence)
{
  return evidence->kind;
}

const CoupletAutomaton *
couplet_evidence_automaton (const CoupletEvidence *evidence)
{
  return evidence->automaton;
}

void
couplet_evidence_set_cost (CoupletEvidence *evidence, const CoupletRational *cost)
{
  mpq_set (evidence->cost.value, cost->value);
  evidence->has_cost = TRUE;
}

const CoupletRational *
couplet_evidence_cost (const CoupletEvidence *evidence)
{
  return evidence->has_cost ? &evidence->cost : NULL;
}

void
couplet_evidence_add_step (CoupletEvidence *evidence, CoupletWalkStep step)
{
  g_array_append_val (evidence->walk, step);
}

const CoupletWalkStep *
couplet_evidence_walk (const CoupletEvidence *evidence, guint *n)
{
  *n = evidence->walk->len;
  return (const CoupletWalkStep *)(gpointer)evidence->walk->data;
}
