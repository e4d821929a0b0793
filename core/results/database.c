/* SPDX-License-Identifier: Apache-2.0 */
#include "database.h"

#include "module.h"

#include <couplet/internal/context.h>

static const DatabaseFunctions *
load (const char *name, GError **error)
{
#if COUPLET_HAVE_SQLITE
  g_autoptr (GError) reason = NULL;
  const DatabaseFunctions *functions = module_functions (DATABASE_MODULE, DATABASE_SYMBOL, &reason);
  if (functions == NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN, "%s: stores cannot be loaded: %s",
                 name, reason->message);
  return functions;
#else
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION,
               "%s: this program was built without SQLite, which stores and 'couplet merge' need "
               "(Debian's package is libsqlite3-dev)",
               name);
  return NULL;
#endif
}

Database *
database_open (const char *name, DatabaseUse use, GError **error)
{
  const DatabaseFunctions *functions = load (name, error);
  return functions != NULL ? functions->open (name, use, error) : NULL;
}

void
database_close (Database *database)
{
  if (database != NULL)
    database->functions->close (database);
}

gboolean
database_fail (const Database *database, GError **error, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: %s", database->name, text);
  return FALSE;
}

/* ---- Statements -------------------------------------------------------------------------- */

Statement *
database_ask (Database *database, GError **error, const char *sql, const char *types, ...)
{
  va_list values;
  va_start (values, types);
  Statement *statement = database->functions->ask (database, error, sql, types, values);
  va_end (values);
  return statement;
}

void
statement_end (Statement *statement)
{
  if (statement != NULL)
    statement->functions->end (statement);
}

int
statement_next (Statement *statement, GError **error, const char *types, ...)
{
  if (statement == NULL)
    return -1;
  va_list values;
  va_start (values, types);
  int row = statement->functions->next (statement, error, types, values);
  va_end (values);
  return row;
}

gboolean
database_do (Database *database, GError **error, const char *sql, const char *types, ...)
{
  va_list values;
  va_start (values, types);
  g_autoptr (Statement) statement = database->functions->ask (database, error, sql, types, values);
  va_end (values);
  return statement_next (statement, error, "") >= 0;
}

gboolean
database_script (Database *database, const char *sql, GError **error)
{
  return database->functions->script (database, sql, error);
}

gboolean
database_begin (Database *database, GError **error)
{
  return database_do (database, error, "BEGIN IMMEDIATE", "");
}

gboolean
database_commit (Database *database, gboolean good, GError **error)
{
  if (good && database_do (database, error, "COMMIT", ""))
    return TRUE;
  database_do (database, NULL, "ROLLBACK", "");
  return FALSE;
}
