/* SPDX-License-Identifier: Apache-2.0 */
/* A run from inside: its stages, and what is known of it. */
#ifndef COUPLET_CORE_RUN_H
#define COUPLET_CORE_RUN_H

#include "stage.h"

/* What a process is doing, for one that watches it; in memory both share. */
typedef struct {
  gint item;      /* atomic: index, WATCH_IDLE = none */
  gint stage;     /* atomic: index among the solvers, WATCH_READING = none yet */
  gint64 started; /* the stage, monotonic microseconds */
} Watch;

enum { WATCH_IDLE = -1, WATCH_READING = -1 };

typedef struct RunProvenance RunProvenance; /* run_provenance.h */
typedef struct RunStore RunStore;           /* run_store.h */
typedef struct Readers Readers;             /* expand.h */
typedef struct ReportChild ReportChild;     /* report_child.h */

struct CoupletRun {
  const CoupletConfiguration *configuration;
  CoupletRegistry *registry;
  CoupletHost host; /* a copy: other processes log and show progress otherwise */
  GArray *parameters;
  GPtrArray *frontends; /* Stage *, those used so far */
  GPtrArray *not_asked; /* const CoupletPlugin *: of strangers that could not recognise a file */
  GPtrArray *solvers;   /* Stage *, deciders then optimizers */
  Stage *for_linear;    /* for linear mechanisms, where no solver takes them; NULL = not made yet */
  Stage *report;
  gpointer report_state;
  ReportChild *report_child; /* of a stranger's report; NULL = it runs here */
  char *report_failure;      /* NULL = it went well */
  gboolean reporting;
  Watch *watch;              /* NULL = nobody watches */
  RunProvenance *provenance; /* NULL = nobody wants to know */
  RunStore *store;           /* of the process that began the run; NULL = none */
  GPtrArray *sorting;        /* what waits to be reported (sorting.h); NULL = nothing waits */
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

#endif
