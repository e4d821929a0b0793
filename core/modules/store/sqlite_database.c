/* SPDX-License-Identifier: Apache-2.0 */
#include "database.h"

#include <couplet/internal/context.h>

#include <sqlite3.h>

/* How long to wait for another process that writes. */
#define BUSY_MS 60000
/* How long to wait before the log is asked for again. */
#define RETRY_MS 5

typedef struct {
  Database database;
  DatabaseUse use;
  sqlite3 *db;
  GHashTable *prepared; /* literal to SqliteStatement */
} SqliteDatabase;

typedef struct {
  Statement statement;
  SqliteDatabase *of;
  sqlite3_stmt *stmt;
} SqliteStatement;

/* Sets error to what cannot be done, and why; FALSE. */
static gboolean
fail_doing (const SqliteDatabase *of, const char *what, const char *why, GError **error)
{
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: the %s: %s", of->database.name, what,
               why);
  return FALSE;
}

/* Sets error to what SQLite says last; FALSE. */
static gboolean
fail (const SqliteDatabase *of, GError **error)
{
  static const char *const doing[] = {"store cannot be read", "store cannot be written",
                                      "temporary tables cannot be used"};
  return fail_doing (of, doing[of->use], sqlite3_errmsg (of->db), error);
}

static gboolean
run (const SqliteDatabase *of, const char *sql, GError **error)
{
  return sqlite3_exec (of->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail (of, error);
}

static gboolean
run_script (Database *database, const char *sql, GError **error)
{
  return run ((const SqliteDatabase *)database, sql, error);
}

/* ---- Statements -------------------------------------------------------------------------- */

static void
free_statement (gpointer data)
{
  sqlite3_finalize (((SqliteStatement *)data)->stmt);
  g_free (data);
}

/* The statement, which is prepared once. NULL with error set. */
static SqliteStatement *
prepare (SqliteDatabase *of, const char *sql, GError **error)
{
  sqlite3_stmt *stmt;
  SqliteStatement *statement = g_hash_table_lookup (of->prepared, sql);
  if (statement != NULL)
    return statement;
  if (sqlite3_prepare_v2 (of->db, sql, -1, &stmt, NULL) != SQLITE_OK) {
    fail (of, error);
    return NULL;
  }
  statement = g_new (SqliteStatement, 1);
  *statement = (SqliteStatement){{of->database.functions}, of, stmt};
  g_hash_table_insert (of->prepared, (gpointer)sql, statement);
  return statement;
}

static Statement *
ask (Database *database, GError **error, const char *sql, const char *types, va_list values)
{
  SqliteStatement *statement = prepare ((SqliteDatabase *)database, sql, error);
  for (int i = 0; statement != NULL && types[i] != '\0'; i++)
    if (types[i] == 'i')
      sqlite3_bind_int64 (statement->stmt, i + 1, va_arg (values, gint64));
    else
      sqlite3_bind_text (statement->stmt, i + 1, va_arg (values, const char *), -1, SQLITE_STATIC);
  return statement != NULL ? &statement->statement : NULL;
}

static int
next (Statement *statement, GError **error, const char *types, va_list values)
{
  sqlite3_stmt *stmt = ((SqliteStatement *)statement)->stmt;
  int answer = sqlite3_step (stmt);
  if (answer == SQLITE_DONE)
    return 0;
  if (answer != SQLITE_ROW) {
    fail (((SqliteStatement *)statement)->of, error);
    return -1;
  }
  for (int i = 0; types[i] != '\0'; i++)
    if (types[i] == 'i')
      *va_arg (values, gint64 *) = sqlite3_column_int64 (stmt, i);
    else
      *va_arg (values, const char **) = (const char *)sqlite3_column_text (stmt, i);
  return 1;
}

static void
end (Statement *statement)
{
  sqlite3_stmt *stmt = ((SqliteStatement *)statement)->stmt;
  sqlite3_reset (stmt);
  sqlite3_clear_bindings (stmt);
}

/* ---- Opening ------------------------------------------------------------------------------ */

/* Asks for a log for writing ahead. SQLite does not wait here while another process that opens or
 * closes the database changes its journal too. FALSE with error set. */
static gboolean
write_ahead (const SqliteDatabase *of, GError **error)
{
  for (int waited = 0;; waited += RETRY_MS) {
    int answer = sqlite3_exec (of->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    if (answer == SQLITE_OK)
      return TRUE;
    if ((answer & 0xff) != SQLITE_BUSY || waited >= BUSY_MS)
      return fail (of, error);
    g_usleep (RETRY_MS * 1000);
  }
}

/* Settings of the connection. */
static gboolean
set_up (const SqliteDatabase *of, GError **error)
{
  if (of->use == DATABASE_TEMPORARY)
    return run (of, "PRAGMA journal_mode = OFF; PRAGMA cache_size = -65536; BEGIN", error);
  sqlite3_busy_timeout (of->db, BUSY_MS);
  sqlite3_db_config (of->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  if (of->use == DATABASE_READ)
    return run (of, "PRAGMA query_only = 1", error);
  /* where there can be no log for writing ahead, each transaction waits for the disk */
  return write_ahead (of, error) && run (of, "PRAGMA synchronous = NORMAL", error);
}

static gboolean
open_file (SqliteDatabase *of, GError **error)
{
  static const int flags[] = {SQLITE_OPEN_READONLY, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                              SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE};
  const char *name = of->database.name;
  /* a name is a file's, also where SQLite would give it another meaning */
  g_autofree char *path = of->use == DATABASE_TEMPORARY ? g_strdup ("")
                          : g_path_is_absolute (name)   ? g_strdup (name)
                                                        : g_strconcat ("./", name, NULL);
  if (sqlite3_open_v2 (path, &of->db, flags[of->use], NULL) != SQLITE_OK)
    return fail_doing (of, "store cannot be opened",
                       of->db != NULL ? sqlite3_errmsg (of->db) : "out of memory", error);
  if (of->use == DATABASE_WRITE && sqlite3_db_readonly (of->db, "main") != 0)
    return fail_doing (of, "store cannot be written", "the file is read-only", error);
  return set_up (of, error);
}

static void
close_database (Database *database)
{
  SqliteDatabase *of = (SqliteDatabase *)database;
  g_hash_table_unref (of->prepared);
  /* one file again, that can be read anywhere, unless another process is at it */
  if (of->db != NULL && of->use == DATABASE_WRITE)
    sqlite3_exec (of->db, "PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE", NULL, NULL,
                  NULL);
  sqlite3_close (of->db);
  g_free (database->name);
  g_free (of);
}

static Database *
open_database (const char *name, DatabaseUse use, GError **error)
{
  SqliteDatabase *of = g_new0 (SqliteDatabase, 1);
  of->database = (Database){&couplet_database_functions, g_strdup (name)};
  of->use = use;
  of->prepared = g_hash_table_new_full (NULL, NULL, NULL, free_statement);
  if (open_file (of, error))
    return &of->database;
  close_database (&of->database);
  return NULL;
}

__attribute__ ((visibility ("default"))) const DatabaseFunctions couplet_database_functions = {
    .open = open_database,
    .close = close_database,
    .script = run_script,
    .ask = ask,
    .next = next,
    .end = end,
};
