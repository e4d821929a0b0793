/* SPDX-License-Identifier: Apache-2.0 */
/* How the parts of an automaton are called in a line. States of an unfolded
 * automaton have the names the user gave. */
#ifndef COUPLET_EXPLAIN_NAMING_H
#define COUPLET_EXPLAIN_NAMING_H

#include "document.h"
#include "walk_samples.h"

#include <couplet/host/model.h>

/* `q1 -> q2: top` */
void put_transition (Line *line, const CoupletAutomaton *automaton, guint32 transition);

/* `q1 -> q2 on insample < x, output top` */
void put_full_transition (Line *line, const CoupletAutomaton *automaton, guint32 transition);

/* `draw`, `fresh draw`, or `draw for x` where each threshold has one; or several of them. */
void put_which_draw (Line *line, const WalkSamples *samples, const WalkSample *sample,
                     gboolean several);

/* The shift of a draw: `x<1> + 1 = x<2>`, with the variable of the draw: the threshold it is stored
 * in, else r or f with the number of its step (and its threshold, when each has a draw of its own).
 */
void put_coupling (Line *line, const WalkSamples *samples, const WalkSample *sample);

/* `Step 3`, or `Steps 3, 4 and 6`, of steps (guint, from 0; at least one); of many the first ones.
 */
void put_step_numbers (Line *line, const GArray *steps);

/* What the shift of a sample pays, as a product: `2 * 1/4`, `0`. */
void put_fee (Line *line, const WalkSamples *samples, const WalkSample *sample);

/* A cost in multiples of epsilon: `3/4 * eps`, `eps`. */
void put_cost (Line *line, const CoupletRational *cost);

/* A cost without its epsilon, which may be infinite. */
void put_unit_cost (Line *line, const CoupletUnit *unit, CoupletCost cost);

/* `a1 - 2*z1 + 3`: answers and draws are counted from 1. The caller frees it. */
char *linear_form_to_string (const CoupletLinearList *list, const CoupletLinearForm *form);

#endif
