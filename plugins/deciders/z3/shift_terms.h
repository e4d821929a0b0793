/* SPDX-License-Identifier: Apache-2.0 */
/* Formulas for Z3 about unknown shifts in [-1, 1], which are numbered. */
#ifndef COUPLET_Z3_SHIFT_TERMS_H
#define COUPLET_Z3_SHIFT_TERMS_H

#include <couplet/model.h>
#include <couplet/internal/shift.h>
#include <z3.h>

/* How shifts are written: as one of three strategies, or as real numbers. */
typedef enum { ENCODING_STRATEGIES, ENCODING_SHIFTS } Encoding;

typedef struct {
  Z3_context context;
  Encoding encoding;
  Z3_solver solver; /* that they are asserted in */
} ShiftTerms;

/* The Boolean constant that the shift of variable is x, with strategies; or the
 * shift itself, a real number. */
Z3_ast shift_terms_strategy (ShiftTerms terms, guint32 variable, int x);
Z3_ast shift_terms_shift (ShiftTerms terms, guint32 variable);

/* Asserts what holds of variable, a new one, in any case. */
void shift_terms_declare (ShiftTerms terms, guint32 variable);

/* Asserts formula. */
static inline void
shift_terms_assert (ShiftTerms terms, Z3_ast formula)
{
  Z3_solver_assert (terms.context, terms.solver, formula);
}

/* Appends the commands of SMT-LIB 2 that declare variable, and assert its range. */
void shift_terms_append_declaration (GString *text, ShiftTerms terms, guint32 variable);

Z3_ast shift_terms_both (ShiftTerms terms, Z3_ast a, Z3_ast b);
Z3_ast shift_terms_at_least (ShiftTerms terms, guint32 variable, int least);
Z3_ast shift_terms_at_most (ShiftTerms terms, guint32 variable, int most);
Z3_ast shift_terms_equal (ShiftTerms terms, guint32 variable, int x);
/* One of shifts, which is not empty, or between two of them. */
Z3_ast shift_terms_among (ShiftTerms terms, guint32 variable, CoupletShifts shifts);
/* The shift of variable a is at most that of variable b. */
Z3_ast shift_terms_in_order (ShiftTerms terms, guint32 a, guint32 b);

/* Sets *shift to what variable is in model; FALSE when Z3 does not tell. */
gboolean shift_terms_value (ShiftTerms terms, Z3_model model, guint32 variable,
                            CoupletRational *shift);

#endif
