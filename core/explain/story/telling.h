/* SPDX-License-Identifier: Apache-2.0 */
/* What a story is about, and where it is told. */
#ifndef COUPLET_EXPLAIN_TELLING_H
#define COUPLET_EXPLAIN_TELLING_H

#include "document.h"
#include "verifier.h"

/* automaton: what the stages looked at. Nothing is owned. */
typedef struct {
  const CoupletFileResult *result;
  const CoupletAutomaton *automaton;
  Verifier *verifier;
  Document *document;
} Telling;

#endif
