/* SPDX-License-Identifier: Apache-2.0 */
/* Joining the answers of several reports and stores, from inside. */
#ifndef COUPLET_CORE_MERGE_H
#define COUPLET_CORE_MERGE_H

#include "database.h"
#include "read_result.h"

#include <couplet/host/merge.h>

/* How many answers are kept. */
guint merge_n_kept (const CoupletMerge *merge);

/* Reads the answer that is kept at index, in the order of the report; automaton as in
 * read_result(). What it contradicts stands as its disagreement, and where it stands in a run that
 * is divided is left out when that run is whole. Clear read in both cases. FALSE with error set. */
gboolean merge_read (const CoupletMerge *merge, guint index, const CoupletAutomaton *automaton,
                     ReadResult *read, GError **error);

/* The key that a store has of that answer; NULL: it has none. The caller frees it. */
char *merge_key (const CoupletMerge *merge, guint index);

/* Whether what is kept is of one run and not all of it: then merge_read() tells each answer's part.
 */
gboolean merge_is_part (const CoupletMerge *merge);

/* A hash of the names of all that is kept. The caller frees it. */
char *merge_list (const CoupletMerge *merge);

#endif
