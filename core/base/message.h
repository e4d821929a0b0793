/* SPDX-License-Identifier: Apache-2.0 */
/* Messages between processes: a head that tells their length, then values of wire.h. */
#ifndef COUPLET_CORE_MESSAGE_H
#define COUPLET_CORE_MESSAGE_H

#include "wire.h"

/* Appends the head of a message to out. What is appended next is its content, until
 * message_end() with what this returned. */
gsize message_begin (GByteArray *out);
void message_end (GByteArray *out, gsize start);

/* What was received. broken: no messages, or none that are whole, will come of it, as when they
 * wait for more than `most` bytes. */
typedef struct {
  GByteArray *bytes;
  gsize most;
  gsize at; /* before it stands what was taken */
  gboolean broken;
} Inbox;

void inbox_init (Inbox *inbox);
void inbox_clear (Inbox *inbox);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Inbox, inbox_clear)

/* Reads once what descriptor has; FALSE at its end. Ends the life of messages taken. */
gboolean inbox_fill (Inbox *inbox, int descriptor);

/* Appends bytes as if they had been read. */
void inbox_add (Inbox *inbox, gconstpointer bytes, gsize length);

/* Takes the next whole message, whose content stays in the inbox; FALSE = there is none yet. */
gboolean inbox_next (Inbox *inbox, Wire *content);

#endif
