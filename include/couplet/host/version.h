/* SPDX-License-Identifier: Apache-2.0 */
/* The library's version. */
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

#pragma GCC visibility pop
G_END_DECLS

#endif
