/* SPDX-License-Identifier: Apache-2.0 */
#include "result_fields.h"

#include "unit.h"

static void
test_what_is_a_place_in_a_run (void **state)
{
  (void)state;
  static const struct {
    CoupletPart part;
    gboolean sensible;
  } cases[] = {
      {{1, 1, 1, 1, NULL, NULL}, TRUE},
      {{3, 3, 7, 7, NULL, NULL}, TRUE},
      {{0, 3, 1, 7, NULL, NULL}, FALSE},
      {{4, 3, 1, 7, NULL, NULL}, FALSE},
      {{1, 3, 0, 7, NULL, NULL}, FALSE},
      {{1, 3, 8, 7, NULL, NULL}, FALSE},
      {{1, COUPLET_MOST_SHARDS, 1, G_MAXUINT32, NULL, NULL}, TRUE},
      {{1, COUPLET_MOST_SHARDS + 1, 1, 1, NULL, NULL}, FALSE},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_int_equal (part_is_sensible (&cases[i].part), cases[i].sensible);
}

static void
test_the_fault_has_all_numbers (void **state)
{
  (void)state;
  const CoupletPart part = {4, 3, 8, 7, NULL, NULL};
  g_autofree char *fault = part_fault (&part);
  assert_string_equal (fault, "shard 4 of 3 and item 8 of 7 make no sense");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_is_a_place_in_a_run),
      cmocka_unit_test (test_the_fault_has_all_numbers),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
