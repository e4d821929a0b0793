/* SPDX-License-Identifier: Apache-2.0 */
/* Names of files from a file. */
#include "file_list.h"

#include <glib/gstdio.h>
#include <string.h>

#include "unit.h"

/* The names in text, each after its number, as `1:a 3:b `. The caller frees it. */
static char *
names_in (const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *file = NULL;
  int descriptor = g_file_open_tmp ("list-XXXXXX", &file, NULL);
  assert_true (descriptor >= 0 && g_close (descriptor, NULL));
  assert_true (g_file_set_contents (file, text, (gssize)length, NULL));
  g_auto (FileList) list;
  assert_true (file_list_open (&list, file, &error));
  GString *names = g_string_new (NULL);
  for (const char *name; (name = file_list_next (&list)) != NULL;)
    g_string_append_printf (names, "%u:%s|", list.number, name);
  assert_null (file_list_next (&list));
  g_remove (file);
  return g_string_free (names, FALSE);
}

static void
test_names_are_lines_or_end_in_zero_bytes (void **state)
{
  (void)state;
  static const struct {
    const char *text;
    gsize length;
    const char *names;
  } rows[] = {
#define ROW(text, names) {text, sizeof (text) - 1, names}
      ROW ("a.json\nb c.svt\n", "1:a.json|2:b c.svt|"),
      ROW ("a\n\n\nb", "1:a|4:b|"),
      ROW (" a \n#b\n-\n", "1: a |2:#b|3:-|"),
      ROW ("a\r\nb\rc\r\n\r\nd\r", "1:a|2:b\rc|4:d\r|"),
      ROW ("caf\xe9\n\xff\n", "1:caf\xe9|2:\xff|"),
      ROW ("a\nb\0c\r\n\0\0d", "1:a\nb|2:c\r\n|4:d|"),
      ROW ("a\0", "1:a|"),
      ROW ("\0", ""),
      ROW ("\n\n", ""),
      ROW ("", ""),
#undef ROW
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *names = names_in (rows[i].text, rows[i].length);
    assert_string_equal (names, rows[i].names);
  }
}

static void
test_a_million_names (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *file = NULL;
  int descriptor = g_file_open_tmp ("list-XXXXXX", &file, NULL);
  assert_true (descriptor >= 0 && g_close (descriptor, NULL));
  for (guint i = 0; i < 1000000; i++)
    g_string_append (text, "/folder/automaton.json\n");
  assert_true (g_file_set_contents (file, text->str, (gssize)text->len, NULL));
  g_auto (FileList) list;
  assert_true (file_list_open (&list, file, NULL));
  guint n = 0;
  for (const char *name; (name = file_list_next (&list)) != NULL; n++)
    assert_string_equal (name, "/folder/automaton.json");
  assert_int_equal (n, 1000000);
  g_remove (file);
}

static void
test_a_list_that_cannot_be_read_is_named (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  FileList list;
  assert_false (file_list_open (&list, "/nowhere/list", &error));
  assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_INPUT));
  assert_string_equal (error->message, "--files-from /nowhere/list: No such file or directory");
  g_clear_error (&error);
  assert_false (file_list_open (&list, "/", &error));
  assert_string_equal (error->message, "--files-from /: is a directory");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_names_are_lines_or_end_in_zero_bytes),
      cmocka_unit_test (test_a_million_names),
      cmocka_unit_test (test_a_list_that_cannot_be_read_is_named),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
