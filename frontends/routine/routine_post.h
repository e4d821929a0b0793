/* SPDX-License-Identifier: Apache-2.0 */
/* Post-processing: what a function computes from the list that it outputs and from what everyone
 * knows, behind its last noise and its last private answer. A function of the outputs is as
 * private as they are (Dwork and Roth, "The Algorithmic Foundations of Differential Privacy",
 * 2014, proposition 2.1), so that it need not be understood: it is enough that no name in it
 * holds anything else. Functions outside this one see none of its variables. */
#ifndef ROUTINE_POST_H
#define ROUTINE_POST_H

#include "routine_walker.h"

typedef struct {
  const char *list;               /* of outputs, that it is computed from; NULL = none */
  const RoutineExpression *wrong; /* what may tell more than the list; NULL = nothing */
  const char *why;                /* what is wrong with it, words for messages */
} RoutinePost;

/* Looks at what expression is computed from, here. TRUE: it is post-processing, or public. */
gboolean routine_post_expression (const RoutineWalker *walker, const RoutineExpression *expression,
                                  RoutinePost *post);

/* Whether all statements from s on are post-processing that is not read otherwise: they begin
 * with one that computes something. */
gboolean routine_post_begins (const RoutineWalker *walker, const RoutineStatement *s,
                              RoutinePost *post);

/* Says that what is computed from list, at place, is not looked at. */
void routine_post_note (RoutineWalker *walker, const char *list, SvtPlace place);

#endif
