/* SPDX-License-Identifier: Apache-2.0 */
/* A front end whose function 'write' says why it does not write. */
#include "misbehaviour.h"

enum { IN_RECOGNISE, IN_READ, IN_WRITE, IN_FORMAT, NOWHERE };
#define WHERE NOWHERE
#define REFUSES_TO_WRITE TRUE

static void
misbehave (void)
{
}

#include "stranger_frontend.h"
