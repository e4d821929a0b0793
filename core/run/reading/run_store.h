/* SPDX-License-Identifier: Apache-2.0 */
/* The store of a run: which answers are there already, and keeping new ones. Only the process that
 * opened it reads and writes it; others know what was there before. */
#ifndef COUPLET_CORE_RUN_STORE_H
#define COUPLET_CORE_RUN_STORE_H

#include "run.h"
#include "store.h"

/* How an item's answer is found in a store. */
typedef struct {
  char key[STORE_KEY_DIGITS + 1]; /* empty = it is not to be found */
  gboolean taken;                 /* it is there, and is taken */
} Keeping;

/* Sets *keeping for what frontend is about to read in source with the run's parameters; nothing
 * is known where run has no store. */
void run_store_find (CoupletRun *run, const Stage *frontend, const CoupletSource *source,
                     Keeping *keeping);

/* Keeps result as the answer to item, when run has a store. Failures of stages, files that are not
 * read, and what an interrupt cut short are not to be taken again. What goes wrong is told by
 * couplet_run_close_store(). */
void run_store_keep (CoupletRun *run, const CoupletItem *item, const CoupletResult *result,
                     const Keeping *keeping);

/* The answer that keeping takes for item, as the line of a JSON report; NULL with error set. The
 * caller frees it. */
char *run_store_take (CoupletRun *run, const CoupletItem *item, const Keeping *keeping,
                      GError **error);

/* What the store is called. */
const char *run_store_name (const CoupletRun *run);

/* Closes it without a word. NULL is allowed. */
void run_store_free (RunStore *store);

#endif
