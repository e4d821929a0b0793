/* SPDX-License-Identifier: Apache-2.0 */
/* It writes what is no message to whatever it can write to, then goes on as if nothing had been. */
#include "misbehaviour.h"

#define NAME "sends-garbage"

static void
misbehave (void)
{
  static const char GARBAGE[] = "this is no message, nor any part of a report";
  write_to_all (GARBAGE, sizeof GARBAGE);
}

#include "stranger_optimizer.h"
