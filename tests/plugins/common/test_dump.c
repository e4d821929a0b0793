/* SPDX-License-Identifier: Apache-2.0 */
/* Dumps never write over each other, and say which file cannot be written. */
#include <couplet/host.h>
#include "dump.h"
#include "small_automata.h"

#include <glib/gstdio.h>
#include <string.h>

#include "unit.h"

#define SUM_OF_ONE "7692c3ad"
#define SUM_OF_TWO "3fc4ccfe"
#define SUM_OF_NOTHING "e3b0c442"
#define SUM_OF_0123_AND_ONE "bcbfee1a"

typedef struct {
  char *folder;
  CoupletContext *context; /* of stage `solve`, for input `in/put.json` */
  CoupletAutomaton *automaton;
} Fixture;

static int
set_up (void **state)
{
  static const CoupletHost HOST;
  static const char *const LINES[] = {"a b true start assign", "b c < bot", NULL};
  Fixture *fixture = g_new0 (Fixture, 1);
  fixture->context = couplet_context_new (NULL, NULL, &HOST, "solve");
  couplet_context_set_input (fixture->context, "in/put.json");
  fixture->automaton = small_automaton ("1", LINES);
  fixture->folder = g_dir_make_tmp ("dump-XXXXXX", NULL);
  *state = fixture;
  return fixture->folder != NULL ? 0 : -1;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;) {
    g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
    g_remove (path);
  }
  g_rmdir (fixture->folder);
  couplet_context_free (fixture->context);
  couplet_automaton_free (fixture->automaton);
  g_free (fixture->folder);
  g_free (fixture);
  return 0;
}

static void
check_file (const Fixture *fixture, const char *name, const char *expected)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *text = NULL;
  if (g_file_get_contents (path, &text, NULL, NULL))
    assert_string_equal (text, expected);
  else
    assert_null (expected);
}

static void
write_well (const Fixture *fixture, const char *text)
{
  assert_true (
      dump_write (fixture->context, fixture->automaton, fixture->folder, "lp-1", "lp", text, NULL));
}

/* In whatever order: the name depends on input, stage, problem and content only. */
static void
test_other_content_gets_another_file (void **state)
{
  const Fixture *fixture = *state;
  write_well (fixture, "one");
  write_well (fixture, "two");
  write_well (fixture, "one");
  write_well (fixture, "");
  write_well (fixture, "two");
  check_file (fixture, "put.json.solve.lp-1-" SUM_OF_ONE ".lp", "one");
  check_file (fixture, "put.json.solve.lp-1-" SUM_OF_TWO ".lp", "two");
  check_file (fixture, "put.json.solve.lp-1-" SUM_OF_NOTHING ".lp", "");
  check_file (fixture, "put.json.solve.lp-1-" SUM_OF_ONE "-2.lp", NULL);
}

static void
test_standard_input_has_a_name (void **state)
{
  const Fixture *fixture = *state;
  couplet_context_set_input (fixture->context, "-");
  write_well (fixture, "one");
  check_file (fixture, "stdin.solve.lp-1-" SUM_OF_ONE ".lp", "one");
}

static void
test_a_file_that_was_changed_is_kept (void **state)
{
  const Fixture *fixture = *state;
  g_autofree char *path =
      g_build_filename (fixture->folder, "put.json.solve.lp-1-" SUM_OF_ONE ".lp", NULL);
  assert_true (g_file_set_contents (path, "mine", -1, NULL));
  write_well (fixture, "one");
  write_well (fixture, "one");
  check_file (fixture, "put.json.solve.lp-1-" SUM_OF_ONE ".lp", "mine");
  check_file (fixture, "put.json.solve.lp-1-" SUM_OF_ONE "-2.lp", "one");
  check_file (fixture, "put.json.solve.lp-1-" SUM_OF_ONE "-3.lp", NULL);
}

static void
test_folders_are_made (void **state)
{
  Fixture *fixture = *state;
  g_autofree char *deep = g_build_filename (fixture->folder, "deep", "down", NULL);
  g_autofree char *file = g_build_filename (deep, "put.json.solve.milp-" SUM_OF_ONE ".lp", NULL);
  assert_true (dump_write (fixture->context, fixture->automaton, deep, "milp", "lp", "one", NULL));
  assert_int_equal (g_unlink (file), 0);
  assert_int_equal (g_rmdir (deep), 0);
  *strrchr (deep, '/') = '\0';
  assert_int_equal (g_rmdir (deep), 0);
}

static void
test_error_names_the_folder (void **state)
{
  const Fixture *fixture = *state;
  g_autoptr (GError) error = NULL;
  g_autofree char *nowhere =
      g_build_filename (fixture->folder, "put.json.solve.lp-1-" SUM_OF_ONE ".lp", "nowhere", NULL);
  g_autofree char *expected =
      g_strdup_printf ("the dump cannot be written: %s: Not a directory", nowhere);
  write_well (fixture, "one");
  assert_false (
      dump_write (fixture->context, fixture->automaton, nowhere, "milp", "lp", "one", &error));
  assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER));
  assert_string_equal (error->message, expected);
}

static void
test_comments_say_where_it_comes_from (void **state)
{
  const Fixture *fixture = *state;
  const CoupletProvenance provenance = {.version = "1.2", .date = "2026-01-02T03:04:05Z"};
  CoupletOrigin origin = {.file = "in.svt", .sha256 = "0123", .provenance = &provenance};
  fixture->automaton->origin = &origin;
  assert_true (
      dump_write (fixture->context, fixture->automaton, fixture->folder, "one", "lp", "one", NULL));
  assert_true (dump_write (fixture->context, fixture->automaton, fixture->folder, "one", "smt2",
                           "one", NULL));
  check_file (fixture, "put.json.solve.one-" SUM_OF_0123_AND_ONE ".lp",
              "\\ input: 'in.svt'\n\\ sha256: 0123\n\\ adjacency: any\n"
              "\\ couplet: 1.2, unknown commit\n\\ date: 2026-01-02T03:04:05Z\none");
  check_file (fixture, "put.json.solve.one-" SUM_OF_0123_AND_ONE ".smt2",
              "; input: 'in.svt'\n; sha256: 0123\n; adjacency: any\n"
              "; couplet: 1.2, unknown commit\n; date: 2026-01-02T03:04:05Z\none");
}

/* Equal names in different folders, and one file with several values of a parameter. */
static void
test_each_input_has_files_of_its_own (void **state)
{
  const Fixture *fixture = *state;
  const CoupletDefinition two = {"c", "2"}, half = {"c", "1/2"};
  const CoupletProvenance provenance = {.version = "1.2"};
  CoupletOrigin origin = {.file = "put.json", .sha256 = "0123", .provenance = &provenance};
  fixture->automaton->origin = &origin;
  for (guint round = 0; round < 2; round++) {
    origin.n_parameters = 0;
    origin.sha256 = "0123";
    write_well (fixture, "one");
    origin.sha256 = "4567";
    write_well (fixture, "one");
    origin.n_parameters = 1;
    origin.parameters = &two;
    write_well (fixture, "one");
    origin.parameters = &half;
    write_well (fixture, "one");
  }
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  guint plain = 0, of_two = 0, of_half = 0, n = 0;
  for (const char *name; (name = g_dir_read_name (dir)) != NULL; n++) {
    plain += g_str_has_prefix (name, "put.json.solve.lp-1-");
    of_two += g_str_has_prefix (name, "put.json-c=2.solve.lp-1-");
    of_half += g_str_has_prefix (name, "put.json-c=1_2.solve.lp-1-");
  }
  assert_int_equal (n, 4);
  assert_int_equal (plain, 2);
  assert_int_equal (of_two, 1);
  assert_int_equal (of_half, 1);
}

static void
test_the_same_text_is_not_written_again_on_another_day (void **state)
{
  const Fixture *fixture = *state;
  CoupletProvenance provenance = {.version = "1.2", .date = "2026-01-02T03:04:05Z"};
  CoupletOrigin origin = {.sha256 = "0123", .provenance = &provenance};
  fixture->automaton->origin = &origin;
  assert_true (dump_write (fixture->context, fixture->automaton, fixture->folder, "lp-1", "lp",
                           "one", NULL));
  provenance.date = "2026-01-03T03:04:05Z";
  write_well (fixture, "one");
  check_file (fixture, "put.json.solve.lp-1-" SUM_OF_0123_AND_ONE ".lp",
              "\\ input: standard input\n\\ sha256: 0123\n\\ adjacency: any\n"
              "\\ couplet: 1.2, unknown commit\n\\ date: 2026-01-02T03:04:05Z\none");
  check_file (fixture, "put.json.solve.lp-1-" SUM_OF_0123_AND_ONE "-2.lp", NULL);
}

static void
test_names (void **state)
{
  static const char *const cases[][2] = {{"svt-1", "svt-1"},
                                         {"../a b", "_._a_b"},
                                         {"a.json", "a.json"},
                                         {"", "automaton"},
                                         {"\xc3\xa9", "__"}};
  (void)state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *name = dump_name (cases[i][0]);
    assert_string_equal (name, cases[i][1]);
  }
  g_autofree char *endless = g_strnfill (100000, 'a');
  g_autofree char *name = dump_name (endless);
  assert_int_equal (strlen (name), 100);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown (test_other_content_gets_another_file, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_folders_are_made, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_standard_input_has_a_name, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_a_file_that_was_changed_is_kept, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_error_names_the_folder, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_comments_say_where_it_comes_from, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_each_input_has_files_of_its_own, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_the_same_text_is_not_written_again_on_another_day,
                                       set_up, tear_down),
      cmocka_unit_test (test_names),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
