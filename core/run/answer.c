/* SPDX-License-Identifier: Apache-2.0 */
#include "answer.h"

#include "context.h"
#include "solve.h"
#include "transfer.h"

/* ---- In the process that runs the stage -------------------------------------------------- */

typedef struct {
  int out;
  guint64 number;
  gboolean broken; /* something was not sent, or not as a whole: nothing more is */
} Line;

/* Sends an answer, or what is known so far. message: why there is no answer, or NULL. */
static void
send_outcome (Line *line, gboolean last, const char *message, CoupletOutcome *outcome)
{
  g_autoptr (GByteArray) all = g_byte_array_new ();
  gsize start = message_begin (all);
  wire_put_number (all, line->number);
  wire_put_number (all, last);
  wire_put_text (all, message);
  wire_put_outcome (all, outcome);
  message_end (all, start);
  line->broken = line->broken || !write_all (line->out, all->data, all->len);
}

static void
save (gpointer data, CoupletOutcome *outcome)
{
  send_outcome (data, FALSE, NULL, outcome);
}

gboolean
answer_write (Stage *stage, const CoupletAutomaton *automaton, guint64 number, int out)
{
  Line line = {out, number, FALSE};
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new (stage->name, stage->plugin);
  context_on_save (stage->context, save, &line);
  gboolean good = stage_solve (stage, automaton, outcome, &error);
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

gboolean
answer_take (const Answer *answer, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
             GError **error)
{
  Wire wire = {answer->content->data, answer->content->len, 0, FALSE};
  const char *message = wire_text (&wire);
  if (message == NULL)
    return wire_take_outcome (&wire, automaton, outcome, error);
  g_set_error_literal (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, message);
  return FALSE;
}
