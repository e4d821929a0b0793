/* SPDX-License-Identifier: Apache-2.0 */
/* Replacing what a file has, whole or not at all. */
#ifndef COUPLET_CLI_REWRITE_H
#define COUPLET_CLI_REWRITE_H

#include <glib.h>

/* Makes text the content of file, which exists: through a file beside it that takes
 * its place once it is written, with the same mode. A symbolic link stays one; what
 * it leads to is replaced. False with error set (COUPLET_ERROR_INPUT) and file as it
 * was. */
gboolean rewrite_file (const char *file, const char *text, gsize length, GError **error);

#endif
