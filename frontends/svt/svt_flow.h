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

/* Notes the ways that walker has found last. */
void svt_flow_add_ways (SvtFlow *flow, const SvtWalker *walker);

/* Reports comparisons with a threshold that has no value yet on some way from
 * the reading start. */
void svt_flow_check (SvtFlow *flow, guint32 start);

#endif
