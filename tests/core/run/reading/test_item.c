/* SPDX-License-Identifier: Apache-2.0 */
/* Files with the points of a sweep become items, in order. */
#include <couplet/host.h>

#include <string.h>

#include "unit.h"

static void
test_items_have_files_outermost (void **state)
{
  (void)state;
  const char *const definitions[] = {"c=1,2", NULL}, *const files[] = {"a", "b"};
  g_autoptr (CoupletSweep) sweep = couplet_sweep_new (definitions, NULL);
  g_autoptr (GArray) items = couplet_items_new (files, 2, sweep, NULL);
  static const char *const expected[] = {"a", "1", "a", "2", "b", "1", "b", "2"};
  assert_int_equal (items->len, 4);
  for (guint i = 0; i < 4; i++) {
    const CoupletItem *item = &g_array_index (items, CoupletItem, i);
    assert_string_equal (item->file, expected[2 * i]);
    assert_string_equal (item->point->parameters[0].value, expected[2 * i + 1]);
  }
}

static void
test_items_have_a_limit (void **state)
{
  (void)state;
  const char *const definitions[] = {"c=1..1000", "d=1..1000", NULL}, *const files[] = {"a", "b"};
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletSweep) sweep = couplet_sweep_new (definitions, NULL);
  assert_null (couplet_items_new (files, 2, sweep, &error));
  assert_string_equal (error->message,
                       "-D: 2 files with 1000000 values are more than 1000000 runs");
}

static void
test_standard_input_is_read_once (void **state)
{
  (void)state;
  const char *const several[] = {"c=1,2", NULL}, *const one[] = {"c=1", NULL};
  const char *const files[] = {"-"};
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletSweep) sweep = couplet_sweep_new (several, NULL);
  g_autoptr (CoupletSweep) point = couplet_sweep_new (one, NULL);
  g_autoptr (GArray) items = couplet_items_new (files, 1, point, NULL);
  assert_int_equal (items->len, 1);
  assert_null (couplet_items_new (files, 1, sweep, &error));
  assert_non_null (strstr (error->message, "standard input can be read once only"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_items_have_files_outermost),
      cmocka_unit_test (test_items_have_a_limit),
      cmocka_unit_test (test_standard_input_is_read_once),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
