/* SPDX-License-Identifier: Apache-2.0 */
/* A solver of Z3 whose checks end when the host says to stop. */
#ifndef COUPLET_Z3_SESSION_H
#define COUPLET_Z3_SESSION_H

#include <couplet/internal/context.h>
#include <z3.h>

typedef struct {
  CoupletContext *context;
  Z3_context z3;
  Z3_solver solver; /* NULL: Z3 failed, and nothing may be asked */
  gboolean watched; /* while it checks; else it ends soon enough by its own clock */
  GMutex lock;
  GCond ended;
  gboolean checking; /* guarded by lock */
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

/* Whether all that is asserted can hold together with the n assumptions; Z3's core of them is then
 * minimal. */
Z3_lbool z3_session_check (Z3Session *session, guint n, const Z3_ast *assumptions);

#endif
