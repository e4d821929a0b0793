/* SPDX-License-Identifier: Apache-2.0 */
/* A stage of a pipeline: a plugin with its options, ready to run. */
#ifndef COUPLET_CORE_STAGE_H
#define COUPLET_CORE_STAGE_H

#include "configuration.h"

typedef struct Kept Kept; /* kept.h */

typedef struct {
  char *name;
  const CoupletPlugin *plugin;
  const char *file;       /* the shared object it comes from; NULL = none */
  gboolean installed;     /* that shared object is in the installed folder */
  char *problem;          /* why there is no plugin to run; NULL = there is one */
  gboolean optional;      /* with a problem, it is skipped rather than failed */
  CoupletPlugin stand_in; /* with a problem, plugin is this, which has a kind and a name only */
  GHashTable *values;     /* options that are set: name to value */
  gint64 limit_ms;        /* 0 = none */
  gboolean isolate;       /* run in a child process */
  gint64 memory_limit_mb; /* of the child process, 0 = none */
  CoupletContext *context;
  gpointer instance; /* of a solver */
  guint repeat;      /* how often it is asked, for the medians of its times; 0 = once */
  gboolean is_warm;  /* the process that answers has answered before */
  Kept *kept;        /* the child process that answers for it, NULL = none */
} Stage;

/* Whether what its plugin has to do in this process is tried in another first (trial.h): that of a
 * stranger which is isolated. */
gboolean stage_is_tried (const Stage *stage);

/* Whether what is set as key for every stage counts for one of plugin, which has such an option:
 * those of the host are of deciders and optimizers. */
gboolean stage_shares (const CoupletPlugin *plugin, const char *key);

/* The stage called name, of that kind: looks the plugin up (name, or what the
 * key `plugin` says), checks all settings against its option table, creates the
 * instance. NULL with error set (CONFIGURATION, PLUGIN); a decider or optimizer that is
 * `optional` and cannot be used is a stage with a problem. The caller frees it. */
Stage *stage_new (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                  CoupletPluginKind kind, const char *name, const CoupletHost *host,
                  GError **error);
void stage_free (Stage *stage);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Stage, stage_free)

/* Ends the process, if there is one. */
void kept_free (Kept *kept);

#endif
