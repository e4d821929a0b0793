/* SPDX-License-Identifier: Apache-2.0 */
/* Joining the answers of several reports and stores. */
#ifndef COUPLET_CORE_MERGE_H
#define COUPLET_CORE_MERGE_H

#include "merge_source.h"
#include "read_result.h"

#include <couplet/host/merge.h>

/* How many answers are kept. */
guint merge_n_kept (const CoupletMerge *merge);

/* Reads the answer that is kept at index, in the order of the report; automaton as in
 * read_result(). What it contradicts stands as its disagreement, and where it stands in a run that
 * is divided is left out when that run is whole. Clear read in both cases. FALSE with error set. */
gboolean merge_read (const CoupletMerge *merge, guint index, const CoupletAutomaton *automaton,
                     ReadResult *read, GError **error);

/* The key of that answer, STORE_KEY_BYTES long; FALSE: it has none. */
gboolean merge_key (const CoupletMerge *merge, guint index, guint8 *key);

/* Whether what is kept is of one run and not all of it. *run receives what is known of runs that
 * stores have. */
gboolean merge_is_part (const CoupletMerge *merge, SourceRun *run);

/* Where that answer stands in the run that all are of. */
const CoupletPart *merge_part (const CoupletMerge *merge, guint index);

#endif
