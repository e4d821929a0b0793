/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of costs over the shifts of several thresholds, kept as sums of small
 * factors (docs/theory.md section 7).
 *
 * F(x) is the least cost so far when the thresholds' shifts are x, one of
 * {-1, 0, 1} for each threshold that a later comparison may read. Thresholds
 * whose shifts no transition has tied stand in factors of their own, so the
 * size of a vector depends on how many interact, not on how many there are.
 */
#ifndef COUPLET_FACTORED_H
#define COUPLET_FACTORED_H

#include <couplet/internal/moves.h>
#include <couplet/internal/step.h>

G_BEGIN_DECLS

/* Most thresholds in one factor: tables have 3^n entries. */
#define MOST_TIED 10

/* A function of the shifts of some thresholds (ascending, at least one). The
 * first threshold's shift varies slowest: the values of two thresholds are for
 * (-1,-1), (-1,0), (-1,1), (0,-1), ... The least value is 0. */
typedef struct {
  guint32 n_thresholds;
  guint32 n_values;
  const guint32 *thresholds;
  const CoupletCost *values;
} Factor;

/* constant plus the sum of the factors, which are ordered by their first
 * thresholds and share none. constant is the least entry; infinite = no shifts
 * are possible, and then there are no factors. */
typedef struct {
  CoupletCost constant;
  guint32 n_factors;
  const Factor *const *factors;
} Factored;

/* How many entries the tables of vector have, and one for its constant. */
static inline gsize
factored_size (const Factored *vector)
{
  gsize size = 1;
  for (guint32 f = 0; f < vector->n_factors; f++)
    size += vector->factors[f]->n_values;
  return size;
}

/* Makes the vectors of one automaton; owns them all. */
typedef struct Factoring Factoring;

/* The arguments must outlive the result, which the caller frees. */
Factoring *factoring_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                          const CoupletLive *live, CoupletUnit *unit);

/* The same for vectors that are told apart from those of other, whose letters it uses: other must
 * outlive it. */
Factoring *factoring_new_beside (const Factoring *other);
void factoring_free (Factoring *factoring);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Factoring, factoring_free)

/* Whether transitions on cycles must be free from now on (rules 5 and 6 of docs/theory.md
 * section 2, as they must at first), or are paid for like any other. */
void factoring_ask_free_cycles (Factoring *factoring, gboolean free);

/* Bytes that the vectors made so far take. */
gsize factoring_used (const Factoring *factoring);

/* TRUE when a comparison after state may read threshold before it is assigned. */
gboolean factoring_is_live (const Factoring *factoring, guint32 state, guint32 threshold);

/* The vector at the initial state: no cost, no thresholds. */
const Factored *factoring_start (Factoring *factoring);

/* The input differences that matter at transition (couplet_worst_differences()), and
 * their number. *supports_differ: some sample may have other shifts at one of them than at
 * another. */
guint32 factoring_differences (Factoring *factoring, guint32 transition,
                               gint8 differences[COUPLET_MOST_DIFFERENCES],
                               gboolean *supports_differ);

/* before taken through transition, where each sample pays what is the most over
 * the n input differences (with one: exactly what it costs; with two: at least
 * that, and an assigned shift does not depend on the difference). Thresholds no
 * longer live at the target are minimised out. NULL when the transition ties
 * more than MOST_TIED thresholds. */
const Factored *factored_apply (Factoring *factoring, const Factored *before, guint32 transition,
                                const gint8 *differences, guint32 n);

G_END_DECLS

#endif
