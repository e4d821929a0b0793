/* SPDX-License-Identifier: Apache-2.0 */
/* Answers kept in an SQLite database: docs/stores.md. A process that forks must not use its store
 * in the child. */
#ifndef COUPLET_CORE_STORE_H
#define COUPLET_CORE_STORE_H

#include <couplet/internal/plugin.h>

#define STORE_KEY_BYTES 32

/* How a list begins, and what was asked, where neither is known. */
#define STORE_UNKNOWN "?"

typedef struct Store Store;

/* Whether the file called name is an SQLite database, by its first bytes. */
gboolean store_is_one (const char *name);

/* Opens the store called name: to be read; or to be written, too, and then made if it is not there.
 * NULL with error set (INPUT; CONFIGURATION in a program without SQLite). */
Store *store_open (const char *name, gboolean writable, GError **error);
void store_free (Store *store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Store, store_free)

const char *store_name (const Store *store);

/* ---- Runs ------------------------------------------------------------------------------- */

/* What a run is to answer. The arrays have n_own elements. */
typedef struct {
  const CoupletProvenance *provenance;
  const char *list;  /* a hash of the whole run's items */
  const char *asked; /* what is set for reading them: `-D c=2`, empty = nothing */
  guint32 shard, n_shards;
  guint32 n_items; /* of the whole run */
  guint32 n_own;   /* of this shard */
} StoreRun;

/* An item as a store has it. */
typedef struct {
  guint32 item; /* of the whole run, from 1 */
  const char *file;
  guint n_swept;
  const CoupletDefinition *swept;
} StoreItem;

/* Begins run, or begins it again; *id receives its number. Its items, and no others, are noted as
 * to be answered; what they were answered before remains to be taken. FALSE with error set
 * (INPUT). */
gboolean store_begin (Store *store, const StoreRun *run, const StoreItem *items, gint64 *id,
                      GError **error);

/* Notes that run has ended, with that exit status. */
gboolean store_end (Store *store, gint64 run, int status, GError **error);

/* ---- Answers ------------------------------------------------------------------------------ */

/* Called with the key of an answer that may be taken again, STORE_KEY_BYTES long, and its number.
 */
typedef void (*StoreKeyFunction) (gpointer data, const guint8 *key, gint64 answer);
gboolean store_keys (Store *store, StoreKeyFunction function, gpointer data, GError **error);

/* Keeps result as the answer to item of run, in one transaction. key: by which it is found again,
 * NULL = it is not to be taken again, only shown. Where there is an answer with that key, that one
 * becomes the item's. with_evidence: the stages' evidence, too. */
gboolean store_put (Store *store, gint64 run, guint32 item, const guint8 *key,
                    const CoupletResult *result, gboolean with_evidence, GError **error);

/* Notes that the answer is that to item of run, too. */
gboolean store_assign (Store *store, gint64 run, guint32 item, gint64 answer, GError **error);

/* The line of a JSON report that answer is for item, without its end; NULL with error set (INPUT).
 * The caller frees it. */
char *store_line (Store *store, gint64 answer, const StoreItem *item, GError **error);

/* ---- Everything ---------------------------------------------------------------------------- */

/* A row of the last run, or of one of its shards. */
typedef struct {
  gint64 run, answer; /* answer 0 = not answered yet */
  guint32 item;
  CoupletPart part;
  const char *list, *asked;
  const char *file, *swept; /* swept: a JSON object, NULL = nothing is swept */
} StoreRow;

/* Called with each row, in the order of the whole run; what it points to is gone afterwards. FALSE
 * ends it, and is then the answer of store_rows(). */
typedef gboolean (*StoreRowFunction) (gpointer data, const StoreRow *row, GError **error);
gboolean store_rows (Store *store, StoreRowFunction function, gpointer data, GError **error);

/* The key of the answer to item of run; FALSE: it has none. */
gboolean store_key_of (Store *store, gint64 run, guint32 item, guint8 *key);

/* The line of a JSON report that answers item of run, likewise. */
char *store_line_of (Store *store, gint64 run, guint32 item, GError **error);

/* ---- The module ----------------------------------------------------------------------------- */

/* What the module store exports: the functions above by SQLite, for a Store that open returned. */
#define STORE_MODULE "store"
#define STORE_SYMBOL "couplet_store_functions"

typedef struct {
  Store *(*open) (const char *name, gboolean writable, GError **error);
  void (*close) (Store *store);
  const char *(*name) (const Store *store);
  gboolean (*begin) (Store *store, const StoreRun *run, const StoreItem *items, gint64 *id,
                     GError **error);
  gboolean (*end) (Store *store, gint64 run, int status, GError **error);
  gboolean (*keys) (Store *store, StoreKeyFunction function, gpointer data, GError **error);
  gboolean (*put) (Store *store, gint64 run, guint32 item, const guint8 *key,
                   const CoupletResult *result, gboolean with_evidence, GError **error);
  gboolean (*assign) (Store *store, gint64 run, guint32 item, gint64 answer, GError **error);
  char *(*line) (Store *store, gint64 answer, const StoreItem *item, GError **error);
  gboolean (*rows) (Store *store, StoreRowFunction function, gpointer data, GError **error);
  gboolean (*key_of) (Store *store, gint64 run, guint32 item, guint8 *key);
  char *(*line_of) (Store *store, gint64 run, guint32 item, GError **error);
} StoreFunctions;

/* How every Store begins. */
struct Store {
  const StoreFunctions *functions;
};

extern const StoreFunctions couplet_store_functions;

#endif
