/* SPDX-License-Identifier: Apache-2.0 */
/* Plugins and programs, with the hashes of their files: each file is hashed once. */
#ifndef COUPLET_CORE_TOOLS_H
#define COUPLET_CORE_TOOLS_H

#include "command_reader.h"
#include "stage.h"

#include <couplet/internal/arena.h>
#include <couplet/internal/plugin.h>

typedef struct Tools Tools;

Tools *tools_new (void);
void tools_free (Tools *tools);

/* Memory that is freed with tools. */
CoupletArena *tools_arena (Tools *tools);

/* The hash of the content of file, 64 hexadecimal digits; NULL = it cannot be read. It belongs to
 * tools. */
const char *tools_hash (Tools *tools, const char *file);

/* plugin, of the shared object file (NULL = none). It belongs to tools. */
const CoupletTool *tools_plugin (Tools *tools, const CoupletPlugin *plugin, const char *file);

/* The front end whose files reader reads. It belongs to tools. */
const CoupletTool *tools_reader (Tools *tools, const CommandReader *reader);

/* That of a decider or optimizer, which may be a program. */
const CoupletTool *tools_stage (Tools *tools, const Stage *stage);

#endif
