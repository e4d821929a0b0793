/* SPDX-License-Identifier: Apache-2.0 */
#include "isolate.h"
#include "child.h"
#include "solve.h"
#include "transfer.h"

/* ---- The child --------------------------------------------------------------------- */

/* Sends an answer, or what is known so far, to be read by find_answer(). message: why there
 * is no answer, or NULL. */
static void
send_outcome (int descriptor, gboolean last, const char *message, CoupletOutcome *outcome)
{
  g_autoptr (GByteArray) payload = g_byte_array_new ();
  g_autoptr (GByteArray) all = g_byte_array_new ();
  couplet_wire_put_text (payload, message);
  couplet_put_outcome (payload, outcome);
  couplet_wire_put_number (all, last);
  couplet_wire_put_bytes (all, payload->data, payload->len);
  couplet_write_all (descriptor, all->data, all->len);
}

static void
save (gpointer data, CoupletOutcome *outcome)
{
  send_outcome (*(int *)data, FALSE, NULL, outcome);
}

/* What the child is to solve. */
typedef struct {
  Stage *stage;
  const CoupletAutomaton *automaton;
  CoupletOutcome *outcome;
} Task;

static void
solve (gpointer data, int descriptor)
{
  Task *task = data;
  g_autoptr (GError) error = NULL;
  couplet_context_on_save (task->stage->context, save, &descriptor);
  gboolean good = couplet_stage_solve (task->stage, task->automaton, task->outcome, &error);
  send_outcome (descriptor, TRUE, good ? NULL : error->message, task->outcome);
}

/* ---- The parent ---------------------------------------------------------------------- */

/* The last of what the child sent, which may have been interrupted; FALSE = nothing. *last:
 * it is its answer. */
static gboolean
find_answer (const GByteArray *data, CoupletWire *answer, gboolean *last)
{
  CoupletWire wire = {data->data, data->len, 0, FALSE};
  gboolean found = FALSE;
  while (wire.at < wire.length) {
    gsize length;
    gboolean is_last = couplet_wire_number (&wire) != 0;
    const guint8 *payload = couplet_wire_bytes (&wire, &length);
    if (wire.broken || payload == NULL)
      break;
    *answer = (CoupletWire){payload, length, 0, FALSE};
    *last = is_last;
    found = TRUE;
  }
  return found;
}

static gboolean
take_answer (CoupletWire *answer, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
             GError **error)
{
  const char *message = couplet_wire_text (answer);
  if (message == NULL)
    return couplet_take_outcome (answer, automaton, outcome, error);
  g_set_error_literal (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, message);
  return FALSE;
}

gboolean
couplet_isolate_run (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                     GError **error)
{
  Task task = {stage, automaton, outcome};
  CoupletWire answer;
  ChildEnd end;
  gboolean last = FALSE;
  if (!couplet_child_run (stage, solve, &task, &end, error))
    return FALSE;
  g_autoptr (GByteArray) data = end.data;
  gboolean found = find_answer (data, &answer, &last);
  if (!couplet_child_is_whole (stage, &end, last, error) ||
      (found && !take_answer (&answer, automaton, outcome, error)))
    return FALSE;
  if (!last)
    couplet_outcome_set_reason (outcome, "%s; its process had to be ended",
                                couplet_context_stop_reason (stage->context));
  return TRUE;
}
