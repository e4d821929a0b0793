/* SPDX-License-Identifier: Apache-2.0 */
/* Running this program on a text beside the server, so that no text makes the server wait. */
#ifndef COUPLET_CLI_LSP_JOB_H
#define COUPLET_CLI_LSP_JOB_H

#include "place.h"

/* The bytes that a job may write, and those of its messages that are kept. */
#define JOB_MOST_OUTPUT (64 << 20)
#define JOB_MOST_MESSAGES 65536

typedef struct Job Job;

/* How a job ended. */
typedef struct {
  gboolean whole;        /* FALSE: it was killed, overran, or wrote too much */
  int status;            /* its exit status, when whole */
  const GString *output; /* NULL: it could not be started, and messages says why */
  const char *messages;  /* the beginning of standard error; may be empty */
} JobEnd;

typedef void (*JobFunction) (gpointer data, const JobEnd *end);

/* Starts this program with words (ends in NULL) after its name and text as standard input; it is
 * killed after so many milliseconds. Calls function from the main loop once it and its output have
 * ended, and then the job is to be freed; nothing else waits for it. NULL with error set when it
 * cannot be started. */
Job *job_start (const char *const *words, Text text, guint milliseconds, JobFunction function,
                gpointer data, GError **error);

/* Kills what still runs; function is not called then. May be called by function. */
void job_free (Job *job);

#endif
