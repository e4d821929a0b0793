/* SPDX-License-Identifier: Apache-2.0 */
/* Calling a function in a process of its own, as one does what strangers and libraries may do
 * badly: crash, exit, print, take memory and not give it back, change the folder, or not return. */
#ifndef COUPLET_HOST_APART_H
#define COUPLET_HOST_APART_H

#include <glib.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* What the process does: it appends its answer to answer; nothing = it has none. It must not depend
 * on whether it was called before. */
typedef void (*CoupletApartFunction) (gpointer data, GByteArray *answer);

/* How long loading a plugin and setting it up may take. */
#define COUPLET_APART_SECONDS 10

typedef struct {
  guint seconds;                 /* within which it must return; 0 = no limit */
  const volatile int *cancelled; /* not 0: the user cancelled; NULL = nobody can */
} CoupletApartLimits;

/* Calls function in a child process. NULL with error set (SOLVER) when it gives no answer: `its
 * process was ended by signal 11 (Segmentation fault)`. A process that somebody kills (SIGKILL) is
 * replaced a few times: memory may be short for a moment. The caller frees the answer. */
GByteArray *couplet_call_apart (CoupletApartFunction function, gpointer data,
                                CoupletApartLimits limits, GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
