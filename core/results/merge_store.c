/* SPDX-License-Identifier: Apache-2.0 */
/* What was joined, as one run of a store. */
#include "merge.h"
#include "store.h"

#include <couplet/host/version.h>

#include <string.h>

static const char *
keep_text (CoupletArena *arena, const char *text)
{
  return couplet_arena_strndup (arena, text, strlen (text));
}

/* A copy of what result is about, in arena. */
static StoreItem
keep_item (CoupletArena *arena, const CoupletFileResult *result, guint32 item)
{
  CoupletDefinition *swept =
      couplet_arena_new_array (arena, CoupletDefinition, MAX (result->n_swept, 1));
  for (guint i = 0; i < result->n_swept; i++)
    swept[i] = (CoupletDefinition){keep_text (arena, result->swept[i].name),
                                   keep_text (arena, result->swept[i].value)};
  return (StoreItem){item, keep_text (arena, result->file), result->n_swept, swept};
}

/* All that is kept; the hash of its names is *list. NULL with error set. */
static StoreItem *
keep_items (const CoupletMerge *merge, CoupletArena *arena, char **list, GError **error)
{
  guint n = merge_n_kept (merge);
  g_autofree StoreItem *items = g_new (StoreItem, n + 1);
  g_autoptr (GChecksum) names = g_checksum_new (G_CHECKSUM_SHA256);
  for (guint i = 0; i < n; i++) {
    g_auto (ReadResult) read = {0};
    if (!merge_read (merge, i, NULL, &read, error))
      return NULL;
    items[i] = keep_item (arena, &read.result, i + 1);
    g_checksum_update (names, (const guchar *)items[i].file, (gssize)strlen (items[i].file) + 1);
    for (guint j = 0; j < items[i].n_swept; j++)
      g_checksum_update (names, (const guchar *)items[i].swept[j].value, -1);
  }
  *list = g_strdup (g_checksum_get_string (names));
  return g_steal_pointer (&items);
}

/* What the run that is written was made by: what the first answer is made by. */
static gboolean
begin (Store *store, const CoupletMerge *merge, const StoreItem *items, const char *list,
       gint64 *run, GError **error)
{
  guint n = merge_n_kept (merge);
  const CoupletProvenance nobody = {.version = couplet_version (), .date = ""};
  g_auto (ReadResult) first = {0};
  if (n > 0 && !merge_read (merge, 0, NULL, &first, error))
    return FALSE;
  const CoupletOrigin *origin = first.result.origin;
  const StoreRun what = {
      .provenance = origin != NULL && origin->provenance != NULL ? origin->provenance : &nobody,
      .list = list,
      .asked = "",
      .shard = 1,
      .n_shards = 1,
      .n_items = n,
      .n_own = n};
  return store_begin (store, &what, items, run, error);
}

static gboolean
put_all (Store *store, const CoupletMerge *merge, gint64 run, GError **error)
{
  for (guint i = 0; i < merge_n_kept (merge); i++) {
    g_auto (ReadResult) read = {0};
    guint8 key[STORE_KEY_BYTES];
    gboolean has_key = merge_key (merge, i, key);
    if (!merge_read (merge, i, NULL, &read, error) ||
        !store_put (store, run, i + 1, has_key ? key : NULL, &read.result, TRUE, error))
      return FALSE;
  }
  return store_end (store, run, 0, error);
}

gboolean
couplet_merge_store (const CoupletMerge *merge, const char *name, GError **error)
{
  g_autofree char *list = NULL;
  gint64 run;
  if (merge_has_source (merge, name)) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                 "%s: it is merged, and cannot be written, too", name);
    return FALSE;
  }
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autofree StoreItem *items = keep_items (merge, arena, &list, error);
  g_autoptr (Store) store = items != NULL ? store_open (name, TRUE, error) : NULL;
  return store != NULL && begin (store, merge, items, list, &run, error) &&
         put_all (store, merge, run, error);
}
