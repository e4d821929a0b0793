/* SPDX-License-Identifier: Apache-2.0 */
#include "apart.h"

#include "context.h"

#include <errno.h>
#include <sys/wait.h>

#define MOST_OF_STRANGER ((gsize)512 << 20) /* bytes of its answer */

typedef struct {
  Stage *stage;
  ApartWork work;
  gpointer data;
  volatile int *cancelled; /* shared: set by the parent, which alone a signal may reach */
} Task;

void
apart_prepare (Stage *stage, gboolean ends, int in, int out, const volatile int *cancelled)
{
  child_keep_only (in, out);
  if (!stage->installed)
    child_lead_group ();
  context_heed (stage->context, cancelled);
  context_set_apart (stage->context, ends); /* the parent shows that time passes */
  if (stage->memory_limit_mb > 0)
    child_limit_memory (stage->memory_limit_mb);
}

static void
be_child (gpointer data, int in, int out)
{
  const Task *task = data;
  apart_prepare (task->stage, TRUE, in, out, task->cancelled);
  task->work (task->data, out);
}

void
apart_watch (Stage *stage, volatile int *cancelled, Child *child, ApartHear hear, gpointer data)
{
  Clock *clock = context_clock (stage->context);
  if (!stage->installed)
    child->inbox.most = MOST_OF_STRANGER;
  for (gboolean ended = FALSE; !ended && (hear == NULL || !hear (data, child));) {
    children_wait (&child, 1, clock_patience (clock, CLOCK_GRACE_PROCESS), &ended);
    if (clock_is_overdue (clock, CLOCK_GRACE_PROCESS))
      child_kill (child, CHILD_OVERRAN);
    if (child->inbox.broken) {
      child_kill (child, CHILD_GARBLED);
      break;
    }
    if (clock_is_cancelled (clock))
      *cancelled = 1;
  }
}

gboolean
apart_run (Stage *stage, ApartWork work, gpointer data, ApartEnd *end, GError **error)
{
  Task task = {stage, work, data, child_share (sizeof *task.cancelled)};
  *end = (ApartEnd){0};
  if (task.cancelled == NULL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "no memory to share with a process of its own: %s", g_strerror (errno));
    return FALSE;
  }
  gboolean good = child_start (&end->child, be_child, &task, error);
  if (good) {
    apart_watch (stage, task.cancelled, &end->child, NULL, NULL);
    end->said = child_reap (&end->child);
  }
  child_unshare ((gpointer)task.cancelled, sizeof *task.cancelled);
  return good;
}

gboolean
apart_was_killed (const ApartEnd *end)
{
  return end->child.kill == CHILD_OVERRAN;
}

gboolean
apart_is_whole (const Stage *stage, const ApartEnd *end, gboolean answered, GError **error)
{
  gboolean killed = end->child.kill != CHILD_NOT_KILLED;
  gboolean crashed = WIFSIGNALED (end->child.status) && !killed;
  if (apart_was_killed (end) || (answered && !crashed && end->child.kill != CHILD_GARBLED))
    return TRUE;
  g_autofree char *text = child_end_text (&end->child);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "its process %s%s", text,
               crashed && stage->memory_limit_mb > 0 ? ", perhaps at its memory limit" : "");
  return FALSE;
}
