/* SPDX-License-Identifier: Apache-2.0 */
/* Joining the answers of runs, as of the shards of one, that stand in JSON reports and stores. */
#ifndef COUPLET_HOST_MERGE_H
#define COUPLET_HOST_MERGE_H

#include <couplet/host/run.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

typedef struct CoupletMerge CoupletMerge;

/* No answers. The caller frees it. */
CoupletMerge *couplet_merge_new (void);
void couplet_merge_free (CoupletMerge *merge);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletMerge, couplet_merge_free)

/* Adds the answers in the JSON report called name, `-` = standard input, or of the last run in the
 * store of that name, with all its shards. FALSE with error set (INPUT), naming file, line and
 * object. */
gboolean couplet_merge_add (CoupletMerge *merge, const char *name, GError **error);

/* Says of which n files there are to be answers, and in what order; both are else what the answers
 * tell. Others are left out. */
void couplet_merge_expect (CoupletMerge *merge, const char *const *files, guint n);

/* What is to be said of the answers beside themselves. */
typedef enum {
  COUPLET_FINDING_MISSING,       /* an answer that should be there */
  COUPLET_FINDING_DOUBLE,        /* answers that are there more than once */
  COUPLET_FINDING_CONTRADICTION, /* answers that cannot both be right */
  COUPLET_FINDING_NOTE
} CoupletFindingKind;

typedef struct {
  CoupletFindingKind kind;
  char *text; /* one line */
} CoupletFinding;

/* Joins what was added: of answers about the same file with the same parameters one is kept. To be
 * called once. FALSE with error set (INPUT) where an answer cannot be read any more. */
gboolean couplet_merge_join (CoupletMerge *merge, GError **error);

/* What joining found, of each kind in the order of the answers; *n receives how much. Owned by
 * merge. */
const CoupletFinding *couplet_merge_findings (const CoupletMerge *merge, guint *n);

/* Whether the file called name is one of those that were added. */
gboolean couplet_merge_has_source (const CoupletMerge *merge, const char *name);

/* Writes what joining kept into the store called name, which is made if it is not there and is none
 * of those that were added, as one run with that exit status; as the shards that they are where
 * answers of the run are missing. FALSE with error set (INPUT; CONFIGURATION in a program without
 * SQLite). */
gboolean couplet_merge_store (const CoupletMerge *merge, const char *name, int status,
                              GError **error);

/* Reports what joining kept, as run's report does, which begins and ends here; function gets each
 * answer before. compare: as couplet_run_begin(). Reports that need automata get those whose files
 * can be read again and are what they were. *status receives the exit status that the answers call
 * for. FALSE with error set (INPUT) where an answer cannot be read
 * any more. */
gboolean couplet_run_merge (CoupletRun *run, CoupletMerge *merge, gboolean compare,
                            CoupletResultFunction function, gpointer data, int *status,
                            GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
