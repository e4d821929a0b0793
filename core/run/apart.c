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

static void
be_child (gpointer data, int in, int out)
{
  const Task *task = data;
  child_keep_only (in, out);
  if (!task->stage->installed)
    child_lead_group ();
  context_heed (task->stage->context, task->cancelled);
  context_set_apart (task->stage->context); /* the parent shows that time passes */
  if (task->stage->memory_limit_mb > 0)
    child_limit_memory (task->stage->memory_limit_mb);
  task->work (task->data, out);
}

/* Hears the child until it ends, telling it when the user cancels and killing it when it
 * overruns. */
static void
watch_over (const Task *task, Child *child)
{
  Clock *clock = context_clock (task->stage->context);
  for (gboolean ended = FALSE; !ended;) {
    children_wait (&child, 1, clock_patience (clock, CLOCK_GRACE_PROCESS), &ended);
    if (clock_is_overdue (clock, CLOCK_GRACE_PROCESS))
      child_kill (child, CHILD_OVERRAN);
    if (child->inbox.broken) {
      child_kill (child, CHILD_GARBLED);
      break;
    }
    if (clock_is_cancelled (clock))
      *task->cancelled = 1;
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
    if (!stage->installed)
      end->child.inbox.most = MOST_OF_STRANGER;
    watch_over (&task, &end->child);
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
