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
keep_item (CoupletArena *arena, const CoupletResult *result, guint32 item)
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
  g_autofree StoreItem *items = g_new0 (StoreItem, n + 1);
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

/* What is written of one shard, or of the whole. */
typedef struct {
  Store *store;
  const CoupletMerge *merge;
  const CoupletProvenance *provenance; /* what the first answer is made by */
  int status;
  const char *list, *asked;
} Writing;

/* Writes the answers of items, those at indices, as a run. FALSE with error set. */
static gboolean
write_run (const Writing *writing, CoupletPart part, const StoreItem *items, const guint *indices,
           guint n, GError **error)
{
  gint64 run;
  const StoreRun what = {.provenance = writing->provenance,
                         .list = writing->list,
                         .asked = writing->asked,
                         .shard = part.shard,
                         .n_shards = part.n_shards,
                         .n_items = part.n_items,
                         .n_own = n};
  if (!store_begin (writing->store, &what, items, &run, error))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    g_auto (ReadResult) read = {0};
    guint8 key[STORE_KEY_BYTES];
    gboolean has_key = merge_key (writing->merge, indices[i], key);
    if (!merge_read (writing->merge, indices[i], NULL, &read, error) ||
        !store_put (writing->store, run, items[i].item, has_key ? key : NULL, &read.result, TRUE,
                    error))
      return FALSE;
  }
  return store_end (writing->store, run, writing->status, error);
}

/* Writes each shard of a run that is not whole, with the numbers that its items have in the run, so
 * that what is missing remains so. FALSE with error set. */
static gboolean
write_shards (const Writing *writing, const StoreItem *items, GError **error)
{
  guint n = merge_n_kept (writing->merge);
  g_autofree guint *indices = g_new (guint, n + 1);
  g_autofree StoreItem *own = g_new0 (StoreItem, n + 1);
  g_autoptr (GHashTable) written = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++) {
    CoupletPart part = *merge_part (writing->merge, i);
    guint n_own = 0;
    if (!g_hash_table_add (written, GUINT_TO_POINTER (part.shard)))
      continue;
    for (guint j = i; j < n; j++)
      if (merge_part (writing->merge, j)->shard == part.shard) {
        own[n_own] = items[j];
        own[n_own].item = merge_part (writing->merge, j)->item;
        indices[n_own++] = j;
      }
    if (!write_run (writing, part, own, indices, n_own, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_whole (const Writing *writing, const StoreItem *items, GError **error)
{
  guint n = merge_n_kept (writing->merge);
  g_autofree guint *indices = g_new (guint, n + 1);
  for (guint i = 0; i < n; i++)
    indices[i] = i;
  return write_run (writing, (CoupletPart){.shard = 1, .n_shards = 1, .n_items = n}, items, indices,
                    n, error);
}

gboolean
couplet_merge_store (const CoupletMerge *merge, const char *name, int status, GError **error)
{
  const CoupletProvenance nobody = {.version = couplet_version (), .date = ""};
  g_autofree char *names = NULL;
  g_auto (ReadResult) first = {0};
  SourceRun run;
  gboolean is_part = merge_is_part (merge, &run);
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autofree StoreItem *items = keep_items (merge, arena, &names, error);
  if (items == NULL || (merge_n_kept (merge) > 0 && !merge_read (merge, 0, NULL, &first, error)))
    return FALSE;
  const CoupletOrigin *origin = first.result.origin;
  gboolean made = origin != NULL && origin->provenance != NULL;
  /* reports do not tell the list: a store says so by what is not a hash */
  g_autofree char *unknown = g_strconcat (STORE_UNKNOWN, names, NULL);
  g_autoptr (Store) store = store_open (name, TRUE, error);
  const Writing writing = {store,
                           merge,
                           made ? origin->provenance : &nobody,
                           status,
                           !is_part           ? names
                           : run.list != NULL ? run.list
                                              : unknown,
                           is_part && run.asked != NULL ? run.asked : STORE_UNKNOWN};
  if (store == NULL)
    return FALSE;
  return is_part ? write_shards (&writing, items, error) : write_whole (&writing, items, error);
}
