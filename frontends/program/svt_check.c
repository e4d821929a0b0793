/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_choice.h"
#include "svt_compile.h"
#include "svt_condition.h"
#include "svt_draw.h"
#include "svt_roles.h"
#include "svt_words.h"

/* ---- Statements ------------------------------------------------------------------------ */

static void
check_output (SvtChecker *checker, SvtStatement *s)
{
  if (s->output == SVT_OUTPUT_FRESH) {
    svt_check_draw (checker, s->draw);
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
  else if (g_str_equal (s->name->text, "insample"))
    svt_error (checker->reporter, s->name_place,
               "%s cannot be a symbol; the value read is output by its name", quoted);
}

static void
check_times (SvtChecker *checker, SvtStatement *s)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (!svt_evaluate_plain (&checker->values, &s->value, "the number of rounds", &value))
    return;
  if (mpz_cmp_ui (mpq_denref (value.value), 1) != 0 || mpq_sgn (value.value) < 0) {
    g_autofree char *text = couplet_rational_to_string (&value);
    g_autofree char *quoted = couplet_quote (text, -1);
    svt_error (checker->reporter, s->value.place,
               "the number of rounds is %s; expected a whole number that is not negative", quoted);
  } else if (mpz_cmp_ui (mpq_numref (value.value), SVT_MAX_STATES) > 0)
    s->count = SVT_MAX_STATES + 1; /* refused when the states are counted */
  else
    s->count = (guint32)mpz_get_ui (mpq_numref (value.value));
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
  if (s->kind == SVT_REPEAT)
    check_times (checker, s);
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
  gboolean reads = s->kind == SVT_READ;
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

char *
svt_checker_keep (const SvtChecker *checker, const CoupletRational *value)
{
  g_autofree char *text = couplet_rational_to_string (value);
  return couplet_arena_strndup (checker->file->arena, text, strlen (text));
}

static void
read_sensitivity (SvtChecker *checker, const SvtExpression *sensitivity)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (!svt_evaluate_plain (&checker->values, sensitivity, "the sensitivity", &value))
    return;
  if (mpq_sgn (value.value) <= 0)
    svt_error (checker->reporter, sensitivity->place, "the sensitivity must be a positive number");
  checker->program->sensitivity = svt_checker_keep (checker, &value);
}

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
    read_sensitivity (checker, own->has_sensitivity ? &own->sensitivity : &top->sensitivity);
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
