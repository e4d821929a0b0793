/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem() */
#include "frame.h"

#include <string.h>

#define LONGEST_HEADER 4096
#define LONGEST_BODY (64 << 20)
#define END "\r\n\r\n"
#define LENGTH_NAME "Content-Length:"

void
frame_reader_init (FrameReader *reader)
{
  *reader = (FrameReader){g_string_new (NULL), 0};
}

void
frame_reader_clear (FrameReader *reader)
{
  g_string_free (reader->bytes, TRUE);
}

void
frame_reader_add (FrameReader *reader, const char *bytes, gsize length)
{
  gsize skipped = MIN (reader->skipped, length);
  reader->skipped -= skipped;
  g_string_append_len (reader->bytes, bytes + skipped, (gssize)(length - skipped));
}

/* The length that the headers, text, say. FALSE when they say none. */
static gboolean
find_length (const char *text, guint64 *length)
{
  g_auto (GStrv) lines = g_strsplit (text, "\r\n", -1);
  gboolean found = FALSE;
  for (char **line = lines; *line != NULL; line++)
    if (g_ascii_strncasecmp (*line, LENGTH_NAME, strlen (LENGTH_NAME)) == 0)
      found = g_ascii_string_to_unsigned (g_strstrip (*line + strlen (LENGTH_NAME)), 10, 0,
                                          G_MAXINT64, length, NULL);
  return found;
}

Frame
frame_reader_next (FrameReader *reader, GString *body)
{
  GString *bytes = reader->bytes;
  const char *end = memmem (bytes->str, MIN (bytes->len, LONGEST_HEADER), END, strlen (END));
  if (end == NULL)
    return bytes->len >= LONGEST_HEADER ? FRAME_BROKEN : FRAME_NONE;
  g_autofree char *header = g_strndup (bytes->str, (gsize)(end - bytes->str));
  gsize begin = strlen (header) + strlen (END);
  guint64 length;
  if (end != bytes->str + strlen (header) || !find_length (header, &length))
    return FRAME_BROKEN;
  gsize received = bytes->len - begin;
  if (length > LONGEST_BODY) {
    reader->skipped = length - MIN (received, length);
    g_string_erase (bytes, 0, (gssize)(begin + MIN (received, length)));
    return FRAME_TOO_LONG;
  }
  if (received < length)
    return FRAME_NONE;
  g_string_truncate (body, 0);
  g_string_append_len (body, bytes->str + begin, (gssize)length);
  g_string_erase (bytes, 0, (gssize)(begin + length));
  return FRAME_WHOLE;
}
