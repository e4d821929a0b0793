/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found of a linear mechanism, as evidence. */
#ifndef COUPLET_LINEAR_EVIDENCE_H
#define COUPLET_LINEAR_EVIDENCE_H

#include "exact_program.h"
#include "linear_search.h"

/* What is known of a program. x (n_columns) is a solution, with whole columns whole, NULL = none is
 * known; it costs value. y (n_rows) are prices that show that none costs less than least, or, where
 * the program is infeasible, that there is none: then value is bound times y, above 0. */
typedef struct {
  gboolean is_infeasible;
  guint n_columns, n_rows;
  mpq_t value, least;
  mpq_t *x, *y;
} LinearSolution;

/* The paths that are looked at, and the exact solutions of their programs (linear_program.h); equal
 * programs are solved once. */
typedef struct {
  const LinearSearch *search;
  GHashTable *solutions; /* the text of a program -> LinearSolution, both owned */
} LinearWork;

/* search must outlive the work, which the caller clears. */
void linear_work_init (LinearWork *work, const LinearSearch *search);
void linear_work_clear (LinearWork *work);

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
