/* SPDX-License-Identifier: Apache-2.0 */
/* The samples that a transition uses and the conditions on their shifts, for any
 * number of thresholds and both samplings (docs/theory.md sections 2 and 7).
 */
#ifndef COUPLET_SAMPLE_H
#define COUPLET_SAMPLE_H

#include <couplet/cost.h>
#include <couplet/graph.h>
#include <couplet/shift.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* One sample. Its shift g has to be in couplet_shifts_beside() of every literal and its
 * threshold's shift, and in couplet_sample_shifts(); it costs couplet_sample_cost().
 * Afterwards the assigned thresholds have x = g. The arrays belong to the automaton. */
typedef struct {
  guint32 slot; /* of the state's noise parameters: the threshold, or 0 with shared sampling */
  guint32 n_literals;
  const CoupletLiteral *literals;
  guint32 n_assigned;
  const guint32 *assigned;
  gboolean outputs;       /* it is output */
  CoupletNoiseKind noise; /* on a cycle that must be free, COUPLET_NOISELESS */
  gboolean tight;         /* noise is COUPLET_NOISELESS: g = D */
  CoupletCost d;          /* in the unit; infinite without noise */
} CoupletSample;

static inline gboolean
couplet_sample_assigns (const CoupletSample *sample, guint32 threshold)
{
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (sample->assigned[i] == threshold)
      return TRUE;
  return FALSE;
}

/* How many samples of a state there are, used or not: one for each threshold,
 * or one with shared sampling. */
static inline guint32
couplet_n_slots (const CoupletAutomaton *automaton)
{
  return automaton->sampling == COUPLET_SHARED ? 1 : automaton->n_thresholds;
}

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

/* fee times d; infinite for COUPLET_NO_FEE. */
static inline CoupletCost
couplet_cost_of_fee (CoupletUnit *unit, int fee, CoupletCost d)
{
  return fee == 0                ? 0
         : fee == 1              ? d
         : fee == COUPLET_NO_FEE ? COUPLET_COST_INFINITE
                                 : couplet_cost_add (unit, d, d);
}

/* What shift g costs at difference; infinite when it is none of couplet_sample_shifts(). */
CoupletCost couplet_sample_cost (const CoupletSample *sample, CoupletUnit *unit, int difference,
                                 int g);

/* What a fresh output, which is not shifted, pays when the inputs differ by difference, in
 * multiples of its parameter; COUPLET_NO_FEE = impossible, 0 for a transition without one.
 * free_cycles: as above. */
int couplet_fresh_fee (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                       guint32 transition, int difference);

/* The fee as a cost; infinite = impossible. */
CoupletCost couplet_fresh_cost (const CoupletAutomaton *automaton,
                                const CoupletComponents *free_cycles, CoupletUnit *unit,
                                guint32 transition, int difference);

/* `shared` or `independent` where that makes a difference: a step uses several thresholds; else
 * NULL. */
const char *couplet_sampling_to_string (const CoupletAutomaton *automaton);

#pragma GCC visibility pop
G_END_DECLS

#endif
