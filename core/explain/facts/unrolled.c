/* SPDX-License-Identifier: Apache-2.0 */
#include "unrolled.h"

#include <couplet/host/check.h>

/* No person reads longer walks, of which tables leave out the middle, and shifts for them take too
 * long to find; as does the number of turns, of more than a few. */
#define MOST_STEPS 4000
#define MOST_STEPS_OF_MANY_TURNS 400
#define FEW_TURNS 4

typedef struct {
  CoupletEvidence *result;
  const CoupletWalkStep *walk;
  const CoupletEvidenceLoop *loops;
  guint n_loops, turns, n_steps;
} Unrolling;

/* The first loop that begins after the one at place loop. */
static guint
next_loop (const Unrolling *unrolling, guint loop)
{
  guint next = loop + 1;
  while (next < unrolling->n_loops && unrolling->loops[next].first < unrolling->loops[loop].end)
    next++;
  return next;
}

/* Appends steps first .. end - 1, among which loop is the first loop. No deeper than
 * COUPLET_LOOP_DEPTH_MAX. FALSE = too many. */
static gboolean
append (Unrolling *unrolling, guint first, guint end, guint loop)
{
  for (guint i = first; i < end;) {
    gboolean begins = loop < unrolling->n_loops && unrolling->loops[loop].first == i &&
                      unrolling->loops[loop].end <= end;
    if (begins) {
      for (guint turn = 0; turn < unrolling->turns; turn++)
        if (!append (unrolling, i, unrolling->loops[loop].end, loop + 1))
          return FALSE;
      i = unrolling->loops[loop].end;
      loop = next_loop (unrolling, loop);
      continue;
    }
    if (++unrolling->n_steps >
        (unrolling->turns <= FEW_TURNS ? MOST_STEPS : MOST_STEPS_OF_MANY_TURNS))
      return FALSE;
    CoupletWalkStep step = unrolling->walk[i++];
    step.shift = COUPLET_SHIFT_UNUSED;
    couplet_evidence_add_step (unrolling->result, step);
  }
  return TRUE;
}

CoupletEvidence *
unrolled_walk (const CoupletEvidence *evidence, guint turns)
{
  guint n;
  g_autoptr (CoupletEvidence) result =
      couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, couplet_evidence_automaton (evidence));
  Unrolling unrolling = {.result = result, .turns = turns};
  unrolling.walk = couplet_evidence_walk (evidence, &n);
  unrolling.loops = couplet_evidence_loops (evidence, &unrolling.n_loops);
  if (couplet_evidence_cost (evidence) != NULL)
    couplet_evidence_set_cost (result, couplet_evidence_cost (evidence));
  return append (&unrolling, 0, n, 0) ? g_steal_pointer (&result) : NULL;
}

CoupletEvidence *
unrolled_to_cost (const CoupletEvidence *evidence, guint *turns)
{
  for (*turns = 1;; ++*turns) {
    g_autoptr (CoupletEvidence) walk = unrolled_walk (evidence, *turns);
    g_autofree char *why = NULL;
    if (walk == NULL)
      return NULL;
    if (couplet_evidence_check (walk, NULL, &why) == COUPLET_EVIDENCE_ACCEPTED)
      return g_steal_pointer (&walk);
  }
}
