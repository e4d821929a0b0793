/* SPDX-License-Identifier: Apache-2.0 */
#include "contradiction.h"

#include "known.h"
#include "order_rules.h"

typedef struct {
  const CoupletAutomaton *automaton;
  const OrderShape *shape;
  const guint64 *order;
  guint32 state;
  CoupletKnown *needed, *contrary;
} Needs;

/* Whether order knows that `u < v`, or `u <= v`, which is needed, cannot be. */
static gboolean
is_against (const Needs *needs, guint32 u, guint32 v, CoupletRelation relation)
{
  gboolean against = relation == COUPLET_KNOWN_LESS
                         ? order_is_at_most (needs->shape, needs->order, v, u)
                         : order_is_less (needs->shape, needs->order, v, u);
  if (!against)
    return FALSE;
  *needs->needed = (CoupletKnown){.below = u, .above = v, .relation = relation};
  if (!known_of (needs->shape, needs->order, v, u, needs->contrary))
    known_of (needs->shape, needs->order, u, v, needs->contrary); /* they are equal */
  return TRUE;
}

/* What a literal needs of the input that is read again. */
static gboolean
literal_is_against (const Needs *needs, const CoupletLiteral *literal)
{
  const CoupletAutomaton *a = needs->automaton;
  guint32 v = literal->threshold, input = a->n_thresholds;
  CoupletNoiseKind noise = order_noise_beside (a, needs->state, v);
  if (needs->shape->n_values == input || a->states[needs->state].input != COUPLET_AGAIN)
    return FALSE;
  if (literal->comparison == COUPLET_LESS)
    return (noise == COUPLET_NOISELESS || couplet_noise_is_one_sided (noise)) &&
           is_against (needs, input, v, COUPLET_KNOWN_LESS);
  return noise == COUPLET_NOISELESS && is_against (needs, v, input, COUPLET_KNOWN_AT_MOST);
}

/* What a pair of literals needs: `>= lower` of a draw that is, or is less than, the one that has
 * `< upper`. */
static gboolean
pair_is_against (const Needs *needs, const CoupletLiteral *lower, const CoupletLiteral *upper)
{
  const CoupletAutomaton *a = needs->automaton;
  if (lower->comparison != COUPLET_GREATER_EQUAL || upper->comparison != COUPLET_LESS)
    return FALSE;
  if (a->sampling != COUPLET_SHARED) {
    CoupletNoiseKind noise = order_noise_beside (a, needs->state, upper->threshold);
    if (order_noise_beside (a, needs->state, lower->threshold) != COUPLET_NOISELESS ||
        (noise != COUPLET_NOISELESS && !couplet_noise_is_one_sided (noise)))
      return FALSE;
  }
  return is_against (needs, lower->threshold, upper->threshold, COUPLET_KNOWN_LESS);
}

gboolean
order_contradiction (const CoupletAutomaton *automaton, const OrderShape *shape,
                     const guint64 *order, guint32 transition, CoupletKnown *needed,
                     CoupletKnown *contrary)
{
  guint32 n;
  const CoupletLiteral *literals = order_literals (automaton, transition, &n);
  Needs needs = {automaton, shape, order, automaton->source[transition], needed, contrary};
  for (guint32 i = 0; i < n; i++) {
    if (literal_is_against (&needs, &literals[i]))
      return TRUE;
    for (guint32 j = 0; j < n; j++)
      if (pair_is_against (&needs, &literals[i], &literals[j]))
        return TRUE;
  }
  return FALSE;
}

gboolean
couplet_known_contradiction (const CoupletAutomaton *automaton, guint32 state, guint32 transition,
                             CoupletKnown *needed, CoupletKnown *contrary)
{
  OrderShape shape = known_shape (automaton);
  return automaton->order != NULL &&
         order_contradiction (automaton->folded, &shape, automaton->order[state], transition,
                              needed, contrary);
}
