/* SPDX-License-Identifier: Apache-2.0 */
#include "store.h"

#include "sql.h"

#include <couplet/host/result_json.h>
#include <couplet/internal/provenance.h>

#include <stdio.h>
#include <string.h>

gboolean
store_is_one (const char *name)
{
  static const char magic[] = "SQLite format 3"; /* with its zero byte */
  char begin[sizeof magic] = "";
  FILE *file = g_file_test (name, G_FILE_TEST_IS_REGULAR) ? fopen (name, "rbe") : NULL;
  gsize n = file != NULL ? fread (begin, 1, sizeof begin, file) : 0;
  if (file != NULL)
    (void)fclose (file); /* only read */
  return n == sizeof magic && memcmp (begin, magic, sizeof magic) == 0;
}

/* ---- Opening ----------------------------------------------------------------------------- */

/* Makes the tables, unless they are there. FALSE with error set. */
static gboolean
make_tables (Database *store, GError **error)
{
  if (!database_begin (store, error))
    return FALSE;
  g_autoptr (Statement) tables = database_ask (store, error, "SELECT 1 FROM sqlite_master", "");
  int row = statement_next (tables, error, "");
  statement_end (g_steal_pointer (&tables));
  return database_commit (store, row > 0 || (row == 0 && database_script (store, STORE_SQL, error)),
                          error);
}

/* What tells a store: the tables and views as they are made, and anything that acts by itself. */
#define KIND                                                                                       \
  "SELECT application_id, user_version, ifnull((SELECT group_concat(sql, '; ') FROM "              \
  "(SELECT sql FROM sqlite_master WHERE type = 'trigger' OR name IN ('answers', 'diagnostics', "   \
  "'files', 'files_by_answer', 'last_files', 'last_lines', 'latest', 'parameters', 'runs', "       \
  "'stages') ORDER BY name)), '') FROM pragma_application_id, pragma_user_version"

/* Whether the database is as a store that is made now. FALSE with error set. */
static gboolean
check (Database *store, GError **error)
{
  gint64 application[2], version[2];
  const char *tables[2];
  g_autoptr (Database) fresh = database_open (store->name, DATABASE_TEMPORARY, error);
  if (fresh == NULL || !database_script (fresh, STORE_SQL, error))
    return FALSE;
  g_autoptr (Statement) is = database_ask (store, error, KIND, "");
  g_autoptr (Statement) made = database_ask (fresh, error, KIND, "");
  if (statement_next (is, error, "iit", &application[0], &version[0], &tables[0]) <= 0 ||
      statement_next (made, error, "iit", &application[1], &version[1], &tables[1]) <= 0)
    return FALSE;
  if (application[0] != application[1])
    return database_fail (store, error, "it is an SQLite database, but no store");
  if (version[0] != version[1])
    return database_fail (store, error,
                          "its tables are of version %" G_GINT64_FORMAT
                          ", and this program knows version %" G_GINT64_FORMAT
                          "; the report that 'couplet merge --report json' of the Couplet that "
                          "made it writes can be merged",
                          version[0], version[1]);
  return g_str_equal (tables[0], tables[1]) ||
         database_fail (store, error, "it lacks tables of a store, or has triggers");
}

Database *
store_open (const char *name, gboolean writable, GError **error)
{
  g_autoptr (Database) store =
      database_open (name, writable ? DATABASE_WRITE : DATABASE_READ, error);
  if (store == NULL || (writable && !make_tables (store, error)) || !check (store, error))
    return NULL;
  return g_steal_pointer (&store);
}

/* ---- Runs ------------------------------------------------------------------------------- */

/* What made the answers, but where and when; the caller frees it. */
static char *
maker_of (const CoupletProvenance *provenance)
{
  const CoupletJson json = {g_string_new (NULL), FALSE};
  CoupletProvenance copy = *provenance;
  copy.command = NULL; /* a shard that runs elsewhere is of the same run */
  copy.date = "";
  couplet_json_provenance (&json, NULL, &copy);
  return g_string_free (json.text, FALSE);
}

gboolean
store_add_run (Database *store, const CoupletProvenance *maker, const CoupletPart *part, gint64 *id,
               GError **error)
{
  g_autofree char *made_by = maker_of (maker);
  g_autoptr (Statement) add = database_ask (
      store, error,
      "INSERT INTO runs (turn, list, shard, shards, items, own, maker, asked, started) "
      "VALUES ((SELECT ifnull(max(turn), 0) + 1 FROM runs), ?1, ?2, ?3, ?4, 0, ?5, ?6, ?7) "
      "ON CONFLICT DO UPDATE SET turn = excluded.turn, items = excluded.items, own = 0, "
      "status = NULL RETURNING id",
      "tiiittt", part->list, (gint64)part->shard, (gint64)part->n_shards, (gint64)part->n_items,
      made_by, part->asked, maker->date);
  if (statement_next (add, error, "i", id) <= 0)
    return FALSE;
  /* what no item has any more is kept only where it may be taken again */
  return database_do (store, error, "DELETE FROM files WHERE run = ?1", "i", *id) &&
         database_do (store, error,
                      "DELETE FROM answers WHERE key IS NULL AND NOT EXISTS "
                      "(SELECT 1 FROM files WHERE answer = answers.id)",
                      "");
}

gboolean
store_expect (Database *store, gint64 run, guint32 item, const char *file,
              const CoupletDefinition *swept, guint n_swept, GError **error)
{
  g_autofree char *name = g_utf8_make_valid (file, -1);
  const CoupletJson json = {g_string_new (NULL), FALSE};
  couplet_json_open (&json, NULL, '{');
  for (guint i = 0; i < n_swept; i++)
    couplet_json_string (&json, swept[i].name, swept[i].value);
  couplet_json_close (&json, '}');
  g_autofree char *text = g_string_free (json.text, n_swept == 0);
  return database_do (store, error,
                      "INSERT INTO files (run, item, file, swept) VALUES (?1, ?2, ?3, ?4)", "iitt",
                      run, (gint64)item, name, text) &&
         database_do (store, error, "UPDATE runs SET own = own + 1 WHERE id = ?1", "i", run);
}

gboolean
store_end (Database *store, gint64 run, int status, GError **error)
{
  return database_do (store, error, "UPDATE runs SET status = ?2 WHERE id = ?1", "ii", run,
                      (gint64)status);
}

/* ---- Answers ------------------------------------------------------------------------------ */

/* What tells that line was kept with key; the caller frees it. */
static char *
seal_of (const char *key, const char *line)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_checksum_update (checksum, (const guchar *)key, -1);
  g_checksum_update (checksum, (const guchar *)line, -1);
  return g_strdup (g_checksum_get_string (checksum));
}

GString *
store_keys (Database *store, GError **error)
{
  int row;
  const char *key;
  GString *keys = g_string_new (NULL);
  g_autoptr (Statement) all = database_ask (
      store, error, "SELECT key FROM answers WHERE length(key) = 64 ORDER BY key", "");
  while ((row = statement_next (all, error, "t", &key)) > 0)
    g_string_append (keys, key);
  return row == 0 ? keys : (g_string_free (keys, TRUE), NULL);
}

gboolean
store_assign (Database *store, gint64 run, guint32 item, const char *key, GError **error)
{
  return database_do (store, error,
                      "UPDATE files SET (answer, sha256) = (SELECT id, answers.sha256 FROM answers "
                      "WHERE id = ifnull((SELECT id FROM answers WHERE key = ?3), "
                      "last_insert_rowid())) WHERE run = ?1 AND item = ?2",
                      "iit", run, (gint64)item, key);
}

static gboolean
put (Database *store, gint64 run, guint32 item, const char *key, const char *line, GError **error)
{
  g_autofree char *seal = seal_of (key != NULL ? key : "", line);
  return database_do (store, error,
                      "INSERT INTO answers (key, seal, line) VALUES (?1, ?2, ?3) "
                      "ON CONFLICT DO NOTHING",
                      "ttt", key, seal, line) &&
         store_assign (store, run, item, key, error);
}

gboolean
store_put (Database *store, gint64 run, guint32 item, const char *key, const CoupletResult *result,
           gboolean with_evidence, GError **error)
{
  g_autofree char *line = couplet_result_to_json (result, with_evidence);
  g_strchomp (line);
  if (!database_do (store, error, "SAVEPOINT put", ""))
    return FALSE;
  gboolean good = put (store, run, item, key, line, error);
  if (!good)
    database_do (store, NULL, "ROLLBACK TO put", "");
  return database_do (store, good ? error : NULL, "RELEASE put", "") && good;
}

gboolean
store_check_line (const Database *store, const char *key, const char *seal, const char *line,
                  GError **error)
{
  if (line == NULL)
    return database_fail (store, error,
                          "damaged: an answer is not there any more, or is one to another file");
  g_autofree char *expected = key != NULL ? seal_of (key, line) : NULL;
  return expected == NULL || g_strcmp0 (expected, seal) == 0 ||
         database_fail (store, error, "damaged: an answer is not what was kept with its key");
}

char *
store_line (Database *store, const char *key, GError **error)
{
  const char *seal = NULL, *line = NULL;
  g_autoptr (Statement) find =
      database_ask (store, error, "SELECT seal, line FROM answers WHERE key = ?1", "t", key);
  gboolean good = statement_next (find, error, "tt", &seal, &line) >= 0 &&
                  store_check_line (store, key, seal, line, error);
  return good ? g_strdup (line) : NULL;
}

/* ---- All items ---------------------------------------------------------------------------- */

Statement *
store_last_rows (Database *store, GError **error)
{
  gint64 run, there, own;
  g_autoptr (Statement) lacking = database_ask (
      store, error,
      "SELECT id, (SELECT count(*) FROM files WHERE run = id) AS there, own FROM runs "
      "WHERE there <> own UNION ALL SELECT run, count(*), 0 FROM files "
      "WHERE run NOT IN (SELECT id FROM runs) GROUP BY run",
      "");
  int row = statement_next (lacking, error, "iii", &run, &there, &own);
  if (row == 0)
    return database_ask (
        store, error, "SELECT item, line, answer IS NOT NULL, kept, key, seal FROM last_lines", "");
  if (row > 0)
    database_fail (store, error,
                   "damaged: run %" G_GINT64_FORMAT " has rows for %" G_GINT64_FORMAT
                   " of its %" G_GINT64_FORMAT " items",
                   run, there, own);
  return NULL;
}
