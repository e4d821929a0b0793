/* SPDX-License-Identifier: Apache-2.0 */
/* Writing files that others may be reading. */
#ifndef COUPLET_OUTPUT_FILE_H
#define COUPLET_OUTPUT_FILE_H

#include <glib.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Makes a new file at path with that content, which no one sees half of and which leaves nothing
 * if the process ends before, where the file system has files without names. Returns 0, or
 * an errno: EEXIST when something has that name already, also a link to nothing. */
int couplet_create_file (const char *path, const char *text, gsize length);

#pragma GCC visibility pop
G_END_DECLS

#endif
