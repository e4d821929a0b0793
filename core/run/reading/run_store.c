/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr */
#include "run_store.h"

#include "content_hash.h"
#include "expand.h"
#include "libraries.h"
#include "run_provenance.h"

#include <couplet/host/run.h>
#include <couplet/host/version.h>

#include <dlfcn.h>
#include <string.h>

/* An answer that was there before the run, by the beginning of its key. */
typedef struct {
  guint64 key;
  gint64 answer;
  guint8 rest[STORE_KEY_BYTES - sizeof (guint64)];
} Known;

struct RunStore {
  Store *store;
  gint64 run;
  const CoupletItem *items; /* not owned */
  guint n_items;
  GArray *known;        /* Known, in the order of keys */
  gboolean never_takes; /* answers have side effects that are wanted */
  GChecksum *base;      /* of what all keys have in common */
  Tools *tools;         /* not owned */
  GError *error;        /* the first thing that went wrong */
};

/* ---- Keys -------------------------------------------------------------------------------- */

/* Adds text and the zero byte after it; NULL is as empty. */
static void
add_text (GChecksum *checksum, const char *text)
{
  g_checksum_update (checksum, (const guchar *)(text != NULL ? text : ""),
                     (gssize)(text != NULL ? strlen (text) : 0) + 1);
}

static void
add_number (GChecksum *checksum, guint64 number)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, number);
  add_text (checksum, digits);
}

/* The content of file, of which an answer depends: another build has the same version. */
static void
add_file (RunStore *store, GChecksum *checksum, const char *file)
{
  const char *hash = file != NULL ? tools_hash (store->tools, file) : NULL;
  add_text (checksum, hash != NULL ? hash : file);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
add_definitions (GChecksum *checksum, const CoupletDefinition *definitions, guint n)
{
  add_number (checksum, n);
  for (guint i = 0; i < n; i++) {
    add_text (checksum, definitions[i].name);
    add_text (checksum, definitions[i].value);
  }
}

/* The command of a stage that is a program, and what its files have. */
static void
add_program (RunStore *store, GChecksum *checksum, const Stage *stage)
{
  for (char **word = stage->command; word != NULL && *word != NULL; word++)
    add_text (checksum, *word);
  if (stage->command != NULL)
    add_text (checksum, tools_stage (store->tools, stage)->sha256);
}

/* What stage is made of: its plugin's file or its program, and all that is set. */
static void
add_stage (RunStore *store, GChecksum *checksum, const Stage *stage)
{
  add_text (checksum, stage->name);
  add_text (checksum, stage->plugin->name);
  add_text (checksum, stage->plugin->version);
  add_file (store, checksum, stage->file);
  add_program (store, checksum, stage);
  guint n = 0;
  g_autofree const char **keys =
      stage->values != NULL ? (const char **)g_hash_table_get_keys_as_array (stage->values, &n)
                            : NULL;
  if (n > 0)
    qsort (keys, n, sizeof *keys, compare_texts);
  add_number (checksum, n);
  for (guint i = 0; i < n; i++) {
    add_text (checksum, keys[i]);
    add_text (checksum, g_hash_table_lookup (stage->values, keys[i]));
  }
}

/* The shared object that this function is in. */
static const char *
own_file (void)
{
  Dl_info info;
  return dladdr (couplet_version (), &info) != 0 ? info.dli_fname : NULL;
}

/* What all answers of run depend on. */
static void
make_base (RunStore *store, const CoupletRun *run)
{
  const CoupletHost *host = &run->host;
  const CoupletProvenance *provenance = host->provenance;
  GChecksum *base = store->base;
  add_text (base, "couplet store 1");
  add_text (base, provenance->version);
  add_text (base, provenance->commit);
  add_file (store, base, own_file ());
  add_definitions (base, provenance->libraries, provenance->n_libraries);
  add_number (base, provenance->n_options);
  for (guint32 i = 0; i < provenance->n_options; i++)
    add_text (base, provenance->options[i]);
  add_number (base, host->self_check);
  add_number (base, host->evidence_limit);
  add_number (base, run_needs_automaton (run));
  for (guint i = 0; i < run->solvers->len; i++)
    add_stage (store, base, g_ptr_array_index (run->solvers, i));
}

static void
make_key (RunStore *store, CoupletRun *run, const Stage *frontend, const CoupletSource *source,
          guint8 *key)
{
  gsize length = STORE_KEY_BYTES;
  guint n = run->parameters != NULL ? run->parameters->len : 0;
  g_autoptr (GChecksum) checksum = g_checksum_copy (store->base);
  g_auto (Libraries) libraries;
  libraries_init_copy (&libraries, NULL, 0);
  libraries_add (&libraries, frontend->plugin);
  add_stage (store, checksum, frontend);
  add_definitions (checksum, (const CoupletDefinition *)(gpointer)libraries.list->data,
                   libraries.list->len);
  add_number (checksum, n);
  for (guint i = 0; i < n; i++) {
    add_text (checksum, g_array_index (run->parameters, CoupletParameter, i).name);
    add_text (checksum, g_array_index (run->parameters, CoupletParameter, i).value);
  }
  /* an answer names the code, which may come to the same as other code */
  if (readers_name (run, source->name) != NULL) {
    g_autofree char *sha256 = readers_content_hash (run, source);
    add_text (checksum, sha256);
  }
  add_number (checksum, source->length);
  g_checksum_update (checksum, (const guchar *)source->data, (gssize)source->length);
  g_checksum_get_digest (checksum, key, &length);
}

/* ---- What is there --------------------------------------------------------------------------- */

static Known
known_of (const guint8 *key, gint64 answer)
{
  Known known = {.answer = answer};
  memcpy (&known.key, key, sizeof known.key);
  memcpy (known.rest, key + sizeof known.key, sizeof known.rest);
  return known;
}

static void
add_known (gpointer known, const guint8 *key, gint64 answer)
{
  Known one = known_of (key, answer);
  g_array_append_val ((GArray *)known, one);
}

static int
compare_known (gconstpointer a, gconstpointer b)
{
  const Known *one = a, *other = b;
  if (one->key != other->key)
    return one->key < other->key ? -1 : 1;
  return memcmp (one->rest, other->rest, sizeof one->rest);
}

void
run_store_find (CoupletRun *run, const Stage *frontend, const CoupletSource *source,
                Keeping *keeping)
{
  RunStore *store = run->store;
  guint index;
  *keeping = (Keeping){0};
  if (store == NULL)
    return;
  make_key (store, run, frontend, source, keeping->key);
  keeping->has_key = TRUE;
  Known wanted = known_of (keeping->key, 0);
  gboolean again = !g_str_equal (source->name, "-") || !run_needs_automaton (run);
  if (again && !store->never_takes &&
      g_array_binary_search (store->known, &wanted, compare_known, &index)) {
    g_autofree char *sha256 = readers_content_hash (run, source);
    keeping->taken = g_array_index (store->known, Known, index).answer;
    g_strlcpy (keeping->sha256, sha256, sizeof keeping->sha256);
  }
}

/* ---- Items ----------------------------------------------------------------------------------- */

static StoreItem
store_item (const CoupletItem *item)
{
  return (StoreItem){item->part.item, item->file, item->point != NULL ? item->point->n_swept : 0,
                     item->point != NULL ? item->point->swept : NULL};
}

/* Whether the answer may stand for another time: it is one, and no accident is part of it. */
static gboolean
is_final (const CoupletRun *run, const CoupletResult *result)
{
  gboolean final =
      result->verdict != COUPLET_VERDICT_ERROR && result->origin != NULL && !run_is_cancelled (run);
  for (guint i = 0; i < result->n_stages; i++)
    final = final && !result->stages[i].failed;
  return final;
}

void
run_store_keep (CoupletRun *run, const CoupletItem *item, const CoupletResult *result,
                const Keeping *keeping)
{
  RunStore *store = run->store;
  if (store == NULL || store->error != NULL || run_is_cancelled (run))
    return;
  const guint8 *key = keeping->has_key && is_final (run, result) ? keeping->key : NULL;
  store_put (store->store, store->run, item->part.item, key, result, run_needs_automaton (run),
             &store->error);
}

char *
run_store_take (CoupletRun *run, const CoupletItem *item, const Keeping *keeping, GError **error)
{
  RunStore *store = run->store;
  StoreItem wanted = store_item (item);
  if (store->error == NULL)
    store_assign (store->store, store->run, wanted.item, keeping->taken, &store->error);
  return store_line (store->store, keeping->taken, &wanted, error);
}

const char *
run_store_name (const CoupletRun *run)
{
  return store_name (run->store->store);
}

/* ---- Opening and closing -------------------------------------------------------------------- */

void
run_store_free (RunStore *store)
{
  if (store == NULL)
    return;
  store_free (store->store);
  g_array_unref (store->known);
  g_checksum_free (store->base);
  g_clear_error (&store->error);
  g_free (store);
}

static gboolean
begin (RunStore *store, const CoupletRun *run, const char *list, const CoupletPart *part,
       GError **error)
{
  g_autofree StoreItem *items = g_new (StoreItem, store->n_items + 1);
  const StoreRun what = {.provenance = run->host.provenance,
                         .list = list,
                         .asked = part->asked,
                         .shard = part->shard,
                         .n_shards = part->n_shards,
                         .n_items = part->n_items,
                         .n_own = store->n_items};
  for (guint i = 0; i < store->n_items; i++)
    items[i] = store_item (&store->items[i]);
  return store_begin (store->store, &what, items, &store->run, error) &&
         store_keys (store->store, add_known, store->known, error);
}

gboolean
couplet_run_open_store (CoupletRun *run, const char *name, const char *list,
                        const CoupletPart *part, const CoupletItem *items, guint n, GError **error)
{
  Store *opened = store_open (name, TRUE, error);
  if (opened == NULL)
    return FALSE;
  RunStore *store = g_new0 (RunStore, 1);
  store->store = opened;
  store->items = items;
  store->n_items = n;
  store->known = g_array_new (FALSE, FALSE, sizeof (Known));
  store->base = g_checksum_new (G_CHECKSUM_SHA256);
  store->tools = run->provenance->tools;
  store->never_takes = run_writes_dumps (run);
  run->store = store;
  make_base (store, run);
  if (!begin (store, run, list, part, error))
    return FALSE;
  g_array_sort (store->known, compare_known);
  return TRUE;
}

gboolean
couplet_run_close_store (CoupletRun *run, int status, GError **error)
{
  RunStore *store = g_steal_pointer (&run->store);
  if (store == NULL)
    return TRUE;
  gboolean good = store->error == NULL;
  if (good && !run_is_cancelled (run))
    good = store_end (store->store, store->run, status, &store->error);
  if (!good)
    g_propagate_error (error, g_steal_pointer (&store->error));
  run_store_free (store);
  return good;
}
