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

static inline guint64
mix_word (guint64 hash, guint64 word)
{
  hash = (hash ^ word) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  return hash ^ hash >> 32;
}

/* Well spread in its low and its high half. */
static inline guint64
hash_bytes (const char *text, gsize length)
{
  guint64 hash = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) ^ length;
  if (length < 8)
    return mix_word (mix_word (hash, few_bytes (text, length)), 0);
  for (gsize i = 0; i < length - 8; i += 8)
    hash = mix_word (hash, word_at (text + i));
  return mix_word (mix_word (hash, word_at (text + length - 8)), 0);
}

#endif
