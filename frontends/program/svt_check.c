/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_check.h"

#include "svt_roles.h"
#include "svt_message.h"
#include "svt_program.h"

/* value as a text that lives as long as the file. */
static char *
svt_checker_keep (const SvtChecker *checker, const CoupletRational *value)
{
  g_autofree char *text = couplet_rational_to_string (value);
  return couplet_arena_strndup (checker->file->arena, text, strlen (text));
}

/* Draws: `private + 3 + lap(2/eps)`. */

/* The scale is not a multiple of 1/eps, but value times another power. */
static void
report_scale (const SvtChecker *checker, const SvtSummand *noise, const CoupletRational *value,
              int power)
{
  const char *word = svt_noise_call (noise->noise);
  g_autofree char *number = couplet_rational_to_string (value);
  svt_error (checker->reporter, noise->value.place,
             "the scale of noise is a multiple of 1/eps; expected %s(%s/eps), or %s(0) for no "
             "noise",
             word, power == 0 && strlen (number) <= 20 ? number : "NUMBER", word);
}

/* `lap(E/eps)`: d is 1/E. */
static void
read_noise (SvtChecker *checker, SvtDraw *draw, const SvtSummand *noise)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  int power;
  if (!svt_evaluate (&checker->values, &noise->value, &value, &power))
    return;
  int sign = mpq_sgn (value.value);
  if (sign == 0)
    draw->d = "none";
  else if (power != -1)
    report_scale (checker, noise, &value, power);
  else if (sign < 0) {
    g_autofree char *number = couplet_rational_to_string (&value);
    g_autofree char *text = g_strdup_printf ("%s * 1/eps", number);
    g_autofree char *quoted = couplet_quote (text, -1);
    svt_error (checker->reporter, noise->value.place,
               "the scale of noise is %s; expected a positive one", quoted);
  } else {
    mpq_inv (value.value, value.value);
    draw->d = svt_checker_keep (checker, &value);
  }
}

/* The sum of all constants. */
static void
read_mean (SvtChecker *checker, SvtDraw *draw)
{
  g_auto (CoupletRational) sum;
  g_auto (CoupletRational) value;
  couplet_rational_init (&sum);
  couplet_rational_init (&value);
  for (const SvtSummand *s = draw->summands; s != NULL; s = s->next) {
    if (s->noise != COUPLET_NOISELESS ||
        !svt_evaluate_plain (&checker->values, &s->value, "a constant", &value))
      continue;
    (s->is_negative ? mpq_sub : mpq_add) (sum.value, sum.value, value.value);
    if (mpz_sizeinbase (mpq_numref (sum.value), 2) > SVT_MAX_BITS ||
        mpz_sizeinbase (mpq_denref (sum.value), 2) > SVT_MAX_BITS) {
      svt_error (checker->reporter, s->place, "a number of more than %d bits", SVT_MAX_BITS);
      return;
    }
  }
  if (mpq_sgn (sum.value) != 0)
    draw->mu = svt_checker_keep (checker, &sum);
}

/* Sets the noise and mean of draw; what is wrong is reported. */
static void
svt_check_draw (SvtChecker *checker, SvtDraw *draw)
{
  const SvtSummand *noise = NULL;
  for (const SvtSummand *s = draw->summands; s != NULL; s = s->next)
    if (s->noise != COUPLET_NOISELESS && noise != NULL) {
      svt_error (checker->reporter, noise->place, "noise is added twice; expected one lap(...)");
      return;
    } else if (s->noise != COUPLET_NOISELESS)
      noise = s;
  if (noise == NULL) {
    svt_error (checker->reporter, draw->place,
               "no noise is added; expected '+ lap(NUMBER/eps)', or '+ lap(0)' for none");
    return;
  }
  draw->noise = noise->noise;
  read_noise (checker, draw, noise);
  read_mean (checker, draw);
}

/* Conditions: comparisons of the value read with thresholds, and of numbers. */

/* Reports a relation that values with noise do not have; TRUE when there is nothing to
 * report. */
static gboolean
check_relation (SvtChecker *checker, const SvtConditionTerm *term)
{
  if (term->relation != SVT_EQUAL && term->relation != SVT_UNEQUAL)
    return TRUE;
  svt_error (checker->reporter, term->relation_place,
             "values with noise are not compared for equality; expected '<' or '>='");
  return FALSE;
}

static void
check_literal (SvtChecker *checker, SvtConditionTerm *literal)
{
  const SvtName *sample = literal->sample, *threshold = literal->threshold;
  gboolean less = literal->relation == SVT_LESS || literal->relation == SVT_AT_MOST;
  literal->kind = SVT_LITERAL;
  literal->comparison = less ? COUPLET_LESS : COUPLET_GREATER_EQUAL;
  literal->threshold->is_compared = TRUE;
  if (sample->role == SVT_THRESHOLD && threshold->role == SVT_READING)
    svt_error (checker->reporter, literal->place,
               "the value read stands on the left: expected '%s %s %s'", threshold->text,
               less ? ">=" : "<", sample->text);
  else if (!svt_is_read (sample))
    svt_report_name (checker, sample, literal->left.place, FALSE);
  else if (threshold->role != SVT_THRESHOLD)
    svt_report_name (checker, threshold, literal->right.place, TRUE);
  else if (check_relation (checker, literal) && sample == threshold)
    svt_error (checker->reporter, literal->place, "'%s' is compared with itself", sample->text);
}

static gboolean
has_value_read (const SvtChecker *checker, const SvtExpression *expression)
{
  const SvtTerm *terms = svt_expression_terms (checker->file, expression);
  for (guint32 i = 0; i < expression->n; i++)
    if (terms[i].kind == SVT_VARIABLE && svt_is_read (terms[i].name))
      return TRUE;
  return FALSE;
}

/* `q >= x + 5`, `q - 5 >= x`, `q >= 5`. */
static void
report_sum (SvtChecker *checker, const SvtConditionTerm *term)
{
  const SvtExpression *other = term->threshold == NULL ? &term->right : &term->left;
  if (other->n > 1) {
    svt_error (checker->reporter, other->place,
               "a value is compared with a threshold, without sums or differences; expected "
               "numbers where one of the two is read, as in 'threshold x = public + 5 + "
               "lap(NUMBER/eps);'");
    return;
  }
  g_autofree char *text =
      g_strndup (checker->reporter->text + other->place.offset, MIN (other->place.length, 255));
  svt_error (checker->reporter, other->place,
             "a value is compared with a threshold; expected a name here, and 'threshold NAME = "
             "public + %s + lap(0);' at the beginning",
             text);
}

static void
check_comparison (SvtChecker *checker, SvtConditionTerm *term)
{
  gboolean read = has_value_read (checker, &term->left) || has_value_read (checker, &term->right);
  gboolean names = term->sample != NULL && term->threshold != NULL;
  if (names && (read || (!svt_is_number (term->sample) && !svt_is_number (term->threshold))))
    check_literal (checker, term);
  else if (read)
    report_sum (checker, term);
  else {
    svt_check_whole (&checker->values, &term->left);
    svt_check_whole (&checker->values, &term->right);
  }
}

/* Tells the two kinds of comparisons apart; what is wrong is reported. */
static void
svt_check_condition (SvtChecker *checker, const SvtCondition *condition)
{
  SvtConditionTerm *terms =
      &g_array_index (checker->file->conditions, SvtConditionTerm, condition->first);
  for (guint32 i = 0; i < condition->n; i++)
    if (terms[i].kind == SVT_COMPARISON)
      check_comparison (checker, &terms[i]);
}

/* ---- Statements ------------------------------------------------------------------------ */

/* Sets *count to what an expression comes to, limit + 1 when that is more. FALSE when it is no
 * whole number from least on, which is reported of what. */
static gboolean
check_count (SvtChecker *checker, const SvtExpression *expression, const char *what, gint least,
             guint32 limit, guint32 *count)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (!svt_evaluate_plain (&checker->values, expression, what, &value))
    return FALSE;
  if (mpz_cmp_ui (mpq_denref (value.value), 1) != 0 || mpq_cmp_si (value.value, least, 1) < 0) {
    g_autofree char *text = couplet_rational_to_string (&value);
    g_autofree char *quoted = couplet_quote (text, -1);
    svt_error (checker->reporter, expression->place,
               "%s is %s; expected a whole number, at least %d", what, quoted, least);
    return FALSE;
  }
  *count = mpz_cmp_ui (mpq_numref (value.value), limit) > 0
               ? limit + 1
               : (guint32)mpz_get_ui (mpq_numref (value.value));
  return TRUE;
}

static void
check_argmax (SvtChecker *checker, SvtStatement *s)
{
  if (!check_count (checker, &s->value, "the number of answers", 1, SVT_MAX_ANSWERS, &s->count))
    return;
  if (s->count > SVT_MAX_ANSWERS)
    svt_error (checker->reporter, s->value.place, "argmax of more than %d answers",
               SVT_MAX_ANSWERS);
  if (s->draw->input == COUPLET_AGAIN)
    svt_error (checker->reporter, s->draw->place,
               "argmax compares answers with each other; expected 'argmax(NUMBER, private + "
               "lap(NUMBER/eps))'");
}

/* The text of a number that must be positive; NULL when it is not, which is reported of what. */
static const char *
read_positive (SvtChecker *checker, const SvtExpression *expression, const char *what)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (!svt_evaluate_plain (&checker->values, expression, what, &value))
    return NULL;
  if (mpq_sgn (value.value) > 0)
    return svt_checker_keep (checker, &value);
  svt_error (checker->reporter, expression->place, "%s must be a positive number", what);
  return NULL;
}

static void
check_snap (SvtChecker *checker, SvtSnap *snap)
{
  snap->bound_text = read_positive (checker, &snap->bound, "the bound of a snap");
  snap->grid_text = read_positive (checker, &snap->grid, "the grid of a snap");
}

static void
check_output (SvtChecker *checker, SvtStatement *s)
{
  if (s->draw != NULL) {
    svt_check_draw (checker, s->draw);
    if (s->snap != NULL)
      check_snap (checker, s->snap);
    if (s->output == SVT_OUTPUT_ARGMAX)
      check_argmax (checker, s);
    return;
  }
  g_autofree char *quoted = couplet_quote (s->name->text, -1);
  if (s->output != SVT_OUTPUT_SYMBOL) {
    if (!svt_is_read (s->name))
      svt_report_name (checker, s->name, s->name_place, FALSE);
    if (s->output == SVT_OUTPUT_GAP && s->name->role == SVT_THRESHOLD &&
        s->source->role == SVT_READING)
      svt_error (checker->reporter, s->place,
                 "the value read stands first: expected 'output %s - %s;'", s->source->text,
                 s->name->text);
    else if (s->source->role != SVT_THRESHOLD)
      svt_report_name (checker, s->source, s->source_place, TRUE);
  } else if (svt_is_read (s->name))
    s->output = SVT_OUTPUT_VALUE;
  else if (svt_is_number (s->name))
    svt_error (checker->reporter, s->name_place,
               "%s is %s; expected a symbol, the name of the value read, or 'fresh'", quoted,
               svt_describe_role (s->name));
  else if (g_str_equal (s->name->text, "insample") || g_str_equal (s->name->text, "gap"))
    svt_error (checker->reporter, s->name_place,
               "%s cannot be a symbol; the value read is output by its name, a gap as VALUE - "
               "THRESHOLD",
               quoted);
}

/* `q = again;` */
static gboolean
is_bare_again (const SvtTerm *terms, guint32 n)
{
  return n == 1 && terms->kind == SVT_VARIABLE && terms->name->role == SVT_UNUSED &&
         g_str_equal (terms->name->text, "again");
}

/* `cost = cost + 2;`, which people also write where the language has other words. */
static void
check_set (SvtChecker *checker, SvtStatement *s)
{
  const SvtTerm *terms = svt_expression_terms (checker->file, &s->value);
  g_autofree char *quoted = couplet_quote (s->name->text, -1);
  if (s->kind == SVT_DECLARE || s->name->role == SVT_WHOLE) {
    svt_check_whole (&checker->values, &s->value);
    if (s->kind == SVT_SET && !s->name->is_in_scope)
      svt_report_scope (&checker->values, s->name, s->name_place);
  } else if (s->name->role == SVT_PARAMETER)
    svt_error (checker->reporter, s->name_place,
               "%s is a parameter, which stays as it is; expected a name declared with 'int'",
               quoted);
  else if (s->value.n == 1 && terms->kind == SVT_VARIABLE && svt_is_read (terms->name))
    svt_error (checker->reporter, s->source_place, "a value that was read is stored with ':='");
  else if (svt_word_is_beyond (s->name->text))
    svt_error (checker->reporter, s->name_place, "%s: " SVT_ONLY_PURE, quoted);
  else if (is_bare_again (terms, s->value.n))
    svt_error (
        checker->reporter, s->value.place,
        "no noise is added; expected 'again + lap(NUMBER/eps)', or 'again + lap(0)' for none");
  else
    svt_error (checker->reporter, s->value.place,
               "a number has a name as a parameter, or declared with 'int'; expected 'mechanism "
               "NAME(%s = NUMBER)', and eps where the number is used, as in 'lap(1/(%s*eps))', or "
               "'int %s = NUMBER;' for a whole number that changes",
               s->name->text, s->name->text, s->name->text);
  if (s->kind == SVT_DECLARE)
    s->name->is_in_scope = TRUE;
}

static gboolean check_block (SvtChecker *checker, const SvtBlock *block, gboolean in_loop);

static void
check_rounds (SvtChecker *checker, SvtStatement *s)
{
  if (s->kind == SVT_REPEAT) /* too many are refused when the states are counted */
    check_count (checker, &s->value, "the number of rounds", 0, SVT_MAX_STATES, &s->count);
  if (!check_block (checker, &s->body, TRUE))
    svt_error (checker->reporter, s->place,
               "this '%s' reads nothing; expected a reading inside, such as "
               "'q = private + lap(1/eps);'",
               s->kind == SVT_LOOP ? "loop" : "repeat");
}

/* TRUE when something is read inside. */
static gboolean
check_statement (SvtChecker *checker, SvtStatement *s, gboolean in_loop)
{
  gboolean reads = svt_reads (s);
  switch (s->kind) {
  case SVT_READ:
    svt_check_draw (checker, s->draw);
    break;
  case SVT_ASSIGN:
    if (!svt_is_read (s->source))
      svt_report_name (checker, s->source, s->source_place, FALSE);
    break;
  case SVT_IF:
    for (SvtBranch *b = s->branches; b != NULL; b = b->next) {
      if (b->has_condition)
        svt_check_condition (checker, &b->condition);
      reads |= check_block (checker, &b->body, in_loop);
    }
    break;
  case SVT_DECLARE:
  case SVT_SET:
    check_set (checker, s);
    break;
  case SVT_OUTPUT:
    check_output (checker, s);
    break;
  case SVT_LOOP:
  case SVT_REPEAT:
    check_rounds (checker, s);
    reads = TRUE;
    break;
  case SVT_BREAK:
  case SVT_CONTINUE:
    if (!in_loop)
      svt_error (checker->reporter, s->place, "'%s' stands in no 'loop' or 'repeat'",
                 s->kind == SVT_BREAK ? "break" : "continue");
    break;
  case SVT_HALT:
    break;
  }
  return reads;
}

static gboolean
check_block (SvtChecker *checker, const SvtBlock *block, gboolean in_loop)
{
  gboolean reads = FALSE;
  for (SvtStatement *s = block->first; s != NULL; s = s->next)
    reads |= check_statement (checker, s, in_loop);
  for (const SvtStatement *s = block->first; s != NULL; s = s->next)
    if (s->kind == SVT_DECLARE)
      s->name->is_in_scope = FALSE;
  return reads;
}

/* A threshold that only `:=` sets and nothing compares is probably misspelt. */
static void
check_compared (const SvtChecker *checker, const SvtBlock *block)
{
  for (SvtStatement *s = block->first; s != NULL; s = s->next) {
    if (s->kind == SVT_ASSIGN && !s->name->is_compared &&
        s->name->first.offset == s->name_place.offset) {
      g_autofree char *quoted = couplet_quote (s->name->text, -1);
      svt_warning (checker->reporter, s->name_place, "threshold %s is never compared", quoted);
    }
    for (const SvtBranch *b = s->branches; b != NULL; b = b->next)
      check_compared (checker, &b->body);
    check_compared (checker, &s->body);
  }
}

/* ---- All of it ------------------------------------------------------------------------- */

static void
read_claim (SvtChecker *checker, const SvtExpression *claim)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  int power;
  if (!svt_evaluate (&checker->values, claim, &value, &power))
    return;
  g_autofree char *number = couplet_rational_to_string (&value);
  if (mpq_sgn (value.value) <= 0)
    svt_error (checker->reporter, claim->place, "the claim must be a positive multiple of eps");
  else if (power != 1)
    svt_error (checker->reporter, claim->place,
               "the claim is a multiple of eps; expected 'claim %s*eps;'",
               strlen (number) <= 20 ? number : "NUMBER");
  checker->program->claim = svt_checker_keep (checker, &value);
}

static void
read_header (SvtChecker *checker)
{
  const SvtHeader *own = &checker->program->mechanism->header, *top = &checker->file->header;
  checker->program->sampling = own->has_sampling ? own->sampling : top->sampling;
  checker->program->says_sampling = own->has_sampling || top->has_sampling;
  checker->program->adjacency = own->has_adjacency ? own->adjacency : top->adjacency;
  if (own->has_sensitivity || top->has_sensitivity)
    checker->program->sensitivity = read_positive (
        checker, own->has_sensitivity ? &own->sensitivity : &top->sensitivity, "the sensitivity");
  if (own->has_claim || top->has_claim)
    read_claim (checker, own->has_claim ? &own->claim : &top->claim);
}

static void
clear_rational (gpointer data)
{
  couplet_rational_clear (data);
}

SvtProgram *
svt_check (CoupletContext *context, const SvtReporter *reporter, SvtFile *file)
{
  g_autoptr (SvtProgram) program = g_new0 (SvtProgram, 1);
  program->reporter = reporter;
  program->file = file;
  program->thresholds = g_ptr_array_new ();
  program->variables = g_ptr_array_new ();
  program->parameters = g_array_new (FALSE, FALSE, sizeof (CoupletRational));
  g_array_set_clear_func (program->parameters, clear_rational);
  SvtChecker checker = {
      context, reporter, file, program, {reporter, file, program->parameters, NULL}};
  program->mechanism = svt_choose_mechanism (&checker);
  if (program->mechanism == NULL)
    return NULL;
  const SvtBlock *body = &program->mechanism->body;
  svt_read_parameters (&checker);
  read_header (&checker);
  svt_find_roles (&checker, body);
  check_block (&checker, body, FALSE);
  if (!svt_is_clean (reporter))
    return NULL;
  check_compared (&checker, body);
  return g_steal_pointer (&program);
}

void
svt_program_free (SvtProgram *program)
{
  if (program == NULL)
    return;
  g_ptr_array_unref (program->thresholds);
  g_ptr_array_unref (program->variables);
  g_array_unref (program->parameters);
  g_free (program);
}
