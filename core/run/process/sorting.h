/* SPDX-License-Identifier: Apache-2.0 */
/* Results that wait until all are there, to be reported by their ratios. */
#ifndef COUPLET_CORE_SORTING_H
#define COUPLET_CORE_SORTING_H

#include <couplet/host/item.h>
#include <couplet/internal/plugin.h>

/* None wait yet. The caller frees it. */
GPtrArray *sorting_new (void);

/* Keeps the delivery about item, whose texts must outlive it, with the greatest ratio of result. */
void sorting_add (GPtrArray *sorting, const CoupletItem *item, const CoupletResult *result,
                  GByteArray *delivery);

/* The greatest ratios first, those without any last; else in the order in which they were added. */
void sorting_sort (GPtrArray *sorting);

/* Number i in that order, which stays owned; NULL: there are no more. */
GByteArray *sorting_get (const GPtrArray *sorting, guint i, const CoupletItem **item);

#endif
