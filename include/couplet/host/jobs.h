/* SPDX-License-Identifier: Apache-2.0 */
/* Running a pipeline on many items, on several processes. */
#ifndef COUPLET_HOST_JOBS_H
#define COUPLET_HOST_JOBS_H

#include <couplet/host/run.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Like couplet_run_item() for each of n items in order, on jobs processes (0 or 1 =
 * this one), until the user cancels. An item on which a process ends is run once more; a
 * stage on which it ends again, or which does not heed its time limit, counts as failed.
 * Call it while this process has one thread. Returns the worst exit status. */
int couplet_run_items (CoupletRun *run, const CoupletItem *items, guint n, guint jobs,
                       CoupletResultFunction function, gpointer data);

#pragma GCC visibility pop
G_END_DECLS

#endif
