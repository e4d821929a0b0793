/* SPDX-License-Identifier: Apache-2.0 */
/* Reading for commands that run no decider and no optimizer. */
#ifndef COUPLET_CLI_READER_H
#define COUPLET_CLI_READER_H

#include "command.h"

/* A pipeline that only reads. */
typedef struct {
  CoupletRegistry *registry;
  CoupletConfiguration *configuration;
  GArray *parameters;
  Terminal terminal;
  CoupletRun *run;
} Reader;

/* Prepares *reader, which is cleared with reader_clear() in any case; FALSE with
 * error set. */
gboolean reader_init (Reader *reader, const Settings *settings, GError **error);
void reader_clear (Reader *reader);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

/* The automaton in file, its messages printed; NULL when it cannot be read. *status
 * receives the exit status so far. */
CoupletAutomaton *reader_read (Reader *reader, const char *file, int *status);

/* Ends the output; the exit status, no better than status. */
int reader_finish (Reader *reader, int status);

#endif
