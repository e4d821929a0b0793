/* SPDX-License-Identifier: Apache-2.0 */
/* Writing files that others may be reading. */
#ifndef COUPLET_HOST_OUTPUT_FILE_H
#define COUPLET_HOST_OUTPUT_FILE_H

#include <glib.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Makes a new file at path with that content, which no one sees half of and which leaves nothing
 * if the process ends before, where the file system has files without names. Returns 0, or
 * an errno: EEXIST when something has that name already, also a link to nothing. */
int couplet_create_file (const char *path, const char *text, gsize length);

/* Makes length bytes of text the content of the file at path. A regular file, or one
 * that is not there yet, has either its old or its new content at any time: a new file
 * is written beside it and takes its place, with the same mode and owner. A symbolic
 * link stays one; what it leads to is written. What is neither (a device, a FIFO) is
 * written in place. A file that nobody may write is left as it is.
 * Returns 0, or the errno of what went wrong; a regular file is then as it was. */
int couplet_write_file (const char *path, const char *text, gsize length);

#pragma GCC visibility pop
G_END_DECLS

#endif
