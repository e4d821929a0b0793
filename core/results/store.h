/* SPDX-License-Identifier: Apache-2.0 */
/* Answers kept as lines of a JSON report in an SQLite database: docs/stores.md. */
#ifndef COUPLET_CORE_STORE_H
#define COUPLET_CORE_STORE_H

#include "database.h"

#include <couplet/internal/plugin.h>

#define STORE_KEY_DIGITS 64

/* What list and asked are where they are not known. */
#define STORE_UNKNOWN "?"

/* Whether the file called name is an SQLite database, by its first bytes. */
gboolean store_is_one (const char *name);

/* Opens the store called name: to be read; or to be written, too, and then made if it is not there.
 * NULL with error set (INPUT; CONFIGURATION in a program without SQLite). */
Database *store_open (const char *name, gboolean writable, GError **error);

/* ---- Runs ------------------------------------------------------------------------------- */

/* Begins a run, or begins it again, in a transaction: what maker makes of the items of part, which
 * are noted next. *id receives its number. It has no items any more; what they were answered before
 * remains to be taken. FALSE with error set. */
gboolean store_add_run (Database *store, const CoupletProvenance *maker, const CoupletPart *part,
                        gint64 *id, GError **error);

/* Notes, in that transaction, that run is to answer item, a number in the whole run: file, with
 * what is swept. */
gboolean store_expect (Database *store, gint64 run, guint32 item, const char *file,
                       const CoupletDefinition *swept, guint n_swept, GError **error);

/* Notes that run has ended, with that exit status. */
gboolean store_end (Database *store, gint64 run, int status, GError **error);

/* ---- Answers ------------------------------------------------------------------------------ */

/* The keys of all answers that may be taken again, in order, without anything between. NULL with
 * error set. The caller frees them. */
GString *store_keys (Database *store, GError **error);

/* Keeps result as the answer to item of run, whole or not at all. key: by which it is found again,
 * NULL = it is not to be taken again, only shown. Where there is an answer with that key, that one
 * becomes the item's. */
gboolean store_put (Database *store, gint64 run, guint32 item, const char *key,
                    const CoupletResult *result, gboolean with_evidence, GError **error);

/* Makes the answer with that key, NULL = the one that was added last, the one to item of run. FALSE
 * with error set. */
gboolean store_assign (Database *store, gint64 run, guint32 item, const char *key, GError **error);

/* The line of the answer with that key, without an end; NULL with error set. The caller frees it.
 */
char *store_line (Database *store, const char *key, GError **error);

/* The items of the last run, with all its shards, in order; where shards have the same item, the
 * later one counts. Columns: the number of the item; its line of a report, that of an unknown
 * verdict where it is not answered yet; whether it is; the line that was kept, for this item or
 * another, with its key and seal. NULL with error set, also where rows are missing. */
#define STORE_ROW "itittt"
Statement *store_last_rows (Database *store, GError **error);

/* FALSE with error set where line is not the one that was kept with key, or is not there. */
gboolean store_check_line (const Database *store, const char *key, const char *seal,
                           const char *line, GError **error);

#endif
