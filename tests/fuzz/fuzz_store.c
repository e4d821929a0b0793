/* SPDX-License-Identifier: Apache-2.0 */
/* A store in which values were changed: it is either refused with an error that names it or its
 * answers are joined. The input is a list of changes: table, column, row, kind, length, and as many
 * bytes. */
#include "full_results.h"
#include "fuzz_folder.h"
#include "store.h"

#include <couplet/host/merge.h>

#include <glib/gstdio.h>

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#define NAME "changed.db"
#define LARGEST 1024
#define BYTES_OF_CHANGE 5 /* before its value */

/* ---- The store that is changed --------------------------------------------------------------- */

static void
fill (const char *name)
{
  static const CoupletDefinition swept[] = {{"c", "2"}};
  static const char key[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  const CoupletPart part = {1, 1, 0, 3, "", "list"};
  g_autoptr (Database) store = store_open (name, TRUE, NULL);
  g_autoptr (CoupletAutomaton) automaton = full_automaton ();
  g_auto (FullResult) full;
  gint64 id;
  full_init (&full, automaton);
  if (store == NULL || !database_begin (store, NULL) ||
      !store_add_run (store, &FULL_RUN, &part, &id, NULL) ||
      !store_expect (store, id, 1, "a", NULL, 0, NULL) ||
      !store_expect (store, id, 2, "b", swept, 1, NULL) ||
      !store_expect (store, id, 3, "d", NULL, 0, NULL) || !database_commit (store, TRUE, NULL) ||
      !store_put (store, id, 1, key, &full.result, TRUE, NULL) ||
      !store_put (store, id, 2, NULL, &full.result, FALSE, NULL) || !store_end (store, id, 0, NULL))
    g_error ("no store can be made");
}

/* Without a log beside it, which a database in memory cannot have. */
static void
leave_log (const char *name)
{
  sqlite3 *db;
  if (sqlite3_open (name, &db) != SQLITE_OK ||
      sqlite3_exec (db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s: %s", name, sqlite3_errmsg (db));
  sqlite3_close (db);
}

/* The bytes of a store with two answers and an item that has none. */
static const char *
template_store (gsize *length)
{
  static char *bytes;
  static gsize n_bytes;
  if (bytes == NULL) {
    g_autofree char *folder = g_dir_make_tmp ("couplet-store-XXXXXX", NULL);
    g_autofree char *name = g_build_filename (folder, "a.db", NULL);
    fill (name);
    leave_log (name);
    if (!g_file_get_contents (name, &bytes, &n_bytes, NULL))
      g_error ("no store can be read");
    g_remove (name);
    g_rmdir (folder);
  }
  *length = n_bytes;
  return bytes;
}

/* ---- Changes -------------------------------------------------------------------------------- */

/* The n-th first column of what sql gives, around from its end; NULL = it gives nothing. */
static char *
nth_name (sqlite3 *db, const char *sql, guint n)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  sqlite3_stmt *statement;
  sqlite3_prepare_v2 (db, sql, -1, &statement, NULL);
  while (sqlite3_step (statement) == SQLITE_ROW)
    g_ptr_array_add (names, g_strdup ((const char *)sqlite3_column_text (statement, 0)));
  sqlite3_finalize (statement);
  return names->len > 0 ? g_strdup (names->pdata[n % names->len]) : NULL;
}

static void
bind (sqlite3_stmt *statement, guint kind, const uint8_t *bytes, guint length)
{
  switch (kind % 5) {
  case 0:
    sqlite3_bind_null (statement, 1);
    break;
  case 1:
    sqlite3_bind_int64 (statement, 1, length > 0 ? (gint8)bytes[0] : G_MAXINT64);
    break;
  case 2:
    sqlite3_bind_double (statement, 1, length > 0 ? bytes[0] / 3.0 : G_MAXDOUBLE);
    break;
  case 3:
    sqlite3_bind_blob (statement, 1, bytes, (int)length, SQLITE_TRANSIENT);
    break;
  default:
    sqlite3_bind_text (statement, 1, (const char *)bytes, (int)length, SQLITE_TRANSIENT);
  }
}

static void
change (sqlite3 *db, const uint8_t *how, const uint8_t *bytes, guint length)
{
  g_autofree char *table = nth_name (
      db, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
      how[0]);
  g_autofree char *columns = g_strdup_printf ("SELECT name FROM pragma_table_info('%s')", table);
  g_autofree char *column = nth_name (db, columns, how[1]);
  g_autofree char *first = nth_name (db, columns, 0);
  gboolean removes = how[3] % 16 == 15;
  g_autofree char *sql =
      removes ? g_strdup_printf ("DELETE FROM %s WHERE %s = %u", table, first, how[2] % 4u)
              : g_strdup_printf ("UPDATE %s SET %s = ?1 WHERE %s = %u OR %u", table, column, first,
                                 how[2] % 4u, how[2] / 128u);
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
  if (!removes)
    bind (statement, how[3], bytes, length);
  sqlite3_step (statement); /* which a constraint may refuse */
  sqlite3_finalize (statement);
}

/* Writes the store with all changes to the file called name. */
static void
write_changed (const char *name, const uint8_t *data, size_t size)
{
  gsize length;
  const char *template = template_store (&length);
  sqlite3 *db;
  sqlite3_open (":memory:", &db);
  unsigned char *copy = sqlite3_malloc64 (length);
  memcpy (copy, template, length);
  sqlite3_deserialize (db, "main", copy, (sqlite3_int64)length, (sqlite3_int64)length,
                       SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
  for (size_t at = 0; at + BYTES_OF_CHANGE <= size;) {
    size_t room = size - at - BYTES_OF_CHANGE;
    guint value = (guint)MIN (room, data[at + 4]);
    change (db, data + at, data + at + BYTES_OF_CHANGE, value);
    at += BYTES_OF_CHANGE + value;
  }
  sqlite3_int64 n = 0;
  unsigned char *changed = sqlite3_serialize (db, "main", &n, 0);
  if (!g_file_set_contents_full (name, (const char *)changed, (gssize)n, G_FILE_SET_CONTENTS_NONE,
                                 0600, NULL))
    g_error ("%s cannot be written", name);
  sqlite3_free (changed);
  sqlite3_close (db);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size > LARGEST)
    return 0;
  g_autofree char *name = g_build_filename (fuzz_folder (NAME), NAME, NULL);
  write_changed (name, data, size);
  g_autoptr (CoupletMerge) merge = couplet_merge_new ();
  g_autoptr (GError) error = NULL;
  gboolean good = couplet_merge_add (merge, name, &error) && couplet_merge_join (merge, &error);
  if (good == (error != NULL))
    g_error ("%s answers, %s error", good ? "" : "no", error != NULL ? "an" : "no");
  if (error != NULL && !g_str_has_prefix (error->message, name))
    g_error ("a message without the file: %s", error->message);
  if (size == 0 && !good)
    g_error ("the store is refused as it is: %s", error->message);
  return 0;
}
