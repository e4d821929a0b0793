/* SPDX-License-Identifier: Apache-2.0 */
/* A stage of a pipeline: a plugin with its options, ready to run. */
#ifndef COUPLET_CORE_STAGE_H
#define COUPLET_CORE_STAGE_H

#include "configuration.h"

typedef struct Kept Kept; /* isolate.c */

typedef struct {
  char *name;
  const CoupletPlugin *plugin;
  CoupletRegistry *registry; /* that has it; NULL = none */
  const char *origin;        /* where it is set up, `file:line`; NULL = nowhere */
  const char *file;          /* the shared object it comes from; NULL = none */
  gboolean trusted;          /* that is in the installed folder, and `trust` is not false */
  char *stranger;            /* what messages call it where it is not trusted, else NULL */
  gboolean entered;          /* the plugin can be called in this process */
  char **command;            /* of the program that answers for the plugin; NULL = none does */
  char *problem;             /* why there is no plugin to run; NULL = there is one */
  gboolean optional;         /* with a problem, it is skipped rather than failed */
  CoupletPlugin stand_in;    /* plugin is this for a program, and with a problem; then it has a kind
                                and a name only */
  GHashTable *values;        /* options that are set: name to value */
  gint64 limit_ms;           /* 0 = none */
  int isolate;               /* not 0: run in a child process */
  gboolean in_worker;        /* this process is one that a plugin may end */
  gint64 memory_limit_mb;    /* of the child process, 0 = none */
  CoupletContext *context;
  gpointer instance; /* of a solver */
  guint repeat; /* how often it is asked, for the medians of its times; 0 = once, a brief first call
                   again */
  gboolean is_warm; /* the process that answers has answered before */
  Kept *kept;       /* the child process that answers for it, NULL = none */
} Stage;

/* Whether the plugin runs in a child process: it is to, or is a stranger's and this process is no
 * worker. */
gboolean stage_is_apart (const Stage *stage);

/* Whether a stranger's plugin is to run in the process that judges files, a worker. */
gboolean stage_runs_stranger_here (const Stage *stage);

/* Ends its process, too. */
void stage_free (Stage *stage);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Stage, stage_free)

/* Ends the process kept for a stage, if there is one. */
void kept_free (Kept *kept);

#endif
