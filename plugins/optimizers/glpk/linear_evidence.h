/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found of a linear mechanism, as evidence. */
#ifndef COUPLET_LINEAR_EVIDENCE_H
#define COUPLET_LINEAR_EVIDENCE_H

#include "linear_solutions.h"

#include <couplet/result.h>

/* Of one list: the programs of its paths, and the differences that were looked at. */
typedef struct {
  CoupletContext *context;
  const CoupletLinear *linear;
  const CoupletLinearList *list;
  LinearSolutions *solutions;
  gint8 *differences; /* n_answers each */
  guint n_differences;
} LinearWork;

static inline const gint8 *
linear_work_difference (const LinearWork *work, guint i)
{
  return work->differences + (gsize)i * work->list->n_answers;
}

/* Answers and draws that take path; NULL: it is not known. */
const LinearSolution *linear_work_place (const LinearWork *work, const CoupletLinearPath *path);
/* The cheapest shifts of path at difference i; NULL: they are not known. */
const LinearSolution *linear_work_shifts (const LinearWork *work, const CoupletLinearPath *path,
                                          guint i);
/* Whether place, that of a path, shows that nothing takes it; or something does. */
gboolean linear_place_is_impossible (const LinearSolution *place);
gboolean linear_place_is_certain (const LinearSolution *place);

/* Adds evidence to outcome that every path costs at most cost; all its shifts are known. */
void linear_evidence_shifts (const LinearWork *work, const CoupletRational *cost,
                             CoupletOutcome *outcome);
/* Adds evidence that outputs force at least cost (NULL: that no cost is enough) at difference i. */
void linear_evidence_weights (const LinearWork *work, const char *outputs, guint i,
                              const CoupletRational *cost, CoupletOutcome *outcome);

#endif
