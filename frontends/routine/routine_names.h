/* SPDX-License-Identifier: Apache-2.0 */
/* What the names of a function can stand for, found before its statements are followed: which
 * argument is private, which names are numbers that stay or change, which lists are output. */
#ifndef ROUTINE_NAMES_H
#define ROUTINE_NAMES_H

#include "routine_options.h"
#include "routine_tree.h"

typedef enum {
  ROUTINE_ROLE_VALUE,   /* anything else: followed through the statements */
  ROUTINE_ROLE_PRIVATE, /* the argument */
  ROUTINE_ROLE_EPSILON,
  ROUTINE_ROLE_PARAMETER, /* another argument, or a constant of the file */
  ROUTINE_ROLE_CONSTANT,  /* gets one value, made of numbers and parameters */
  ROUTINE_ROLE_WHOLE,     /* gets several numbers: a counter, a budget, a flag */
  ROUTINE_ROLE_INDEX      /* counts through the private argument */
} RoutineRole;

typedef struct {
  const char *text;
  RoutineRole role;
  const RoutineArgument *argument; /* of the function or the file; NULL = a variable */
  guint n_values;                  /* how often it is assigned */
  gboolean is_number;              /* all its values are made of numbers */
  gboolean is_target;              /* of a `for` */
  gboolean is_returned;            /* alone, or in what is returned */
  gboolean is_extended;            /* a list that gets items */
  gboolean has_power;              /* WHOLE: it is known whether it is a budget */
  gboolean is_budget;              /* WHOLE: it is a multiple of epsilon (routine_budget.h) */
  gboolean decides;                /* a number that some comparison depends on */
  gboolean is_counted;             /* a list whose length some comparison depends on */
  SvtName *length;                 /* of such a list, in the mechanism; NULL = not built yet */
  const RoutineStatement *only;    /* CONSTANT: where it gets its value; INDEX: its step */
  const RoutineStatement *loop;    /* INDEX: the loop that its step stands in */
  const char *given;               /* what -D says; NULL = nothing */
} RoutineName;

typedef struct {
  GHashTable *names; /* text to RoutineName */
  GPtrArray *all;    /* in the order of the text */
  const char *private;
  RoutineName *epsilon; /* the one that the verdict is in terms of; NULL = there is none */
} RoutineNames;

/* NULL with errors reported. The caller frees it. */
RoutineNames *routine_names_new (CoupletContext *context, const SvtReporter *reporter,
                                 const Routine *routine, const RoutineOptions *options);
void routine_names_free (RoutineNames *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RoutineNames, routine_names_free)

/* NULL = it is none of the function's. */
RoutineName *routine_names_find (const RoutineNames *names, const char *text);

/* Whether what draws noise stands outside the function: a function by its name, or an object that
 * is an argument, a name of the file or a member of one. */
gboolean routine_draws_outside (const RoutineNames *names, const RoutineExpression *call);

/* The value that -D gives name, which counts as used; NULL = none. */
const char *routine_given_value (CoupletContext *context, const char *name);

/* Whether name is called like a privacy parameter. */
gboolean routine_is_epsilon (const char *name);

/* Whether expression is the private argument. */
gboolean routine_is_private (const RoutineNames *names, const RoutineExpression *expression);

/* `len(private)`: the number of answers. */
gboolean routine_is_length (const RoutineNames *names, const RoutineExpression *expression);

/* Whether expression is a number that everyone knows without a value: neither -D nor a default
 * gives one. */
gboolean routine_is_open (const RoutineNames *names, const RoutineExpression *expression);

/* `i < len(queries)`, `i != n` with an open number n: whether there are further answers. */
gboolean routine_is_end (const RoutineNames *names, const RoutineExpression *comparison);

#endif
