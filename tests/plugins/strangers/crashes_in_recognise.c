/* SPDX-License-Identifier: Apache-2.0 */
/* A front end whose function 'recognise' ends the process. */
#include "misbehaviour.h"

enum { IN_RECOGNISE, IN_READ, IN_WRITE, IN_FORMAT };
#define WHERE IN_RECOGNISE

static void
misbehave (void)
{
  crash ();
}

#include "stranger_frontend.h"
