/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of numbers, as -D gives them. */
#ifndef COUPLET_CORE_RANGE_H
#define COUPLET_CORE_RANGE_H

#include <couplet/model.h>

#define RANGE_DOTS ".."

typedef enum {
  RANGE_FREE,     /* positive numbers, around 1 */
  RANGE_STEPS,    /* first, first + step, ... up to last */
  RANGE_INTERVAL, /* rationals from first to last */
} RangeKind;

/* first <= last, step > 0; last is a step. */
typedef struct {
  RangeKind kind;
  CoupletRational first, last, step;
} Range;

void range_init (Range *range);
void range_clear (Range *range);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Range, range_clear)

void range_copy (Range *copy, const Range *range);

/* Reads `first..last`, steps of 1 between whole numbers that are written as such, else an interval;
 * or `first..last..step`. What is wrong with text, NULL = nothing; the caller frees it. */
char *range_parse (const char *text, Range *range);

#endif
