/* SPDX-License-Identifier: Apache-2.0 */
/* The states of the automaton by number. Where a program has no whole-number
 * variables they are the states of its code; else each is one of these with values
 * of the variables, numbered as it is met.
 */
#ifndef SVT_STATES_H
#define SVT_STATES_H

#include "svt_code.h"

/* A program with variables and more states is refused: a variable that grows for ever
 * would not end otherwise. */
#define SVT_MAX_VALUED_STATES 200000

typedef struct SvtStates SvtStates;

/* Both arguments must outlive it; the caller frees it. */
SvtStates *svt_states_new (const SvtProgram *program, const SvtCode *code);
void svt_states_free (SvtStates *states);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SvtStates, svt_states_free)

/* How many there can be. */
guint32 svt_states_limit (const SvtStates *states);

/* The number of the state in which reading is met, in the rounds given for each loop
 * and with the values of the variables, of which only those count whose block it stands
 * in. COUPLET_NONE, with an error reported, beyond the limit. */
guint32 svt_states_find (SvtStates *states, const SvtReading *reading, const guint32 *round,
                         const gint64 *values);

/* The state of the code that state belongs to. */
guint32 svt_states_place (const SvtStates *states, guint32 state);

/* The index of the reading that state belongs to. */
guint32 svt_states_reading (const SvtStates *states, guint32 state);

/* The values of the variables in state, by SvtName.index; they stay until the next
 * svt_states_find(). */
const gint64 *svt_states_values (const SvtStates *states, guint32 state);

#endif
