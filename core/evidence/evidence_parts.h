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

#endif
