/* SPDX-License-Identifier: Apache-2.0 */
/* Adding parts of evidence that plugins do not give themselves: what unfolded states bring
 * along, the shifts of one path, and what a file was made from. */
#ifndef COUPLET_CORE_EVIDENCE_PARTS_H
#define COUPLET_CORE_EVIDENCE_PARTS_H

#include <couplet/host/evidence.h>
#include <couplet/host/unfold.h>

/* Adds to the order of the entry begun last (shared sampling, several thresholds). */
void evidence_add_relation (CoupletEvidence *evidence, CoupletKnown relation);
/* Sets what is remembered of earlier inputs at the entry begun last; else nothing is. */
void evidence_set_memory (CoupletEvidence *evidence, CoupletMemory memory);

void evidence_add_draw_shift (CoupletEvidence *evidence, CoupletDrawShift shift);

/* Sets what couplet_evidence_other_input() says (copied; NULL = nothing). */
void evidence_set_other_input (CoupletEvidence *evidence, const char *text);

/* All that there is of evidence that was made of a text; else NULL. */
const char *evidence_text (const CoupletEvidence *evidence);

#define EVIDENCE_N_RELATIONS 3

/* The member of an entry that has the pairs of which relation is known. */
static inline const char *
evidence_relation_key (CoupletRelation relation)
{
  static const char *const KEYS[EVIDENCE_N_RELATIONS] = {
      [COUPLET_KNOWN_LESS] = "order",
      [COUPLET_KNOWN_EQUAL] = "equal",
      [COUPLET_KNOWN_AT_MOST] = "at_most",
  };
  return KEYS[relation];
}

#endif
