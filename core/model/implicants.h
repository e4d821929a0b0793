/* SPDX-License-Identifier: Apache-2.0 */
/* Formulas over comparisons with thresholds, as sums of conjunctions. */
#ifndef COUPLET_CORE_IMPLICANTS_H
#define COUPLET_CORE_IMPLICANTS_H

#include <couplet/internal/arena.h>
#include <couplet/internal/automaton.h>

/* A formula with more alternatives than this, when written without parentheses, is
 * refused: working it out takes time quadratic in their number. */
#define MAX_ALTERNATIVES 256

typedef CoupletConjunction Cube;

/* A disjunction of cubes, none implying another; overflown when it got too
 * large to be kept. */
typedef struct {
  GArray *cubes; /* Cube */
  gboolean overflown;
} Sum;

/* A formula and its negation, so that `!` only swaps. */
typedef struct {
  Sum holds;
  Sum fails;
} Formula;

/* The literals of the results are in arena. The operators take over their operands. */
Formula formula_true (void);
Formula formula_of_literal (CoupletLiteral literal, CoupletArena *arena);
Formula formula_not (Formula a);
Formula formula_and (Formula a, Formula b, CoupletArena *arena);
Formula formula_or (Formula a, Formula b, CoupletArena *arena);
/* All zeros is a formula that needs no clearing. */
void formula_clear (Formula *formula);

/* Sets *guard, kept in arena, to the prime implicants of formula; FALSE when there are more
 * alternatives than MAX_ALTERNATIVES. */
gboolean formula_to_guard (Formula *formula, CoupletGuard *guard, CoupletArena *arena);

#endif
