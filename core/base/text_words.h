/* SPDX-License-Identifier: Apache-2.0 */
/* Texts compared and hashed by words: mostly they are so short that a call would cost more.
 * Words at both ends overlap, so that nothing beside a text is read. */
#ifndef COUPLET_CORE_TEXT_WORDS_H
#define COUPLET_CORE_TEXT_WORDS_H

#include <glib.h>
#include <string.h>

static inline guint64
word_at (const char *at)
{
  guint64 word;
  memcpy (&word, at, sizeof word);
  return word;
}

static inline guint32
half_word_at (const char *at)
{
  guint32 word;
  memcpy (&word, at, sizeof word);
  return word;
}

/* Fewer than 8 bytes as a number; those of one length have different ones. */
static inline guint64
few_bytes (const char *text, gsize length)
{
  if (length >= 4)
    return (guint64)half_word_at (text) << 32 | half_word_at (text + length - 4);
  if (length == 0)
    return 0;
  return (guint64)(guchar)text[0] << 16 | (guint64)(guchar)text[length / 2] << 8 |
         (guchar)text[length - 1];
}

static inline gboolean
same_bytes (const char *a, const char *b, gsize length)
{
  if (length < 8)
    return few_bytes (a, length) == few_bytes (b, length);
  for (gsize i = 0; i < length - 8; i += 8)
    if (word_at (a + i) != word_at (b + i))
      return FALSE;
  return word_at (a + length - 8) == word_at (b + length - 8);
}

/* What a hash depends on besides the text: who does not know it cannot make up texts of one hash,
 * which would make a table slow. */
typedef struct {
  guint64 start, factor; /* factor is odd */
} HashKey;

static inline HashKey
hash_key_new (void)
{
  guint64 numbers[2];
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    numbers[i] = (guint64)g_random_int () << 32 | g_random_int ();
  return (HashKey){numbers[0], numbers[1] | 1};
}

static inline guint64
mix_word (HashKey key, guint64 hash, guint64 word)
{
  hash = (hash ^ word) * key.factor;
  return hash ^ hash >> 32;
}

/* Well spread in its low and its high half. */
static inline guint64
hash_bytes (HashKey key, const char *text, gsize length)
{
  guint64 hash = key.start ^ length;
  if (length < 8)
    return mix_word (key, mix_word (key, hash, few_bytes (text, length)), 0);
  for (gsize i = 0; i < length - 8; i += 8)
    hash = mix_word (key, hash, word_at (text + i));
  return mix_word (key, mix_word (key, hash, word_at (text + length - 8)), 0);
}

#endif
