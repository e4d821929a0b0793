/* SPDX-License-Identifier: Apache-2.0 */
/* What the host gives a plugin to work with, and outcomes for it to fill: made by whoever runs one,
 * a pipeline or a test. */
#ifndef COUPLET_HOST_CONTEXT_H
#define COUPLET_HOST_CONTEXT_H

#include <couplet/plugin.h>
#include <couplet/host/result.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* What the program around a run provides; every member may be 0. */
typedef struct {
  gpointer data;                                                 /* passed to the functions */
  void (*write) (gpointer data, const char *text, gsize length); /* the report */
  void (*log) (gpointer data, const char *text);                 /* one line, without newline */
  /* how far the work called what is, as couplet_context_progress(); done and total are 0 when
   * only the time went on */
  void (*progress) (gpointer data, const char *what, guint64 done, guint64 total);
  const volatile int *cancelled; /* points to something not 0: the user cancelled */
  gboolean wants_colour;         /* of reports */
  guint columns;                 /* of the terminal reports go to, 0 = none */
  gboolean wants_evidence;
  gboolean wants_outputs; /* results say what single outputs cost */
  gsize evidence_limit;   /* what couplet_context_evidence_limit() gives */
  gsize self_check;       /* evidence is checked when that takes about fewer comparisons of
                             vectors and visits of transitions than this; 0 = never */
  /* all plugins need evidence to be believed; else only those that are not installed do */
  gboolean requires_evidence;
  gboolean sorts_by_ratio;      /* the report begins with the greatest ratio (format.h) */
  const CoupletRational *loose; /* files whose ratios are all below it are not shown; NULL = none */
  guint repeat; /* how often each stage is asked, for the medians of its times; 0 = once, a brief
                   first call again */
  /* Asked whenever the clock is looked at: TRUE = the user cancelled. */
  gboolean (*should_cancel) (gpointer data);
  gboolean wants_provenance;           /* results and evidence say where they come from */
  const CoupletProvenance *provenance; /* set by the run */
  /* What is asked beside the configuration, for provenance: `verify` or `compare` (NULL = nobody is
   * to repeat the run), and options, `--define=c=1,2`, that end in NULL. */
  const char *command;
  const char *const *more_options;
} CoupletHost;

/* evidence_limit and self_check when nobody asks for more: a second or so. */
#define COUPLET_USUAL_SIZE 100000
#define COUPLET_USUAL_EFFORT 500000

/* A parameter given with -D. used: a frontend knows it. */
typedef struct {
  const char *name;
  const char *value;
  gboolean used;
} CoupletParameter;

/* A context for plugin. values: options that differ from their defaults, name
 * to value (strings), not checked here, may be NULL. what: names the work for
 * progress. All arguments must outlive the context, which the caller frees. */
CoupletContext *couplet_context_new (const CoupletPlugin *plugin, GHashTable *values,
                                     const CoupletHost *host, const char *what);
void couplet_context_free (CoupletContext *context);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletContext, couplet_context_free)

/* Starts the clock: couplet_context_should_stop() from now + milliseconds on;
 * 0 = no limit. */
void couplet_context_start (CoupletContext *context, gint64 milliseconds);

/* What couplet_context_input() gives; not copied, NULL = not known. */
void couplet_context_set_input (CoupletContext *context, const char *file);

/* The parameters a frontend may ask for (CoupletParameter; not owned). */
void couplet_context_set_parameters (CoupletContext *context, GArray *parameters);

/* An outcome for the stage called stage of plugin, nothing found yet. Both must
 * outlive it; the caller frees it. */
CoupletOutcome *couplet_outcome_new (const char *stage, const CoupletPlugin *plugin);
void couplet_outcome_free (CoupletOutcome *outcome);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletOutcome, couplet_outcome_free)

/* What the plugin found. */
CoupletFound couplet_outcome_found (const CoupletOutcome *outcome);

/* The stage as a report reads it, to be completed by the host; valid until the
 * outcome changes. */
CoupletStageResult *couplet_outcome_result (CoupletOutcome *outcome);

#pragma GCC visibility pop
G_END_DECLS

#endif
