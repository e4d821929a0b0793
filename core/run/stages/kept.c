/* SPDX-License-Identifier: Apache-2.0 */
#include "kept.h"

#include "automaton_block.h"
#include "context.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SHARED_BYTES ((gsize)4 << 20) /* an automaton that takes more is worth a process */
#define MOST_ANSWERS 200              /* of one process; the next file gets another */
#define MOST_GROWTH ((gsize)64 << 20) /* bytes of address space since the first answer */

/* What both processes see at the same address. */
typedef struct {
  volatile int cancelled; /* set by the parent, which alone a signal may reach */
  gint64 deadline;        /* of the clock: the time limit counts from the question on */
  gboolean silent;        /* messages of the plugin are dropped */
  const CoupletAutomaton *automaton;
  char *file;
  gpointer room[]; /* of the last two */
} Shared;

struct Kept {
  Child child;
  Shared *shared; /* with child, or with nobody yet */
  guint64 number; /* of the last question */
  guint answered; /* by child */
  gsize size;     /* of child after its first answer */
};

/* ---- The child ----------------------------------------------------------------------- */

static void
be_kept (gpointer data, int in, int out)
{
  Stage *stage = data;
  const Shared *shared = stage->kept->shared;
  apart_prepare (stage, FALSE, in, out, &shared->cancelled);
  guint64 number;
  gboolean good = TRUE;
  while (good && child_receive (in, &number, sizeof number)) {
    couplet_context_set_input (stage->context, shared->file);
    couplet_context_start (stage->context, stage->limit_ms);
    context_clock (stage->context)->deadline = shared->deadline;
    context_set_silent (stage->context, shared->silent);
    good = answer_write (stage, shared->automaton, number, out);
  }
}

/* ---- Ends ------------------------------------------------------------------------------ */

/* It waits for a question, or nobody wants to hear it out. */
static void
dismiss (Kept *kept)
{
  child_kill (&kept->child, CHILD_DISMISSED);
  Inbox rest = child_reap (&kept->child);
  inbox_clear (&rest);
  kept->answered = 0;
}

void
kept_free (Kept *kept)
{
  if (kept == NULL)
    return;
  dismiss (kept);
  child_unshare (kept->shared, SHARED_BYTES);
  g_free (kept);
}

/* Bytes of the address space of a process; 0 = not known. */
static gsize
size_of_process (pid_t pid)
{
  unsigned long pages = 0;
  g_autofree char *name = g_strdup_printf ("/proc/%d/statm", (int)pid);
  FILE *file = fopen (name, "re");
  if (file == NULL)
    return 0;
  /* NOLINTNEXTLINE(cert-err34-c): the kernel wrote a number that fits */
  gboolean found = fscanf (file, "%lu", &pages) == 1;
  (void)fclose (file); /* only read */
  return found ? pages * (gsize)sysconf (_SC_PAGESIZE) : 0;
}

static void
note_answer (Kept *kept)
{
  gsize size = size_of_process (kept->child.pid);
  if (kept->answered == 0)
    kept->size = size;
  kept->answered++;
  gboolean talks = kept->child.inbox.at < kept->child.inbox.bytes->len;
  if (talks || kept->shared->cancelled != 0 || kept->answered >= MOST_ANSWERS ||
      size > kept->size + MOST_GROWTH)
    dismiss (kept);
}

/* ---- Questions --------------------------------------------------------------------------- */

/* A process that was forked from this one's parent has what that shares with its own child. */
static gboolean
need_shared (Kept *kept)
{
  if (kept->child.pid > 0)
    return TRUE;
  child_unshare (kept->shared, SHARED_BYTES);
  kept->shared = child_share (SHARED_BYTES);
  return kept->shared != NULL;
}

/* FALSE: it is too large. */
static gboolean
hand_over (Kept *kept, Stage *stage, const CoupletAutomaton *automaton)
{
  Shared *shared = kept->shared;
  const char *file = couplet_context_input (stage->context);
  gsize left = SHARED_BYTES - sizeof *shared, length = (strlen (file) | 15) + 1;
  if (length > left)
    return FALSE;
  shared->file = memcpy (shared->room, file, strlen (file) + 1);
  shared->deadline = context_clock (stage->context)->deadline;
  shared->silent = context_is_silent (stage->context);
  shared->automaton = automaton_to_block (automaton, shared->file + length, left - length);
  return shared->automaton != NULL;
}

static gboolean
need_child (Stage *stage)
{
  Kept *kept = stage->kept;
  if (kept->child.pid > 0)
    return TRUE;
  kept->answered = 0;
  stage->is_warm = FALSE;
  return child_start (&kept->child, be_kept, stage, NULL);
}

/* Takes what the child says; TRUE when it need not be heard any longer. */
static gboolean
hear (gpointer data, Child *child)
{
  KeptReply *reply = data;
  if (!answer_hear (&reply->answer, &child->inbox, reply->number))
    child_kill (child, CHILD_GARBLED);
  return reply->answer.last;
}

gboolean
kept_ask (Stage *stage, const CoupletAutomaton *automaton, KeptReply *reply)
{
  if (stage->kept == NULL)
    stage->kept = g_new0 (Kept, 1);
  Kept *kept = stage->kept;
  *reply = (KeptReply){.number = ++kept->number};
  answer_init (&reply->answer);
  if (automaton->linear != NULL || !need_shared (kept) || !hand_over (kept, stage, automaton) ||
      !need_child (stage))
    return FALSE;
  reply->used = kept->answered > 0;
  /* where that fails the child ends, which its other pipe will tell */
  child_send (&kept->child, &reply->number, sizeof reply->number);
  apart_watch (stage, &kept->shared->cancelled, &kept->child, hear, reply);
  if (reply->answer.last && kept->child.kill == CHILD_NOT_KILLED) {
    note_answer (kept);
    return TRUE;
  }
  reply->end.said = child_reap (&kept->child);
  reply->end.child = kept->child;
  return TRUE;
}

void
kept_reply_clear (KeptReply *reply)
{
  answer_clear (&reply->answer);
  apart_end_clear (&reply->end);
}
