/* SPDX-License-Identifier: Apache-2.0 */
#include "z3_session.h"

#include <math.h>

/* How often a running check looks at the clock, in microseconds. */
#define LONGEST_WAIT 10000
#define SHORTEST_WAIT 1000

/* With a handler Z3 returns from a failed call, without one it ends the program.
 * The code is asked for afterwards. */
static void
keep_going (Z3_context context, Z3_error_code code)
{
  (void)context;
  (void)code;
}

static void
set_parameters (const Z3Session *session, double seconds)
{
  Z3_context z3 = session->z3;
  Z3_params parameters = Z3_mk_params (z3);
  Z3_params_inc_ref (z3, parameters);
  if (isfinite (seconds))
    Z3_params_set_uint (z3, parameters, Z3_mk_string_symbol (z3, "timeout"),
                        (unsigned)fmin (seconds * 1000 + 1, G_MAXINT32));
  Z3_params_set_bool (z3, parameters, Z3_mk_string_symbol (z3, "core.minimize"), true);
  Z3_solver_set_params (z3, session->solver, parameters);
  Z3_params_dec_ref (z3, parameters);
}

void
z3_session_init (Z3Session *session, CoupletContext *context, double most_seconds)
{
  Z3_config config = Z3_mk_config ();
  *session = (Z3Session){
      .context = context, .z3 = Z3_mk_context (config), .watched = isinf (most_seconds)};
  Z3_del_config (config);
  Z3_set_error_handler (session->z3, keep_going);
  Z3_set_ast_print_mode (session->z3, Z3_PRINT_SMTLIB2_COMPLIANT);
  g_mutex_init (&session->lock);
  g_cond_init (&session->ended);
  session->solver = Z3_mk_simple_solver (session->z3);
  if (session->solver == NULL)
    return;
  Z3_solver_inc_ref (session->z3, session->solver);
  set_parameters (session, fmin (couplet_context_seconds_left (context), most_seconds));
}

void
z3_session_clear (Z3Session *session)
{
  if (session->solver != NULL)
    Z3_solver_dec_ref (session->z3, session->solver);
  Z3_del_context (session->z3);
  g_mutex_clear (&session->lock);
  g_cond_clear (&session->ended);
}

gboolean
z3_session_has_failed (const Z3Session *session, GError **error)
{
  Z3_error_code code = Z3_get_error_code (session->z3);
  if (code == Z3_OK)
    return FALSE;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "Z3: %s",
               Z3_get_error_msg (session->z3, code));
  return TRUE;
}

static gpointer
watch (gpointer data)
{
  Z3Session *session = data;
  g_mutex_lock (&session->lock);
  while (session->checking) {
    double left = couplet_context_seconds_left (session->context) * G_USEC_PER_SEC;
    g_cond_wait_until (&session->ended, &session->lock,
                       g_get_monotonic_time () + (gint64)CLAMP (left, SHORTEST_WAIT, LONGEST_WAIT));
    if (session->checking && couplet_context_should_stop (session->context))
      Z3_interrupt (session->z3);
  }
  g_mutex_unlock (&session->lock);
  return NULL;
}

Z3_lbool
z3_session_check (Z3Session *session, guint n, const Z3_ast *assumptions)
{
  if (couplet_context_should_stop (session->context))
    return Z3_L_UNDEF;
  session->checking = session->watched;
  /* without one Z3 still has its own time limit */
  GThread *watcher =
      session->watched ? g_thread_try_new ("z3 watcher", watch, session, NULL) : NULL;
  Z3_lbool answer = Z3_solver_check_assumptions (session->z3, session->solver, n, assumptions);
  g_mutex_lock (&session->lock);
  session->checking = FALSE;
  g_cond_signal (&session->ended);
  g_mutex_unlock (&session->lock);
  if (watcher != NULL)
    g_thread_join (watcher);
  return answer;
}
