/* SPDX-License-Identifier: Apache-2.0 */
/* Child processes: started by fork, connected by pipes, told to stop, killed, reaped. What
 * crashes there, aborts, exits or prints costs this process nothing. */
#ifndef COUPLET_CORE_CHILD_H
#define COUPLET_CORE_CHILD_H

#include "message.h"

#include <sys/types.h>

/* Why this process killed a child. */
typedef enum {
  CHILD_NOT_KILLED,
  CHILD_OVERRAN,  /* it did not end in time */
  CHILD_GARBLED,  /* it sent what is no message, or more than it may */
  CHILD_SILENT,   /* it closed what it sends by, and did not end */
  CHILD_DISMISSED /* it had nothing more to do */
} ChildKill;

/* All zeros is a child that was not started. */
typedef struct {
  pid_t pid;       /* 0 = there is none */
  int end;         /* a descriptor that tells when it has ended; -1 = the kernel has none */
  int to, from;    /* a socket and a pipe; `to` is -1 once it is closed */
  Inbox inbox;     /* what it sent */
  gboolean silent; /* it sends no more */
  ChildKill kill;  /* what it was killed for */
  int status;      /* of waitpid(), once it has ended ... */
  gsize memory;    /* ... and how many bytes it had in memory at most */
} Child;

/* What a child does: reads from in, writes to out. It ends when this returns. */
typedef void (*ChildFunction) (gpointer data, int in, int out);

/* Starts a child that runs function; *child stays in its place until it is reaped. It ignores
 * interrupts, which are the parent's to notice, ends with the parent, leaves no core, and what it
 * prints goes to standard error. The other children of this process are none of its own: there
 * they are not started, and their pipes are closed. FALSE with error set (SOLVER) when that cannot
 * be done. */
gboolean child_start (Child *child, ChildFunction function, gpointer data, GError **error);

/* What a child that runs code of others may have where nothing is set: half of the machine's
 * memory, in mebibytes; 0 = there is no limit. */
gint64 child_usual_memory (void);

/* In a child: the memory it may have from now on, in mebibytes. */
void child_limit_memory (gint64 mebibytes);

/* In a child: closes all files but the standard ones and what it is connected by, so that it can
 * spoil no report, no pipe of others and no store. */
void child_keep_only (int in, int out);

/* In a child: from now on it and the processes that it starts are a group of their own, which
 * child_reap() ends. */
void child_lead_group (void);

/* In a child: reads length bytes that the parent sent. FALSE = nothing more will come. */
gboolean child_receive (int in, gpointer data, gsize length);

/* Sends child what it reads from in. FALSE, and no signal, when it is gone or cannot be sent to; it
 * is closed then. */
gboolean child_send (Child *child, gconstpointer data, gsize length);

/* Tells child that nothing more will be sent to it. */
void child_close (Child *child);

/* Waits at most so long for one of n children, those with an entry NULL or not started left out.
 * Reads what they sent; sets ended[i] for those that send no more, be it that a process which they
 * started could. */
void children_wait (Child *const *children, guint n, int milliseconds, gboolean *ended);

/* Kills child, for the first reason that is given. */
void child_kill (Child *child, ChildKill reason);

/* Waits until child has ended; its status and kill stay. One that sends no more and does not end
 * is killed as silent. Ends the group that it leads, if it does. Returns what it sent and nobody
 * took yet, which the caller clears. */
Inbox child_reap (Child *child);

/* Bytes of the address space of child, which goes on, and of these those in memory; 0 = not known.
 */
gsize child_size (const Child *child, gsize *resident);

/* How child ended, as the end of a sentence about its process: `was ended by signal 6 (Aborted)`.
 * The caller frees it. */
char *child_end_text (const Child *child);

/* Memory of so many bytes, all zeros, that is shared with all children started later; NULL =
 * there is none. */
gpointer child_share (gsize size);
void child_unshare (gpointer memory, gsize size);

#endif
