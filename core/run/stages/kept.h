/* SPDX-License-Identifier: Apache-2.0 */
/* A process that is kept for a stage and answers about one automaton after the other, so that what
 * its plugin's library needs to begin is paid once. Whatever ends it costs the answer it was about;
 * the next question starts another, as do many answers and much memory. */
#ifndef COUPLET_CORE_KEPT_H
#define COUPLET_CORE_KEPT_H

#include "answer.h"
#include "apart.h"

/* How it went. */
typedef struct {
  guint64 number; /* of the question */
  Answer answer;
  ApartEnd end;  /* where the process ended before it had answered */
  gboolean used; /* it had answered before, so that another file may be to blame */
} KeptReply;

/* Has the process kept for stage answer about automaton; starts one, with the stage's memory limit,
 * where there is none. One that overruns is killed as by apart_run(). FALSE = there can be none, or
 * automaton is too large to be handed over. Clear *reply in any case. */
gboolean kept_ask (Stage *stage, const CoupletAutomaton *automaton, KeptReply *reply);
void kept_reply_clear (KeptReply *reply);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KeptReply, kept_reply_clear)

#endif
