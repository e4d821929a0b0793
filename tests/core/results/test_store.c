/* SPDX-License-Identifier: Apache-2.0 */
/* What a store is given it gives back as the line of a report; runs go on where they were; an
 * answer is there once. */
#include "full_results.h"

#include "store.h"

#include <couplet/host/result_json.h>

#include <glib/gstdio.h>
#include <string.h>

#include "unit.h"

static const char KEY[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

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

static Database *
open_store (const Fixture *fixture, gboolean writable)
{
  g_autoptr (GError) error = NULL;
  Database *store = store_open (fixture->name, writable, &error);
  if (store == NULL)
    fail_msg ("%s", error->message);
  return store;
}

/* Begins the run of the files a and b that was asked that. */
static gint64
begin_asked (Database *store, const char *asked)
{
  const CoupletPart part = {1, 1, 0, 2, asked, "list"};
  gint64 id = 0;
  assert_true (database_begin (store, NULL));
  assert_true (store_add_run (store, &FULL_RUN, &part, &id, NULL));
  assert_true (store_expect (store, id, 1, "a", NULL, 0, NULL));
  assert_true (store_expect (store, id, 2, "b", SWEPT, 1, NULL));
  assert_true (database_commit (store, TRUE, NULL));
  assert_true (id > 0);
  return id;
}

static gint64
begin (Database *store)
{
  return begin_asked (store, "");
}

/* The items of the last run, `a:` or `a:KEY` where it is answered. The caller frees it. */
static char *
rows_of (Database *store)
{
  int row;
  gint64 answered;
  const char *file, *key;
  GString *text = g_string_new (NULL);
  g_autoptr (Statement) rows =
      database_ask (store, NULL,
                    "SELECT file, answer IS NOT NULL, key FROM last_files LEFT JOIN answers "
                    "ON answers.id = answer ORDER BY item",
                    "");
  while ((row = statement_next (rows, NULL, "tit", &file, &answered, &key)) > 0)
    g_string_append_printf (text, "%s:%s ", file,
                            key != NULL    ? "key"
                            : answered > 0 ? "answer"
                                           : "");
  assert_int_equal (row, 0);
  return g_string_free (text, FALSE);
}

static void
assert_rows (Database *store, const char *expected)
{
  g_autofree char *rows = rows_of (store);
  assert_string_equal (rows, expected);
}

static void
test_answers_come_back_as_lines (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (Database) store = open_store (fixture, TRUE);
  gint64 run = begin (store);
  assert_true (store_put (store, run, 2, KEY, &fixture->full.result, TRUE, NULL));
  g_autofree char *line = couplet_result_to_json (&fixture->full.result, TRUE);
  assert_true (store_assign (store, run, 1, KEY, NULL));
  g_autofree char *got = store_line (store, KEY, NULL);
  assert_string_equal (got, g_strchomp (line));
  assert_rows (store, "a:key b:key ");
}

/* What a run was answered before does not show when it is begun again: files may have changed. */
static void
test_runs_begin_without_answers (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (Database) store = open_store (fixture, TRUE);
  gint64 run = begin (store);
  assert_true (store_put (store, run, 1, KEY, &fixture->full.result, TRUE, NULL));
  assert_true (store_put (store, run, 2, NULL, &fixture->full.result, TRUE, NULL));
  assert_rows (store, "a:key b:answer ");
  assert_int_equal (begin (store), run);
  assert_rows (store, "a: b: ");
  assert_true (begin_asked (store, "-D c=2") != run);
  assert_rows (store, "a: b: ");
}

/* An answer without a key is not taken, and goes when no item has it any more. */
static void
test_answers_without_a_key (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (GError) error = NULL;
  g_autoptr (Database) store = open_store (fixture, TRUE);
  gint64 run = begin (store);
  assert_true (store_put (store, run, 1, NULL, &fixture->full.result, FALSE, NULL));
  g_autoptr (GString) none = store_keys (store, NULL);
  assert_string_equal (none->str, "");
  assert_null (store_line (store, KEY, &error));
  assert_non_null (strstr (error->message, "damaged: an answer is not there any more"));
  begin (store);
  assert_true (store_put (store, run, 1, KEY, &fixture->full.result, FALSE, NULL));
  g_autoptr (GString) keys = store_keys (store, NULL);
  assert_string_equal (keys->str, KEY);
  g_autoptr (Statement) count = database_ask (store, NULL, "SELECT count(*) FROM answers", "");
  gint64 n = 0;
  assert_int_equal (statement_next (count, NULL, "i", &n), 1);
  assert_int_equal (n, 1);
}

static void
test_what_is_read_only (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (GError) error = NULL;
  gint64 run;
  {
    g_autoptr (Database) store = open_store (fixture, TRUE);
    run = begin (store);
    assert_true (store_put (store, run, 2, KEY, &fixture->full.result, FALSE, NULL));
    assert_true (store_end (store, run, 0, NULL));
  }
  assert_true (store_is_one (fixture->name));
  g_autoptr (Database) store = open_store (fixture, FALSE);
  assert_rows (store, "a: b:key ");
  assert_false (store_end (store, run, 0, &error));
  assert_non_null (strstr (error->message, "the store cannot be read"));
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
      cmocka_unit_test_setup_teardown (test_answers_without_a_key, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_what_is_read_only, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_what_is_no_store, set_up, tear_down),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
