/* SPDX-License-Identifier: Apache-2.0 */
/* What a variable holds at a point of a function, and what variables hold where several ways
 * meet there. Values lie in the file's arena and never change. */
#ifndef ROUTINE_VALUE_H
#define ROUTINE_VALUE_H

#include "routine_tree.h"

#define ROUTINE_MAX_DRAWS 4   /* in one sum */
#define ROUTINE_MAX_PUBLICS 8 /* likewise */
#define ROUTINE_NO_ANSWER 0

/* A sum of at most one private answer, noise, and what everyone may know; all with the factor 1
 * or -1. */
typedef struct {
  guint32 answer; /* number of RoutineAnswer, or ROUTINE_NO_ANSWER */
  gint8 answer_sign;
  guint8 n_draws, n_publics;
  struct {
    guint32 draw; /* number of RoutineDraw */
    gint8 sign;
  } draws[ROUTINE_MAX_DRAWS];
  /* texts of one form (routine_append_text), sorted */
  struct {
    const char *text;
    gint8 sign;
  } publics[ROUTINE_MAX_PUBLICS];
  gboolean varies; /* a public one differs from answer to answer */
} RoutineSum;

typedef enum {
  ROUTINE_LOST,   /* not known; why says why */
  ROUTINE_FAULTY, /* an error about it has been reported */
  ROUTINE_SUM,
  ROUTINE_COMPARISON, /* whether sum, an answer less what it is compared with, relates to 0 */
  ROUTINE_CONSTANT,   /* a symbol */
  ROUTINE_INDEX_OF,   /* the number of the round of loop */
  ROUTINE_WHOLE,      /* a number that changes, and that the mechanism keeps */
  ROUTINE_ANSWERS,    /* the private argument */
  ROUTINE_OUTPUTS, /* a list that is output; text: what its items are at first, NULL = it is empty
                    */
  ROUTINE_INFINITE
} RoutineValueKind;

typedef struct {
  RoutineValueKind kind;
  const char *why;
  const char *text; /* CONSTANT, OUTPUTS */
  RoutineSum sum;
  SvtRelation relation; /* COMPARISON */
  guint32 loop;         /* INDEX_OF */
} RoutineValue;

/* Noise drawn at one place of the text. Draws that meet in one variable are one class. */
typedef struct {
  const RoutineExpression *call;
  CoupletNoiseKind kind;
  const RoutineExpression *scale;
  guint32 loop;  /* around it */
  guint32 class; /* another draw of the class, or itself: see routine_class_of() */
  gboolean is_threshold, is_reading; /* of the class, by what it is used for */
  gint8 side;       /* of a threshold: its sign in answer - threshold; 0 = not known yet */
  const char *hint; /* the variable it was put into */
  SvtName *name;    /* of the class, in the mechanism */
} RoutineDraw;

/* The class of a draw: one that stands for all. */
guint32 routine_class_of (const GArray *draws, guint32 draw);
/* Makes one class of two. TRUE when they were two. */
gboolean routine_class_join (GArray *draws, guint32 a, guint32 b);

/* a + sign*b. FALSE: there are too many terms, or two answers. */
gboolean routine_sum_add (RoutineSum *a, const RoutineSum *b, gint8 sign);
gboolean routine_sum_equal (const RoutineSum *a, const RoutineSum *b);
/* Whether both have the same public terms. */
gboolean routine_sum_same_publics (const RoutineSum *a, const RoutineSum *b);
/* Whether a value of that kind has a sum. */
static inline gboolean
routine_has_sum (const RoutineValue *value)
{
  return value->kind == ROUTINE_SUM || value->kind == ROUTINE_COMPARISON;
}

/* Whether sum has neither answer nor noise. */
gboolean routine_sum_is_public (const RoutineSum *sum);

/* What is known where ways meet on which a variable holds a, or b (NULL = nothing). Draws that
 * meet there become one class; *joined is set when two were two. */
const RoutineValue *routine_value_join (SvtFile *file, GArray *draws, const RoutineValue *a,
                                        const RoutineValue *b, gboolean *joined);

/* A value of that kind. */
RoutineValue *routine_value_new (SvtFile *file, RoutineValueKind kind);
const RoutineValue *routine_value_lost (SvtFile *file, const char *why);

#endif
