/* SPDX-License-Identifier: Apache-2.0 */
/* Calling in a process of its own what may crash, exit, print or take memory and not give it back,
 * such as a library. */
#ifndef COUPLET_HOST_APART_H
#define COUPLET_HOST_APART_H

#include <glib.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* What the process does: its answer, allocated by g_malloc(), or NULL for none. */
typedef char *(*CoupletApartFunction) (gpointer data);

/* Calls function in a child process and returns its answer, which the caller frees; NULL with
 * error set (SOLVER) when there is none: the process was ended by a signal or by itself, or the
 * user cancelled (*cancelled is not 0; cancelled may be NULL). */
char *couplet_call_apart (CoupletApartFunction function, gpointer data,
                          const volatile int *cancelled, GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
