/* SPDX-License-Identifier: Apache-2.0 */
/* What the module store exports: the functions of store.h by SQLite, for a Store that open
 * returned. */
#ifndef COUPLET_CORE_STORE_FUNCTIONS_H
#define COUPLET_CORE_STORE_FUNCTIONS_H

#include "store.h"

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
                   const CoupletFileResult *result, gboolean with_evidence, GError **error);
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
