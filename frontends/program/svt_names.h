/* SPDX-License-Identifier: Apache-2.0 */
/* What the states of the automaton are called: after the place of the reading in the text. */
#ifndef SVT_NAMES_H
#define SVT_NAMES_H

#include "svt_states.h"

/* Where all runs end. */
#define SVT_END_NAME "end"

typedef struct SvtNames SvtNames;

/* All arguments must outlive it; the caller frees it. */
SvtNames *svt_names_new (const SvtProgram *program, const SvtCode *code, const SvtStates *states);
void svt_names_free (SvtNames *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SvtNames, svt_names_free)

/* Sets name to that of state, COUPLET_NONE for the end: behind the reading's name the rounds
 * of the `repeat`s around it, outermost first, from 1, and the values of the variables:
 * `line 4 #2.3 cost=6`. */
void svt_names_write (const SvtNames *names, guint32 state, GString *name);

/* Makes name, that of an argmax, the one of the state that reads its answer number answer; the
 * first needs no other. */
void svt_names_number (GString *name, guint answer);

#endif
