/* SPDX-License-Identifier: Apache-2.0 */
/* Two adjacent inputs and outputs, with probabilities that differ
 * by more than a claim allows (docs/theory.md, the least d). A stage may give one with its
 * answer. All numbers are texts: rationals in lowest terms, and enclosures such as
 * `[0.0892857 +/- 3.1e-22]`, intervals that are certified to have the value in them.
 */
#ifndef COUPLET_COUNTEREXAMPLE_H
#define COUPLET_COUNTEREXAMPLE_H

#include <couplet/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* One transition of the path. */
typedef struct {
  guint32 transition;   /* of the automaton that was read */
  const char *input;    /* what the first run reads there */
  const char *adjacent; /* what the second one does; the same at a public state */
  const char *output;   /* the real number that both output; NULL = a symbol */
} CoupletCounterexampleStep;

/* By certified probabilities, or by the theorem (pairs is not NULL).
 *
 * probability, adjacent_probability: enclosures of the probability of the path with
 * these outputs in the first and in the second run; densities where a real number is output
 * (is_density). loss: a rational below ln (probability / adjacent_probability) / epsilon.
 *
 * By the theorem: let run k read input + k * (adjacent - input). One of the first pairs of
 * neighbours, k and k + 1 from k = 0 on, has probabilities of these outputs, over all paths with
 * them, whose ratio is above e^(claim * epsilon); the theorem does not say which. loss: what the ratio
 * comes to in the end. The transitions are one of the paths. */
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
  const char *pairs; /* a whole number; NULL = the probabilities are known */
} CoupletCounterexample;

/* Frees a counterexample and all it points to, allocated by g_malloc(). NULL is allowed. */
void couplet_counterexample_free (CoupletCounterexample *counterexample);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletCounterexample, couplet_counterexample_free)

#pragma GCC visibility pop
G_END_DECLS

#endif
