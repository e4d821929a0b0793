/* SPDX-License-Identifier: Apache-2.0 */
/* Running a pipeline on many files, on several processes. */
#ifndef COUPLET_HOST_JOBS_H
#define COUPLET_HOST_JOBS_H

#include <couplet/host/run.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Like couplet_run_file() for each of n files in order, on jobs processes (0 or 1 =
 * this one), until the user cancels. A file on which a process ends is run once more; a
 * stage on which it ends again, or which does not heed its time limit, counts as failed.
 * Call it while this process has one thread. Returns the worst exit status. */
int couplet_run_files (CoupletRun *run, const char *const *files, guint n, guint jobs,
                       CoupletResultFunction function, gpointer data);

#pragma GCC visibility pop
G_END_DECLS

#endif
