/* SPDX-License-Identifier: Apache-2.0 */
/* A front end that writes to whatever it can write to while it reads. */
#include "misbehaviour.h"

enum { IN_RECOGNISE, IN_READ, IN_WRITE, IN_FORMAT };
#define WHERE IN_READ

static void
misbehave (void)
{
  static const char GARBAGE[] = "this is not an automaton, nor any part of a report";
  write_to_all (GARBAGE, sizeof GARBAGE);
}

#include "stranger_frontend.h"
