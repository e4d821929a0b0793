/* SPDX-License-Identifier: Apache-2.0 */
/* Loading it does not end. */
#include "misbehaviour.h"

#define NAME "stays-when-loaded"

__attribute__ ((constructor)) static void
misbehave_at_once (void)
{
  go_on_deaf ();
}

static void
misbehave (void)
{
}

#include "stranger_optimizer.h"
