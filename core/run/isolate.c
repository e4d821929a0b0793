/* SPDX-License-Identifier: Apache-2.0 */
#include "isolate.h"

#include "apart.h"
#include "context.h"
#include "solve.h"
#include "transfer.h"

/* What the child is to solve. */
typedef struct {
  Stage *stage;
  const CoupletAutomaton *automaton;
  CoupletOutcome *outcome;
} Task;

/* ---- The child --------------------------------------------------------------------- */

/* Sends an answer, or what is known so far. message: why there is no answer, or NULL. */
static void
send_outcome (int out, gboolean last, const char *message, CoupletOutcome *outcome)
{
  g_autoptr (GByteArray) all = g_byte_array_new ();
  gsize start = message_begin (all);
  wire_put_number (all, last);
  wire_put_text (all, message);
  wire_put_outcome (all, outcome);
  message_end (all, start);
  write_all (out, all->data, all->len);
}

static void
save (gpointer data, CoupletOutcome *outcome)
{
  send_outcome (*(int *)data, FALSE, NULL, outcome);
}

static void
solve (gpointer data, int out)
{
  Task *task = data;
  g_autoptr (GError) error = NULL;
  context_on_save (task->stage->context, save, &out);
  gboolean good = stage_solve (task->stage, task->automaton, task->outcome, &error);
  send_outcome (out, TRUE, good ? NULL : error->message, task->outcome);
}

/* ---- The parent ---------------------------------------------------------------------- */

/* The last message, behind whether it is the child's answer, which is *last; what came before
 * it was saved for the case that none comes. FALSE = nothing came. */
static gboolean
find_answer (Inbox *said, Wire *answer, gboolean *last)
{
  gboolean found = FALSE;
  for (Wire message; inbox_next (said, &message); found = TRUE) {
    *last = wire_number (&message) != 0;
    *answer = message;
  }
  return found;
}

static gboolean
take_answer (Wire *answer, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
             GError **error)
{
  const char *message = wire_text (answer);
  if (message == NULL)
    return wire_take_outcome (answer, automaton, outcome, error);
  g_set_error_literal (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, message);
  return FALSE;
}

gboolean
isolate_run (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
             GError **error)
{
  Task task = {stage, automaton, outcome};
  Wire answer;
  g_auto (ApartEnd) end;
  gboolean last = FALSE;
  if (!apart_run (stage, solve, &task, &end, error))
    return FALSE;
  gboolean found = find_answer (&end.said, &answer, &last);
  if (end.said.broken && end.child.status == 0)
    end.child.kill = CHILD_GARBLED;
  if (!apart_is_whole (stage, &end, last, error) ||
      (found && !take_answer (&answer, automaton, outcome, error)))
    return FALSE;
  if (!last)
    couplet_outcome_set_reason (outcome, "%s; its process had to be ended",
                                couplet_context_stop_reason (stage->context));
  return TRUE;
}
