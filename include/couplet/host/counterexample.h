/* SPDX-License-Identifier: Apache-2.0 */
/* Two adjacent inputs and outputs, with probabilities that differ
 * by more than a claim allows (docs/theory.md, the least d). A stage may give one with its
 * answer. All numbers are texts: rationals in lowest terms, and enclosures such as
 * `[0.0892857 +/- 3.1e-22]`, intervals that are certified to have the value in them.
 */
#ifndef COUPLET_HOST_COUNTEREXAMPLE_H
#define COUPLET_HOST_COUNTEREXAMPLE_H

#include <couplet/host/evidence_parts.h>
#include <couplet/host/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* One transition of the path. Of a linear mechanism: one answer, with the END node of a path with
 * these outputs for the transition and output NULL; after the answers one for each real output of
 * that path, with its node, and with input and adjacent the same as output. */
typedef struct {
  guint32 transition;   /* of the automaton that was read */
  const char *input;    /* what the first run reads there */
  const char *adjacent; /* what the second one does; the same at a public state */
  const char *output;   /* the real number that both output; NULL = a symbol */
} CoupletCounterexampleStep;

/* By certified probabilities, or by the theorem of the least d (probability is NULL).
 *
 * probability, adjacent_probability: enclosures of the probability of the path with
 * these outputs in the first and in the second run; densities where a real number is output
 * (is_density). loss: a rational below ln (probability / adjacent_probability) / epsilon.
 *
 * By the theorem: let run k read input + k * (adjacent - input). For some pair of neighbours, k and
 * k + 1 with k from 0 on, the probabilities of these outputs, over all paths with them, have a
 * ratio above e^(claim * epsilon); the theorem does not say for which. pairs: where epsilon is set,
 * so many of the first pairs have one among them; NULL without epsilon: this holds at every
 * epsilon. loss: what the ratio comes to in the end, NULL = without bound. The transitions are one
 * of the paths. */
typedef struct {
  const char *epsilon;
  const char *claim; /* what loss was to exceed, in multiples of epsilon */
  const char *probability;
  const char *adjacent_probability;
  gboolean is_density;
  const char *loss;
  gboolean refutes; /* loss is above claim */
  guint32 n_steps;
  const CoupletCounterexampleStep *steps;
  const char *pairs; /* a whole number; NULL = the probabilities are known, or epsilon is not set */
  gpointer reserved[4];
} CoupletCounterexample;

/* What the theorem says of a walk of automaton whose outputs lose more than claim, at every
 * epsilon. loss: T(D) of the walk, or the least of all paths with its outputs; NULL = infinite.
 * NULL when no inputs are known at which the walk is possible. The caller frees it. */
CoupletCounterexample *couplet_counterexample_by_theorem (const CoupletAutomaton *automaton,
                                                          const CoupletWalkStep *steps, guint n,
                                                          const CoupletRational *claim,
                                                          const CoupletRational *loss);

/* How many steps from the one at index on are the same: the transition, what is read and what is
 * output. At least 1. */
guint32 couplet_counterexample_repeats (const CoupletCounterexample *counterexample, guint32 index);

/* Frees a counterexample and all it points to, allocated by g_malloc(). NULL is allowed. */
void couplet_counterexample_free (CoupletCounterexample *counterexample);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletCounterexample, couplet_counterexample_free)

#pragma GCC visibility pop
G_END_DECLS

#endif
