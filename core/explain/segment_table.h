/* SPDX-License-Identifier: Apache-2.0 */
/* The segment classes of an automaton with one threshold (docs/theory.md section
 * 5) and what each costs under the strategies S^L, S^N and S^G, which shift the
 * threshold by 1, 0 and -1 whatever the inputs are.
 */
#ifndef COUPLET_EXPLAIN_SEGMENT_TABLE_H
#define COUPLET_EXPLAIN_SEGMENT_TABLE_H

#include "document.h"

#include <couplet/step.h>

/* The walks from an assignment to the next one (or the end: COUPLET_NONE) that
 * leave the threshold the same shifts. */
typedef struct {
  guint32 begin, next;
  GArray *example;    /* guint32: a shortest such walk, without begin and next */
  CoupletVector cost; /* at[x + 1]: most that a walk of the class pays, its assignment included */
  gboolean follows;   /* the assignment may repeat: its shift is D, free of cost */
} SegmentClass;

typedef struct {
  CoupletUnit *unit;
  GPtrArray *classes; /* SegmentClass, by assignment and end */
  guint n_dropped;    /* classes that cost nowhere more than another with the same ends */
} SegmentTable;

/* The classes of automaton, which has one threshold. NULL with error set when
 * its numbers are too large. The caller frees it. */
SegmentTable *segment_table_new (const CoupletAutomaton *automaton, GError **error);
void segment_table_free (SegmentTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SegmentTable, segment_table_free)

void tell_segments (Document *document, const CoupletAutomaton *automaton,
                    const SegmentTable *table);

#endif
