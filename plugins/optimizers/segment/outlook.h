/* SPDX-License-Identifier: Apache-2.0 */
/* What the rest of a segment can cost, for all segments at once.
 *
 * A class of walks (docs/theory.md section 5) is what they leave of the shifts and
 * the assignment, or the end, that they lead to; its cost is a vector, for each
 * shift the largest of its walks. One sweep against the transitions gives every
 * state, for each shift, the greatest entries of the classes that begin there: what
 * a class with one shift left is worth, and of the others those that stand out. */
#ifndef COUPLET_SEGMENT_OUTLOOK_H
#define COUPLET_SEGMENT_OUTLOOK_H

#include "antichain.h"
#include "segment_costs.h"

typedef struct Outlook Outlook;

/* The caller frees the result; costs must outlive it. */
Outlook *outlook_new (const SegmentCosts *costs);
void outlook_free (Outlook *outlook);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Outlook, outlook_free)

/* Fills in the states of component; needs those of the components behind it, and
 * the worst of the assignments that leave it. */
void outlook_set (Outlook *outlook, guint32 component);

/* The classes of the segments that begin in state, as vectors that are infinite
 * outside of the shifts left: appends to known some that are below a class, to possible
 * bounds: every class is below one of known, or one of possible whose tag is the set
 * that it leaves. Both are of Candidate. */
void outlook_classes (const Outlook *outlook, guint32 state, GArray *known, GArray *possible);

/* Sets *cost to the greatest entry, for shift x - 1, of the classes that begin in
 * state with shifts and leave after, a subset. FALSE when there are none. */
gboolean outlook_most (const Outlook *outlook, guint32 state, guint32 shifts, guint32 after,
                       guint32 x, CoupletCost *cost);

#endif
