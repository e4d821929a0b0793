/* SPDX-License-Identifier: Apache-2.0 */
/* The end of the part of a JSON string that stands for itself, found many bytes at a time. */
#ifndef COUPLET_CORE_JSON_SCAN_H
#define COUPLET_CORE_JSON_SCAN_H

#include <glib.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* A byte of a string that stands for itself. */
static inline gboolean
json_is_plain (guchar c)
{
  return c >= 0x20 && c != '"' && c != '\\' && c < 0x80;
}

#define EACH_BYTE(c) (G_GUINT64_CONSTANT (0x0101010101010101) * (c))

/* The highest bit of the bytes of word that are 0. Of those above the first 0 it may be set, too.
 */
static inline guint64
json_zero_bytes (guint64 word)
{
  return (word - EACH_BYTE (1)) & ~word & EACH_BYTE (0x80);
}

/* The first byte from at that is not plain, as the 0 at end is not. Eight bytes at a time, the
 * first in the lowest bits. */
static inline const char *
json_skip_plain_words (const char *at, const char *end)
{
  for (; end - at >= 8; at += 8) {
    guint64 word;
    memcpy (&word, at, 8);
    word = GUINT64_FROM_LE (word);
    guint64 below_space = (word - EACH_BYTE (0x20)) & ~word;
    guint64 special = (below_space | word) & EACH_BYTE (0x80);
    special |= json_zero_bytes (word ^ EACH_BYTE ('"')) | json_zero_bytes (word ^ EACH_BYTE ('\\'));
    if (special != 0)
      return at + __builtin_ctzll (special) / 8;
  }
  while (json_is_plain ((guchar)*at))
    at++;
  return at;
}

#ifdef __SSE2__
/* The same, sixteen bytes at a time. As signed numbers all bytes that are not ASCII are below 0. */
static inline const char *
json_skip_plain_vectors (const char *at, const char *end)
{
  const __m128i quote = _mm_set1_epi8 ('"'), backslash = _mm_set1_epi8 ('\\');
  const __m128i space = _mm_set1_epi8 (' ');
  for (; end - at >= 16; at += 16) {
    __m128i bytes = _mm_loadu_si128 ((const __m128i *)(gconstpointer)at);
    __m128i special = _mm_or_si128 (
        _mm_cmplt_epi8 (bytes, space),
        _mm_or_si128 (_mm_cmpeq_epi8 (bytes, quote), _mm_cmpeq_epi8 (bytes, backslash)));
    int found = _mm_movemask_epi8 (special);
    if (found != 0)
      return at + __builtin_ctz ((guint)found);
  }
  return json_skip_plain_words (at, end);
}
#endif

static inline const char *
json_skip_plain (const char *at, const char *end)
{
#ifdef __SSE2__
  return json_skip_plain_vectors (at, end);
#else
  return json_skip_plain_words (at, end);
#endif
}

#endif
