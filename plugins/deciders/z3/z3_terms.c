/* SPDX-License-Identifier: Apache-2.0 */
#include "z3_terms.h"

#include <math.h>
#include <string.h>

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
  *session = (Z3Session){.context = context, .z3 = Z3_mk_context (config)};
  Z3_del_config (config);
  Z3_set_error_handler (session->z3, keep_going);
  Z3_set_ast_print_mode (session->z3, Z3_PRINT_SMTLIB2_COMPLIANT);
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

Z3_lbool
z3_session_check (Z3Session *session, guint n, const Z3_ast *assumptions)
{
  return couplet_context_should_stop (session->context)
             ? Z3_L_UNDEF
             : Z3_solver_check_assumptions (session->z3, session->solver, n, assumptions);
}

/* ---- Constants ------------------------------------------------------------------------ */

static Z3_ast
constant (ShiftTerms terms, guint32 variable, const char *suffix, Z3_sort sort)
{
  Z3_context z3 = terms.session->z3;
  g_autofree char *name = g_strdup_printf ("shift%u%s", variable, suffix);
  return Z3_mk_const (z3, Z3_mk_string_symbol (z3, name), sort);
}

/* `shift12_less`: the variable follows the strategy whose shift is x: S^L is 1,
 * S^N is 0, S^G is -1. */
static Z3_ast
strategy (ShiftTerms terms, guint32 variable, int x)
{
  static const char *const suffixes[] = {"_greater", "_none", "_less"};
  /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): x is -1, 0 or 1 */
  return constant (terms, variable, suffixes[x + 1], Z3_mk_bool_sort (terms.session->z3));
}

/* The shift itself, with ENCODING_SHIFTS. */
static Z3_ast
real (ShiftTerms terms, guint32 variable)
{
  return constant (terms, variable, "", Z3_mk_real_sort (terms.session->z3));
}

/* What holds of variable in any case: its shift is in [-1, 1], or its strategy is one of three, and
 * no two. */
static Z3_ast
range_of (ShiftTerms terms, guint32 variable)
{
  Z3_context z3 = terms.session->z3;
  if (terms.encoding == ENCODING_SHIFTS)
    return shift_terms_among (terms, variable, COUPLET_ALL_SHIFTS);
  Z3_ast some[] = {strategy (terms, variable, -1), strategy (terms, variable, 0),
                   strategy (terms, variable, 1)};
  Z3_ast formula = Z3_mk_or (z3, 3, some);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < i; j++)
      formula = shift_terms_both (terms, formula,
                                  Z3_mk_not (z3, shift_terms_both (terms, some[i], some[j])));
  return formula;
}

void
shift_terms_declare (ShiftTerms terms, guint32 variable)
{
  z3_session_assert (terms.session, range_of (terms, variable));
}

static void
append_constant (GString *text, ShiftTerms terms, Z3_ast constant, const char *sort)
{
  g_string_append_printf (text, "(declare-const %s %s)\n",
                          Z3_ast_to_string (terms.session->z3, constant), sort);
}

void
shift_terms_append_declaration (GString *text, ShiftTerms terms, guint32 variable)
{
  if (terms.encoding == ENCODING_SHIFTS)
    append_constant (text, terms, real (terms, variable), "Real");
  for (int x = -1; x <= 1 && terms.encoding == ENCODING_STRATEGIES; x++)
    append_constant (text, terms, strategy (terms, variable, x), "Bool");
  g_string_append_printf (text, "(assert %s)\n",
                          Z3_ast_to_string (terms.session->z3, range_of (terms, variable)));
}

/* ---- Formulas ------------------------------------------------------------------------- */

Z3_ast
shift_terms_both (ShiftTerms terms, Z3_ast a, Z3_ast b)
{
  Z3_ast parts[] = {a, b};
  return Z3_mk_and (terms.session->z3, 2, parts);
}

Z3_ast
shift_terms_bounded (ShiftTerms terms, guint32 variable, int side, int bound)
{
  Z3_context z3 = terms.session->z3;
  if (terms.encoding == ENCODING_SHIFTS) {
    Z3_ast shift = real (terms, variable), number = Z3_mk_real (z3, bound, 1);
    return side > 0 ? Z3_mk_le (z3, number, shift) : Z3_mk_le (z3, shift, number);
  }
  Z3_ast formula = Z3_mk_true (z3);
  for (int x = -side; x != bound; x += side)
    formula = shift_terms_both (terms, formula, Z3_mk_not (z3, strategy (terms, variable, x)));
  return formula;
}

Z3_ast
shift_terms_among (ShiftTerms terms, guint32 variable, CoupletShifts shifts)
{
  if (shifts == 0)
    return Z3_mk_false (terms.session->z3);
  return shift_terms_both (
      terms, shift_terms_bounded (terms, variable, 1, couplet_shifts_least (shifts)),
      shift_terms_bounded (terms, variable, -1, couplet_shifts_greatest (shifts)));
}

Z3_ast
shift_terms_in_order (ShiftTerms terms, guint32 a, guint32 b)
{
  Z3_context z3 = terms.session->z3;
  if (terms.encoding == ENCODING_SHIFTS)
    return Z3_mk_le (z3, real (terms, a), real (terms, b));
  Z3_ast formula = Z3_mk_true (z3);
  for (int x = -1; x <= 1; x++)
    for (int y = -1; y < x; y++) {
      Z3_ast wrong = shift_terms_both (terms, strategy (terms, a, x), strategy (terms, b, y));
      formula = shift_terms_both (terms, formula, Z3_mk_not (z3, wrong));
    }
  return formula;
}

/* ---- Models --------------------------------------------------------------------------- */

gboolean
shift_terms_value (ShiftTerms terms, Z3_model model, guint32 variable, CoupletRational *shift)
{
  Z3_context z3 = terms.session->z3;
  Z3_ast value;
  if (terms.encoding == ENCODING_SHIFTS) {
    if (!Z3_model_eval (z3, model, real (terms, variable), true, &value))
      return FALSE;
    const char *text = Z3_get_numeral_string (z3, value);
    return couplet_rational_parse (shift, text, strlen (text), NULL);
  }
  for (int x = -1; x <= 1; x++)
    if (Z3_model_eval (z3, model, strategy (terms, variable, x), true, &value) &&
        Z3_get_bool_value (z3, value) == Z3_L_TRUE) {
      mpq_set_si (shift->value, x, 1);
      return TRUE;
    }
  return FALSE;
}
