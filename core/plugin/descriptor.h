/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the descriptor of a plugin, which may come from a stranger, can be used. */
#ifndef COUPLET_CORE_DESCRIPTOR_H
#define COUPLET_CORE_DESCRIPTOR_H

#include <couplet/internal/plugin.h>

/* Why plugin (which may be NULL) cannot be used, by the field that is wrong; NULL = it can. The
 * caller frees it. */
char *descriptor_fault (const CoupletPlugin *plugin);

/* Whether name is made of lower case letters, digits and `-` only. */
gboolean descriptor_is_name (const char *name);

#endif
