/* SPDX-License-Identifier: Apache-2.0 */
#include "isolate.h"

#include "context.h"
#include "kept.h"
#include "outcome.h"

#define NUMBER 0 /* of the only question to a process of its own */

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

/* ---- The process that is kept ---------------------------------------------------------------- */

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
  if (!kept_ask (stage, automaton, &reply))
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
