/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters with several values each. */
#ifndef COUPLET_HOST_SWEEP_H
#define COUPLET_HOST_SWEEP_H

#include <couplet/host/origin.h>
#include <couplet/host/model.h>
#include <couplet/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Parameters with the values that each is to have. */
typedef struct CoupletSweep CoupletSweep;

/* What a parameter is looked for. */
typedef struct CoupletGoal CoupletGoal;

/* A value for each parameter of a sweep. It belongs to the sweep. */
typedef struct {
  guint n_parameters;
  const CoupletDefinition *parameters; /* in the order given */
  guint n_swept;
  const CoupletDefinition *swept; /* those of them that are given as a list or a range */
  /* NULL; or the last parameter, which is swept, is to be found: its value here means nothing */
  const CoupletGoal *goal;
} CoupletPoint;

/* The most points, and the most items of files that are read more than once. */
#define COUPLET_MOST_POINTS 1000000

/* Reads definitions (ends in NULL; may be NULL), each `NAME=VALUES`: one value, or several with
 * commas between. `a..b` stands for the whole numbers from a to b, `a..b..step` for a, a + step,
 * ... up to b, exactly, in lowest terms. NULL with error set (USAGE): another form, a parameter or
 * one of its values given twice, more than COUPLET_MOST_POINTS points. The caller frees it. */
CoupletSweep *couplet_sweep_new (const char *const *definitions, GError **error);

/* Likewise, but parameter is to be found: its largest or least value at which the least d is at
 * most at_most (a multiple of epsilon; copied). definitions may say where: `a..b` or `a..b..step`,
 * of rationals if an end is not a whole number or is not written as one. */
CoupletSweep *couplet_sweep_new_with_goal (const char *const *definitions, const char *parameter,
                                           const CoupletRational *at_most, GError **error);
void couplet_sweep_free (CoupletSweep *sweep);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletSweep, couplet_sweep_free)

/* Its *n points, the product of all values, those of the last parameter changing fastest. There is
 * always one, without parameters if need be. */
const CoupletPoint *couplet_sweep_points (const CoupletSweep *sweep, guint *n);

/* The parameters with their first values, as couplet_run_new() takes them (CoupletParameter). It
 * points into sweep; the caller frees the array. */
GArray *couplet_sweep_parameters (const CoupletSweep *sweep);

#pragma GCC visibility pop
G_END_DECLS

#endif
