/* SPDX-License-Identifier: Apache-2.0 */
/* What may be concluded from the costs of an automaton's paths: docs/theory.md section 5. */
#ifndef COUPLET_CORE_QUESTION_H
#define COUPLET_CORE_QUESTION_H

#include <couplet/internal/automaton.h>

typedef struct {
  /* the rule that cycles must be free may ask for too much: what rests on it is an upper
   * bound, and its absence of a strategy proves nothing */
  gboolean rule_too_strict;
  /* why paths whose costs have no bound do not prove the automaton not private; NULL = they do */
  const char *not_conclusive;
  /* outputs are snapped in floating point: costs are upper bounds, and what is necessary is
   * known of exact arithmetic only */
  gboolean floating;
  /* it outputs an input as it is: it is not private, though other paths may have the same outputs,
   * so that inputs that show it are not those of one path */
  gboolean tells_input;
} Question;

/* Of automaton, unfolded if it has to be. */
void question_init (Question *question, const CoupletAutomaton *automaton);

#endif
