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

/* The greatest entries of the classes of walks that begin in a state, and the classes that stand
 * out. A class is named by the end that it leads to: an assignment's number, or n_assignments and
 * the state where walks end. */

/* So many of the classes with several shifts left are kept for each of them; with
 * three, next to no segment of the random automata of bench/ is left undecided. */
#define MOST_BEST 3u

#define MOST_LIKELY 2u

/* An entry of the vector of a class. */
typedef struct {
  CoupletCost cost;
  guint32 end; /* COUPLET_NONE: no entry */
} Best;

/* A class, as far as it is known: it costs that much at least. */
typedef struct {
  CoupletVector cost;
  CoupletCost least; /* the least of the entries that count */
  guint32 end;       /* COUPLET_NONE: none */
} Likely;

/* How many entries the list of one shift has, for classes that leave shifts. */
static inline guint32
best_length (guint32 shifts)
{
  return couplet_shifts_are_single (shifts) ? 1 : MOST_BEST;
}

/* Puts new into a list, once for each end, the greatest first. TRUE when the list changed. */
gboolean best_add (Best *list, guint32 length, Best new);

/* Adds the lists more, each of its entries with pay of the list's shift on top, to
 * those of to; both are for walks that leave after. TRUE when a list changed. */
gboolean best_add_all (CoupletUnit *unit, Best *to, const Best *more, guint32 after,
                       const CoupletCost *pay);

/* Appends the classes in the lists of shifts to known (Candidate), or to possible where an entry
 * is but a bound, and a bound for those that are in no list. */
void best_append (const Best *all, guint32 shifts, GArray *known, GArray *possible);

/* Puts a class that leaves shifts and costs at least that much into its list of MOST_LIKELY, the
 * greatest least first. */
void likely_add (Likely *list, guint32 shifts, guint32 end, const CoupletVector *cost);

/* Adds the list more, with pay on top, to the list of to; both are for walks that
 * leave after. */
void likely_add_all (CoupletUnit *unit, Likely *to, const Likely *more, guint32 after,
                     const CoupletCost *pay);

/* Appends the classes of the list to known. */
void likely_append (const Likely *list, guint32 shifts, GArray *known);

#endif
