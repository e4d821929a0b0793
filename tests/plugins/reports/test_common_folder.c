/* SPDX-License-Identifier: Apache-2.0 */
/* What names of files have in common. */
#include "common_folder.h"

#include "unit.h"

static void
test_the_longest_folder_that_all_are_in (void **state)
{
  (void)state;
  static const struct {
    const char *files[4];
    const char *left_out;
  } rows[] = {
      {{"a/b/x.json", "a/b/y.json"}, "a/b/"},
      {{"a/b/x.json"}, "a/b/"},
      {{"a/b/x.json", "a/b/x.json"}, "a/b/"},
      {{"a/b/x.json", "a/c.json", "a/b/y.json"}, "a/"},
      {{"a/b.json", "a/bc/x.json"}, "a/"},
      {{"ab/x.json", "ac/y.json"}, ""},
      {{"x.json", "a/y.json"}, ""},
      {{"-", "a/y.json"}, ""},
      {{"/a/x.json", "/b/y.json"}, ""}, /* `/` is nothing to leave out */
      {{"/home/a/x.json", "/home/b/y.json"}, "/home/"},
      {{"./x.json", "./y.json"}, "./"},
      {{"a//b.json", "a/c.json"}, ""}, /* not `/b.json` */
      {{"a/c.json", "a//b.json"}, ""},
      {{"d/a//b.json", "d/a/c.json"}, "d/"},
      {{"d/a//b.json", "d/a//c.json"}, "d/a//"},
      {{"\xe6\xbc\xa2/a.json", "\xe6\xbc\xa3/a.json"}, ""},
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    CommonFolder folder = {NULL};
    assert_int_equal (common_folder_length (&folder), 0);
    for (const char *const *file = rows[i].files; *file != NULL; file++)
      common_folder_add (&folder, *file);
    g_autofree char *left_out = g_strndup (folder.path, common_folder_length (&folder));
    assert_string_equal (left_out, rows[i].left_out);
    common_folder_clear (&folder);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_the_longest_folder_that_all_are_in),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
