/* SPDX-License-Identifier: Apache-2.0 */
/* A search at work: the values tried so far, what is decided at them, and trying one more. */
#ifndef COUPLET_CORE_SEARCH_WORK_H
#define COUPLET_CORE_SEARCH_WORK_H

#include "range.h"

#include <couplet/internal/plugin.h>

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

typedef enum { SIDE_WITHIN, SIDE_ABOVE, SIDE_OPEN, SIDE_UNREADABLE } Side;

typedef enum { FALLS = -1, FLAT = 0, RISES = 1 } Direction;

/* A search at work. */
typedef struct {
  const SearchTask *task;
  Range range; /* of the task; a free one becomes one of steps where only those can be read */
  Search *found;
  Direction direction;
  gboolean stopped;
  guint n_open, n_unreadable;
  /* Neighbours among the decided: within, then above; NULL = there are none yet. */
  Sample *within, *above;
} SearchWork;

/* Begins the search that task asks for; search_clear() and range_clear (&work->range) end it. */
void work_begin (SearchWork *work, const SearchTask *task, Search *search);

/* The side of the bound that the least d at sample is proven to be on. */
Side work_side (const SearchWork *work, const Sample *sample);
gboolean work_is_decided (const SearchWork *work, const Sample *sample);

/* Whether there is a value on each side. */
gboolean work_has_both (const SearchWork *work);

Sample *work_sample_at (const SearchWork *work, guint index);

/* The first or the last of the decided; NULL = there is none. */
const Sample *work_find_end (const SearchWork *work, gboolean first);

/* The index of the first sample that is not below value. */
guint work_find_place (const SearchWork *work, const CoupletRational *value);

/* The sample at value, tried if it was not yet; NULL: the search has stopped. */
Sample *work_try (SearchWork *work, const CoupletRational *value);

/* Takes back sample, the last one tried, after the first. */
void work_forget (SearchWork *work, Sample *sample);

#endif
