/* SPDX-License-Identifier: Apache-2.0 */
/* Calling a function in a process of its own, as one does what strangers and libraries may do
 * badly: crash, exit, print, change the folder, or not return. */
#ifndef COUPLET_CORE_CHILD_CALL_H
#define COUPLET_CORE_CHILD_CALL_H

#include "message.h"

/* What the child does: it appends its answer, values of wire.h, to answer. It must not depend on
 * whether it was called before. */
typedef void (*ChildCall) (gpointer data, GByteArray *answer);

/* How long loading a plugin and setting it up may take. */
#define CHILD_CALL_SECONDS 10

typedef struct {
  guint seconds;                 /* within which it must return; 0 = no limit */
  const volatile int *cancelled; /* not 0: the user cancelled; NULL = nobody can */
} ChildCallLimits;

/* Calls function in a child process. NULL with error set (SOLVER) when it gives no answer: `its
 * process was ended by signal 11 (Segmentation fault)`. A process that somebody kills (SIGKILL) is
 * replaced a few times: memory may be short for a moment. The caller frees the answer. */
GByteArray *child_call (ChildCall function, gpointer data, ChildCallLimits limits, GError **error);

/* All of such an answer. */
static inline Wire
child_answer (const GByteArray *answer)
{
  return (Wire){answer->data, answer->len, 0, FALSE};
}

#endif
