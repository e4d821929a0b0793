/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem() */
#include "place.h"

#include <string.h>

/* Where the line after offset begins; the text's end when it is the last. */
static gsize
next_line (Text text, gsize offset)
{
  const char *end = memchr (text.bytes + offset, '\n', text.length - offset);
  return end == NULL ? text.length : (gsize)(end - text.bytes) + 1;
}

/* Where line number `line`, from 0, begins. */
static gsize
line_begin (Text text, guint line)
{
  gsize offset = 0;
  for (; line > 0 && offset < text.length; line--)
    offset = next_line (text, offset);
  return offset;
}

/* Where the line that begins at offset ends, without its line break. */
static gsize
line_end (Text text, gsize begin)
{
  gsize end = next_line (text, begin);
  while (end > begin && (text.bytes[end - 1] == '\n' || text.bytes[end - 1] == '\r'))
    end--;
  return end;
}

/* How many code units the character takes that begins with byte; 0 for a byte inside one. */
static guint
units_of (char byte)
{
  guint8 value = (guint8)byte;
  return value >= 0xf0 ? 2 : (value & 0xc0) == 0x80 ? 0 : 1;
}

Place
place_of (Text text, gsize offset)
{
  Place place = {0, 0};
  for (gsize i = 0; i < MIN (offset, text.length); i++)
    if (text.bytes[i] == '\n')
      place = (Place){place.line + 1, 0};
    else
      place.character += units_of (text.bytes[i]);
  return place;
}

gsize
place_to_offset (Text text, Place place)
{
  gsize offset = line_begin (text, place.line), end = line_end (text, offset);
  guint units = 0;
  while (offset < end && units < place.character) {
    units += units_of (text.bytes[offset]);
    do
      offset++;
    while (offset < end && units_of (text.bytes[offset]) == 0);
  }
  return offset;
}

static gboolean
is_word (char byte)
{
  return g_ascii_isalnum (byte) || byte == '_' || (guint8)byte >= 0x80;
}

Span
span_of_word (Text text, gsize offset)
{
  Span span = {offset, offset};
  while (span.begin > 0 && is_word (text.bytes[span.begin - 1]))
    span.begin--;
  while (span.end < text.length && is_word (text.bytes[span.end]))
    span.end++;
  return span;
}

Span
span_of_message (Text text, guint line, guint column)
{
  gsize begin = line_begin (text, MAX (line, 1) - 1), end = line_end (text, begin);
  if (line == 0 || column == 0)
    return (Span){begin, end};
  gsize at = MIN (begin + column - 1, end);
  if (at < end && is_word (text.bytes[at]))
    return (Span){at, span_of_word (text, at).end};
  return (Span){at, MIN (at + 1, end)};
}

gboolean
span_of_first (Text text, const char *word, Span *span)
{
  gsize length = strlen (word);
  const char *at = text.bytes;
  while (length > 0 &&
         (at = memmem (at, text.length - (gsize)(at - text.bytes), word, length)) != NULL) {
    *span = (Span){(gsize)(at - text.bytes), (gsize)(at - text.bytes) + length};
    if ((span->begin == 0 || !is_word (text.bytes[span->begin - 1])) &&
        (span->end == text.length || !is_word (text.bytes[span->end])))
      return TRUE;
    at++;
  }
  return FALSE;
}
