/* SPDX-License-Identifier: Apache-2.0 */
/* The segment classes of an automaton (docs/theory.md section 5), for each of its
 * thresholds, and what each costs under the strategies S^L, S^N and S^G, which
 * shift the threshold by 1, 0 and -1 whatever the inputs are.
 *
 * With independent sampling the draws for one threshold know nothing of the
 * others, so its costs are exact; fresh outputs are left out when there are
 * several. With shared sampling each draw that the threshold is compared with or
 * assigned pays what that threshold alone asks: conditions fall away, so this is
 * a lower bound, and infinite only where no other threshold could help.
 */
#ifndef COUPLET_EXPLAIN_SEGMENT_TABLE_H
#define COUPLET_EXPLAIN_SEGMENT_TABLE_H

#include <couplet/internal/step.h>

/* The walks from an assignment to the next one (or the end: COUPLET_NONE) that
 * leave the threshold the same shifts. */
typedef struct {
  guint32 threshold;
  guint32 begin, next;
  GArray *example;    /* guint32: a shortest such walk, without begin and next */
  CoupletVector cost; /* at[x + 1]: most that a walk of the class pays, its assignment included */
  gboolean follows;   /* the assignment may repeat: its shift is D, free of cost */
} SegmentClass;

typedef struct {
  CoupletUnit *unit;
  GPtrArray *classes; /* SegmentClass, by threshold, assignment and end */
  guint n_dropped;    /* classes that cost nowhere more than another with the same ends */
} SegmentTable;

/* The classes of automaton, where walks that an unfolded one tells apart and the
 * input does not are put together. NULL with error set when its numbers are too large. The caller
 * frees it. */
SegmentTable *segment_table_new (const CoupletAutomaton *automaton, GError **error);
void segment_table_free (SegmentTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SegmentTable, segment_table_free)

#endif
