/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr */
#include "run_store.h"

#include "expand.h"
#include "libraries.h"
#include "run_options.h"
#include "run_provenance.h"

#include <couplet/host/run.h>
#include <couplet/host/version.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

struct RunStore {
  Database *database;
  gint64 run;
  GString *known;       /* the keys of answers that were there before, in order */
  gboolean never_takes; /* answers have side effects that are wanted */
  GChecksum *base;      /* of what all keys have in common */
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

static void
add_texts (GChecksum *checksum, const char *const *texts, guint n)
{
  add_number (checksum, n);
  for (guint i = 0; i < n; i++)
    add_text (checksum, texts[i]);
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

/* What stage is made of: its plugin or its program, of which another build may have the same
 * version, and all that is set. */
static void
add_stage (GChecksum *checksum, const CoupletRun *run, const Stage *stage)
{
  const CoupletTool *tool = tools_stage (run->provenance->tools, stage);
  g_autoptr (GPtrArray) options = g_ptr_array_new_with_free_func (g_free);
  run_options_add_stage (options, run->configuration, stage);
  add_text (checksum, stage->name);
  add_text (checksum, tool->name);
  add_text (checksum, tool->version);
  add_text (checksum, tool->sha256);
  add_texts (checksum, tool->command, tool->n_command);
  add_texts (checksum, (const char *const *)options->pdata, options->len);
}

/* The shared object that this function is in. */
static const char *
own_file (void)
{
  Dl_info info;
  return dladdr (couplet_version (), &info) != 0 ? info.dli_fname : NULL;
}

/* What all answers of run depend on. The caller frees it. */
static GChecksum *
base_new (const CoupletRun *run)
{
  const CoupletHost *host = &run->host;
  const CoupletProvenance *provenance = host->provenance;
  const char *own = own_file ();
  GChecksum *base = g_checksum_new (G_CHECKSUM_SHA256);
  add_text (base, provenance->version);
  add_text (base, provenance->commit);
  add_text (base, own != NULL ? tools_hash (run->provenance->tools, own) : NULL);
  add_definitions (base, provenance->libraries, provenance->n_libraries);
  add_texts (base, provenance->options, provenance->n_options);
  add_number (base, host->self_check);
  add_number (base, host->evidence_limit);
  add_number (base, run_needs_automaton (run));
  for (guint i = 0; i < run->solvers->len; i++)
    add_stage (base, run, g_ptr_array_index (run->solvers, i));
  return base;
}

static void
make_key (const RunStore *store, CoupletRun *run, const Stage *frontend,
          const CoupletSource *source, char *key)
{
  guint n = run->parameters != NULL ? run->parameters->len : 0;
  g_autoptr (GChecksum) checksum = g_checksum_copy (store->base);
  g_auto (Libraries) libraries;
  libraries_init_copy (&libraries, NULL, 0);
  libraries_add (&libraries, frontend->plugin);
  add_stage (checksum, run, frontend);
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
  g_strlcpy (key, g_checksum_get_string (checksum), STORE_KEY_DIGITS + 1);
}

/* ---- Items ----------------------------------------------------------------------------------- */

static int
compare_keys (const void *a, const void *b)
{
  return memcmp (a, b, STORE_KEY_DIGITS);
}

void
run_store_find (CoupletRun *run, const Stage *frontend, const CoupletSource *source,
                Keeping *keeping)
{
  RunStore *store = run->store;
  *keeping = (Keeping){0};
  if (store == NULL)
    return;
  make_key (store, run, frontend, source, keeping->key);
  gboolean again = !g_str_equal (source->name, "-") || !run_needs_automaton (run);
  keeping->taken = again && !store->never_takes &&
                   bsearch (keeping->key, store->known->str, store->known->len / STORE_KEY_DIGITS,
                            STORE_KEY_DIGITS, compare_keys) != NULL;
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
  gboolean again = *keeping->key != '\0' && is_final (run, result);
  store_put (store->database, store->run, item->part.item, again ? keeping->key : NULL, result,
             run_needs_automaton (run), &store->error);
}

char *
run_store_take (CoupletRun *run, const CoupletItem *item, const Keeping *keeping, GError **error)
{
  RunStore *store = run->store;
  char *line = store_line (store->database, keeping->key, error);
  if (line != NULL && store->error == NULL)
    store_assign (store->database, store->run, item->part.item, keeping->key, &store->error);
  return line;
}

const char *
run_store_name (const CoupletRun *run)
{
  return run->store->database->name;
}

/* ---- Opening and closing -------------------------------------------------------------------- */

void
run_store_free (RunStore *store)
{
  if (store == NULL)
    return;
  database_close (store->database);
  if (store->known != NULL)
    g_string_free (store->known, TRUE);
  g_checksum_free (store->base);
  g_clear_error (&store->error);
  g_free (store);
}

/* Notes the run and its items. FALSE with error set. */
static gboolean
note (RunStore *store, const CoupletRun *run, const CoupletPart *part, const CoupletItem *items,
      guint n, GError **error)
{
  if (!store_add_run (store->database, run->host.provenance, part, &store->run, error))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    const CoupletPoint *point = items[i].point;
    if (!store_expect (store->database, store->run, items[i].part.item, items[i].file,
                       point != NULL ? point->swept : NULL, point != NULL ? point->n_swept : 0,
                       error))
      return FALSE;
  }
  return TRUE;
}

gboolean
couplet_run_open_store (CoupletRun *run, const char *name, const CoupletPart *part,
                        const CoupletItem *items, guint n, GError **error)
{
  Database *database = store_open (name, TRUE, error);
  if (database == NULL)
    return FALSE;
  RunStore *store = g_new0 (RunStore, 1);
  store->database = database;
  store->base = base_new (run);
  store->never_takes = run_writes_dumps (run);
  run->store = store;
  return database_begin (database, error) &&
         database_commit (database, note (store, run, part, items, n, error), error) &&
         (store->known = store_keys (database, error)) != NULL;
}

gboolean
couplet_run_close_store (CoupletRun *run, int status, GError **error)
{
  RunStore *store = g_steal_pointer (&run->store);
  if (store == NULL)
    return TRUE;
  gboolean good = store->error == NULL;
  if (good && !run_is_cancelled (run))
    good = store_end (store->database, store->run, status, &store->error);
  if (!good)
    g_propagate_error (error, g_steal_pointer (&store->error));
  run_store_free (store);
  return good;
}
