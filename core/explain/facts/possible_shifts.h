/* SPDX-License-Identifier: Apache-2.0 */
/* Which shifts of the thresholds are possible at a state. */
#ifndef COUPLET_EXPLAIN_POSSIBLE_SHIFTS_H
#define COUPLET_EXPLAIN_POSSIBLE_SHIFTS_H

#include <couplet/internal/place_vectors.h>

typedef struct PossibleShifts PossibleShifts;

/* free_cycles: on them shifts are lost when some difference leaves a draw that is not stored no
 * shift. NULL when the automaton is too large. The caller frees the result; the arguments must
 * outlive it. */
PossibleShifts *possible_shifts_new (const CoupletAutomaton *automaton,
                                     const CoupletComponents *free_cycles, CoupletUnit *unit);
void possible_shifts_free (PossibleShifts *possible);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PossibleShifts, possible_shifts_free)

/* Whether some walk, under some inputs, leads to state at a finite cost with these shifts of the
 * thresholds of the n literals; with thresholds of several clusters (<couplet/internal/moves.h>),
 * whether for each cluster some walk does. */
gboolean possible_shifts_have (const PossibleShifts *possible, guint32 state,
                               const CoupletLiteral *literals, guint32 n, const gint8 *shifts);

/* Whether transition may follow on such a walk, at difference, with g as the shift of its sample in
 * slot. */
gboolean possible_shifts_take (const PossibleShifts *possible, guint32 transition, int difference,
                               guint32 slot, int g);

#endif
