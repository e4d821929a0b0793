/* SPDX-License-Identifier: Apache-2.0 */
/* The library that runs: its version, and the files that are installed beside it. */
#ifndef COUPLET_HOST_VERSION_H
#define COUPLET_HOST_VERSION_H

#include <glib.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* `0.1.0` */
const char *couplet_version (void);

/* The commit that it was built from: 40 hexadecimal digits, followed by `-dirty` where the sources
 * were changed since; NULL = not known. */
const char *couplet_commit (void);

/* The path of the file called name in the folder of the library that runs, to which links are
 * followed; NULL where that is not known. The caller frees it. */
char *couplet_library_file (const char *name);

#pragma GCC visibility pop
G_END_DECLS

#endif
