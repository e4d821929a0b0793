/* SPDX-License-Identifier: Apache-2.0 */
/* Files that are installed beside the library. */
#ifndef COUPLET_HOST_LIBRARY_FILE_H
#define COUPLET_HOST_LIBRARY_FILE_H

#include <glib.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* The path of the file called name in the folder of the library that runs, to which links are
 * followed; NULL where that is not known. The caller frees it. */
char *couplet_library_file (const char *name);

#pragma GCC visibility pop
G_END_DECLS

#endif
