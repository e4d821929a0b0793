/* SPDX-License-Identifier: Apache-2.0 */
/* The descriptor of a plugin, which comes from a stranger and may be of an older minor
 * version of the interface: whether it can be used, and a copy of this version's size. */
#ifndef COUPLET_CORE_DESCRIPTOR_H
#define COUPLET_CORE_DESCRIPTOR_H

#include <couplet/plugin.h>

/* Why stranger (which may be NULL) cannot be used, by the field that is wrong; NULL = it can.
 * Reads no more of it than its version has. The caller frees it. */
char *descriptor_fault (const CoupletPlugin *stranger);

/* A copy of stranger, which has no fault: it and its tables are as large as this program
 * knows them, what they lack is 0. Texts and functions stay the stranger's. */
CoupletPlugin *descriptor_adopt (const CoupletPlugin *stranger);
void descriptor_free (CoupletPlugin *plugin);

/* Whether name is made of lower case letters, digits and `-` only. */
gboolean descriptor_is_name (const char *name);

#endif
