/* SPDX-License-Identifier: Apache-2.0 */
/* It begins a message of two gigabytes and sends nothing of it. */
#include "misbehaviour.h"

#define NAME "sends-a-huge-length"
/* that begins a message */
#define MARK G_GUINT64_CONSTANT (0x0a656c70756f6321)

static void
misbehave (void)
{
  const guint64 head[] = {MARK, (G_GUINT64_CONSTANT (1) << 31) - 8};
  write_to_all (head, sizeof head);
  _exit (0);
}

#include "stranger_optimizer.h"
