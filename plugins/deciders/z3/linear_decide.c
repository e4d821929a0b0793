/* SPDX-License-Identifier: Apache-2.0 */
#include "z3_decide.h"

#include "linear_program.h"
#include "linear_search.h"

/* For one question, of which none should take long. */
#define MOST_SECONDS 5
#define GIVES_UP "Z3 gives up on a path"

/* Shifts that cost no more than what is claimed are said to cost 0, others 1; -1: there are none.
 */
typedef struct {
  LinearSearch search;
  CoupletRational limit; /* the claim at sensitivity 1; 0 = nothing is claimed */
  CoupletRational one;
} Decision;

/* A question about one path. */
typedef struct {
  const Z3Session *session;
  const LinearProgram *program;
  gboolean whole; /* whether whole columns have to be whole */
} Question;

/* ---- Terms -------------------------------------------------------------------------------- */

static Z3_ast
number (const Question *question, mpq_srcptr value)
{
  const CoupletRational rational = {{*value}};
  g_autofree char *text = couplet_rational_to_string (&rational);
  return Z3_mk_numeral (question->session->z3, text, Z3_mk_real_sort (question->session->z3));
}

static Z3_ast
column (const Question *question, guint j)
{
  Z3_context z3 = question->session->z3;
  gboolean whole = question->whole && question->program->columns[j].is_whole;
  Z3_ast variable = Z3_mk_const (z3, Z3_mk_int_symbol (z3, (int)(2 * j + (whole ? 1 : 0))),
                                 whole ? Z3_mk_int_sort (z3) : Z3_mk_real_sort (z3));
  return whole ? Z3_mk_int2real (z3, variable) : variable;
}

static Z3_ast
product (const Question *question, mpq_srcptr factor, guint j)
{
  Z3_ast terms[] = {number (question, factor), column (question, j)};
  return Z3_mk_mul (question->session->z3, 2, terms);
}

static Z3_ast
sum (const Question *question, const LinearRow *row)
{
  Z3_context z3 = question->session->z3;
  g_autofree Z3_ast *terms = g_new (Z3_ast, (gsize)row->terms->len + 1);
  for (guint t = 0; t < row->terms->len; t++)
    terms[t] = product (question, linear_term (row, t)->factor, linear_term (row, t)->column);
  return row->terms->len > 0 ? Z3_mk_add (z3, row->terms->len, terms) : Z3_mk_real (z3, 0, 1);
}

/* What the columns cost. */
static Z3_ast
objective (const Question *question)
{
  const LinearProgram *program = question->program;
  g_autofree Z3_ast *terms = g_new (Z3_ast, (gsize)program->n_columns + 1);
  terms[0] = Z3_mk_real (question->session->z3, 0, 1);
  for (guint j = 0; j < program->n_columns; j++)
    terms[j + 1] = product (question, program->columns[j].cost, j);
  return Z3_mk_add (question->session->z3, program->n_columns + 1, terms);
}

static void
assert_rows (const Question *question)
{
  const LinearProgram *program = question->program;
  Z3_context z3 = question->session->z3;
  for (guint i = 0; i < program->n_rows; i++) {
    const LinearRow *row = &program->rows[i];
    Z3_ast left = sum (question, row), right = number (question, row->bound);
    z3_session_assert (question->session, row->sense == ROW_AT_LEAST  ? Z3_mk_ge (z3, left, right)
                                          : row->sense == ROW_AT_MOST ? Z3_mk_le (z3, left, right)
                                                                      : Z3_mk_eq (z3, left, right));
  }
  for (guint j = 0; j < program->n_columns; j++)
    z3_session_assert (question->session,
                       Z3_mk_ge (z3, column (question, j), Z3_mk_real (z3, 0, 1)));
}

/* ---- Questions ------------------------------------------------------------------------------ */

/* Whether some columns meet the rows and, unless limit is NULL, cost at most limit, or with strict
 * less. */
static Z3_lbool
ask (const Decision *decision, const LinearProgram *program, gboolean whole,
     const CoupletRational *limit, gboolean strict)
{
  g_auto (Z3Session) session;
  z3_session_init (&session, decision->search.context, MOST_SECONDS);
  const Question question = {&session, program, whole};
  if (session.solver == NULL)
    return Z3_L_UNDEF;
  assert_rows (&question);
  if (limit != NULL) {
    Z3_ast cost = objective (&question), most = number (&question, limit->value);
    z3_session_assert (&session, strict ? Z3_mk_lt (session.z3, cost, most)
                                        : Z3_mk_le (session.z3, cost, most));
  }
  return z3_session_has_failed (&session, NULL) ? Z3_L_UNDEF : z3_session_check (&session, 0, NULL);
}

static gboolean
has_claim (const Decision *decision)
{
  return mpq_sgn (decision->limit.value) > 0;
}

/* FALSE: Z3 gives up. */
static gboolean
find_shifts (const Decision *decision, const LinearProgram *program, gboolean whole, mpq_t cost)
{
  gboolean claims = has_claim (decision);
  Z3_lbool within = ask (decision, program, whole, claims ? &decision->limit : NULL, FALSE);
  Z3_lbool any =
      within == Z3_L_FALSE && claims ? ask (decision, program, whole, NULL, FALSE) : within;
  mpq_set_si (cost, any == Z3_L_FALSE ? -1 : within == Z3_L_TRUE ? 0 : 1, 1);
  return within != Z3_L_UNDEF && any != Z3_L_UNDEF;
}

/* ---- Paths -------------------------------------------------------------------------------- */

static gboolean
has_whole (const LinearProgram *program)
{
  gboolean has = FALSE;
  for (guint j = 0; j < program->n_columns; j++)
    has |= program->columns[j].is_whole;
  return has;
}

/* Whole shifts show what is enough, real ones what is necessary. */
static const char *
find_cost (gpointer data, const CoupletLinearPath *path, guint i, mpq_t least, mpq_t enough)
{
  const Decision *decision = data;
  g_auto (LinearProgram) program;
  g_autoptr (CoupletLine) line = couplet_line_of_path (decision->search.list, path);
  linear_program_of_shifts (&program, line, linear_search_difference (&decision->search, i));
  gboolean good = find_shifts (decision, &program, TRUE, enough);
  mpq_set (least, enough);
  if (good && mpq_sgn (enough) != 0 && has_whole (&program))
    good = find_shifts (decision, &program, FALSE, least);
  return good ? NULL : GIVES_UP;
}

static const char *
find_place (gpointer data, const CoupletLinearPath *path, PathPlace *place)
{
  const Decision *decision = data;
  g_auto (LinearProgram) program;
  g_autoptr (CoupletLine) line = couplet_line_of_path (decision->search.list, path);
  linear_program_of_place (&program, line, decision->search.linear->whole_answers);
  /* the last column is what is missing to a margin of 1, and all that costs */
  Z3_lbool taken = ask (decision, &program, TRUE, &decision->one, TRUE);
  *place = taken == Z3_L_FALSE ? PATH_IMPOSSIBLE : PATH_CERTAIN;
  return taken == Z3_L_UNDEF ? GIVES_UP : NULL;
}

/* ---- The answer --------------------------------------------------------------------------- */

static void
answer (const Decision *decision, CoupletOutcome *outcome)
{
  mpq_srcptr forced = linear_search_forced (&decision->search).cost;
  mpq_srcptr most = decision->search.most;
  g_autofree char *claim = couplet_rational_to_string (&decision->search.linear->claim);
  if (forced != NULL && mpq_sgn (forced) < 0) {
    couplet_outcome_set_found (outcome, COUPLET_FOUND_DISTINGUISHER);
    couplet_outcome_set_reason (outcome,
                                "no path with some outputs has shifts for some difference");
    return;
  }
  if (mpq_sgn (most) < 0 || !linear_search_takes_shifts (&decision->search)) {
    couplet_outcome_set_reason (outcome, "a path has no shifts, but others with its outputs may");
    return;
  }
  couplet_outcome_set_found (outcome, COUPLET_FOUND_STRATEGY);
  if (!has_claim (decision))
    couplet_outcome_set_reason (outcome, "every path has shifts for every difference");
  else if (mpq_sgn (most) == 0)
    couplet_outcome_set_reason (outcome, "every path has shifts that cost at most %s", claim);
  else
    couplet_outcome_set_reason (
        outcome, "%s: shifts that cost at most %s are not there",
        forced != NULL && mpq_sgn (forced) != 0 ? "the claim fails" : "the claim is open", claim);
}

gboolean
linear_decide (CoupletContext *context, const CoupletLinear *linear, CoupletOutcome *outcome,
               GError **error)
{
  static const LinearMethod METHOD = {find_place, find_cost};
  Decision decision;
  (void)error;
  couplet_rational_init (&decision.limit);
  couplet_rational_init (&decision.one);
  mpq_div (decision.limit.value, linear->claim.value, linear->sensitivity.value);
  mpq_set_ui (decision.one.value, 1, 1);
  if (linear_search_init (&decision.search, context, linear, FALSE, outcome)) {
    if (linear_search_run (&decision.search, &METHOD, &decision, outcome))
      answer (&decision, outcome);
    couplet_outcome_set_statistic (outcome, "paths", decision.search.n_paths);
  }
  linear_search_clear (&decision.search);
  couplet_rational_clear (&decision.limit);
  couplet_rational_clear (&decision.one);
  return TRUE;
}
