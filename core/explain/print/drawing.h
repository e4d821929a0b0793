/* SPDX-License-Identifier: Apache-2.0 */
/* The automaton as a picture, in the language of Graphviz: the walk that costs
 * most, or the one that no strategy survives, stands out, with what each of its
 * transitions pays. */
#ifndef COUPLET_EXPLAIN_DRAWING_H
#define COUPLET_EXPLAIN_DRAWING_H

#include "walk_samples.h"
#include "page_format.h"

/* Appends the picture of automaton to out. samples: the walk, of automaton or of
 * what it unfolds to, or NULL; conflict: on that walk, or NULL when its shifts
 * are known. caption: one line of words below. page: what it is to fit into. */
void draw_automaton (const CoupletAutomaton *automaton, const WalkSamples *samples,
                     const ShiftConflict *conflict, const char *caption, const PageFormat *page,
                     GString *out);

#endif
