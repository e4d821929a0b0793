/* SPDX-License-Identifier: Apache-2.0 */
/* What shifts pay by the kind of noise; <couplet/internal/sample.h> is derived from it. */
#ifndef COUPLET_CORE_FEES_H
#define COUPLET_CORE_FEES_H

#include <couplet/solve.h>

/* What the shifts -1, 0 and 1 pay for a draw with this noise when the inputs differ by
 * difference, in multiples of the noise parameter d; COUPLET_NO_FEE where no multiple is
 * enough. */
const gint8 *shift_fees (CoupletNoiseKind noise, int difference);

/* couplet_differences() as a set. */
CoupletShifts difference_set (const CoupletAutomaton *automaton, guint32 transition);

#endif
