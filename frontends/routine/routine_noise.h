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
  const RoutineExpression *one;      /* what says that it is one; NULL = nothing */
} RoutineNoise;

/* Helpers in the order of the text. */
typedef struct {
  RoutineHelper *first, *last;
} RoutineHelpers;

/* Adds one, cleared but for its name and place, in file's arena. */
RoutineHelper *routine_helpers_add (RoutineHelpers *helpers, SvtFile *file, const char *name,
                                    SvtPlace place);
/* NULL = there is none of that name. */
RoutineHelper *routine_helpers_find (const RoutineHelpers *helpers, const char *name);

/* The parameters of a helper, noted one after the other: how many, and which is the scale. */
typedef struct {
  int n, scale; /* scale: negative = none yet */
} RoutineScale;
void routine_scale_note (RoutineScale *parameters, const char *name);

/* Whether a function called name draws noise, of whatever kind. */
gboolean routine_noise_is_name (const char *name);

/* Whether functions of both names draw the same noise. */
gboolean routine_noise_is_same (const char *name, const char *other);

/* Whether call is one of such a function. */
gboolean routine_noise_is_call (const RoutineExpression *call);

/* What call draws. What is wrong with it, and what to write: NULL = nothing. The caller frees
 * it. */
char *routine_noise_read (const RoutineExpression *call, RoutineHelper *helpers,
                          RoutineNoise *noise);

#endif
