/* SPDX-License-Identifier: Apache-2.0 */
/* Shifts for the classes of segments, from a model of Z3: evidence `strategy`. */
#ifndef COUPLET_Z3_SEGMENT_SHIFTS_H
#define COUPLET_Z3_SEGMENT_SHIFTS_H

#include "segments.h"
#include "shift_terms.h"

#include <couplet/evidence.h>

/* Asserts in solver what the shifts of the classes must meet: variable i is that of segment i.
 * Asserts some of it when the host says to stop. */
void segment_shifts_assert (ShiftTerms terms, Z3_solver solver, CoupletContext *host,
                            const CoupletAutomaton *automaton, const Segments *segments);

/* The evidence that model is, which the caller owns; NULL when Z3 does not tell a shift. */
CoupletEvidence *segment_shifts_evidence (ShiftTerms terms, Z3_model model,
                                          const CoupletAutomaton *automaton,
                                          const Segments *segments);

#endif
