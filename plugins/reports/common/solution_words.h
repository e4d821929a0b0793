/* SPDX-License-Identifier: Apache-2.0 */
/* What a search for a value of a parameter came to, in words for people. */
#ifndef COUPLET_REPORT_SOLUTION_WORDS_H
#define COUPLET_REPORT_SOLUTION_WORDS_H

#include <couplet/internal/plugin.h>

/* `the largest c with d at most 10 is 6; d is more at 7`. The caller frees it. */
char *solution_words (const CoupletSolution *solution);

/* What that rests on: `provided that d only rises as c grows, as it does at the 5 values tried`;
 * NULL: there is no answer. The caller frees it. */
char *solution_condition (const CoupletSolution *solution);

#endif
