/* SPDX-License-Identifier: Apache-2.0 */
/* It stops its process, which then heeds no clock. */
#include "misbehaviour.h"

#define NAME "stops-itself"

static void
misbehave (void)
{
  raise (SIGSTOP);
  go_on_deaf ();
}

#include "stranger_optimizer.h"
