/* SPDX-License-Identifier: Apache-2.0 */
/* Results as a run would hand them to a report, and running a report on them
 * without loading it. */
#ifndef COUPLET_TESTS_REPORT_CASES_H
#define COUPLET_TESTS_REPORT_CASES_H

#include <couplet/host.h>

typedef struct ReportCase ReportCase;

/* Everything below frees with this; texts are copied. */
void report_case_free (ReportCase *made);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ReportCase, report_case_free)

/* A file without stages and messages. cost, reason: NULL = none. */
ReportCase *report_case_new (const char *file, CoupletVerdict verdict, const char *cost,
                             const char *reason);

/* Appends a stage that ran, to be changed through the result: it belongs to the
 * case, as do the outcomes' figures. */
CoupletStageResult *report_case_add (ReportCase *made, CoupletPluginKind kind, const char *stage,
                                     CoupletVerdict verdict, double seconds);
CoupletOutcome *report_case_outcome (ReportCase *made, guint stage);

/* Sets a finite cost of the last stage added. */
void report_case_cost (ReportCase *made, const char *cost, CoupletGuarantee guarantee);
void report_case_reason (ReportCase *made, const char *reason);

void report_case_message (ReportCase *made, CoupletSeverity severity, CoupletPlace place,
                          const char *text);
void report_case_disagree (ReportCase *made, const char *text);

/* Says for which epsilon the answer holds; epsilon is not copied. */
void report_case_epsilon (ReportCase *made, const char *epsilon);

/* Says what a reader of code took for what, as JSON, which is not copied. */
void report_case_understood (ReportCase *made, const char *understood);

/* Says that no smaller d is enough. */
void report_case_at_least (ReportCase *made, const char *d);

/* Says where it comes from: sha256 `0123`, -D c=2 -D k=3, adjacency `one`, version 1.2 of commit
 * `4567-dirty` with GMP 6.3, `--claim=2`, 2026-01-02T03:04:05Z. */
void report_case_origin (ReportCase *made);

/* Says that the sampling makes a difference; sampling is not copied. */
void report_case_sampling (ReportCase *made, const char *sampling);

/* Says that d is claimed, and what of it is proven; the last two are not copied. */
void report_case_claim (ReportCase *made, const char *d, CoupletClaimVerdict verdict,
                        const char *reason, const char *path);

/* Says that these inputs show it; not copied, NULL = none. */
void report_case_counterexample (ReportCase *made, const CoupletCounterexample *counterexample);

const CoupletResult *report_case_result (ReportCase *made);

/* The cases that every report must show. */
ReportCase *private_case (const char *file);
ReportCase *not_private_case (const char *file);
ReportCase *unknown_case (const char *file);
ReportCase *error_case (const char *file);
ReportCase *disagreement_case (const char *file);
ReportCase *failing_case (const char *file);
ReportCase *uncertified_case (const char *file);

/* What a report is run with; every member may be 0. */
typedef struct {
  gboolean compare, coloured, evidence;
  guint columns;
  const char *option, *value;
  gboolean details; /* --verbose */
} ReportSettings;

/* What the plugin linked into the program writes for the n cases. The caller frees it. */
char *report_run (const ReportSettings *settings, ReportCase *const *cases, guint n);

#endif
