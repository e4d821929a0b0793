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

/* Whether a private answer has been read wherever one is read again. Rounds of a `repeat`
 * are taken together: they all run the same text.
 */

typedef struct SvtRecall SvtRecall;

/* NULL for a program that reads nothing again; else the caller frees it. Both arguments must
 * outlive it. */
SvtRecall *svt_recall_new (const SvtProgram *program, const SvtCode *code);
void svt_recall_free (SvtRecall *recall);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SvtRecall, svt_recall_free)

/* Notes that way leads on from the reading that walker is at. recall may be NULL. */
void svt_recall_add (SvtRecall *recall, const SvtWalker *walker, const SvtWay *way);

/* Reports readings of an answer again to which some run comes from the reading start before
 * a private one. recall may be NULL. */
void svt_recall_check (SvtRecall *recall, guint32 start);

#endif
