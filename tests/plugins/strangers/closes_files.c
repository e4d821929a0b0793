/* SPDX-License-Identifier: Apache-2.0 */
/* It closes every file that its process has, also what its answer goes to. */
#include "misbehaviour.h"

#define NAME "closes-files"

static void
misbehave (void)
{
  for (int i = 0; i < MOST_FILES; i++)
    close (i);
}

#include "stranger_optimizer.h"
