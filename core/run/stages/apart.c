/* SPDX-License-Identifier: Apache-2.0 */
#include "apart.h"

#include "context.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

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
  if (!stage->trusted)
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
  if (!stage->trusted)
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

/* Bytes of this process's address space that are not in memory, as a child has them, too. */
static gsize
size_of_unused (void)
{
#ifdef __SANITIZE_ADDRESS__
  return 0; /* the shadow memory alone is more than any limit */
#else
  gsize resident, size = child_size (&(Child){.pid = getpid ()}, &resident);
  return size > resident ? size - resident : 0;
#endif
}

/* Whether child had half of what it might have: its last request may have been for the rest. */
static gboolean
was_near_limit (const Stage *stage, const Child *child)
{
  gsize limit = (gsize)stage->memory_limit_mb << 20;
  return limit > 0 && child->memory + size_of_unused () > limit / 2;
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
               crashed && was_near_limit (stage, &end->child) ? ", perhaps at its memory limit"
                                                              : "");
  return FALSE;
}
