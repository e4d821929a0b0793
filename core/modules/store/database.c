/* SPDX-License-Identifier: Apache-2.0 */
#include "database.h"

#include "store_schema.h"

#include <couplet/internal/context.h>

#include <unistd.h>

/* How long to wait for another process that writes. */
#define BUSY_MS 60000
/* How long to wait before the log is asked for again. */
#define RETRY_MS 5

static gboolean
fail (const Database *database, GError **error, const char *what)
{
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: %s", database->name, what);
  return FALSE;
}

gboolean
database_fail (const Database *database, const char *what, GError **error)
{
  g_autofree char *text =
      g_strdup_printf ("the store cannot be %s: %s", what,
                       database->db != NULL ? sqlite3_errmsg (database->db) : "out of memory");
  return fail (database, error, text);
}

/* What is being done when a statement fails. */
static const char *
doing (const Database *database)
{
  return database->writable ? "written" : "read";
}

gboolean
database_run (const Database *database, const char *sql, GError **error)
{
  return sqlite3_exec (database->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
         database_fail (database, doing (database), error);
}

gboolean
database_commit (const Database *database, gboolean good, GError **error)
{
  if (good && database_run (database, "COMMIT", error))
    return TRUE;
  sqlite3_exec (database->db, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}

/* ---- Statements -------------------------------------------------------------------------- */

Statement *
database_prepare (const Database *database, const char *sql, GError **error)
{
  Statement *statement = NULL;
  if (sqlite3_prepare_v2 (database->db, sql, -1, &statement, NULL) != SQLITE_OK)
    database_fail (database, doing (database), error);
  return statement;
}

void
bind_text (Statement *statement, int index, const char *text)
{
  sqlite3_bind_text (statement, index, text, -1, SQLITE_STATIC);
}

void
bind_number (Statement *statement, int index, gint64 number)
{
  sqlite3_bind_int64 (statement, index, number);
}

void
bind_seconds (Statement *statement, int index, double seconds)
{
  sqlite3_bind_double (statement, index, seconds);
}

void
bind_rational (Statement *statement, int index, gboolean present, const CoupletRational *value)
{
  if (!present) {
    sqlite3_bind_null (statement, index);
    sqlite3_bind_null (statement, index + 1);
    return;
  }
  sqlite3_bind_text (statement, index, couplet_rational_to_string (value), -1, g_free);
  sqlite3_bind_double (statement, index + 1, mpq_get_d (value->value));
}

int
database_step (const Database *database, Statement *statement, GError **error)
{
  int answer = sqlite3_step (statement);
  if (answer == SQLITE_ROW)
    return 1;
  if (answer == SQLITE_DONE)
    return 0;
  database_fail (database, doing (database), error);
  return -1;
}

gboolean
database_do (const Database *database, Statement *statement, GError **error)
{
  return database_step (database, statement, error) == 0;
}

const char *
column_text (Statement *statement, int index)
{
  const char *text = (const char *)sqlite3_column_text (statement, index);
  return text != NULL ? text : "";
}

/* ---- Opening ------------------------------------------------------------------------------ */

/* The number that sql gives. FALSE with error set. */
static gboolean
ask_number (const Database *database, const char *sql, gint64 *number, GError **error)
{
  g_autoptr (Statement) statement = database_prepare (database, sql, error);
  if (statement == NULL || database_step (database, statement, error) < 0)
    return FALSE;
  *number = sqlite3_column_int64 (statement, 0);
  return TRUE;
}

/* Makes the tables, unless another process was faster. FALSE with error set. */
static gboolean
make_tables (const Database *database, GError **error)
{
  gint64 tables = 0;
  if (!database_run (database, "BEGIN IMMEDIATE", error))
    return FALSE;
  gboolean good = ask_number (database, "SELECT count(*) FROM sqlite_master", &tables, error) &&
                  (tables > 0 || database_run (database, STORE_SCHEMA, error));
  return database_commit (database, good, error);
}

/* Whether the database has the tables of a store, and nothing that acts by itself. */
static gboolean
check_tables (const Database *database, GError **error)
{
  gint64 application, version, tables, triggers;
  if (!ask_number (database, "PRAGMA application_id", &application, error) ||
      !ask_number (database, "PRAGMA user_version", &version, error) ||
      !ask_number (
          database,
          "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('answers', "
          "'diagnostics', 'files', 'parameters', 'provenance', 'runs', 'stages')",
          &tables, error) ||
      !ask_number (database, "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'", &triggers,
                   error))
    return FALSE;
  if (application != STORE_APPLICATION)
    return fail (database, error, "it is an SQLite database, but no store");
  if (version != STORE_VERSION) {
    g_autofree char *text = g_strdup_printf ("its tables are of version %" G_GINT64_FORMAT
                                             ", and this program knows version %d",
                                             version, STORE_VERSION);
    return fail (database, error, text);
  }
  return (tables == STORE_TABLES && triggers == 0) ||
         fail (database, error, "it lacks tables of a store, or has triggers");
}

/* Asks for a log for writing ahead. SQLite does not wait here while another process that opens or
 * closes the store changes its journal too. FALSE with error set. */
static gboolean
write_ahead (const Database *database, GError **error)
{
  for (int waited = 0;; waited += RETRY_MS) {
    int answer = sqlite3_exec (database->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    if (answer == SQLITE_OK)
      return TRUE;
    if ((answer & 0xff) != SQLITE_BUSY || waited >= BUSY_MS)
      return database_fail (database, "written", error);
    g_usleep (RETRY_MS * 1000);
  }
}

/* Settings of the connection. What the database says of itself is not trusted. */
static gboolean
set_up (const Database *database, GError **error)
{
  sqlite3_busy_timeout (database->db, BUSY_MS);
  sqlite3_db_config (database->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (database->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  if (!database->writable)
    return database_run (database, "PRAGMA query_only = 1", error);
  /* where there can be no log for writing ahead, each transaction waits for the disk */
  return write_ahead (database, error) &&
         database_run (database, "PRAGMA synchronous = NORMAL", error);
}

static gboolean
open_file (Database *database, GError **error)
{
  /* a name is a file's, also where SQLite would give it another meaning */
  g_autofree char *path = g_path_is_absolute (database->name)
                              ? g_strdup (database->name)
                              : g_strconcat ("./", database->name, NULL);
  int flags =
      database->writable ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  if (sqlite3_open_v2 (path, &database->db, flags, NULL) != SQLITE_OK)
    return database_fail (database, "opened", error);
  if (database->writable && sqlite3_db_readonly (database->db, "main") != 0)
    return fail (database, error, "the store cannot be written: the file is read-only");
  return TRUE;
}

gboolean
database_open (Database *database, const char *name, gboolean writable, GError **error)
{
  gint64 tables = 0;
  *database = (Database){.name = g_strdup (name), .writable = writable};
  return open_file (database, error) && set_up (database, error) &&
         ask_number (database, "SELECT count(*) FROM sqlite_master", &tables, error) &&
         (tables > 0 || !writable || make_tables (database, error)) &&
         check_tables (database, error);
}

void
database_close (Database *database)
{
  /* one file again, that can be read anywhere, unless another process is at it */
  if (database->db != NULL && database->writable)
    sqlite3_exec (database->db, "PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE", NULL, NULL,
                  NULL);
  sqlite3_close (database->db);
  g_free (database->name);
  *database = (Database){0};
}
