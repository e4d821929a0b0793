/* SPDX-License-Identifier: Apache-2.0 */
/* A solver of Z3 whose checks end when time is up (a host that ends them sooner runs the stage in a
 * process of its own), and formulas for it about unknown shifts in [-1, 1]. A variable is the
 * number of such a shift. */
#ifndef COUPLET_Z3_TERMS_H
#define COUPLET_Z3_TERMS_H

#include <couplet/internal/context.h>
#include <couplet/internal/shift.h>
#include <z3.h>

typedef struct {
  CoupletContext *context;
  Z3_context z3;
  Z3_solver solver; /* NULL: Z3 failed, and nothing may be asked */
} Z3Session;

/* Each check may take so many seconds (a few, or INFINITY), and no more than context has left. */
void z3_session_init (Z3Session *session, CoupletContext *context, double most_seconds);
void z3_session_clear (Z3Session *session);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Z3Session, z3_session_clear)

/* TRUE, with error set (SOLVER; NULL is allowed), when a call of Z3 has failed. */
gboolean z3_session_has_failed (const Z3Session *session, GError **error);

static inline void
z3_session_assert (const Z3Session *session, Z3_ast formula)
{
  Z3_solver_assert (session->z3, session->solver, formula);
}

/* Whether all that is asserted can hold together with the n assumptions; where it cannot, Z3's core
 * of these is minimal. */
Z3_lbool z3_session_check (Z3Session *session, guint n, const Z3_ast *assumptions);

/* ---- Shifts ---- */

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
/* The shift is one of shifts, or between two of them; false where there are none. */
Z3_ast shift_terms_among (ShiftTerms terms, guint32 variable, CoupletShifts shifts);
/* The shift of variable a is at most that of variable b. */
Z3_ast shift_terms_in_order (ShiftTerms terms, guint32 a, guint32 b);

/* Sets *shift to what variable is in model; FALSE when Z3 does not tell. */
gboolean shift_terms_value (ShiftTerms terms, Z3_model model, guint32 variable,
                            CoupletRational *shift);

#endif
