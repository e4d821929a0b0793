/* SPDX-License-Identifier: Apache-2.0 */
#include "answer.h"

#include "context.h"
#include "outcome.h"
#include "read_result.h"
#include "solve.h"
#include "stage_enter.h"

#include <string.h>

/* ---- In the process that runs the stage -------------------------------------------------- */

typedef struct {
  const Stage *stage;
  const CoupletAutomaton *automaton;
  int out;
  guint64 number;
  gboolean broken; /* something was not sent, or not as a whole: nothing more is */
} Line;

void
outcome_put (GByteArray *out, CoupletOutcome *outcome)
{
  const CoupletStageResult *stage = couplet_outcome_result (outcome);
  g_autofree char *line = stage_to_json (stage);
  wire_put_number (out, couplet_outcome_found (outcome));
  wire_put_number (out, stage->certified); /* which a record has beside a cost only */
  wire_put_text (out, line);
}

/* Sends an answer, or what is known so far. message: why there is no answer, or NULL. */
static void
send_outcome (Line *line, gboolean last, const char *message, CoupletOutcome *outcome)
{
  g_autoptr (GByteArray) all = g_byte_array_new ();
  gsize start = message_begin (all);
  wire_put_number (all, line->number);
  wire_put_number (all, last);
  wire_put_text (all, message);
  if (message == NULL) /* what failed may be what cannot be written */
    outcome_put (all, outcome);
  message_end (all, start);
  line->broken = line->broken || !write_all (line->out, all->data, all->len);
}

static void
save (gpointer data, CoupletOutcome *outcome)
{
  const Line *line = data;
  if (stage_check_answer (line->stage, line->automaton, outcome, NULL))
    send_outcome (data, FALSE, NULL, outcome);
}

gboolean
answer_write (Stage *stage, const CoupletAutomaton *automaton, guint64 number, int out)
{
  Line line = {stage, automaton, out, number, FALSE};
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new (stage->name, stage->plugin);
  context_on_save (stage->context, save, &line);
  gboolean good = stage_enter (stage, &error) && stage_solve (stage, automaton, outcome, &error);
  send_outcome (&line, TRUE, good ? NULL : error->message, outcome);
  return !line.broken;
}

/* ---- In the process that asked ------------------------------------------------------------ */

void
answer_init (Answer *answer)
{
  *answer = (Answer){.content = g_byte_array_new ()};
}

void
answer_clear (Answer *answer)
{
  g_byte_array_unref (answer->content);
}

gboolean
answer_hear (Answer *answer, Inbox *said, guint64 number)
{
  for (Wire message; !answer->last && inbox_next (said, &message);) {
    if (wire_number (&message) != number)
      return FALSE;
    answer->found = TRUE;
    answer->last = wire_number (&message) != 0;
    g_byte_array_set_size (answer->content, 0);
    g_byte_array_append (answer->content, message.data + message.at,
                         (guint)(message.length - message.at));
  }
  return !said->broken;
}

static void
set_figures (CoupletOutcome *outcome, const CoupletStageResult *stage)
{
  if (stage->has_cost && stage->cost_is_infinite)
    couplet_outcome_set_infinite (outcome, stage->guarantee);
  else if (stage->has_cost)
    couplet_outcome_set_cost (outcome, &stage->cost, stage->guarantee);
  couplet_outcome_set_bounds (outcome, stage->has_lower ? &stage->lower : NULL,
                              stage->has_upper ? &stage->upper : NULL);
  if (stage->has_least)
    couplet_outcome_set_least (outcome, &stage->least);
}

void
outcome_set_read (CoupletOutcome *outcome, CoupletFound found, ReadResult *read)
{
  const CoupletStageResult *stage = read->result.stages;
  couplet_outcome_set_counterexample (outcome, stage->counterexample);
  g_ptr_array_set_free_func (read->evidence, NULL);
  for (guint i = 0; i < read->evidence->len; i++)
    couplet_outcome_take_evidence (outcome, g_ptr_array_index (read->evidence, i));
  set_figures (outcome, stage);
  couplet_outcome_leave_out_evidence (outcome, stage->evidence_left_out);
  couplet_outcome_set_found (outcome, found);
  couplet_outcome_set_structure (outcome, stage->structure);
  couplet_outcome_set_delta (outcome, stage->delta);
  if (stage->reason != NULL)
    couplet_outcome_set_reason (outcome, "%s", stage->reason);
  for (guint32 i = 0; i < stage->n_statistics; i++)
    couplet_outcome_set_statistic (outcome, stage->statistics[i].name, stage->statistics[i].value);
  CoupletStageResult *result = couplet_outcome_result (outcome);
  result->seconds = stage->seconds;
  result->cpu_seconds = stage->cpu_seconds;
}

gboolean
outcome_take (Wire *wire, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
              GError **error)
{
  g_auto (ReadResult) read = {0};
  guint64 found = wire_number (wire);
  gboolean certified = wire_number (wire) != 0;
  const char *line = wire_text (wire);
  if (line == NULL || found > COUPLET_FOUND_DISTINGUISHER) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "its process gave no whole answer");
    return FALSE;
  }
  if (!read_stage (&read, "the answer of another process", line, strlen (line), automaton, error))
    return FALSE;
  outcome_set_read (outcome, (CoupletFound)found, &read);
  couplet_outcome_set_certified (outcome, certified);
  return TRUE;
}

gboolean
answer_take (const Answer *answer, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
             GError **error)
{
  Wire wire = wire_of_bytes (answer->content);
  const char *message = wire_text (&wire);
  if (message == NULL)
    return outcome_take (&wire, automaton, outcome, error);
  g_set_error_literal (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, message);
  return FALSE;
}
