/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of the language server protocol in a stream of bytes: `Content-Length: N`, other
 * headers, an empty line, N bytes. */
#ifndef COUPLET_CLI_LSP_FRAME_H
#define COUPLET_CLI_LSP_FRAME_H

#include <glib.h>

typedef enum {
  FRAME_NONE,     /* more bytes are needed */
  FRAME_WHOLE,    /* a message */
  FRAME_TOO_LONG, /* a message that is longer than any may be; it is passed over */
  FRAME_BROKEN    /* no header: where the next message begins is not known */
} Frame;

typedef struct {
  GString *bytes;  /* received and not yet taken */
  guint64 skipped; /* so many bytes more belong to a message that is too long */
} FrameReader;

void frame_reader_init (FrameReader *reader);
void frame_reader_clear (FrameReader *reader);

void frame_reader_add (FrameReader *reader, const char *bytes, gsize length);

/* Takes the next message; body receives it when it is whole. */
Frame frame_reader_next (FrameReader *reader, GString *body);

#endif
