/* SPDX-License-Identifier: Apache-2.0 */
/* Adjacent inputs whose loss grows with every turn of a loop, for a violation.
 *
 * All inputs put their draws around 0, half the sensitivity apart where the runs
 * differ. With c = 2 exp(d s eps / 2) - 1 a turn multiplies the ratio of the two
 * probabilities by at least c when the loops do not assign: at any value of the
 * threshold that the other loop, or the output, still allows, one of the loops is
 * more likely by that factor in the first run, and no draw is less likely.
 * An end without noise takes no loop: what it rules out in the second run only
 * helps. When the loop assigns, every draw is moved so far to the side its guard wants
 * that only one comparison of a turn is in doubt, one that reads what the same
 * turn assigned: each turn is a trial of its own, won more often in the first run.
 *
 * With several thresholds the ends must be private loops that assign nothing, or
 * outputs. What else an end is compared with helps when it is on the same side: its
 * draw is then below the least, or at least the greatest, of some values, which the
 * chain keeps in order. A threshold on the other side is moved away by L, and every
 * draw to where its comparisons are likely: as L grows, the probabilities come to be
 * those without these comparisons.
 */
#ifndef COUPLET_EXPLAIN_INPUT_PAIR_H
#define COUPLET_EXPLAIN_INPUT_PAIR_H

#include "pair_walk.h"

/* The pair for a conflict on a walk; NULL when it has another shape, or when the automaton has
 * more than Laplace noise and inputs that differ each by itself. With several
 * thresholds outputs must tell the transitions and all noise be finite. The caller frees it, before
 * samples. */
InputPair *input_pair_new (const WalkSamples *samples, const ShiftConflict *conflict);
void input_pair_free (InputPair *pair);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (InputPair, input_pair_free)

static inline const PairStep *
input_pair_step (const InputPair *pair, guint index)
{
  return &g_array_index (pair->steps, PairStep, index);
}

/* Sets *value to the input that run (1 or 2) reads at a step, level and
 * drift left out. */
void input_pair_value (const InputPair *pair, guint step, int run, CoupletRational *value);

#endif
