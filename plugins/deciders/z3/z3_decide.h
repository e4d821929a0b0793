/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a coupling proof exists, by Z3 on the constraint system of
 * docs/theory.md sections 5 and 7. */
#ifndef COUPLET_Z3_DECIDE_H
#define COUPLET_Z3_DECIDE_H

#include "z3_terms.h"

#include <couplet/internal/plugin.h>

typedef struct {
  Encoding encoding;
  guint32 class_limit;     /* beyond so many classes the answer is unknown */
  const char *dump_folder; /* "" = no dump */
  guint32 class_memory;    /* for the classes, in MiB; beyond, the answer is unknown; 0 = none */
} Z3Options;

/* Sets on outcome what was found about automaton: that a strategy exists; that none does, with a
 * minimal set of conditions that contradict each other as the reason; or nothing, when a limit was
 * met. Statistics: `classes`, `conditions`, `core`.
 * False with error set when Z3 fails. */
gboolean z3_decide (CoupletContext *context, const CoupletAutomaton *automaton,
                    const Z3Options *options, CoupletOutcome *outcome, GError **error);

/* As CoupletSolver.run_linear: whether every path of a linear mechanism has shifts, and shifts that
 * cost no more than what is claimed (docs/theory.md section 5). Sets what was found: a strategy
 * where every path has shifts for every difference, a distinguisher where no path with some outputs
 * has any; and in the reason what that says of the claim. */
gboolean linear_decide (CoupletContext *context, const CoupletLinear *linear,
                        CoupletOutcome *outcome, GError **error);

#endif
