/* SPDX-License-Identifier: Apache-2.0 */
/* The reader that comes with Couplet: it runs a Python function on symbolic answers, in a sandbox.
 */
#ifndef COUPLET_CORE_OWN_READER_H
#define COUPLET_CORE_OWN_READER_H

#include "command_reader.h"
#include "pipeline.h"

#define OWN_READER "python"

/* Whether it reads files that end so (without dot, in lower case; NULL = without ending): Python
 * where a mechanism is named, and notebooks. */
gboolean own_reader_reads (const char *ending, gboolean named);

/* The reader, as the options of the front end `python` say. Where it cannot be used, its refusal
 * says why. */
CommandReader *own_reader_new (CoupletRun *run);

#endif
