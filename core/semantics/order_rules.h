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

#include <couplet/host/unfold.h>

#include "memory.h"
#include "order.h"

/* What a step knows of besides: what draws without noise read, and one other draw. */
#define ORDER_RULES_SPARE 2

/* Values are the thresholds and, after them, the last private input where it is kept. */
typedef struct {
  const CoupletAutomaton *automaton;
  const MemoryRules *memory;
  gboolean keeps_input;
  OrderShape shape;
} OrderRules;

/* TRUE when transitions tell of the order: else none need be kept. */
gboolean order_matters (const CoupletAutomaton *automaton);

/* TRUE when orders say all that is known of the values: a transition that they permit has a
 * positive probability for some inputs. Not so where an input is read again without noise, or with
 * exponential noise, and another mean. */
gboolean order_is_told (const CoupletAutomaton *automaton);

/* memory is used where inputs are read again, and belongs to the caller. */
void order_rules_init (OrderRules *rules, const CoupletAutomaton *automaton,
                       const MemoryRules *memory);

/* The words that order_rules_advance() works in. */
gsize order_rules_scratch (const OrderRules *rules);

/* TRUE when order is the same after transition, whatever it is. */
gboolean order_rules_pass (const OrderRules *rules, guint32 transition);

/* Makes order, which has room for all values, what is known after transition. FALSE = it cannot
 * be taken, but with probability 0; then order says nothing any more. */
gboolean order_rules_advance (const OrderRules *rules, Order order, guint32 transition,
                              guint64 *scratch);

/* The noise of the draw that is compared with threshold at state. */
CoupletNoiseKind order_noise_beside (const CoupletAutomaton *automaton, guint32 state,
                                     guint32 threshold);

/* The literals of transition's guard that tell something, *n: those of one that holds in one way.
 */
const CoupletLiteral *order_literals (const CoupletAutomaton *automaton, guint32 transition,
                                      guint32 *n);

#endif
