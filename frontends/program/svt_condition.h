/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions: comparisons of the value read with thresholds, and of numbers. */
#ifndef SVT_CONDITION_H
#define SVT_CONDITION_H

#include "svt_checker.h"

/* Tells the two kinds of comparisons apart; what is wrong is reported. */
void svt_check_condition (SvtChecker *checker, const SvtCondition *condition);

#endif
