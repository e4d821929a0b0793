/* SPDX-License-Identifier: Apache-2.0 */
/* The reader that comes with Couplet: the Python package couplet.symbolic, which runs code on
 * symbolic answers, in a sandbox. */
#ifndef COUPLET_CORE_OWN_READER_H
#define COUPLET_CORE_OWN_READER_H

#include "command_reader.h"
#include "run.h"

/* The reader of the files of frontend, whose plugin has COUPLET_IS_CODE, as its options say. Where
 * it cannot be used, its refusal says why. */
CommandReader *own_reader_new (const Stage *frontend);

#endif
