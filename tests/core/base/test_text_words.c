/* SPDX-License-Identifier: Apache-2.0 */
/* Texts compared and hashed by words. */
#include "text_words.h"

#include "unit.h"

#define MOST_LENGTH 40
#define N_TEXTS 1000

static void
test_texts_are_the_same_where_all_bytes_are (void **state)
{
  (void)state;
  for (gsize length = 0; length <= MOST_LENGTH; length++) {
    char a[MOST_LENGTH + 1] = "", b[MOST_LENGTH + 1] = "";
    memset (a, 'a', length);
    memset (b, 'a', length);
    assert_true (same_bytes (a, b, length));
    for (gsize i = 0; i < length; i++) {
      b[i] ^= 1;
      assert_false (same_bytes (a, b, length));
      b[i] = a[i];
    }
  }
}

static void
test_each_byte_counts_in_the_hash (void **state)
{
  (void)state;
  HashKey key = hash_key_new ();
  for (gsize length = 1; length <= MOST_LENGTH; length++) {
    char text[MOST_LENGTH + 1] = "";
    memset (text, 'a', length);
    guint64 hash = hash_bytes (key, text, length);
    assert_true (hash == hash_bytes (key, text, length));
    for (gsize i = 0; i < length; i++) {
      text[i] ^= 1;
      assert_false (hash == hash_bytes (key, text, length));
      text[i] ^= 1;
    }
  }
}

/* Two words each, of which the second takes back what the first does under this key. */
static void
make_collisions (HashKey key, guint64 (*texts)[2])
{
  for (guint64 i = 0; i < N_TEXTS; i++) {
    texts[i][0] = i;
    texts[i][1] = mix_word (key, key.start ^ sizeof texts[i], i);
  }
}

static guint
count_hashes (HashKey key, guint64 (*texts)[2])
{
  g_autoptr (GHashTable) hashes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < N_TEXTS; i++) {
    guint64 hash = hash_bytes (key, (const char *)texts[i], sizeof texts[i]);
    g_hash_table_add (hashes, g_memdup2 (&hash, sizeof hash));
  }
  return g_hash_table_size (hashes);
}

static void
test_texts_that_collide_under_one_key_do_not_under_another (void **state)
{
  (void)state;
  HashKey known = hash_key_new (), other = hash_key_new ();
  guint64 texts[N_TEXTS][2];
  make_collisions (known, texts);
  assert_int_equal (count_hashes (known, texts), 1);
  assert_true (count_hashes (other, texts) > N_TEXTS - 10);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_texts_are_the_same_where_all_bytes_are),
      cmocka_unit_test (test_each_byte_counts_in_the_hash),
      cmocka_unit_test (test_texts_that_collide_under_one_key_do_not_under_another),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
