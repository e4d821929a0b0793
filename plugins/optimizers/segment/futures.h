/* SPDX-License-Identifier: Apache-2.0 */
/* What may follow an assignment: for each class of the segments from its target a
 * vector, whose entry x + 1 is the cost of the rest when the shift is x. */
#ifndef COUPLET_SEGMENT_FUTURES_H
#define COUPLET_SEGMENT_FUTURES_H

#include "outlook.h"

typedef struct Futures Futures;

/* The caller frees the result; costs must outlive it. */
Futures *futures_new (const SegmentCosts *costs);
void futures_free (Futures *futures);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Futures, futures_free)

/* Looks ahead from the states of component to which an assignment leads; needs the
 * components behind it, and the worst of the assignments that leave it. */
void futures_look (Futures *futures, guint32 component);

/* The cost from an assignment into state on: for each previous shift x (entry x + 1)
 * the greatest, over its input differences and the futures of state, of the least
 * cost over the shifts that it may choose. */
CoupletVector futures_worst (Futures *futures, const CoupletStep *step, guint32 state);

/* How many segments there are, how many questions had to be answered by a search of
 * one, and how many classes were met in doing so. */
void futures_count (const Futures *futures, guint64 *segments, guint64 *searches, guint64 *classes);

#endif
