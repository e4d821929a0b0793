/* SPDX-License-Identifier: Apache-2.0 */
/* It sends the first half of a message, as if that were its answer. */
#include "misbehaviour.h"

#define NAME "sends-half-a-message"
/* that begins a message */
#define MARK G_GUINT64_CONSTANT (0x0a656c70756f6321)

static void
misbehave (void)
{
  const guint64 head[] = {MARK, 64, 1, 0};
  write_to_all (head, sizeof head);
  _exit (0);
}

#include "stranger_optimizer.h"
