/* SPDX-License-Identifier: Apache-2.0 */
/* A front end whose function 'write' sets an error although it went well. */
#include "misbehaviour.h"

enum { IN_RECOGNISE, IN_READ, IN_WRITE, IN_FORMAT, NOWHERE };
#define WHERE NOWHERE
#define WRITES_WITH_AN_ERROR TRUE

static void
misbehave (void)
{
}

#include "stranger_frontend.h"
