/* SPDX-License-Identifier: Apache-2.0 */
/* It writes to whatever it can write to, without end. */
#include "misbehaviour.h"

#include <fcntl.h>

#define NAME "sends-without-end"

static void
misbehave (void)
{
  static const char ZEROS[1 << 16];
  for (int i = 0; i < MOST_FILES; i++)
    fcntl (i, F_SETFL, O_NONBLOCK); /* none keeps it from the next */
  for (;;)
    write_to_all (ZEROS, sizeof ZEROS);
}

#include "stranger_optimizer.h"
