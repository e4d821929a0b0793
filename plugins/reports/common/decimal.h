/* SPDX-License-Identifier: Apache-2.0 */
/* The decimals that reports for programs have beside exact numbers. */
#ifndef COUPLET_REPORT_DECIMAL_H
#define COUPLET_REPORT_DECIMAL_H

#include <couplet/rational.h>

/* The decimal of what is infinite: most languages read it as a number. */
#define REPORT_INFINITE "inf"

/* value with at most six places: `2`, `1.75`, or rounded half up, `1.666667`, `0.000000`. The
 * caller frees it. */
char *report_decimal (const CoupletRational *value);

#endif
