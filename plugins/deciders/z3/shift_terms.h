/* SPDX-License-Identifier: Apache-2.0 */
/* Formulas for Z3 about unknown shifts in [-1, 1], which are numbered. */
#ifndef COUPLET_Z3_SHIFT_TERMS_H
#define COUPLET_Z3_SHIFT_TERMS_H

#include "z3_session.h"

#include <couplet/model.h>
#include <couplet/internal/shift.h>

/* How shifts are written: as one of three strategies, or as real numbers. */
typedef enum { ENCODING_STRATEGIES, ENCODING_SHIFTS } Encoding;

typedef struct {
  Z3Session *session; /* that they are asserted in */
  Encoding encoding;
} ShiftTerms;

/* Asserts what holds of variable, a new one, in any case. */
void shift_terms_declare (ShiftTerms terms, guint32 variable);

/* Appends the commands of SMT-LIB 2 that declare variable, and assert its range. */
void shift_terms_append_declaration (GString *text, ShiftTerms terms, guint32 variable);

Z3_ast shift_terms_both (ShiftTerms terms, Z3_ast a, Z3_ast b);
/* The shift is at least (side 1) or at most (side -1) bound. */
Z3_ast shift_terms_bounded (ShiftTerms terms, guint32 variable, int side, int bound);
/* One of shifts, or between two of them; of none, it cannot be. */
Z3_ast shift_terms_among (ShiftTerms terms, guint32 variable, CoupletShifts shifts);
/* The shift of variable a is at most that of variable b. */
Z3_ast shift_terms_in_order (ShiftTerms terms, guint32 a, guint32 b);

/* Sets *shift to what variable is in model; FALSE when Z3 does not tell. */
gboolean shift_terms_value (ShiftTerms terms, Z3_model model, guint32 variable,
                            CoupletRational *shift);

#endif
