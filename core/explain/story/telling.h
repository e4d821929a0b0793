/* SPDX-License-Identifier: Apache-2.0 */
/* What a story is about, and where it is told. */
#ifndef COUPLET_EXPLAIN_TELLING_H
#define COUPLET_EXPLAIN_TELLING_H

#include "document.h"
#include "examiner.h"

/* automaton: the one that the stages ran on, unfolded where it has to be. Nothing is owned. */
typedef struct {
  const CoupletResult *result;
  const CoupletAutomaton *automaton;
  Examiner *examiner;
  Document *document;
} Telling;

#endif
