/* SPDX-License-Identifier: Apache-2.0 */
/* Places in a text: bytes here, lines and UTF-16 code units in the protocol. */
#ifndef COUPLET_CLI_LSP_PLACE_H
#define COUPLET_CLI_LSP_PLACE_H

#include <glib.h>

/* UTF-8 of any origin that is valid. */
typedef struct {
  const char *bytes;
  gsize length;
} Text;

/* As the protocol counts: from 0, characters in UTF-16 code units. */
typedef struct {
  guint line, character;
} Place;

/* A part of a text, in bytes. */
typedef struct {
  gsize begin, end;
} Span;

Place place_of (Text text, gsize offset);

/* Places after the end of a line or of the text count as that end. */
gsize place_to_offset (Text text, Place place);

/* Where a message points that counts lines and bytes from 1, 0 = not known: the word that begins
 * there, a character, or the whole line. */
Span span_of_message (Text text, guint line, guint column);

/* The whole word at offset. */
Span span_of_word (Text text, gsize offset);

/* Where word stands first as a whole word. FALSE when it does nowhere. */
gboolean span_of_first (Text text, const char *word, Span *span);

#endif
