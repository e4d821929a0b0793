/* SPDX-License-Identifier: Apache-2.0 */
/* Probabilities under Laplace noise in doubles, for tests that integrate numerically. */
#ifndef COUPLET_TESTS_LAPLACE_H
#define COUPLET_TESTS_LAPLACE_H

#include <couplet/internal/automaton.h>

/* A number of the automaton. */
double number_of (const CoupletAutomaton *a, guint32 index);

/* P(low <= centre + Lap < high) for noise of density rate / 2 * e^(-rate * |z|), without loss
 * of digits far out. */
double laplace_between (double low, double high, double centre, double rate);

#endif
