/* SPDX-License-Identifier: Apache-2.0 */
/* The answer of a stage on its way from a process that runs it for another. */
#ifndef COUPLET_CORE_ANSWER_H
#define COUPLET_CORE_ANSWER_H

#include "message.h"
#include "read_result.h"
#include "stage.h"

/* Appends what outcome holds: the record of a stage, as JSON. */
void outcome_put (GByteArray *out, CoupletOutcome *outcome);

/* Sets outcome to what was put; its evidence is about automaton. FALSE with error set (SOLVER,
 * INPUT) when that is not whole. */
gboolean outcome_take (Wire *wire, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                       GError **error);

/* Gives outcome what read, of one stage, has, which loses its evidence. */
void outcome_set_read (CoupletOutcome *outcome, CoupletFound found, ReadResult *read);

/* In the process that runs it: runs stage on automaton, within the time of its context, and writes
 * to out what it saves and, last, its answer; each says the number of the question. FALSE: that
 * could not be written, and who waits for it must see the end of out. */
gboolean answer_write (Stage *stage, const CoupletAutomaton *automaton, guint64 number, int out);

/* What came of a question. */
typedef struct {
  GByteArray *content; /* of the last message */
  gboolean found;      /* there is one */
  gboolean last;       /* it is the answer, not what was saved for the case that none comes */
} Answer;

void answer_init (Answer *answer);
void answer_clear (Answer *answer);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answer, answer_clear)

/* Takes the messages that said has, up to the answer. FALSE: one is not about the question with
 * this number. */
gboolean answer_hear (Answer *answer, Inbox *said, guint64 number);

/* Gives outcome, which is about automaton, what answer says. FALSE with error set (SOLVER) when
 * the plugin failed, or that is not a whole answer. */
gboolean answer_take (const Answer *answer, const CoupletAutomaton *automaton,
                      CoupletOutcome *outcome, GError **error);

#endif
