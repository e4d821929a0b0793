/* SPDX-License-Identifier: Apache-2.0 */
/* It answers and leaves a process that keeps its files open and does not end. */
#include "misbehaviour.h"

#define NAME "leaves-processes"

static void
misbehave (void)
{
  if (fork () == 0)
    go_on_deaf ();
}

#include "stranger_optimizer.h"
