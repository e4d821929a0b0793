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
  guint answered; /* files with an answer */
  guint agreeing; /* of these, not in contradiction to the verdict and the exact cost */
  /* Of the ratios of certified upper costs to exact ones (couplet_stage_ratio()). All but the
   * number of files are 0 or NULL when there are none. */
  guint ratios; /* files with one */
  guint loose;  /* files with one above 1 */
  CoupletRational worst;
  char *worst_file;   /* the first file that has it, */
  char *worst_item;   /* and as tables name that */
  double mean;        /* for people only, as are */
  double median, p90; /* half of the files, and nine of ten, have at most this one: these are
                         those of all files after summary_finish() */
  GArray *values;     /* double: all ratios */
  double seconds;     /* inside the method, in all files */
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

/* Finds the medians of what was counted. */
void summary_finish (Summary *summary);

/* The figures of a method that tables for people show, in this order. */
typedef enum {
  SUMMARY_METHOD,
  SUMMARY_ANSWERED,
  SUMMARY_AGREE,
  SUMMARY_LOOSE,
  SUMMARY_MEDIAN,
  SUMMARY_P90,
  SUMMARY_WORST,
  SUMMARY_IN,
  SUMMARY_TIME,
  N_SUMMARY_COLUMNS
} SummaryColumn;

/* What heads a column: `median ratio`. */
extern const char *const SUMMARY_HEADS[N_SUMMARY_COLUMNS];

/* What a column says of method, empty where it has no such figure. The caller frees it. */
char *summary_cell (const MethodSummary *method, SummaryColumn column);

/* Whether a stage gave an answer at all. */
gboolean stage_has_answered (const CoupletStageResult *stage);

G_END_DECLS

#endif
