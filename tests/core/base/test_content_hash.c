/* SPDX-License-Identifier: Apache-2.0 */
#include "content_hash.h"

#include "unit.h"

/* The examples of FIPS 180-4. */
static void
test_published_examples (void **state)
{
  (void)state;
  g_autofree char *empty = content_sha256 ("", 0);
  g_autofree char *abc = content_sha256 ("abc", 3);
  assert_string_equal (empty, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert_string_equal (abc, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

/* Lengths around a block's, against GLib. */
static void
check_every_length (void)
{
  guint8 data[300];
  for (guint i = 0; i < sizeof data; i++)
    data[i] = (guint8)(i * 37 + 11);
  for (gsize length = 0; length <= sizeof data; length++) {
    g_autofree char *own = content_sha256 (data, length);
    g_autofree char *other = g_compute_checksum_for_data (G_CHECKSUM_SHA256, data, length);
    assert_string_equal (own, other);
  }
}

/* Before so much is hashed that the module is asked for, and after it. */
static void
test_every_length_agrees_with_glib (void **state)
{
  (void)state;
  const gsize large = 1000000;
  g_autofree guint8 *data = g_malloc0 (large);
  g_autofree char *other = g_compute_checksum_for_data (G_CHECKSUM_SHA256, data, large);
  check_every_length ();
  g_autofree char *own = content_sha256 (data, large);
  assert_string_equal (own, other);
  check_every_length ();
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_published_examples),
      cmocka_unit_test (test_every_length_agrees_with_glib),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
