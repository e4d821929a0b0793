/* SPDX-License-Identifier: Apache-2.0 */
/* What a store is given it gives back as the line of a report; runs go on where they were; an
 * answer is there once. */
#include "full_results.h"

#include "read_result.h"
#include "store.h"

#include <couplet/host/result_json.h>

#include <glib/gstdio.h>
#include <string.h>

#include "unit.h"

static const guint8 KEY[STORE_KEY_BYTES] = {1, 2, 3};

typedef struct {
  char *folder, *name;
  CoupletAutomaton *automaton;
  FullResult full;
} Fixture;

static int
set_up (void **state)
{
  Fixture *fixture = g_new0 (Fixture, 1);
  fixture->folder = g_dir_make_tmp ("couplet-XXXXXX", NULL);
  fixture->name = g_build_filename (fixture->folder, "a.db", NULL);
  fixture->automaton = full_automaton ();
  full_init (&fixture->full, fixture->automaton);
  *state = fixture;
  return 0;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;
  g_remove (fixture->name);
  g_rmdir (fixture->folder);
  full_clear (&fixture->full);
  couplet_automaton_free (fixture->automaton);
  g_free (fixture->name);
  g_free (fixture->folder);
  g_free (fixture);
  return 0;
}

static const CoupletDefinition SWEPT[] = {{"c", "1"}};
static const StoreItem ITEMS[] = {{1, "a", 0, NULL}, {2, "b", 1, SWEPT}};

static Store *
open_store (const Fixture *fixture, gboolean writable)
{
  g_autoptr (GError) error = NULL;
  Store *store = store_open (fixture->name, writable, &error);
  if (store == NULL)
    fail_msg ("%s", error->message);
  return store;
}

/* Begins the run of ITEMS that was asked that. */
static gint64
begin_asked (Store *store, const char *asked)
{
  const StoreRun run = {.provenance = &FULL_RUN,
                        .list = "list",
                        .asked = asked,
                        .shard = 1,
                        .n_shards = 1,
                        .n_items = 2,
                        .n_own = 2};
  gint64 id = 0;
  assert_true (store_begin (store, &run, ITEMS, &id, NULL));
  assert_true (id > 0);
  return id;
}

static gint64
begin (Store *store)
{
  return begin_asked (store, "");
}

static void
test_answers_come_back_as_lines (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (Store) store = open_store (fixture, TRUE);
  gint64 run = begin (store);
  assert_true (store_put (store, run, 2, KEY, &fixture->full.result, TRUE, NULL));
  CoupletResult expected = fixture->full.result;
  expected.file = "b";
  expected.n_swept = 1;
  expected.swept = SWEPT;
  g_autofree char *line = couplet_result_to_json (&expected, TRUE);
  g_autofree char *got = store_line_of (store, run, 2, NULL);
  g_auto (ReadResult) read = {0};
  assert_true (read_result (&read, "store", 1, got, strlen (got), NULL, NULL));
  g_autofree char *again = couplet_result_to_json (&read.result, TRUE);
  assert_string_equal (again, line);
}

static gboolean
count_unanswered (gpointer n, const StoreRow *row, GError **error)
{
  (void)error;
  *(guint *)n += row->answer == 0;
  return TRUE;
}

static guint
n_unanswered (Store *store)
{
  guint n = 0;
  assert_true (store_rows (store, count_unanswered, &n, NULL));
  return n;
}

/* What a run was answered before does not show when it is begun again: files may have changed. */
static void
test_runs_begin_without_answers (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (Store) store = open_store (fixture, TRUE);
  gint64 run = begin (store);
  assert_true (store_put (store, run, 1, KEY, &fixture->full.result, TRUE, NULL));
  assert_true (store_put (store, run, 2, KEY, &fixture->full.result, TRUE, NULL));
  assert_int_equal (n_unanswered (store), 0);
  assert_int_equal (begin (store), run);
  assert_int_equal (n_unanswered (store), 2);
  assert_true (store_put (store, run, 1, KEY, &fixture->full.result, TRUE, NULL));
  assert_true (store_put (store, run, 2, KEY, &fixture->full.result, TRUE, NULL));
  assert_true (begin_asked (store, "-D c=2") != run);
  assert_int_equal (n_unanswered (store), 2);
}

static void
count_key (gpointer n, const guint8 *key, gint64 answer)
{
  assert_memory_equal (key, KEY, STORE_KEY_BYTES);
  assert_true (answer > 0);
  ++*(guint *)n;
}

/* An answer without a key is replaced by the next one, and not left behind. */
static void
test_answers_without_a_key_are_replaced (void **state)
{
  Fixture *fixture = *state;
  guint n = 0;
  g_autoptr (Store) store = open_store (fixture, TRUE);
  gint64 run = begin (store);
  assert_true (store_put (store, run, 1, NULL, &fixture->full.result, FALSE, NULL));
  assert_true (store_keys (store, count_key, &n, NULL));
  assert_int_equal (n, 0);
  assert_true (store_put (store, run, 1, KEY, &fixture->full.result, FALSE, NULL));
  assert_true (store_keys (store, count_key, &n, NULL));
  assert_int_equal (n, 1);
  g_autofree char *gone = store_line (store, 1, &ITEMS[0], NULL);
  g_autofree char *there = store_line_of (store, run, 1, NULL);
  assert_null (gone);
  assert_non_null (there);
}

static gboolean
count_row (gpointer n, const StoreRow *row, GError **error)
{
  (void)error;
  guint *rows = n;
  assert_int_equal (row->item, ++*rows);
  assert_string_equal (row->file, ITEMS[row->item - 1].file);
  assert_int_equal (row->answer > 0, row->item == 2);
  return TRUE;
}

static void
test_rows_tell_what_is_not_answered (void **state)
{
  Fixture *fixture = *state;
  guint n = 0;
  {
    g_autoptr (Store) store = open_store (fixture, TRUE);
    gint64 run = begin (store);
    assert_true (store_put (store, run, 2, KEY, &fixture->full.result, FALSE, NULL));
    assert_true (store_end (store, run, 0, NULL));
  }
  assert_true (store_is_one (fixture->name));
  g_autoptr (Store) store = open_store (fixture, FALSE);
  assert_true (store_rows (store, count_row, &n, NULL));
  assert_int_equal (n, 2);
}

static void
test_what_is_no_store (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (GError) error = NULL;
  assert_false (store_is_one (fixture->name));
  assert_null (store_open (fixture->name, FALSE, &error));
  assert_non_null (strstr (error->message, "unable to open database file"));
  assert_true (g_file_set_contents (fixture->name, "SQLite format", -1, NULL));
  assert_false (store_is_one (fixture->name));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown (test_answers_come_back_as_lines, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_runs_begin_without_answers, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_answers_without_a_key_are_replaced, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_rows_tell_what_is_not_answered, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_what_is_no_store, set_up, tear_down),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
