/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_decide.h"

#include "linear_program.h"

#include <math.h>
#include <z3.h>

/* More differences take too long. */
#define MOST_DIFFERENCES 4096
/* For one question, of which none should take long. */
#define MOST_MILLISECONDS 5000

/* What shifts a path has, from least to most. */
typedef enum { SHIFTS_NONE, SHIFTS_BEYOND_CLAIM, SHIFTS_WITHIN_CLAIM } Shifts;

/* Paths with the same outputs: the best of them, per difference. */
typedef struct {
  gboolean is_taken;
  Shifts *best;
} Outputs;

typedef struct {
  CoupletContext *context;
  const CoupletLinear *linear;
  const CoupletLinearList *list;
  gint8 *differences;
  guint n_differences;
  CoupletRational limit; /* the claim at sensitivity 1; 0 = nothing is claimed */
  GHashTable *outputs;   /* text -> Outputs, both owned */
  Shifts worst;          /* of all paths and differences */
  gboolean gave_up;
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
  mpq_t zero;
  mpq_init (zero);
  terms[n_terms++] = number (question, zero);
  mpq_clear (zero);
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
  mpq_t zero;
  mpq_init (zero);
  for (guint j = 0; j < program->n_columns; j++)
    Z3_solver_assert (z3, question->solver,
                      Z3_mk_ge (z3, column (question, j), number (question, zero)));
  mpq_clear (zero);
}

/* ---- Questions ------------------------------------------------------------------------------ */

static void
set_time (const Decision *decision, const Question *question)
{
  Z3_context z3 = question->z3;
  Z3_params params = Z3_mk_params (z3);
  double left = couplet_context_seconds_left (decision->context) * 1000 + 1;
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

static Shifts
find_shifts (Decision *decision, const LinearProgram *program, gboolean whole)
{
  gboolean claims = mpq_sgn (decision->limit.value) > 0;
  Z3_lbool within = ask (decision, program, whole, claims ? decision->limit.value : NULL, FALSE);
  Z3_lbool any =
      within == Z3_L_FALSE && claims ? ask (decision, program, whole, NULL, FALSE) : within;
  decision->gave_up |= within == Z3_L_UNDEF || any == Z3_L_UNDEF;
  return within == Z3_L_TRUE ? SHIFTS_WITHIN_CLAIM
         : any == Z3_L_TRUE  ? SHIFTS_BEYOND_CLAIM
                             : SHIFTS_NONE;
}

/* ---- Paths ------------------------------------------------------------------------------------
 */

static gboolean
has_whole (const LinearProgram *program)
{
  for (guint j = 0; j < program->n_columns; j++)
    if (program->whole[j])
      return TRUE;
  return FALSE;
}

static Outputs *
need_outputs (Decision *decision, const char *text)
{
  Outputs *outputs = g_hash_table_lookup (decision->outputs, text);
  if (outputs != NULL)
    return outputs;
  outputs = g_new (Outputs, 1);
  *outputs = (Outputs){FALSE, g_new0 (Shifts, decision->n_differences + 1)};
  g_hash_table_insert (decision->outputs, g_strdup (text), outputs);
  return outputs;
}

static void
outputs_free (gpointer data)
{
  g_free (((Outputs *)data)->best);
  g_free (data);
}

/* Whole shifts show what is enough, real ones what is necessary. */
static void
take_difference (Decision *decision, const CoupletLinearPath *path, Outputs *outputs, guint i)
{
  g_auto (LinearProgram) program;
  linear_program_of_shifts (&program, decision->list, path,
                            decision->differences + (gsize)i * decision->list->n_answers);
  Shifts enough = find_shifts (decision, &program, TRUE), real = enough;
  if (enough != SHIFTS_WITHIN_CLAIM && has_whole (&program))
    real = find_shifts (decision, &program, FALSE);
  decision->worst = MIN (decision->worst, enough);
  outputs->best[i] = MAX (outputs->best[i], real);
}

static void
take_path (Decision *decision, const CoupletLinearPath *path)
{
  g_auto (LinearProgram) place;
  linear_program_of_place (&place, decision->linear, decision->list, path);
  /* the last column is what is missing to a margin of 1, and all that costs */
  mpq_t one;
  mpq_init (one);
  mpq_set_ui (one, 1, 1);
  Z3_lbool taken = ask (decision, &place, TRUE, one, TRUE);
  mpq_clear (one);
  decision->gave_up |= taken == Z3_L_UNDEF;
  if (taken == Z3_L_FALSE)
    return;
  Outputs *outputs = need_outputs (decision, path->outputs);
  outputs->is_taken |= taken == Z3_L_TRUE;
  for (guint i = 0; i < decision->n_differences && !decision->gave_up &&
                    !couplet_context_should_stop (decision->context);
       i++)
    take_difference (decision, path, outputs, i);
}

/* ---- The answer ---------------------------------------------------------------------------------
 */

/* The least that some outputs have at a difference. */
static Shifts
find_forced (const Decision *decision)
{
  Shifts forced = SHIFTS_WITHIN_CLAIM;
  gpointer value;
  GHashTableIter iter;
  g_hash_table_iter_init (&iter, decision->outputs);
  while (g_hash_table_iter_next (&iter, NULL, &value)) {
    const Outputs *outputs = value;
    for (guint i = 0; outputs->is_taken && i < decision->n_differences; i++)
      forced = MIN (forced, outputs->best[i]);
  }
  return forced;
}

static void
answer (const Decision *decision, CoupletOutcome *outcome)
{
  gboolean claims = mpq_sgn (decision->limit.value) > 0;
  gboolean differs = !decision->linear->whole_answers ||
                     mpz_cmp_ui (mpq_denref (decision->linear->sensitivity.value), 1) == 0;
  gboolean unit = !couplet_linear_has_discrete (decision->list) ||
                  mpq_cmp_ui (decision->linear->sensitivity.value, 1, 1) == 0;
  Shifts forced = differs ? find_forced (decision) : SHIFTS_WITHIN_CLAIM;
  g_autofree char *claim = couplet_rational_to_string (&decision->linear->claim);
  if (forced == SHIFTS_NONE) {
    couplet_outcome_set_found (outcome, COUPLET_FOUND_DISTINGUISHER);
    couplet_outcome_set_reason (outcome,
                                "no path with some outputs has shifts for some difference");
    return;
  }
  if (decision->worst == SHIFTS_NONE || !unit) {
    couplet_outcome_set_reason (outcome, "a path has no shifts, but others with its outputs may");
    return;
  }
  couplet_outcome_set_found (outcome, COUPLET_FOUND_STRATEGY);
  if (!claims)
    couplet_outcome_set_reason (outcome, "every path has shifts for every difference");
  else if (decision->worst == SHIFTS_WITHIN_CLAIM)
    couplet_outcome_set_reason (outcome, "every path has shifts that cost at most %s", claim);
  else
    couplet_outcome_set_reason (
        outcome, "%s: shifts that cost at most %s are not there",
        forced == SHIFTS_BEYOND_CLAIM ? "the claim fails" : "the claim is open", claim);
}

static void
decide_list (Decision *decision, CoupletOutcome *outcome)
{
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (decision->list);
  CoupletLinearPath path;
  guint64 n = 0;
  for (; !decision->gave_up && !couplet_context_should_stop (decision->context) &&
         couplet_linear_walk_next (walk, &path);
       n++)
    take_path (decision, &path);
  couplet_outcome_set_statistic (outcome, "paths", n);
  if (couplet_outcome_set_stopped (outcome, decision->context))
    return;
  if (decision->gave_up)
    couplet_outcome_set_reason (outcome, "Z3 gives up on a path");
  else
    answer (decision, outcome);
}

gboolean
linear_decide (CoupletContext *context, const CoupletLinear *linear, CoupletOutcome *outcome,
               GError **error)
{
  Decision decision = {.context = context,
                       .linear = linear,
                       .list = &linear->lists[linear->n_lists - 1],
                       .worst = SHIFTS_WITHIN_CLAIM};
  (void)error;
  decision.differences =
      couplet_linear_differences (linear, decision.list, MOST_DIFFERENCES, &decision.n_differences);
  if (decision.differences == NULL) {
    couplet_outcome_set_reason (outcome, "lists of %u answers have more than %u differences",
                                decision.list->n_answers, MOST_DIFFERENCES);
    return TRUE;
  }
  couplet_rational_init (&decision.limit);
  mpq_div (decision.limit.value, linear->claim.value, linear->sensitivity.value);
  decision.outputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, outputs_free);
  decide_list (&decision, outcome);
  g_hash_table_unref (decision.outputs);
  couplet_rational_clear (&decision.limit);
  g_free (decision.differences);
  return TRUE;
}
