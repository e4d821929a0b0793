/* SPDX-License-Identifier: Apache-2.0 */
#include "database.h"
#include "store_answer.h"
#include "store.h"
#include "store_schema.h"

#include <couplet/internal/json.h>
#include <couplet/internal/provenance.h>

#include <string.h>

typedef struct {
  Store store;
  Database database;
} SqliteStore;

static const Database *
database_of (const Store *store)
{
  return &((const SqliteStore *)store)->database;
}

static void
close_store (Store *store)
{
  SqliteStore *opened = (SqliteStore *)store;
  database_close (&opened->database);
  g_free (opened);
}

static Store *
open_store (const char *name, gboolean writable, GError **error)
{
  SqliteStore *opened = g_new0 (SqliteStore, 1);
  opened->store.functions = &couplet_store_functions;
  if (database_open (&opened->database, name, writable, error))
    return &opened->store;
  close_store (&opened->store);
  return NULL;
}

static const char *
name_of (const Store *store)
{
  return database_of (store)->name;
}

/* The number that a statement with a row gives, 0 = no row; -1 with error set. */
static gint64
ask (const Database *database, Statement *statement, GError **error)
{
  int row = database_step (database, statement, error);
  return row > 0 ? sqlite3_column_int64 (statement, 0) : row;
}

/* ---- Runs ------------------------------------------------------------------------------- */

/* The run that was begun before, 0 = none, -1 with error set. */
static gint64
find_run (const Database *database, const StoreRun *run, gint64 provenance, GError **error)
{
  g_autoptr (Statement) find =
      database_prepare (database,
                        "SELECT id FROM runs WHERE list = ?1 AND shard = ?2 AND shards = ?3 AND "
                        "provenance = ?4 AND asked = ?5",
                        error);
  if (find == NULL)
    return -1;
  bind_text (find, 1, run->list);
  bind_number (find, 2, run->shard);
  bind_number (find, 3, run->n_shards);
  bind_number (find, 4, provenance);
  bind_text (find, 5, run->asked);
  return ask (database, find, error);
}

static gboolean
add_run (const Database *database, const StoreRun *run, gint64 provenance, gint64 *id,
         GError **error)
{
  g_autoptr (Statement) add =
      database_prepare (database,
                        "INSERT INTO runs (turn, list, shard, shards, items, provenance, asked, "
                        "started) VALUES (0, ?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                        error);
  if (add == NULL)
    return FALSE;
  bind_text (add, 1, run->list);
  bind_number (add, 2, run->shard);
  bind_number (add, 3, run->n_shards);
  bind_number (add, 4, run->n_items);
  bind_number (add, 5, provenance);
  bind_text (add, 6, run->asked);
  bind_text (add, 7, run->provenance->date);
  if (!database_do (database, add, error))
    return FALSE;
  *id = sqlite3_last_insert_rowid (database->db);
  return TRUE;
}

/* Makes run the last one, not ended. */
static gboolean
mark_last (const Database *database, gint64 run, GError **error)
{
  g_autoptr (Statement) mark = database_prepare (
      database,
      "UPDATE runs SET turn = (SELECT max(turn) FROM runs) + 1, status = NULL WHERE id = ?1",
      error);
  if (mark == NULL)
    return FALSE;
  bind_number (mark, 1, run);
  return database_do (database, mark, error);
}

/* `{"c":"1"}`; NULL without any. The caller frees it. */
static char *
swept_text (const StoreItem *item)
{
  const CoupletJson json = {g_string_new (NULL), FALSE};
  couplet_json_open (&json, NULL, '{');
  for (guint i = 0; i < item->n_swept; i++)
    couplet_json_string (&json, item->swept[i].name, item->swept[i].value);
  couplet_json_close (&json, '}');
  return g_string_free (json.text, item->n_swept == 0);
}

/* Forgets what run was to answer when it was begun before: files may be others by now, or in other
 * shards. */
static gboolean
forget_items (const Database *database, gint64 run, GError **error)
{
  g_autoptr (Statement) forget =
      database_prepare (database, "DELETE FROM files WHERE run = ?1", error);
  if (forget == NULL)
    return FALSE;
  bind_number (forget, 1, run);
  return database_do (database, forget, error);
}

static gboolean
note_items (const Database *database, gint64 run, const StoreItem *items, guint32 n, GError **error)
{
  g_autoptr (Statement) note = database_prepare (
      database, "INSERT INTO files (run, item, file, swept) VALUES (?1, ?2, ?3, ?4)", error);
  for (guint32 i = 0; note != NULL && i < n; i++) {
    g_autofree char *swept = swept_text (&items[i]);
    g_autofree char *file = g_utf8_make_valid (items[i].file, -1);
    sqlite3_reset (note);
    bind_number (note, 1, run);
    bind_number (note, 2, items[i].item);
    bind_text (note, 3, file);
    bind_text (note, 4, swept);
    if (!database_do (database, note, error))
      return FALSE;
  }
  return note != NULL;
}

/* Drops the answers that are not to be taken again and that no file has any more. */
static gboolean
drop_idle (const Database *database, GError **error)
{
#define IDLE                                                                                       \
  "(SELECT id FROM answers WHERE key IS NULL AND NOT EXISTS (SELECT 1 FROM files WHERE answer = "  \
  "answers.id))"
  return database_run (database, "DELETE FROM parameters WHERE answer IN " IDLE, error) &&
         database_run (database, "DELETE FROM stages WHERE answer IN " IDLE, error) &&
         database_run (database, "DELETE FROM diagnostics WHERE answer IN " IDLE, error) &&
         database_run (database, "DELETE FROM answers WHERE id IN " IDLE, error);
#undef IDLE
}

static gboolean
begin (const Database *database, const StoreRun *run, const StoreItem *items, gint64 *id,
       GError **error)
{
  gint64 provenance;
  CoupletProvenance made_by = *run->provenance;
  made_by.command = NULL; /* a shard that runs elsewhere is of the same run */
  if (!store_provenance (database, &made_by, &provenance, error))
    return FALSE;
  *id = find_run (database, run, provenance, error);
  return *id >= 0 && (*id > 0 || add_run (database, run, provenance, id, error)) &&
         mark_last (database, *id, error) && forget_items (database, *id, error) &&
         note_items (database, *id, items, run->n_own, error) && drop_idle (database, error);
}

static gboolean
begin_run (Store *store, const StoreRun *run, const StoreItem *items, gint64 *id, GError **error)
{
  const Database *database = database_of (store);
  return database_run (database, "BEGIN IMMEDIATE", error) &&
         database_commit (database, begin (database, run, items, id, error), error);
}

static gboolean
end_run (Store *store, gint64 run, int status, GError **error)
{
  g_autoptr (Statement) end =
      database_prepare (database_of (store), "UPDATE runs SET status = ?2 WHERE id = ?1", error);
  if (end == NULL)
    return FALSE;
  bind_number (end, 1, run);
  bind_number (end, 2, status);
  return database_do (database_of (store), end, error);
}

/* ---- Answers ------------------------------------------------------------------------------ */

static gboolean
visit_keys (Store *store, StoreKeyFunction function, gpointer data, GError **error)
{
  int row = 0;
  g_autoptr (Statement) keys = database_prepare (
      database_of (store), "SELECT key, id FROM answers WHERE key IS NOT NULL", error);
  while (keys != NULL && (row = database_step (database_of (store), keys, error)) > 0)
    if (sqlite3_column_bytes (keys, 0) == STORE_KEY_BYTES)
      function (data, sqlite3_column_blob (keys, 0), sqlite3_column_int64 (keys, 1));
  return keys != NULL && row == 0;
}

static gint64
find_key (const Database *database, const guint8 *key, GError **error)
{
  g_autoptr (Statement) find =
      database_prepare (database, "SELECT id FROM answers WHERE key = ?1", error);
  if (find == NULL)
    return -1;
  sqlite3_bind_blob (find, 1, key, STORE_KEY_BYTES, SQLITE_STATIC);
  return ask (database, find, error);
}

/* The answer of item of run, 0 = none, -1 with error set. */
static gint64
answer_of (const Database *database, gint64 run, guint32 item, GError **error)
{
  g_autoptr (Statement) find =
      database_prepare (database, "SELECT answer FROM files WHERE run = ?1 AND item = ?2", error);
  if (find == NULL)
    return -1;
  bind_number (find, 1, run);
  bind_number (find, 2, item);
  return ask (database, find, error);
}

static gboolean
assign (const Database *database, gint64 run, guint32 item, gint64 answer, GError **error)
{
  gint64 before = answer_of (database, run, item, error);
  g_autoptr (Statement) set =
      before >= 0
          ? database_prepare (database, "UPDATE files SET answer = ?3 WHERE run = ?1 AND item = ?2",
                              error)
          : NULL;
  if (set == NULL)
    return FALSE;
  bind_number (set, 1, run);
  bind_number (set, 2, item);
  bind_number (set, 3, answer);
  return database_do (database, set, error) &&
         (before == 0 || before == answer || drop_idle (database, error));
}

static gboolean
put (const Database *database, gint64 run, guint32 item, const guint8 *key,
     const CoupletResult *result, gboolean with_evidence, GError **error)
{
  gint64 answer = key != NULL ? find_key (database, key, error) : 0;
  if (answer < 0 ||
      (answer == 0 && !store_add_answer (database, key, result, with_evidence, &answer, error)))
    return FALSE;
  return assign (database, run, item, answer, error);
}

static gboolean
put_answer (Store *store, gint64 run, guint32 item, const guint8 *key, const CoupletResult *result,
            gboolean with_evidence, GError **error)
{
  const Database *database = database_of (store);
  return database_run (database, "BEGIN IMMEDIATE", error) &&
         database_commit (database, put (database, run, item, key, result, with_evidence, error),
                          error);
}

static gboolean
assign_answer (Store *store, gint64 run, guint32 item, gint64 answer, GError **error)
{
  const Database *database = database_of (store);
  return database_run (database, "BEGIN IMMEDIATE", error) &&
         database_commit (database, assign (database, run, item, answer, error), error);
}

/* ---- Lines --------------------------------------------------------------------------------- */

/* Appends text, which is JSON that a store has, as the value of key. */
static void
put_json (const CoupletJson *json, const char *key, const char *text)
{
  couplet_json_null (json, key);
  g_string_truncate (json->text, json->text->len - strlen ("null"));
  g_string_append (json->text, text);
}

/* Appends the members of the object text, which is JSON that a store has. */
static void
put_members (const CoupletJson *json, const char *text)
{
  if (!g_str_has_prefix (text, "{\"") || !g_str_has_suffix (text, "}"))
    return;
  g_string_append_c (json->text, ',');
  g_string_append_len (json->text, text + 1, (gssize)strlen (text) - 2);
}

/* The line that the row of statement is: a record, what made it (version, commit, libraries,
 * options), its date, and what repeats the run. */
static char *
compose (Statement *statement, const char *file, const char *swept)
{
  const CoupletJson writer = {g_string_new (NULL), FALSE}, *json = &writer;
  const char *record = column_text (statement, 0), *commit = column_text (statement, 2);
  gboolean has_provenance = sqlite3_column_type (statement, 1) != SQLITE_NULL;
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "file", file);
  if (swept != NULL)
    put_json (json, "swept", swept);
  /* the record's own braces are dropped */
  g_string_append_c (json->text, ',');
  g_string_append (json->text, *record == '{' ? record + 1 : record);
  if (g_str_has_suffix (json->text->str, "}"))
    g_string_truncate (json->text, json->text->len - 1);
  if (has_provenance) {
    couplet_json_open (json, "provenance", '{');
    couplet_json_string (json, "version", column_text (statement, 1));
    couplet_json_string (json, "commit", *commit != '\0' ? commit : NULL);
    put_json (json, "libraries", column_text (statement, 3));
    put_json (json, "options", column_text (statement, 4));
    couplet_json_string (json, "date", column_text (statement, 5));
    put_members (json, column_text (statement, 6));
    couplet_json_close (json, '}');
  }
  couplet_json_close (json, '}');
  return g_string_free (json->text, FALSE);
}

#define RECORD "SELECT a.record, p.version, p.commit_hash, p.libraries, p.options, a.date, p.setup"
#define MADE_BY " LEFT JOIN provenance p ON p.id = a.provenance "

/* Whether there is the row that should be. */
static gboolean
need_row (const Database *database, Statement *statement, GError **error)
{
  int row = statement != NULL ? database_step (database, statement, error) : -1;
  if (row == 0)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                 "%s: damaged: an answer is not there any more", database->name);
  return row > 0;
}

static char *
line_of_answer (Store *store, gint64 answer, const StoreItem *item, GError **error)
{
  const Database *database = database_of (store);
  g_autoptr (Statement) find =
      database_prepare (database, RECORD " FROM answers a" MADE_BY "WHERE a.id = ?1", error);
  if (find != NULL)
    bind_number (find, 1, answer);
  if (!need_row (database, find, error))
    return NULL;
  g_autofree char *swept = swept_text (item);
  return compose (find, item->file, swept);
}

static char *
line_of_item (Store *store, gint64 run, guint32 item, GError **error)
{
  const Database *database = database_of (store);
  g_autoptr (Statement) find = database_prepare (
      database,
      RECORD ", f.file, f.swept FROM files f JOIN answers a ON a.id = f.answer" MADE_BY
             "WHERE f.run = ?1 AND f.item = ?2",
      error);
  if (find != NULL) {
    bind_number (find, 1, run);
    bind_number (find, 2, item);
  }
  if (!need_row (database, find, error))
    return NULL;
  return compose (find, column_text (find, 7), (const char *)sqlite3_column_text (find, 8));
}

static gboolean
key_of_item (Store *store, gint64 run, guint32 item, guint8 *key)
{
  g_autoptr (Statement) find =
      database_prepare (database_of (store),
                        "SELECT a.key FROM files f JOIN answers a ON a.id = f.answer "
                        "WHERE f.run = ?1 AND f.item = ?2",
                        NULL);
  if (find == NULL)
    return FALSE;
  bind_number (find, 1, run);
  bind_number (find, 2, item);
  if (database_step (database_of (store), find, NULL) <= 0 ||
      sqlite3_column_bytes (find, 0) != STORE_KEY_BYTES)
    return FALSE;
  memcpy (key, sqlite3_column_blob (find, 0), STORE_KEY_BYTES);
  return TRUE;
}

/* ---- Everything ------------------------------------------------------------------------------ */

/* A run that is not divided has a row for each of its items from its beginning on, and what a row
 * names is there. FALSE with error set where rows were deleted. */
static gboolean
check_complete (const Database *database, GError **error)
{
  g_autoptr (Statement) runs = database_prepare (
      database,
      "SELECT runs.id, runs.items, count(files.item) FROM runs LEFT JOIN files ON files.run = "
      "runs.id WHERE runs.shards = 1 GROUP BY runs.id HAVING count(files.item) <> runs.items",
      error);
  int row = runs != NULL ? database_step (database, runs, error) : -1;
  if (row > 0)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                 "%s: damaged: run %" G_GINT64_FORMAT " has rows for %" G_GINT64_FORMAT
                 " of its %" G_GINT64_FORMAT " items",
                 database->name, (gint64)sqlite3_column_int64 (runs, 0),
                 (gint64)sqlite3_column_int64 (runs, 2), (gint64)sqlite3_column_int64 (runs, 1));
  return row == 0;
}

static gboolean
visit_rows (Store *store, StoreRowFunction function, gpointer data, GError **error)
{
  int row = 0;
  const Database *database = database_of (store);
  if (!check_complete (database, error))
    return FALSE;
  g_autoptr (Statement) rows =
      database_prepare (database, STORE_LAST_FILES " ORDER BY files.item", error);
  while (rows != NULL && (row = database_step (database, rows, error)) > 0) {
    const StoreRow one = {.run = sqlite3_column_int64 (rows, 0),
                          .item = (guint32)sqlite3_column_int64 (rows, 1),
                          .file = column_text (rows, 2),
                          .swept = (const char *)sqlite3_column_text (rows, 3),
                          .answer = sqlite3_column_int64 (rows, 4),
                          .part = {(guint32)sqlite3_column_int64 (rows, 5),
                                   (guint32)sqlite3_column_int64 (rows, 6),
                                   (guint32)sqlite3_column_int64 (rows, 1),
                                   (guint32)sqlite3_column_int64 (rows, 7), NULL, NULL},
                          .list = column_text (rows, 8),
                          .asked = column_text (rows, 9)};
    if (!function (data, &one, error))
      return FALSE;
  }
  return rows != NULL && row == 0;
}

__attribute__ ((visibility ("default"))) const StoreFunctions couplet_store_functions = {
    .open = open_store,
    .close = close_store,
    .name = name_of,
    .begin = begin_run,
    .end = end_run,
    .keys = visit_keys,
    .put = put_answer,
    .assign = assign_answer,
    .line = line_of_answer,
    .rows = visit_rows,
    .key_of = key_of_item,
    .line_of = line_of_item,
};
