/* SPDX-License-Identifier: Apache-2.0 */
/* A run from inside: its stages, and delivering results to the report. */
#ifndef COUPLET_CORE_PIPELINE_H
#define COUPLET_CORE_PIPELINE_H

#include "run_provenance.h"

/* What a process is doing, for one that watches it; in memory both share. */
typedef struct {
  gint item;      /* atomic: index, WATCH_IDLE = none */
  gint stage;     /* atomic: index among the solvers, WATCH_READING = none yet */
  gint64 started; /* the stage, monotonic microseconds */
} Watch;

enum { WATCH_IDLE = -1, WATCH_READING = -1 };

typedef struct RunStore RunStore; /* run_store.h */
typedef struct Readers Readers;   /* expand.h */

struct CoupletRun {
  const CoupletConfiguration *configuration;
  CoupletRegistry *registry;
  CoupletHost host; /* a copy: other processes log and show progress otherwise */
  GArray *parameters;
  GPtrArray *frontends; /* Stage *, those used so far */
  GPtrArray *solvers;   /* Stage *, deciders then optimizers */
  Stage *for_linear;    /* for linear mechanisms, where no solver takes them; NULL = not made yet */
  Stage *report;
  gpointer report_state;
  gboolean reporting;
  Watch *watch;              /* NULL = nobody watches */
  RunProvenance *provenance; /* NULL = nobody wants to know */
  RunStore *store;           /* of the process that began the run; NULL = none */
  Readers *readers;          /* programs that read files; NULL = none was looked for */
};

/* Whether the user has interrupted it. */
static inline gboolean
run_is_cancelled (const CoupletRun *run)
{
  return run->host.cancelled != NULL && *run->host.cancelled != 0;
}

/* Whether reports or evidence need the automaton, which no message carries: it is read again. */
gboolean run_needs_automaton (const CoupletRun *run);

/* Whether a stage is to write the problems that it solves. */
gboolean run_writes_dumps (const CoupletRun *run);

/* Calls function, then the report; returns the exit status result calls for. */
int deliver_result (CoupletRun *run, const CoupletFileResult *result,
                    CoupletResultFunction function, gpointer data);

#endif
