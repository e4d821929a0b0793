/* SPDX-License-Identifier: Apache-2.0 */
/* What all methods answer about an automaton, and whether these answers can all be true. */
#ifndef COUPLET_TESTS_ANSWERS_H
#define COUPLET_TESTS_ANSWERS_H

#include "relations.h"

#include <couplet/host.h>

/* A pipeline in this process. */
typedef struct Methods Methods;

/* solvers: every decider and optimizer, each method by itself; else graph, frontier and segment.
 * The caller frees it. Ends the program where a plugin cannot be used. */
Methods *methods_new (gboolean solvers);
void methods_free (Methods *methods);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Methods, methods_free)

/* What the methods answer about many; automaton and examination are NULL where it is refused. */
typedef struct {
  CoupletAutomaton *automaton;
  CoupletExamination *examination;
  const CoupletResult *result; /* owned by examination */
  char *refusal;
} Answers;

void answers_init (Answers *answers, Methods *methods, const ManyAutomaton *many);
void answers_clear (Answers *answers);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answers, answers_clear)

/* What contradicts what in the answers: a stage another one, its own evidence or the whole. NULL =
 * nothing; the caller frees it. */
char *answers_fault (const CoupletResult *result);

/* What in the answers about the changed automaton contradicts the answers about the first one. NULL
 * = nothing; the caller frees it. */
char *relation_fault (const Relation *relation, const CoupletResult *first,
                      const CoupletResult *changed);

#endif
