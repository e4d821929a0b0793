/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the module that opened a store. */
#include "store.h"

#include "module.h"

#include <couplet/internal/context.h>

#if COUPLET_HAVE_SQLITE
static const StoreFunctions *
load (const char *name, GError **error)
{
  g_autoptr (GError) reason = NULL;
  const StoreFunctions *functions = module_functions (STORE_MODULE, STORE_SYMBOL, &reason);
  if (functions == NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN, "%s: stores cannot be loaded: %s",
                 name, reason->message);
  return functions;
}
#else
static const StoreFunctions *
load (const char *name, GError **error)
{
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION,
               "%s: this program was built without SQLite, which stores need (Debian's package is "
               "libsqlite3-dev)",
               name);
  return NULL;
}
#endif

Store *
store_open (const char *name, gboolean writable, GError **error)
{
  const StoreFunctions *functions = load (name, error);
  return functions != NULL ? functions->open (name, writable, error) : NULL;
}

void
store_free (Store *store)
{
  if (store != NULL)
    store->functions->close (store);
}

const char *
store_name (const Store *store)
{
  return store->functions->name (store);
}

gboolean
store_begin (Store *store, const StoreRun *run, const StoreItem *items, gint64 *id, GError **error)
{
  return store->functions->begin (store, run, items, id, error);
}

gboolean
store_end (Store *store, gint64 run, int status, GError **error)
{
  return store->functions->end (store, run, status, error);
}

gboolean
store_keys (Store *store, StoreKeyFunction function, gpointer data, GError **error)
{
  return store->functions->keys (store, function, data, error);
}

gboolean
store_put (Store *store, gint64 run, guint32 item, const guint8 *key, const CoupletResult *result,
           gboolean with_evidence, GError **error)
{
  return store->functions->put (store, run, item, key, result, with_evidence, error);
}

gboolean
store_assign (Store *store, gint64 run, guint32 item, gint64 answer, GError **error)
{
  return store->functions->assign (store, run, item, answer, error);
}

char *
store_line (Store *store, gint64 answer, const StoreItem *item, GError **error)
{
  return store->functions->line (store, answer, item, error);
}

gboolean
store_rows (Store *store, StoreRowFunction function, gpointer data, GError **error)
{
  return store->functions->rows (store, function, data, error);
}

gboolean
store_key_of (Store *store, gint64 run, guint32 item, guint8 *key)
{
  return store->functions->key_of (store, run, item, key);
}

char *
store_line_of (Store *store, gint64 run, guint32 item, GError **error)
{
  return store->functions->line_of (store, run, item, error);
}
