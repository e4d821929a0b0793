/* SPDX-License-Identifier: Apache-2.0 */
/* Answers to what a person asks of an automaton. */
#ifndef COUPLET_EXPLAIN_QUESTION_STORY_H
#define COUPLET_EXPLAIN_QUESTION_STORY_H

#include "telling.h"

/* What is asked; nothing = the proof or the refutation. */
typedef struct {
  const char *path;         /* a path by path_choice.h; NULL = none */
  gboolean segments;        /* the table of segment classes */
  char *const *states;      /* names, NULL-ended; may be NULL */
  char *const *transitions; /* as path_choice.h names them, NULL-ended; may be NULL */
  gboolean summary;         /* besides: below the title, what was verified */
} Questions;

/* FALSE with error set (USAGE) when a question names what the automaton does not have. */
gboolean tell_answers (Telling *telling, const Questions *questions, GError **error);

#endif
