/* SPDX-License-Identifier: Apache-2.0 */
/* Steps that come before an output of the program and belong to it: the way to an answer that is
 * output at once, and the draws of an argmax. Where the outputs of the program tell its path they
 * show nothing more, and may be shown under a name of their own; elsewhere they are silent. Which
 * it is is known when all others have been made.
 */
#ifndef SVT_HELD_H
#define SVT_HELD_H

#include <couplet/builder.h>

typedef struct SvtHeld SvtHeld;

SvtHeld *svt_held_new (void);
void svt_held_free (SvtHeld *held);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SvtHeld, svt_held_free)

/* Keeps a copy of a transition, whose output is a name for the step. */
void svt_held_add (SvtHeld *held, const CoupletTransitionSpec *transition);

/* Adds all transitions to builder, as silent ones where the outputs do not tell the path. */
void svt_held_give (SvtHeld *held, CoupletBuilder *builder, gboolean silent);

#endif
