/* SPDX-License-Identifier: Apache-2.0 */
/* It kills its process. */
#include "misbehaviour.h"

#define NAME "kills-itself"

static void
misbehave (void)
{
  kill (getpid (), SIGKILL);
}

#include "stranger_optimizer.h"
