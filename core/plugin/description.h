/* SPDX-License-Identifier: Apache-2.0 */
/* What a stranger's plugin says of itself, taken from the process that has loaded it: a plugin that
 * can be listed, configured and held against its capabilities, and none of whose functions can be
 * called, since its shared object is not in this process. */
#ifndef COUPLET_CORE_DESCRIPTION_H
#define COUPLET_CORE_DESCRIPTION_H

#include "wire.h"

#include <couplet/internal/plugin.h>

/* Appends what plugin, which has no fault (descriptor.h), says of itself. */
void description_put (GByteArray *out, const CoupletPlugin *plugin);

/* The plugin of which that was said, in arena; NULL when the wire is broken. */
const CoupletPlugin *description_take (Wire *wire, CoupletArena *arena);

/* The version of its library number i, whether it is described or loaded. The caller frees it. */
char *plugin_library_version (const CoupletPlugin *plugin, guint32 i);

#endif
