/* SPDX-License-Identifier: Apache-2.0 */
/* It loops with all signals blocked. */
#include "misbehaviour.h"

#define NAME "deaf"

static void
misbehave (void)
{
  go_on_deaf ();
}

#include "stranger_optimizer.h"
