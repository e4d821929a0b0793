/* SPDX-License-Identifier: Apache-2.0 */
/* What a run found about one file, as a document for a person. */
#ifndef COUPLET_EXPLAIN_EXPLANATION_H
#define COUPLET_EXPLAIN_EXPLANATION_H

#include "document.h"
#include "judge.h"

/* What is asked; nothing = the proof or the refutation. */
typedef struct {
  const char *path;         /* a path by path_choice.h; NULL = none */
  gboolean segments;        /* the table of segment classes */
  char *const *states;      /* names, NULL-ended; may be NULL */
  char *const *transitions; /* as path_choice.h names them, NULL-ended; may be NULL */
} Questions;

/* The document, which the caller frees; NULL with error set (USAGE) when a
 * question names what the automaton does not have. result->automaton must not
 * be NULL, and its stages must have been asked for evidence. */
Document *explain (const CoupletFileResult *result, const Questions *questions, const Judge *judge,
                   GError **error);

/* Appends the picture of what a run found to out (drawing.h): the worst walk, or
 * the violation. result as for explain(). */
void explain_in_picture (const CoupletFileResult *result, GString *out);

#endif
