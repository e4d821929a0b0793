/* SPDX-License-Identifier: Apache-2.0 */
#include "rules.h"

char *
couplet_evidence_check (const CoupletEvidence *evidence, CoupletRational *cost)
{
  Check check = {.a = couplet_evidence_automaton (evidence), .evidence = evidence};
  char *why;
  guint n_classes;
  check_graph_init (&check.graph);
  if (!check_numbers_init (&check.numbers, evidence))
    why = g_strdup ("the common denominator of its numbers is too long");
  else
    switch (couplet_evidence_kind (evidence)) {
    case COUPLET_EVIDENCE_BOUND:
      why = check_bound (&check);
      break;
    case COUPLET_EVIDENCE_STRATEGY:
      couplet_evidence_classes (evidence, &n_classes);
      why = n_classes > 0 ? check_classes (&check) : check_path (&check, cost);
      break;
    default:
      why = check_walk (&check);
    }
  check_graph_clear (&check.graph);
  check_numbers_clear (&check.numbers);
  return why;
}

/* The pairs of vectors that a bound may have to compare. */
static gsize
count_pairs (const CoupletEvidence *evidence)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  g_autofree guint32 *vectors = g_new0 (guint32, a->n_states);
  gsize pairs = 0;
  for (guint32 e = 0; e < couplet_evidence_n_entries (evidence); e++) {
    CoupletEvidenceEntry entry = couplet_evidence_entry (evidence, e);
    vectors[entry.state] = MAX (vectors[entry.state], entry.n_vectors);
  }
  for (guint32 e = 0; e < couplet_evidence_n_entries (evidence); e++) {
    CoupletEvidenceEntry entry = couplet_evidence_entry (evidence, e);
    for (guint32 t = a->row[entry.state]; t < a->row[entry.state + 1]; t++)
      pairs += (gsize)entry.n_vectors * (vectors[a->target[t]] + 1);
  }
  return pairs;
}

gsize
couplet_evidence_effort (const CoupletEvidence *evidence)
{
  return couplet_evidence_kind (evidence) == COUPLET_EVIDENCE_BOUND
             ? count_pairs (evidence)
             : couplet_evidence_size (evidence) +
                   couplet_evidence_automaton (evidence)->n_transitions;
}
