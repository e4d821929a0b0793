/* SPDX-License-Identifier: Apache-2.0 */
#include "json_scan.h"

#include "unit.h"

#define LONGEST 70

/* What the scans find, byte by byte. */
static const char *
skip_plain (const char *at)
{
  while (json_is_plain ((guchar)*at))
    at++;
  return at;
}

static void
check (const char *at, const char *end)
{
  const char *found = skip_plain (at);
  assert_ptr_equal (json_skip_plain_words (at, end), found);
#ifdef __SSE2__
  assert_ptr_equal (json_skip_plain_vectors (at, end), found);
#endif
  assert_ptr_equal (json_skip_plain (at, end), found);
}

/* Each byte at each place of texts of each length, from each beginning; a copy that ends where the
 * text ends, for the sanitizer. */
static void
test_every_byte_is_found_wherever_it_stands (void **state)
{
  (void)state;
  for (gsize length = 0; length <= LONGEST; length++) {
    g_autofree char *text = g_malloc (length + 1);
    memset (text, 'a', length);
    text[length] = '\0';
    check (text, text + length);
    for (gsize place = 0; place < length; place++) {
      for (guint byte = 0; byte < 256; byte++) {
        text[place] = (char)byte;
        check (text, text + length);
      }
      check (text + place / 2, text + length);
      text[place] = 'a';
    }
  }
}

static void
test_the_first_of_several_is_found (void **state)
{
  (void)state;
  static const guchar special[] = {'"', '\\', '\n', 0x1f, 0x80, 0xff, 0};
  char text[LONGEST + 1];
  g_autoptr (GRand) random = g_rand_new_with_seed (19);
  for (guint round = 0; round < 20000; round++) {
    for (gsize i = 0; i < LONGEST; i++)
      text[i] = (char)g_rand_int_range (random, 0x20, 0x22);
    for (guint i = 0; i < 4; i++)
      text[g_rand_int_range (random, 0, LONGEST)] =
          (char)special[g_rand_int_range (random, 0, G_N_ELEMENTS (special))];
    text[LONGEST] = '\0';
    check (text + round % 16, text + LONGEST);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_every_byte_is_found_wherever_it_stands),
      cmocka_unit_test (test_the_first_of_several_is_found),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
