/* SPDX-License-Identifier: Apache-2.0 */
/* The ways a program can go from one reading to the next: one for each outcome
 * of the comparisons made in between, in the order of the text.
 */
#ifndef SVT_WALK_H
#define SVT_WALK_H

#include "svt_step.h"

/* All arguments must outlive it; the caller frees it. */
SvtWalker *svt_walker_new (const SvtProgram *program, SvtCode *code, SvtStates *states);
void svt_walker_free (SvtWalker *walker);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SvtWalker, svt_walker_free)

/* The state of the first reading; COUPLET_NONE with an error reported when
 * there is none. */
guint32 svt_walker_start (SvtWalker *walker);

/* Finds the ways from state; on errors, which are reported, those that have
 * none. False when a limit was met. */
gboolean svt_walker_find_ways (SvtWalker *walker, guint32 state);

#endif
