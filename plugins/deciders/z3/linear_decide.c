/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_decide.h"

#include "linear_program.h"
#include "linear_search.h"

#include <math.h>
#include <z3.h>

/* For one question, of which none should take long. */
#define MOST_MILLISECONDS 5000
#define GIVES_UP "Z3 gives up on a path"

/* What shifts a path has, from best to worst. */
typedef enum { SHIFTS_WITHIN_CLAIM, SHIFTS_BEYOND_CLAIM, SHIFTS_NONE } Shifts;

typedef struct {
  LinearSearch search;
  CoupletRational limit;  /* the claim at sensitivity 1; 0 = nothing is claimed */
  CoupletRational beyond; /* what is said of shifts that cost more: 1; of others: 0 */
  CoupletRational nothing;
} Decision;

/* A question about one path. */
typedef struct {
  Z3_context z3;
  Z3_solver solver;
  const LinearProgram *program;
  gboolean whole; /* whether whole columns have to be whole */
} Question;

static void
keep_going (Z3_context context, Z3_error_code code)
{
  (void)context;
  (void)code;
}

/* ---- Terms -------------------------------------------------------------------------------- */

static Z3_ast
number (const Question *question, mpq_srcptr value)
{
  const CoupletRational rational = {{*value}};
  g_autofree char *text = couplet_rational_to_string (&rational);
  return Z3_mk_numeral (question->z3, text, Z3_mk_real_sort (question->z3));
}

static Z3_ast
column (const Question *question, guint j)
{
  Z3_context z3 = question->z3;
  gboolean whole = question->whole && question->program->whole[j];
  Z3_ast variable = Z3_mk_const (z3, Z3_mk_int_symbol (z3, (int)(2 * j + (whole ? 1 : 0))),
                                 whole ? Z3_mk_int_sort (z3) : Z3_mk_real_sort (z3));
  return whole ? Z3_mk_int2real (z3, variable) : variable;
}

/* The sum of n factors times the columns. */
static Z3_ast
sum (const Question *question, const mpq_t *factors)
{
  guint n = question->program->n_columns, n_terms = 0;
  g_autofree Z3_ast *terms = g_new (Z3_ast, n + 1);
  terms[n_terms++] = Z3_mk_real (question->z3, 0, 1);
  for (guint j = 0; j < n; j++) {
    if (mpq_sgn (factors[j]) == 0)
      continue;
    Z3_ast product[] = {number (question, factors[j]), column (question, j)};
    terms[n_terms++] = Z3_mk_mul (question->z3, 2, product);
  }
  return Z3_mk_add (question->z3, n_terms, terms);
}

static void
assert_rows (const Question *question)
{
  const LinearProgram *program = question->program;
  Z3_context z3 = question->z3;
  for (guint i = 0; i < program->n_rows; i++) {
    Z3_ast left = sum (question, program->matrix + (gsize)i * program->n_columns);
    Z3_ast right = number (question, program->bound[i]);
    Z3_solver_assert (z3, question->solver,
                      program->sense[i] == ROW_AT_LEAST  ? Z3_mk_ge (z3, left, right)
                      : program->sense[i] == ROW_AT_MOST ? Z3_mk_le (z3, left, right)
                                                         : Z3_mk_eq (z3, left, right));
  }
  for (guint j = 0; j < program->n_columns; j++)
    Z3_solver_assert (z3, question->solver,
                      Z3_mk_ge (z3, column (question, j), Z3_mk_real (z3, 0, 1)));
}

/* ---- Questions ------------------------------------------------------------------------------ */

static void
set_time (const Decision *decision, const Question *question)
{
  Z3_context z3 = question->z3;
  Z3_params params = Z3_mk_params (z3);
  double left = couplet_context_seconds_left (decision->search.context) * 1000 + 1;
  Z3_params_inc_ref (z3, params);
  Z3_params_set_uint (z3, params, Z3_mk_string_symbol (z3, "timeout"),
                      (unsigned)fmin (left, MOST_MILLISECONDS));
  Z3_solver_set_params (z3, question->solver, params);
  Z3_params_dec_ref (z3, params);
}

/* Whether some columns meet the rows and, unless limit is NULL, cost at most limit, or with strict
 * less. */
static Z3_lbool
ask (const Decision *decision, const LinearProgram *program, gboolean whole, mpq_srcptr limit,
     gboolean strict)
{
  Z3_config config = Z3_mk_config ();
  Question question = {Z3_mk_context (config), NULL, program, whole};
  Z3_context z3 = question.z3;
  Z3_lbool answer = Z3_L_UNDEF;
  Z3_del_config (config);
  Z3_set_error_handler (z3, keep_going);
  question.solver = Z3_mk_simple_solver (z3);
  Z3_solver_inc_ref (z3, question.solver);
  set_time (decision, &question);
  assert_rows (&question);
  if (limit != NULL) {
    Z3_ast cost = sum (&question, program->cost), most = number (&question, limit);
    Z3_solver_assert (z3, question.solver,
                      strict ? Z3_mk_lt (z3, cost, most) : Z3_mk_le (z3, cost, most));
  }
  if (Z3_get_error_code (z3) == Z3_OK)
    answer = Z3_solver_check (z3, question.solver);
  Z3_solver_dec_ref (z3, question.solver);
  Z3_del_context (z3);
  return answer;
}

/* FALSE: Z3 gives up. */
static gboolean
find_shifts (const Decision *decision, const LinearProgram *program, gboolean whole, Shifts *shifts)
{
  gboolean claims = mpq_sgn (decision->limit.value) > 0;
  Z3_lbool within = ask (decision, program, whole, claims ? decision->limit.value : NULL, FALSE);
  Z3_lbool any =
      within == Z3_L_FALSE && claims ? ask (decision, program, whole, NULL, FALSE) : within;
  *shifts = within == Z3_L_TRUE ? SHIFTS_WITHIN_CLAIM
            : any == Z3_L_TRUE  ? SHIFTS_BEYOND_CLAIM
                                : SHIFTS_NONE;
  return within != Z3_L_UNDEF && any != Z3_L_UNDEF;
}

/* ---- Paths -------------------------------------------------------------------------------- */

static gboolean
has_whole (const LinearProgram *program)
{
  for (guint j = 0; j < program->n_columns; j++)
    if (program->whole[j])
      return TRUE;
  return FALSE;
}

static void
set_cost (const Decision *decision, Shifts shifts, LinearCost *cost)
{
  cost->is_infinite = shifts == SHIFTS_NONE;
  cost->value[0] =
      (shifts == SHIFTS_BEYOND_CLAIM ? &decision->beyond : &decision->nothing)->value[0];
}

/* Whole shifts show what is enough, real ones what is necessary. */
static const char *
find_cost (gpointer data, const CoupletLinearPath *path, guint i, LinearCost *least,
           LinearCost *enough)
{
  const Decision *decision = data;
  g_auto (LinearProgram) program;
  Shifts whole, real;
  linear_program_of_shifts (&program, decision->search.list, path,
                            linear_search_difference (&decision->search, i));
  if (!find_shifts (decision, &program, TRUE, &whole))
    return GIVES_UP;
  real = whole;
  if (whole != SHIFTS_WITHIN_CLAIM && has_whole (&program) &&
      !find_shifts (decision, &program, FALSE, &real))
    return GIVES_UP;
  set_cost (decision, whole, enough);
  set_cost (decision, real, least);
  return NULL;
}

static const char *
find_place (gpointer data, const CoupletLinearPath *path, PathPlace *place)
{
  const Decision *decision = data;
  g_auto (LinearProgram) program;
  linear_program_of_place (&program, decision->search.linear, decision->search.list, path);
  /* the last column is what is missing to a margin of 1, and all that costs */
  Z3_lbool taken = ask (decision, &program, TRUE, decision->beyond.value, TRUE);
  *place = taken == Z3_L_FALSE ? PATH_IMPOSSIBLE : PATH_CERTAIN;
  return taken == Z3_L_UNDEF ? GIVES_UP : NULL;
}

/* ---- The answer --------------------------------------------------------------------------- */

static Shifts
shifts_of (const LinearCost *cost)
{
  return cost->is_infinite           ? SHIFTS_NONE
         : mpq_sgn (cost->value) > 0 ? SHIFTS_BEYOND_CLAIM
                                     : SHIFTS_WITHIN_CLAIM;
}

static void
answer (const Decision *decision, CoupletOutcome *outcome)
{
  const CoupletLinear *linear = decision->search.linear;
  gboolean claims = mpq_sgn (decision->limit.value) > 0;
  LinearForced most = linear_search_forced (&decision->search);
  Shifts forced = linear_search_differs (&decision->search) && most.cost != NULL
                      ? shifts_of (most.cost)
                      : SHIFTS_WITHIN_CLAIM;
  Shifts worst = shifts_of (&decision->search.most);
  g_autofree char *claim = couplet_rational_to_string (&linear->claim);
  if (forced == SHIFTS_NONE) {
    couplet_outcome_set_found (outcome, COUPLET_FOUND_DISTINGUISHER);
    couplet_outcome_set_reason (outcome,
                                "no path with some outputs has shifts for some difference");
    return;
  }
  if (worst == SHIFTS_NONE || !linear_search_takes_shifts (&decision->search)) {
    couplet_outcome_set_reason (outcome, "a path has no shifts, but others with its outputs may");
    return;
  }
  couplet_outcome_set_found (outcome, COUPLET_FOUND_STRATEGY);
  if (!claims)
    couplet_outcome_set_reason (outcome, "every path has shifts for every difference");
  else if (worst == SHIFTS_WITHIN_CLAIM)
    couplet_outcome_set_reason (outcome, "every path has shifts that cost at most %s", claim);
  else
    couplet_outcome_set_reason (
        outcome, "%s: shifts that cost at most %s are not there",
        forced == SHIFTS_BEYOND_CLAIM ? "the claim fails" : "the claim is open", claim);
}

gboolean
linear_decide (CoupletContext *context, const CoupletLinear *linear, CoupletOutcome *outcome,
               GError **error)
{
  static const LinearMethod METHOD = {find_place, find_cost};
  Decision decision;
  (void)error;
  couplet_rational_init (&decision.limit);
  couplet_rational_init (&decision.beyond);
  couplet_rational_init (&decision.nothing);
  mpq_div (decision.limit.value, linear->claim.value, linear->sensitivity.value);
  mpq_set_ui (decision.beyond.value, 1, 1);
  if (linear_search_init (&decision.search, context, linear, FALSE, outcome)) {
    if (linear_search_run (&decision.search, &METHOD, &decision, outcome))
      answer (&decision, outcome);
    couplet_outcome_set_statistic (outcome, "paths", decision.search.n_paths);
  }
  linear_search_clear (&decision.search);
  couplet_rational_clear (&decision.limit);
  couplet_rational_clear (&decision.beyond);
  couplet_rational_clear (&decision.nothing);
  return TRUE;
}
