/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that draw noise: `laplace` and `exponential` of any object, in NumPy's order of
 * arguments, and functions called `laplace`, `lap` and the like, whose argument is the scale. */
#ifndef ROUTINE_NOISE_H
#define ROUTINE_NOISE_H

#include "routine_tree.h"

/* A function that the file defines or imports under the name of noise. */
typedef struct RoutineHelper RoutineHelper;
struct RoutineHelper {
  RoutineHelper *next;
  const char *name;
  SvtPlace place;
  gboolean is_numpy; /* its arguments are loc, scale, size */
  int scale;         /* else: the position of the scale; negative = it does not tell */
};

typedef struct {
  CoupletNoiseKind kind;
  const RoutineExpression *location; /* NULL = 0 */
  const RoutineExpression *scale;    /* NULL = 1 */
  const RoutineExpression *size;     /* an array of so many; NULL = one number */
} RoutineNoise;

/* Whether a function called name draws noise, of whatever kind. */
gboolean routine_noise_is_name (const char *name);

/* Whether a parameter of such a function called name is the scale. */
gboolean routine_noise_is_scale (const char *name);

/* Whether call is one of such a function. */
gboolean routine_noise_is_call (const RoutineExpression *call);

/* What call draws. What is wrong with it, and what to write: NULL = nothing. The caller frees
 * it. */
char *routine_noise_read (const RoutineExpression *call, const RoutineHelper *helpers,
                          RoutineNoise *noise);

#endif
