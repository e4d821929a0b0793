/* SPDX-License-Identifier: Apache-2.0 */
/* What a language's front end says of itself, and what its options say. */
#ifndef ROUTINE_OPTIONS_H
#define ROUTINE_OPTIONS_H

#include <couplet/automaton.h>
#include <couplet/context.h>

/* A language's own words, for messages. */
typedef struct {
  const char *each_answer; /* how an answer is read */
  const char *noise;       /* how noise is drawn */
  const char *silence;     /* how something is output where nothing was */
  const char *constants;   /* what can be output besides values with noise */
  const char *and;
  const char * or ;
  const char * not ;
} RoutineWords;

/* How a language's front end is called, and what its options say. */
typedef struct {
  const char *frontend;   /* for messages: `-o FRONTEND.private=NAME` */
  const char *private;    /* the private argument; empty = to be found */
  gboolean has_adjacency; /* else what the text says counts, or `any` */
  CoupletAdjacency adjacency;
  const RoutineWords *words;
} RoutineOptions;

/* What the options `private` and `adjacency` of frontend say, of which the second is an adjacency
 * or `as-said`. context and words must outlive the result. */
RoutineOptions routine_options (CoupletContext *context, const char *frontend,
                                const RoutineWords *words);

#endif
