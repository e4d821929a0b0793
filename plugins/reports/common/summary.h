/* SPDX-License-Identifier: Apache-2.0 */
/* What a comparison says of each method over all files. */
#ifndef COUPLET_SUMMARY_H
#define COUPLET_SUMMARY_H

#include <couplet/internal/plugin.h>

G_BEGIN_DECLS

/* One stage of the pipeline over all files. */
typedef struct {
  char *stage;
  gboolean decider;
  guint answered;        /* files with an answer */
  guint agreeing;        /* of these, not in contradiction to the verdict and the exact cost */
  guint ratios;          /* files with a cost and an exact cost to compare it with */
  CoupletRational worst; /* greatest ratio to the exact cost, when ratios > 0 */
  double mean;           /* of the ratios; for people only */
  double seconds;        /* in all files */
} MethodSummary;

/* The pipeline's stages in order. Read only. */
typedef struct {
  const CoupletProvenance *provenance; /* NULL = not known */
  guint n_files;
  guint n_methods;
  MethodSummary *const *methods;
} Summary;

/* An empty summary. The caller frees it. */
Summary *summary_new (void);
void summary_free (Summary *summary);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Summary, summary_free)

/* Counts one more file. */
void summary_add (Summary *summary, const CoupletResult *result);

/* Whether a stage gave an answer at all. */
gboolean stage_has_answered (const CoupletStageResult *stage);

G_END_DECLS

#endif
