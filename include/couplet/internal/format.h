/* SPDX-License-Identifier: Apache-2.0 */
/* How figures are shown, the same in every report. */
#ifndef COUPLET_INTERNAL_FORMAT_H
#define COUPLET_INTERNAL_FORMAT_H

#include <couplet/internal/json.h>
#include <couplet/report.h>
#include <couplet/internal/plugin.h>
#include <couplet/internal/text.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* For narrow cells: the fraction, or where it is long its decimal. The caller frees it. */
char *couplet_format_cost_briefly (const CoupletRational *cost);

/* For programs, beside the exact number: with at most six places, `2`, `1.75`, or rounded half up,
 * `1.666667`, `0.000000`. The caller frees it. */
char *couplet_format_decimal (const CoupletRational *value);

/* The key of the d that is proven necessary, in reports. */
#define COUPLET_LEAST_KEY "at_least"

/* The decimal of what is infinite: most languages read it as a number. */
#define COUPLET_FORMAT_INFINITE "inf"

/* The file alone, without `::` and the name of a mechanism in it. The caller frees it. */
char *couplet_result_path (const CoupletResult *result);

/* What result is about: the file, and after it what the run sweeps, `svt.svt (c=2, d=1/2)`. The
 * caller frees it. */
char *couplet_format_item (const CoupletResult *result);

/* What the run sweeps alone, `c=2, d=1/2`; NULL = nothing. The caller frees it. */
char *couplet_format_swept (const CoupletResult *result);

/* The exact cost that a stage of result proved, the first if several did; NULL
 * when there is none. What ratios are taken to. */
const CoupletRational *couplet_exact_cost (const CoupletResult *result);

/* Sets *ratio to cost / exact. FALSE when exact is 0 and cost is not (1 when
 * both are). */
gboolean couplet_cost_ratio (const CoupletRational *cost, const CoupletRational *exact,
                             CoupletRational *ratio);

/* Sets *ratio to that of the upper bound which stage of result proves to the exact cost. FALSE when
 * there is none that counts: one of the two is not known or infinite, or the cost is not certified,
 * only claimed or a lower bound, or the stages contradict each other. */
gboolean couplet_stage_ratio (const CoupletResult *result, const CoupletStageResult *stage,
                              CoupletRational *ratio);

/* Sets *ratio to the greatest of any stage of result; FALSE when there is none. */
gboolean couplet_greatest_ratio (const CoupletResult *result, CoupletRational *ratio);

#pragma GCC visibility pop
G_END_DECLS

#endif
