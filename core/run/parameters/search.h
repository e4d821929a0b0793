/* SPDX-License-Identifier: Apache-2.0 */
/* Searching for the largest or least value of a parameter at which a cost is at most a bound. The
 * cost is taken to be monotone in the parameter; whether it rises or falls shows at the values
 * tried, and so does that it does neither. */
#ifndef COUPLET_CORE_SEARCH_H
#define COUPLET_CORE_SEARCH_H

#include "range.h"

#include <couplet/result.h>

/* What is proven of the least d at a value. */
typedef struct {
  CoupletRational value;
  gboolean readable; /* FALSE: there is no mechanism with this value */
  gboolean infinite; /* no d is enough */
  gboolean has_lower, has_upper;
  CoupletRational lower, upper;
  gpointer data; /* of whoever filled it in; NULL = none, or freed */
} Sample;

/* What a search asks, and whom. */
typedef struct {
  Range range; /* where: free, whole numbers from 1 on if only they can be read */
  CoupletRational bound;
  /* Fills in what is known at sample->value. FALSE: the search is to stop. */
  gboolean (*fill) (gpointer data, Sample *sample);
  gpointer data;
  GDestroyNotify free_data; /* of samples that are no longer of interest */
} SearchTask;

/* What was found. */
typedef struct {
  CoupletSolutionKind kind;
  CoupletSolutionEnd which;
  const Sample *value;    /* it, or the nearest to it that will do; NULL = none will */
  const Sample *beyond;   /* the nearest that will not; NULL = none is known */
  const Sample *last;     /* the last one tried */
  const Sample *fault[4]; /* of NOT_MONOTONE: from the first to the second it rises, from the third
                             to the fourth it falls */
  GPtrArray *samples;     /* Sample *, by value */
} Search;

/* Runs the search that task asks for. Data of the samples named above is kept. */
void search_run (const SearchTask *task, Search *search);
void search_clear (Search *search);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

#endif
