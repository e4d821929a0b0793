/* SPDX-License-Identifier: Apache-2.0 */
/* A front end whose function 'read' does not end. */
#include "misbehaviour.h"

enum { IN_RECOGNISE, IN_READ, IN_WRITE, IN_FORMAT };
#define WHERE IN_READ

static void
misbehave (void)
{
  go_on_deaf ();
}

#include "stranger_frontend.h"
