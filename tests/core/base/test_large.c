/* SPDX-License-Identifier: Apache-2.0 */
#include "large.h"
#include "unit.h"

#define MIB ((gsize)1 << 20)

static void
test_an_array_of_any_size_is_as_asked_for (void **state)
{
  (void)state;
  static const gsize sizes[] = {0, 1, MIB, 4 * MIB, 9 * MIB + 1};
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autofree guint8 *zeros = couplet_large_new0 (guint8, sizes[i]);
    for (gsize at = 0; at < sizes[i]; at += 511)
      assert_int_equal (zeros[at], 0);
    guint8 *data = couplet_large_new (guint8, sizes[i]);
    for (gsize at = 0; at < sizes[i]; at++)
      data[at] = (guint8)(at % 251);
    data = couplet_large_renew (guint8, data, 2 * sizes[i] + 1);
    data[2 * sizes[i]] = 1;
    for (gsize at = 0; at < sizes[i]; at++)
      assert_int_equal (data[at], at % 251);
    g_free (data);
  }
}

/* size bytes of which those before `to` are given back, one by one of steps; what is kept must
 * stay. */
static void
assert_rest_stays (gsize size, gsize to, gsize step)
{
  g_autofree guint8 *data = couplet_large_new (guint8, size);
  gsize from = 0;
  for (gsize at = 0; at < size; at++)
    data[at] = (guint8)(at % 253);
  for (gsize at = 0; at <= to; at += step) {
    large_give_back (data, size, &from, at);
    assert_true (from <= at);
  }
  for (gsize at = to; at < size; at++)
    assert_int_equal (data[at], at % 253);
  memset (data, 1, size); /* it is there all the same */
}

static void
test_what_is_not_given_back_stays (void **state)
{
  (void)state;
  assert_rest_stays (11 * MIB, 0, 1);
  assert_rest_stays (11 * MIB, 5 * MIB + 3, 100 * 1001);
  assert_rest_stays (11 * MIB, 11 * MIB, MIB / 2);
  assert_rest_stays (11 * MIB, 11 * MIB, 11 * MIB);
}

static void
test_whole_large_pages_are_given_back (void **state)
{
  (void)state;
  g_autofree guint8 *data = couplet_large_new0 (guint8, 11 * MIB);
  gsize from = 0;
  large_give_back (data, 11 * MIB, &from, 9 * MIB);
  assert_in_range (from, 7 * MIB + 1, 9 * MIB);
  gsize before = from;
  large_give_back (data, 11 * MIB, &from, from + 1);
  assert_int_equal (from, before);
}

static void
test_of_little_nothing_is_given_back (void **state)
{
  (void)state;
  g_autofree guint8 *data = g_malloc (4 * MIB - 1);
  gsize from = 0;
  memset (data, 7, 4 * MIB - 1);
  large_give_back (data, 4 * MIB - 1, &from, 4 * MIB - 1);
  assert_int_equal (from, 0);
  for (gsize at = 0; at < 4 * MIB - 1; at++)
    assert_int_equal (data[at], 7);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_an_array_of_any_size_is_as_asked_for),
      cmocka_unit_test (test_what_is_not_given_back_stays),
      cmocka_unit_test (test_whole_large_pages_are_given_back),
      cmocka_unit_test (test_of_little_nothing_is_given_back),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
