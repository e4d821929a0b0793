/* SPDX-License-Identifier: Apache-2.0 */
/* The samples that a transition uses and the conditions on their shifts, for any number of
 * thresholds and both samplings (docs/theory.md sections 2 and 7). */
#ifndef COUPLET_INTERNAL_SAMPLE_H
#define COUPLET_INTERNAL_SAMPLE_H

#include <couplet/internal/cost.h>
#include <couplet/internal/graph.h>
#include <couplet/internal/shift.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Fills samples, which has room for couplet_n_slots(), with those transition
 * uses, by slot, and returns their number. free_cycles: the components on whose cycles
 * nothing may be paid (rules 5 and 6 of docs/theory.md section 2), so that a draw there
 * is like one without noise; NULL = a transition on a cycle pays like any other. unit may be
 * NULL: then d is not set. */
guint32 couplet_samples_load (CoupletSample *samples, const CoupletAutomaton *automaton,
                              const CoupletComponents *free_cycles, const CoupletUnit *unit,
                              guint32 transition);

/* Fills *sample with the one whose shift threshold's is compared with (with shared sampling:
 * the only one). FALSE when transition does not use it. */
gboolean couplet_sample_load (CoupletSample *sample, const CoupletAutomaton *automaton,
                              const CoupletComponents *free_cycles, const CoupletUnit *unit,
                              guint32 transition, guint32 threshold);

/* The shifts that sample may have at difference, whatever those of thresholds are. */
CoupletShifts couplet_sample_shifts (const CoupletSample *sample, int difference);

/* What the shifts -1, 0 and 1 of sample pay at difference, in multiples of d; COUPLET_NO_FEE
 * for those it may not have. */
void couplet_sample_fees (const CoupletSample *sample, int difference, gint8 fees[3]);

/* What shift g costs at difference; infinite when it is none of couplet_sample_shifts(). */
CoupletCost couplet_sample_cost (const CoupletSample *sample, CoupletUnit *unit, int difference,
                                 int g);

/* What a fresh output, which is not shifted, pays when the inputs differ by difference, in
 * multiples of its parameter; COUPLET_NO_FEE = impossible, 0 for a transition without one.
 * free_cycles: as above. */
int couplet_fresh_fee (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                       guint32 transition, int difference);

/* `shared` or `independent` where that makes a difference: a step uses several thresholds; else
 * NULL. */
const char *couplet_sampling_to_string (const CoupletAutomaton *automaton);

#pragma GCC visibility pop
G_END_DECLS

#endif
