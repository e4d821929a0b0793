/* SPDX-License-Identifier: Apache-2.0 */
/* What transitions tell of the order of the thresholds' values (docs/theory.md section 7), once for
 * every method.
 *
 * All comparisons of one draw read one value: with shared sampling those of a state, with
 * independent sampling those of its draws without noise. A guard with `>= u` and `< v` on it tells
 * that u < v. A draw that is assigned stands where its guard puts it: above u where it has Laplace
 * or exponential noise, for such a draw equals no other value (but with probability 0), and
 * otherwise above u or at it. A private input that may be read again is a value as well: a draw
 * without noise is that value, and one with exponential noise is above it.
 */
#ifndef COUPLET_CORE_ORDER_RULES_H
#define COUPLET_CORE_ORDER_RULES_H

#include "order.h"
#include "within.h"

/* Values are the thresholds and, after them, the last private input where it is kept. */
typedef struct {
  const CoupletAutomaton *automaton;
  guint8 *recalls; /* per state: the last private input may be read again before another one */
  gboolean keeps_input;
  OrderShape shape;
} OrderRules;

/* TRUE when transitions tell of the order: else none need be kept. */
gboolean order_matters (const CoupletAutomaton *automaton);

/* TRUE when orders say all that is known of the values: a transition that they permit has a
 * positive probability for some inputs. Not so where an input is read again without noise, or with
 * exponential noise, and another mean. */
gboolean order_is_told (const CoupletAutomaton *automaton);

/* The caller clears them. */
void order_rules_init (OrderRules *rules, const CoupletAutomaton *automaton);
void order_rules_clear (OrderRules *rules);

/* TRUE when order is the same after transition, whatever it is. */
gboolean order_rules_pass (const OrderRules *rules, guint32 transition);

/* Makes order, which has room for all values, what is known after transition. FALSE = it cannot
 * be taken, but with probability 0; then order says nothing any more. */
gboolean order_rules_advance (const OrderRules *rules, Order order, guint32 transition);

/* Something that transition of automaton, which is not unfolded, needs of two values, and what
 * order knows against it. FALSE when there is none. */
gboolean order_contradiction (const CoupletAutomaton *automaton, const OrderShape *shape,
                              const guint64 *order, guint32 transition, CoupletKnown *needed,
                              CoupletKnown *contrary);

/* ---- What matters ---- */

/* Which relations of an order matter at a state: a later guard may contradict them, with what is
 * learnt until then (docs/theory.md section 7). Orders that agree on these permit the same walks.
 */
typedef struct OrderRelevance OrderRelevance;

/* The relevance of the relations that rules tell of, which the caller frees. NULL when stopped, or
 * when all are taken to matter: where inputs are values, and with thousands of thresholds. */
OrderRelevance *order_relevance_new (const OrderRules *rules, Clock *clock);
void order_relevance_free (OrderRelevance *relevance);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OrderRelevance, order_relevance_free)

/* Drops from order, which is known at state, what does not matter there. FALSE = all does. */
gboolean order_relevance_restrict (const OrderRelevance *relevance, Order order, guint32 state);

#endif
