/* SPDX-License-Identifier: Apache-2.0 */
/* A child process that does part of a stage's work, so that a crash of its plugin costs
 * that part only. */
#ifndef COUPLET_CORE_APART_H
#define COUPLET_CORE_APART_H

#include "child.h"
#include "stage.h"

/* What the child does: it writes its answer to out. */
typedef void (*ApartWork) (gpointer data, int out);

/* How the child ended. said: all that it wrote; the caller clears it. */
typedef struct {
  Child child;
  Inbox said;
} ApartEnd;

/* In the child that does work of stage and is connected by in and out: sets its context and its
 * limits. ends: after one piece of work. *cancelled is what both processes see. */
void apart_prepare (Stage *stage, gboolean ends, int in, int out, const volatile int *cancelled);

/* Called when a child has said something; TRUE = it need not be heard any longer. */
typedef gboolean (*ApartHear) (gpointer data, Child *child);

/* Hears child, which does work of stage, until it ends or hear (NULL = never) says so; tells it by
 * *cancelled when the user cancels, and kills it when it overruns. */
void apart_watch (Stage *stage, volatile int *cancelled, Child *child, ApartHear hear,
                  gpointer data);

/* Does work in a child process with at most stage->memory_limit_mb mebibytes (0 = no limit),
 * which is killed when the clock of the stage's context says that it should end and its grace
 * (CLOCK_GRACE_PROCESS) is over. FALSE with error set (SOLVER) when there could be no child;
 * end is then to be cleared as well. */
gboolean apart_run (Stage *stage, ApartWork work, gpointer data, ApartEnd *end, GError **error);

/* FALSE with error set (SOLVER) when the child crashed, or ended by itself though it had not
 * answered. */
gboolean apart_is_whole (const Stage *stage, const ApartEnd *end, gboolean answered,
                         GError **error);

/* Whether it overran and had to be killed. */
gboolean apart_was_killed (const ApartEnd *end);

static inline void
apart_end_clear (ApartEnd *end)
{
  inbox_clear (&end->said);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ApartEnd, apart_end_clear)

#endif
