/* SPDX-License-Identifier: Apache-2.0 */
#include "message.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define MARK G_GUINT64_CONSTANT (0x0a656c70756f6321)
#define MOST_LENGTH                                                                                \
  (G_GUINT64_CONSTANT (1) << 31)            /* bytes; a GByteArray has no more than twice that */
#define MOST_BYTES (3 * (MOST_LENGTH >> 1)) /* that wait, some of a GByteArray's room left */
#define PART (64u << 10)                    /* bytes read at once */

typedef struct {
  guint64 mark, length; /* of the content, a multiple of 8 */
} Head;

gsize
message_begin (GByteArray *out)
{
  gsize start = out->len;
  Head head = {MARK, 0};
  g_byte_array_append (out, (const guint8 *)&head, sizeof head);
  return start;
}

void
message_end (GByteArray *out, gsize start)
{
  Head head = {MARK, out->len - start - sizeof head};
  memcpy (out->data + start, &head, sizeof head);
}

void
inbox_init (Inbox *inbox)
{
  *inbox = (Inbox){.bytes = g_byte_array_new (), .most = MOST_BYTES};
}

void
inbox_clear (Inbox *inbox)
{
  g_clear_pointer (&inbox->bytes, g_byte_array_unref);
}

static void
drop_taken (Inbox *inbox)
{
  if (inbox->at > 0)
    g_byte_array_remove_range (inbox->bytes, 0, (guint)inbox->at);
  inbox->at = 0;
}

void
inbox_add (Inbox *inbox, gconstpointer bytes, gsize length)
{
  drop_taken (inbox);
  g_byte_array_append (inbox->bytes, bytes, (guint)length);
}

gboolean
inbox_fill (Inbox *inbox, int descriptor)
{
  GByteArray *bytes = inbox->bytes;
  drop_taken (inbox);
  guint before = inbox->broken ? 0 : bytes->len;
  g_byte_array_set_size (bytes, before + PART);
  gssize got = read (descriptor, bytes->data + before, PART);
  g_byte_array_set_size (bytes, before + (guint)MAX (got, 0));
  inbox->broken = inbox->broken || bytes->len > inbox->most;
  return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

gboolean
inbox_next (Inbox *inbox, Wire *content)
{
  Head head;
  gsize available = inbox->bytes->len - inbox->at;
  if (inbox->broken || available < sizeof head)
    return FALSE;
  const guint8 *start = inbox->bytes->data + inbox->at;
  memcpy (&head, start, sizeof head);
  inbox->broken = head.mark != MARK || head.length % 8 != 0 || head.length > MOST_LENGTH;
  if (inbox->broken || head.length > available - sizeof head)
    return FALSE;
  *content = (Wire){start + sizeof head, head.length, 0, FALSE};
  inbox->at += sizeof head + head.length;
  return TRUE;
}
