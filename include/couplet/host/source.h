/* SPDX-License-Identifier: Apache-2.0 */
/* Reading an input into memory. */
#ifndef COUPLET_HOST_SOURCE_H
#define COUPLET_HOST_SOURCE_H

#include <couplet/plugin.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Reads file (`-` = standard input) whole into *source, whose data the caller
 * frees with g_free(); source->name is file. False with error set (INPUT), also when
 * it has more than `most` MiB, or when a signal interrupts reading and *cancelled is not 0
 * (cancelled may be NULL). */
gboolean couplet_source_read (CoupletSource *source, const char *file, guint most,
                              const volatile int *cancelled, GError **error);

/* Likewise, of a file that is not a text: it may have bytes that are 0 wherever it likes. */
gboolean couplet_source_read_bytes (CoupletSource *source, const char *file, guint most,
                                    const volatile int *cancelled, GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
