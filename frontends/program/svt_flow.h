/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a threshold has a value wherever it is compared. Rounds of a `repeat`
 * are taken together: they all run the same text.
 */
#ifndef SVT_FLOW_H
#define SVT_FLOW_H

#include "svt_walk.h"

typedef struct SvtFlow SvtFlow;

SvtFlow *svt_flow_new (const SvtProgram *program, const SvtCode *code, const SvtStates *states);
void svt_flow_free (SvtFlow *flow);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SvtFlow, svt_flow_free)

/* Notes that way leads on from the reading that walker is at. flow may be NULL. */
void svt_flow_add (SvtFlow *flow, const SvtWalker *walker, const SvtWay *way);

/* Reports comparisons with a threshold that has no value yet on some way from
 * the reading start. flow may be NULL. */
void svt_flow_check (SvtFlow *flow, guint32 start);

#endif
