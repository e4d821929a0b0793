/* SPDX-License-Identifier: Apache-2.0 */
/* How figures are shown, the same in every report. */
#ifndef COUPLET_FORMAT_H
#define COUPLET_FORMAT_H

#include <couplet/result.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* `17 us`, `2.3 ms`, `4.51 s`, `12 min 3 s`. The caller frees it. */
char *couplet_format_duration (double seconds);

/* `5/4 (1.25)`, `2`, `5/6 (~0.8333)`; of a long fraction only the decimal and how
 * long it is, `~2.7183 (61/60 digits)`; what is huge or tiny as `~1.5000e300`. The caller
 * frees it. */
char *couplet_format_cost (const CoupletRational *cost);

/* For narrow cells: the fraction, or where it is long its decimal. The caller frees it. */
char *couplet_format_cost_briefly (const CoupletRational *cost);

/* The exact cost that a stage of result proved, the first if several did; NULL
 * when there is none. What ratios are taken to. */
const CoupletRational *couplet_exact_cost (const CoupletFileResult *result);

/* Sets *ratio to cost / exact. FALSE when exact is 0 and cost is not (1 when
 * both are). */
gboolean couplet_cost_ratio (const CoupletRational *cost, const CoupletRational *exact,
                             CoupletRational *ratio);

/* Text of whatever origin, fit to stand in a line on a terminal: what might move the
 * cursor or turn the direction of writing becomes `?`, invalid UTF-8 U+FFFD. The caller
 * frees it. */
char *couplet_make_visible (const char *text);

/* Appends text to out as a JSON string, with its quotes; invalid UTF-8 becomes
 * U+FFFD. NULL becomes null. */
void couplet_append_json_string (GString *out, const char *text);

#pragma GCC visibility pop
G_END_DECLS

#endif
