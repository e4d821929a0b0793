/* SPDX-License-Identifier: Apache-2.0 */
#include "isolate.h"

#include "answer.h"
#include "apart.h"
#include "automaton_block.h"
#include "context.h"
#include "outcome.h"

#include <string.h>

#define NUMBER 0                      /* of the only question to a process of its own */
#define SHARED_BYTES ((gsize)4 << 20) /* an automaton that takes more is worth a process */
#define MOST_ANSWERS 200              /* of one process; the next file gets another */
#define MOST_GROWTH ((gsize)64 << 20) /* bytes of address space since the first answer */

/* What came of a question, asked of a child that ended so or goes on. */
static gboolean
conclude (Stage *stage, const ApartEnd *end, const Answer *answer,
          const CoupletAutomaton *automaton, CoupletOutcome *outcome, GError **error)
{
  if (!apart_is_whole (stage, end, answer->last, error) ||
      (answer->found && !answer_take (answer, automaton, outcome, error)))
    return FALSE;
  if (!answer->last)
    couplet_outcome_set_reason (outcome, "%s; its process had to be ended",
                                couplet_context_stop_reason (stage->context));
  return TRUE;
}

/* ---- A process of its own ------------------------------------------------------------------ */

typedef struct {
  Stage *stage;
  const CoupletAutomaton *automaton;
} Task;

static void
solve (gpointer data, int out)
{
  const Task *task = data;
  answer_write (task->stage, task->automaton, NUMBER, out);
}

static gboolean
run_alone (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome, GError **error)
{
  Task task = {stage, automaton};
  g_auto (ApartEnd) end;
  g_auto (Answer) answer;
  answer_init (&answer);
  if (!apart_run (stage, solve, &task, &end, error))
    return FALSE;
  if (!answer_hear (&answer, &end.said, NUMBER) && end.child.status == 0)
    end.child.kill = CHILD_GARBLED;
  return conclude (stage, &end, &answer, automaton, outcome, error);
}

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

/* ---- The kept process -------------------------------------------------------------------- */

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

/* ---- Its end ------------------------------------------------------------------------------- */

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

static void
note_answer (Kept *kept)
{
  gsize resident, size = child_size (&kept->child, &resident);
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

/* How it went. */
typedef struct {
  guint64 number; /* of the question */
  Answer answer;
  ApartEnd end;  /* where the process ended before it had answered */
  gboolean used; /* it had answered before, so that another file may be to blame */
} KeptReply;

static void
kept_reply_clear (KeptReply *reply)
{
  answer_clear (&reply->answer);
  apart_end_clear (&reply->end);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KeptReply, kept_reply_clear)

/* Takes what the child says; TRUE when it need not be heard any longer. */
static gboolean
hear (gpointer data, Child *child)
{
  KeptReply *reply = data;
  if (!answer_hear (&reply->answer, &child->inbox, reply->number))
    child_kill (child, CHILD_GARBLED);
  return reply->answer.last;
}

/* Has the process kept for stage answer about automaton; starts one, with the stage's memory limit,
 * where there is none. FALSE = there can be none, or automaton is too large to be handed over.
 * Clear *reply in any case. */
static gboolean
ask_kept (Stage *stage, const CoupletAutomaton *automaton, KeptReply *reply)
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

/* ---- Both ---------------------------------------------------------------------------------- */

/* Whether outcome might say more if the process had had more memory. */
static gboolean
may_lack_memory (const Stage *stage, CoupletOutcome *outcome)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  gboolean settled = couplet_outcome_found (outcome) != COUPLET_FOUND_NOTHING ||
                     (result->has_cost && result->guarantee == COUPLET_GUARANTEE_EXACT);
  return stage->memory_limit_mb > 0 && !settled;
}

gboolean
isolate_run (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
             GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_auto (KeptReply) reply;
  if (!ask_kept (stage, automaton, &reply))
    return run_alone (stage, automaton, outcome, error);
  gboolean good = conclude (stage, &reply.end, &reply.answer, automaton, outcome, &reason);
  gboolean doubtful = !good || may_lack_memory (stage, outcome);
  if (doubtful && reply.used && !couplet_context_should_stop (stage->context)) {
    outcome_clear (outcome);
    return run_alone (stage, automaton, outcome, error);
  }
  if (!good)
    g_propagate_error (error, g_steal_pointer (&reason));
  return good;
}
