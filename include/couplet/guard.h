/* SPDX-License-Identifier: Apache-2.0 */
/* The guards of transitions, docs/theory.md section 1. */
#ifndef COUPLET_GUARD_H
#define COUPLET_GUARD_H

#include <glib.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* couplet/automaton.h */
typedef struct CoupletAutomaton CoupletAutomaton;

/* A literal of a guard compares the sample with one threshold. */
typedef enum {
  COUPLET_LESS = 1,         /* insample <  v */
  COUPLET_GREATER_EQUAL = 2 /* insample >= v */
} CoupletComparison;

/* comparison is one CoupletComparison in an alternative of a guard, a union of
 * them in CoupletGuard.literals. */
typedef struct {
  guint32 threshold;
  guint32 comparison;
} CoupletLiteral;

/* literals that must all hold, at most one per threshold, by threshold. */
typedef struct {
  guint32 n_literals;
  const CoupletLiteral *literals;
} CoupletConjunction;

/* A guard is the disjunction of its alternatives, which are its prime
 * implicants where these are few, so equal guards are equal arrays. `true` has
 * one alternative without literals. Guards that can never hold are not stored.
 * literals: for each threshold that any alternative reads, by threshold, the
 * union of the comparisons made with it; of a transition that outputs a gap, also
 * both comparisons with the threshold of the gap, which must be the same number in
 * adjacent runs. (Such a transition shares its guard with those of the same gap only.) */
typedef struct {
  guint32 n_alternatives;
  const CoupletConjunction *alternatives;
  guint32 n_literals;
  const CoupletLiteral *literals;
} CoupletGuard;

/* True for the guard `true`. */
static inline gboolean
couplet_guard_is_true (const CoupletGuard *guard)
{
  return guard->n_alternatives == 1 && guard->alternatives[0].n_literals == 0;
}

/* The comparisons (a union of CoupletComparison, 0 = none) guard makes with threshold. */
guint32 couplet_guard_comparisons (const CoupletGuard *guard, guint32 threshold);

/* TRUE when the guards of all reachable transitions are conjunctions: each holds in one way. */
gboolean couplet_has_only_conjunctions (const CoupletAutomaton *automaton);

/* A guard as docs/formats.md writes it: `insample < x && insample >= y`. The caller frees it. */
char *couplet_guard_to_string (const CoupletAutomaton *automaton, const CoupletGuard *guard);

#pragma GCC visibility pop
G_END_DECLS

#endif
