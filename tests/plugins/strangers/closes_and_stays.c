/* SPDX-License-Identifier: Apache-2.0 */
/* It closes every file that its process has, and does not end. */
#include "misbehaviour.h"

#define NAME "closes-and-stays"

static void
misbehave (void)
{
  for (int i = 0; i < MOST_FILES; i++)
    close (i);
  go_on_deaf ();
}

#include "stranger_optimizer.h"
