/* SPDX-License-Identifier: Apache-2.0 */
/* What was joined, as a run of a store, or as the shards of one that is not whole, so that what is
 * missing remains so. */
#include "merge.h"
#include "store.h"

#include <couplet/host/version.h>

typedef struct {
  Database *store;
  const CoupletMerge *merge;
  const CoupletProvenance *maker; /* of the first answer */
  char *list;                     /* of all that is kept */
  GHashTable *runs;               /* number of a shard to that of its run */
} Writing;

/* Where the answer at index stands in what is written. */
static CoupletPart
part_of (const Writing *writing, const CoupletResult *result, guint index)
{
  CoupletPart whole = {
      1, 1, index + 1, merge_n_kept (writing->merge), STORE_UNKNOWN, writing->list};
  if (!merge_is_part (writing->merge))
    return whole;
  CoupletPart part = *result->part;
  part.asked = part.asked != NULL ? part.asked : STORE_UNKNOWN;
  part.list = part.list != NULL ? part.list : STORE_UNKNOWN;
  return part;
}

/* The run of part, which begins with its first answer. FALSE with error set. */
static gboolean
run_of (const Writing *writing, const CoupletPart *part, gint64 *run, GError **error)
{
  gpointer shard = GUINT_TO_POINTER (part->shard), found;
  gboolean there = g_hash_table_lookup_extended (writing->runs, shard, NULL, &found);
  *run = there ? GPOINTER_TO_INT (found) : 0;
  if (!there && !store_add_run (writing->store, writing->maker, part, run, error))
    return FALSE;
  g_hash_table_insert (writing->runs, shard, GINT_TO_POINTER (*run));
  return TRUE;
}

/* Writes the answer at index. FALSE with error set. */
static gboolean
write_answer (const Writing *writing, guint index, GError **error)
{
  gint64 run;
  g_auto (ReadResult) read = {0};
  if (!merge_read (writing->merge, index, NULL, &read, error))
    return FALSE;
  const CoupletResult *result = &read.result;
  CoupletPart part = part_of (writing, result, index);
  g_autofree char *key = merge_key (writing->merge, index);
  return run_of (writing, &part, &run, error) &&
         store_expect (writing->store, run, part.item, result->file, result->swept, result->n_swept,
                       error) &&
         store_put (writing->store, run, part.item, key, result, TRUE, error);
}

/* A run without items. */
static gboolean
write_nothing (const Writing *writing, GError **error)
{
  gint64 run;
  const CoupletPart part = part_of (writing, NULL, 0);
  return run_of (writing, &part, &run, error);
}

static gboolean
write_all (const Writing *writing, int status, GError **error)
{
  GHashTableIter iter;
  gpointer run;
  if (merge_n_kept (writing->merge) == 0 && !write_nothing (writing, error))
    return FALSE;
  for (guint i = 0; i < merge_n_kept (writing->merge); i++)
    if (!write_answer (writing, i, error))
      return FALSE;
  g_hash_table_iter_init (&iter, writing->runs);
  while (g_hash_table_iter_next (&iter, NULL, &run))
    if (!store_end (writing->store, GPOINTER_TO_INT (run), status, error))
      return FALSE;
  return TRUE;
}

gboolean
couplet_merge_store (const CoupletMerge *merge, const char *name, int status, GError **error)
{
  const CoupletProvenance nobody = {.version = couplet_version (), .date = ""};
  g_auto (ReadResult) first = {0};
  if (merge_n_kept (merge) > 0 && !merge_read (merge, 0, NULL, &first, error))
    return FALSE;
  const CoupletOrigin *origin = first.result.origin;
  gboolean made = origin != NULL && origin->provenance != NULL;
  g_autofree char *list = merge_list (merge);
  g_autoptr (GHashTable) runs = g_hash_table_new (NULL, NULL);
  g_autoptr (Database) store = store_open (name, TRUE, error);
  const Writing writing = {store, merge, made ? origin->provenance : &nobody, list, runs};
  return store != NULL && database_begin (store, error) &&
         database_commit (store, write_all (&writing, status, error), error);
}
