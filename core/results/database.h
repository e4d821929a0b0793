/* SPDX-License-Identifier: Apache-2.0 */
/* SQL on an SQLite database, for which a module is loaded. A process that forks must not use its
 * databases in the child. */
#ifndef COUPLET_CORE_DATABASE_H
#define COUPLET_CORE_DATABASE_H

#include <couplet/model.h>

typedef struct DatabaseFunctions DatabaseFunctions;

/* How every database and every statement begins. */
typedef struct {
  const DatabaseFunctions *functions;
  char *name; /* for messages */
} Database;

typedef struct {
  const DatabaseFunctions *functions;
} Statement;

typedef enum {
  DATABASE_READ,
  DATABASE_WRITE,    /* the file is made if it is not there */
  DATABASE_TEMPORARY /* no file; name is for messages only */
} DatabaseUse;

/* NULL with error set (INPUT; CONFIGURATION in a program without SQLite). */
Database *database_open (const char *name, DatabaseUse use, GError **error);
void database_close (Database *database);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Database, database_close)

/* Sets error (INPUT) to the database's name and the text; FALSE. */
gboolean database_fail (const Database *database, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Begins the statement sql, a literal, with a value for each letter of types: `i`, a gint64, or
 * `t`, a text that stays until the last row is read; NULL is NULL. NULL with error set. It belongs
 * to database, and ends by g_autoptr. */
Statement *database_ask (Database *database, GError **error, const char *sql, const char *types,
                         ...);
void statement_end (Statement *statement);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Statement, statement_end)

/* Goes to the next row: 1; 0 = there is none; -1 with error set, also where statement is NULL. Each
 * letter of types stands for a column and a pointer that receives it: `i` for a gint64, `t` for a
 * text that is there until the next row, NULL where the column is NULL. */
int statement_next (Statement *statement, GError **error, const char *types, ...);

/* Runs a statement whose rows do not matter. FALSE with error set. */
gboolean database_do (Database *database, GError **error, const char *sql, const char *types, ...);

/* Runs all statements of sql. FALSE with error set. */
gboolean database_script (Database *database, const char *sql, GError **error);

/* Begins a transaction that writes. FALSE with error set. */
gboolean database_begin (Database *database, GError **error);

/* Ends it: keeps what was done when good and that can be done, else undoes it. Whether
 * it is kept; else error is set. */
gboolean database_commit (Database *database, gboolean good, GError **error);

/* ---- The module ----------------------------------------------------------------------------- */

#define DATABASE_MODULE "store"
#define DATABASE_SYMBOL "couplet_database_functions"

struct DatabaseFunctions {
  Database *(*open) (const char *name, DatabaseUse use, GError **error);
  void (*close) (Database *database);
  gboolean (*script) (Database *database, const char *sql, GError **error);
  Statement *(*ask) (Database *database, GError **error, const char *sql, const char *types,
                     va_list values);
  int (*next) (Statement *statement, GError **error, const char *types, va_list values);
  void (*end) (Statement *statement);
};

extern const DatabaseFunctions couplet_database_functions;

#endif
