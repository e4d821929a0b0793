/* SPDX-License-Identifier: Apache-2.0 */
/* What a plugin may send that is no answer. */
#ifndef COUPLET_TESTS_OTHER_ANSWER_H
#define COUPLET_TESTS_OTHER_ANSWER_H

#include "message.h"

#include <unistd.h>

/* Writes a whole message that answers another question, to whatever is open but the standard
 * streams. */
static inline void
answer_another_question (void)
{
  g_autoptr (GByteArray) message = g_byte_array_new ();
  gsize start = message_begin (message);
  wire_put_number (message, 77);
  message_end (message, start);
  for (int fd = STDERR_FILENO + 1; fd < 100; fd++)
    if (write (fd, message->data, message->len) < 0)
      continue;
}

#endif
