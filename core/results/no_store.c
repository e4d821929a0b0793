/* SPDX-License-Identifier: Apache-2.0 */
/* Stores in a program that was built without SQLite: none can be opened. */
#if !COUPLET_HAVE_SQLITE

#include "store.h"

#include <couplet/context.h>

Store *
store_open (const char *name, gboolean writable, GError **error)
{
  (void)writable;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION,
               "%s: this program was built without SQLite, which stores need (Debian's package is "
               "libsqlite3-dev)",
               name);
  return NULL;
}

/* None of these is ever called: there is no store. */

void
store_free (Store *store)
{
  (void)store;
}

const char *
store_name (const Store *store)
{
  (void)store;
  return "";
}

gboolean
store_begin (Store *store, const StoreRun *run, const StoreItem *items, gint64 *id, GError **error)
{
  (void)run, (void)items, (void)id;
  return store != NULL && error == NULL;
}

gboolean
store_end (Store *store, gint64 run, int status, GError **error)
{
  (void)run, (void)status;
  return store != NULL && error == NULL;
}

gboolean
store_keys (Store *store, StoreKeyFunction function, gpointer data, GError **error)
{
  (void)function, (void)data;
  return store != NULL && error == NULL;
}

gboolean
store_put (Store *store, gint64 run, guint32 item, const guint8 *key,
           const CoupletFileResult *result, gboolean with_evidence, GError **error)
{
  (void)run, (void)item, (void)key, (void)result, (void)with_evidence;
  return store != NULL && error == NULL;
}

gboolean
store_assign (Store *store, gint64 run, guint32 item, gint64 answer, GError **error)
{
  (void)run, (void)item, (void)answer;
  return store != NULL && error == NULL;
}

gboolean
store_key_of (Store *store, gint64 run, guint32 item, guint8 *key)
{
  (void)store, (void)run, (void)item, (void)key;
  return FALSE;
}

char *
store_line (Store *store, gint64 answer, const StoreItem *item, GError **error)
{
  (void)store, (void)answer, (void)item, (void)error;
  return NULL;
}

gboolean
store_rows (Store *store, StoreRowFunction function, gpointer data, GError **error)
{
  (void)function, (void)data;
  return store != NULL && error == NULL;
}

char *
store_line_of (Store *store, gint64 run, guint32 item, GError **error)
{
  (void)store, (void)run, (void)item, (void)error;
  return NULL;
}

#endif
