/* SPDX-License-Identifier: Apache-2.0 */
/* A run from inside: examining one file and reporting it, apart. */
#ifndef COUPLET_CORE_PIPELINE_H
#define COUPLET_CORE_PIPELINE_H

#include "stage.h"
#include "verdict.h"

/* What a process is doing, for one that watches it; in memory both share. */
typedef struct {
  gint file;      /* atomic: index, WATCH_IDLE = none */
  gint stage;     /* atomic: index among the solvers, WATCH_READING = none yet */
  gint64 started; /* the stage, monotonic microseconds */
} Watch;

enum { WATCH_IDLE = -1, WATCH_READING = -1 };

struct CoupletRun {
  const CoupletConfiguration *configuration;
  CoupletRegistry *registry;
  CoupletHost host; /* a copy: other processes log and show progress otherwise */
  GArray *parameters;
  GPtrArray *frontends; /* Stage *, those used so far */
  GPtrArray *solvers;   /* Stage *, deciders then optimizers */
  Stage *report;
  gpointer report_state;
  gboolean reporting;
  Watch *watch; /* NULL = nobody watches */
};

/* A file's result and what it points to. */
typedef struct CoupletExamination {
  CoupletFileResult result;
  CoupletDiagnostics *diagnostics;
  CoupletAutomaton *automaton; /* that was read; NULL = it is someone else's */
  CoupletAutomaton *unfolded;
  CoupletAutomaton exact; /* a view of what was examined, where that has floating snaps */
  StageOutcome *outcomes;
  CoupletStageResult *stages;
} Examination;

/* Reads file and runs every stage but those whose failures entry (one per stage, or
 * failures is NULL) says why they fail. Clear *examination afterwards. */
void examine (CoupletRun *run, const char *file, const char *const *failures,
              Examination *examination);
void examination_clear (Examination *examination);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Examination, examination_clear)

/* Calls function, then the report; returns the exit status result calls for. */
int deliver_result (CoupletRun *run, const CoupletFileResult *result,
                    CoupletResultFunction function, gpointer data);

#endif
