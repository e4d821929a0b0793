/* SPDX-License-Identifier: Apache-2.0 */
/* Processes that are sent ranges of items and send back the results, in the order of the items. */
#ifndef COUPLET_CORE_WORKER_H
#define COUPLET_CORE_WORKER_H

#include "child.h"
#include "deaths.h"
#include "run.h"

typedef struct {
  guint first, n;
} Range;

static inline gboolean
range_has (Range range, gint item)
{
  return item >= (gint)range.first && (guint)item < range.first + range.n;
}

typedef struct {
  Child child;
  Watch *watch;    /* what it is doing */
  Range ranges[2]; /* given out and not answered yet, in order */
  guint n_ranges;
} Worker;

/* In memory that all processes share. */
typedef struct {
  volatile int cancelled;
  Watch watches[];
} Shared;

/* All workers, and what they need to know. */
typedef struct {
  CoupletRun *run;
  const CoupletItem *items;
  const Deaths *deaths;
  Worker *all;
  guint n;
  Shared *shared;
} Workers;

/* Whether run needs workers also for one process: what a stranger does where files are judged is to
 * end another process than this. */
gboolean workers_are_needed (const CoupletRun *run);

/* Sets up n workers, none started. FALSE: there is no memory to share. Clear in any case. */
gboolean workers_init (Workers *workers, CoupletRun *run, const CoupletItem *items,
                       const Deaths *deaths, guint n);
/* Waits for those that were started. */
void workers_clear (Workers *workers);

/* Starts worker, which begins with the ranges it has. FALSE: that cannot be done. */
gboolean worker_start (Workers *workers, Worker *worker);

/* Sends range to worker, which must have room for it. */
void worker_give (Worker *worker, Range range);

/* Notes that worker has answered the first of its items. */
void worker_count_answer (Worker *worker);

/* Tells all to begin nothing more and to stop what they do. */
void workers_cancel (Workers *workers);

/* Kills those that do not heed their time limit. */
void workers_kill_overrunning (Workers *workers);

/* The item on which worker ended, and the stage that ran, negative = none yet. FALSE: it was
 * doing nothing. */
gboolean worker_last_work (const Worker *worker, guint *item, int *stage);

/* How worker, which has been reaped, ended; the caller frees it. */
char *worker_end_text (const Workers *workers, const Worker *worker);

#endif
