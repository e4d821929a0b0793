/* SPDX-License-Identifier: Apache-2.0 */
/* Reading for commands that run no decider and no optimizer. */
#ifndef COUPLET_CLI_READER_H
#define COUPLET_CLI_READER_H

#include "session.h"

/* Prepares *session for a pipeline that only reads; it is cleared with session_clear() in any
 * case. FALSE with error set. */
gboolean reader_init (Session *session, const Settings *settings, GError **error);

/* The automaton in file, its messages printed; NULL when it cannot be read. *status
 * receives the exit status so far. */
CoupletAutomaton *reader_read (Session *session, const char *file, int *status);

/* Ends the output; the exit status, no better than status. */
int reader_finish (Session *session, int status);

#endif
