/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a coupling proof exists, by Z3 on the constraint system of
 * docs/theory.md sections 5 and 7. */
#ifndef COUPLET_Z3_DECIDE_H
#define COUPLET_Z3_DECIDE_H

#include "constraint_system.h"

#include <couplet/internal/plugin.h>

typedef struct {
  Encoding encoding;
  guint32 class_limit;     /* beyond so many classes the answer is unknown */
  const char *dump_folder; /* "" = no dump */
  guint32 class_memory;    /* for the classes, in MiB; beyond, the answer is unknown; 0 = none */
} Z3Options;

/* Sets on outcome what was found about automaton: that a strategy exists, with
 * the shifts of each class of walks in the reason; that
 * none does, with a minimal set of conditions that contradict each other; or
 * nothing, when a limit was met. Statistics: `classes`, `conditions`, `core`.
 * False with error set when Z3 fails. */
gboolean z3_decide (CoupletContext *context, const CoupletAutomaton *automaton,
                    const Z3Options *options, CoupletOutcome *outcome, GError **error);

#endif
