/* SPDX-License-Identifier: Apache-2.0 */
/* Keeping the answers of a run in a store, and taking from it what is answered there:
 * docs/stores.md.
 */
#ifndef COUPLET_HOST_RUN_STORE_H
#define COUPLET_HOST_RUN_STORE_H

#include <couplet/host/run.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Opens the store called name, or makes it, for the n items that run is about to answer, whose
 * parts say where they stand in the whole run; host->wants_provenance is set. list:
 * couplet_items_digest() of the whole run. part: which shard this is, of how many, how many items
 * the whole run has, and what it is asked. items must outlive the run. FALSE with error set (INPUT;
 * CONFIGURATION in a program without SQLite). */
gboolean couplet_run_open_store (CoupletRun *run, const char *name, const char *list,
                                 const CoupletPart *part, const CoupletItem *items, guint n,
                                 GError **error);

/* Notes that the run has ended with that exit status, and closes its store, if it has one. FALSE
 * with error set (INPUT) when some answer could not be kept. */
gboolean couplet_run_close_store (CoupletRun *run, int status, GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
