/* SPDX-License-Identifier: Apache-2.0 */
/* Loading it ends the process. */
#include "misbehaviour.h"

#define NAME "crashes-when-loaded"

__attribute__ ((constructor)) static void
misbehave_at_once (void)
{
  crash ();
}

static void
misbehave (void)
{
}

#include "stranger_optimizer.h"
