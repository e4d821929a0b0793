/* SPDX-License-Identifier: Apache-2.0 */
/* An SQLite database with the tables of a store, and its statements. */
#ifndef COUPLET_CORE_DATABASE_H
#define COUPLET_CORE_DATABASE_H

#include <couplet/model.h>

#include <sqlite3.h>

typedef struct {
  char *name;
  sqlite3 *db;
  gboolean writable;
} Database;

/* Opens the file called name, making the tables where it is to be written and is empty. FALSE with
 * error set (INPUT). Close it in both cases. */
gboolean database_open (Database *database, const char *name, gboolean writable, GError **error);
void database_close (Database *database);

/* Sets error (INPUT) to what SQLite says last, about the doing of what; FALSE. */
gboolean database_fail (const Database *database, const char *what, GError **error);

/* Runs statements without values and rows. FALSE with error set. */
gboolean database_run (const Database *database, const char *sql, GError **error);

/* Ends a transaction that database_run ("BEGIN IMMEDIATE") began: keeps what was done when good and
 * that can be done, else undoes it. Whether it is kept; else error is set. */
gboolean database_commit (const Database *database, gboolean good, GError **error);

/* ---- Statements: errors of binding show when they are run -------------------------------- */

typedef sqlite3_stmt Statement;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Statement, sqlite3_finalize)

/* NULL with error set. The caller frees it with g_autoptr. */
Statement *database_prepare (const Database *database, const char *sql, GError **error);

/* Set parameter index, from 1; a NULL text is NULL. Texts stay where they are until the statement
 * is run. */
void bind_text (Statement *statement, int index, const char *text);
void bind_number (Statement *statement, int index, gint64 number);
void bind_seconds (Statement *statement, int index, double seconds);
/* As a text, and in the next parameter as a floating-point number; NULL unless present. */
void bind_rational (Statement *statement, int index, gboolean present,
                    const CoupletRational *value);

/* Goes to the next row: 1; 0 = there is none; -1 with error set. */
int database_step (const Database *database, Statement *statement, GError **error);

/* Runs a statement that has no rows. FALSE with error set. */
gboolean database_do (const Database *database, Statement *statement, GError **error);

/* Column index, from 0, of the row, whose text is there until the next step; "" for NULL where some
 * text is expected. */
const char *column_text (Statement *statement, int index);

#endif
