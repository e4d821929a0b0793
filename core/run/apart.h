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
