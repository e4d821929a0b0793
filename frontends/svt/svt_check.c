/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_check.h"
#include "svt_compile.h"
#include "svt_number.h"

/* The parameter that chooses among several mechanisms; no name, so never one
 * of a mechanism's own. */
#define CHOICE "mechanism"

typedef struct {
  CoupletContext *context;
  const SvtReporter *reporter;
  SvtFile *file;
  SvtProgram *program;
  SvtValues values;
} Checker;

/* ---- The mechanism --------------------------------------------------------------------- */

/* The value given with -D, or NULL; it is then known to be used. */
static const char *
given_value (CoupletContext *context, const char *wanted)
{
  const char *name, *value;
  for (guint i = 0; couplet_context_parameter (context, i, &name, &value); i++)
    if (g_str_equal (name, wanted)) {
      couplet_context_use_parameter (context, wanted);
      return value;
    }
  return NULL;
}

/* `first, second`; the caller frees it. */
static char *
list_mechanisms (const SvtFile *file)
{
  GString *list = g_string_new (NULL);
  guint n = 0;
  for (const SvtMechanism *m = file->mechanisms; m != NULL && n < 20; m = m->next, n++)
    g_string_append_printf (list, "%s%s", n > 0 ? ", " : "", m->name->text);
  return g_string_free (list, FALSE);
}

/* FALSE when two have the same name. */
static gboolean
check_distinct (const Checker *checker)
{
  for (const SvtMechanism *m = checker->file->mechanisms; m != NULL; m = m->next) {
    if (m->name->index > 0) {
      g_autofree char *quoted = couplet_quote (m->name->text, -1);
      svt_error (checker->reporter, m->place, "a second mechanism %s; the first is on line %u",
                 quoted, m->name->index);
      return FALSE;
    }
    m->name->index = m->place.line;
  }
  for (const SvtMechanism *m = checker->file->mechanisms; m != NULL; m = m->next)
    m->name->index = 0;
  return TRUE;
}

static const SvtMechanism *
choose_mechanism (const Checker *checker)
{
  const SvtMechanism *first = checker->file->mechanisms;
  const char *wanted = given_value (checker->context, CHOICE);
  if (first == NULL) {
    svt_error (checker->reporter, ((SvtPlace){1, 1, 0, 0}),
               "the file has no mechanism; expected 'mechanism NAME(PARAMETERS) { ... }'");
    return NULL;
  }
  if (!check_distinct (checker))
    return NULL;
  if (wanted == NULL && first->next == NULL)
    return first;
  g_autofree char *list = list_mechanisms (checker->file);
  if (wanted == NULL) {
    svt_error (checker->reporter, first->next->place,
               "the file has several mechanisms: choose one with -D " CHOICE "=NAME (%s)", list);
    return NULL;
  }
  for (const SvtMechanism *m = first; m != NULL; m = m->next)
    if (g_str_equal (m->name->text, wanted))
      return m;
  g_autofree char *quoted = couplet_quote (wanted, -1);
  svt_error (checker->reporter, first->place,
             "-D " CHOICE "=%s: the file has no such mechanism (%s)", quoted, list);
  return NULL;
}

/* ---- Parameters ---------------------------------------------------------------------------- */

static gboolean
read_parameter (Checker *checker, const SvtParameter *parameter, CoupletRational *value)
{
  const char *given = given_value (checker->context, parameter->name->text);
  if (given == NULL && parameter->has_value)
    return svt_evaluate_plain (&checker->values, &parameter->value, "a parameter", value);
  g_autofree char *quoted = couplet_quote (parameter->name->text, -1);
  if (given == NULL) {
    svt_error (checker->reporter, parameter->place,
               "parameter %s has no value: give it a default here, or -D %s=VALUE", quoted,
               parameter->name->text);
    return FALSE;
  }
  g_autoptr (GError) error = NULL;
  if (couplet_rational_parse (value, given, strlen (given), &error) &&
      mpz_sizeinbase (mpq_numref (value->value), 2) <= SVT_MAX_BITS &&
      mpz_sizeinbase (mpq_denref (value->value), 2) <= SVT_MAX_BITS)
    return TRUE;
  g_autofree char *text = couplet_quote (given, -1);
  svt_error (checker->reporter, parameter->place, "-D gives parameter %s the value %s: %s", quoted,
             text, error != NULL ? error->message : "too large");
  return FALSE;
}

/* Gives the parameters their role; reports those that stand twice. */
static void
declare_parameters (Checker *checker)
{
  for (const SvtParameter *p = checker->program->mechanism->parameters; p != NULL; p = p->next) {
    if (p->name->role == SVT_PARAMETER) {
      g_autofree char *quoted = couplet_quote (p->name->text, -1);
      svt_error (checker->reporter, p->place, "a second parameter %s", quoted);
      continue;
    }
    p->name->role = SVT_PARAMETER;
    p->name->first = p->place;
    p->name->index = G_MAXUINT32; /* no value yet */
  }
}

static void
read_parameters (Checker *checker)
{
  declare_parameters (checker);
  for (const SvtParameter *p = checker->program->mechanism->parameters; p != NULL; p = p->next) {
    CoupletRational value;
    couplet_rational_init (&value);
    read_parameter (checker, p, &value);
    p->name->index = checker->values.parameters->len;
    g_array_append_val (checker->values.parameters, value);
  }
}

/* ---- What names stand for ------------------------------------------------------------------- */

static const char *
describe_role (const SvtName *name)
{
  return name->role == SVT_PARAMETER ? "a parameter"
         : name->role == SVT_WHOLE   ? "a whole number"
         : name->role == SVT_READING ? "a value read without 'threshold'"
                                     : "a threshold";
}

/* Gives name the role; reports when it has another. */
static void
set_role (Checker *checker, SvtName *name, SvtRole role, SvtPlace place)
{
  if (name->role == role)
    return;
  if (name->role != SVT_UNUSED) {
    g_autofree char *quoted = couplet_quote (name->text, -1);
    const char *hint = name->role == SVT_THRESHOLD && role == SVT_READING
                           ? "; 'threshold' before it reads it anew"
                           : "; expected another name here";
    svt_error (checker->reporter, place, "%s is %s since line %u%s", quoted, describe_role (name),
               name->first.line, hint);
    return;
  }
  name->role = role;
  name->first = place;
  if (role != SVT_THRESHOLD)
    return;
  GPtrArray *thresholds = checker->program->thresholds;
  name->index = thresholds->len;
  g_ptr_array_add (thresholds, name);
  if (thresholds->len == SVT_MAX_THRESHOLDS + 1)
    svt_error (checker->reporter, place, "more than %d thresholds", SVT_MAX_THRESHOLDS);
}

static void
check_threshold_name (Checker *checker, const SvtName *name, SvtPlace place)
{
  if (g_str_equal (name->text, "insample") || g_str_equal (name->text, "true"))
    svt_error (checker->reporter, place, "a threshold cannot be called '%s'", name->text);
}

static void
declare_variable (Checker *checker, SvtName *name, SvtPlace place)
{
  GPtrArray *variables = checker->program->variables;
  if (name->role == SVT_WHOLE) {
    g_autofree char *quoted = couplet_quote (name->text, -1);
    svt_error (checker->reporter, place,
               "%s is a whole number since line %u; without 'int' it gets another value", quoted,
               name->first.line);
    return;
  }
  set_role (checker, name, SVT_WHOLE, place);
  if (name->role != SVT_WHOLE)
    return;
  name->index = variables->len;
  g_ptr_array_add (variables, name);
  if (variables->len == SVT_MAX_VARIABLES + 1)
    svt_error (checker->reporter, place, "more than %d whole numbers declared with 'int'",
               SVT_MAX_VARIABLES);
}

/* Blocks nest at most SVT_MAX_NESTING deep, which bounds this and the other
 * walks below. */
static void
find_roles (Checker *checker, const SvtBlock *block)
{
  for (const SvtStatement *s = block->first; s != NULL; s = s->next) {
    if (s->kind == SVT_READ)
      set_role (checker, s->name, s->is_threshold ? SVT_THRESHOLD : SVT_READING, s->name_place);
    if (s->kind == SVT_ASSIGN)
      set_role (checker, s->name, SVT_THRESHOLD, s->name_place);
    if (s->kind == SVT_DECLARE)
      declare_variable (checker, s->name, s->name_place);
    if (s->kind == SVT_ASSIGN || (s->kind == SVT_READ && s->is_threshold))
      check_threshold_name (checker, s->name, s->name_place);
    for (const SvtBranch *b = s->branches; b != NULL; b = b->next)
      find_roles (checker, &b->body);
    find_roles (checker, &s->body);
  }
}

static const char *
nearest_with_role (const Checker *checker, const SvtName *name, SvtRole role)
{
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer data;
  g_hash_table_iter_init (&iter, checker->file->names);
  while (g_hash_table_iter_next (&iter, NULL, &data)) {
    const SvtName *other = data;
    if (other->role == role)
      g_ptr_array_add (candidates, (char *)other->text);
  }
  g_ptr_array_add (candidates, NULL);
  return couplet_nearest (name->text, (const char *const *)candidates->pdata);
}

/* Reports that name is not what is expected, with the nearest that is. */
static void
report_name (const Checker *checker, const SvtName *name, SvtPlace place, gboolean threshold)
{
  g_autofree char *quoted = couplet_quote (name->text, -1);
  const char *nearest = nearest_with_role (checker, name, threshold ? SVT_THRESHOLD : SVT_READING);
  g_autofree char *hint = couplet_suggest (nearest);
  const char *what = threshold ? "a threshold" : "a value that is read";
  if (name->role != SVT_UNUSED)
    svt_error (checker->reporter, place, "%s is %s; expected %s", quoted, describe_role (name),
               what);
  else
    svt_error (checker->reporter, place, "%s is not %s%s", quoted, what, hint);
}

static gboolean
is_read (const SvtName *name)
{
  return name->role == SVT_READING || name->role == SVT_THRESHOLD;
}

/* ---- Draws ------------------------------------------------------------------------------------
 */

static char *
keep_text (const Checker *checker, const CoupletRational *value)
{
  g_autofree char *text = couplet_rational_to_string (value);
  return couplet_arena_strndup (checker->file->arena, text, strlen (text));
}

/* `lap(E/eps)`: d is 1/E. */
static void
read_noise (Checker *checker, SvtDraw *draw, const SvtSummand *noise)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  int power;
  if (!svt_evaluate (&checker->values, &noise->value, &value, &power))
    return;
  int sign = mpq_sgn (value.value);
  if (sign == 0)
    draw->d = "none";
  else if (power != -1) {
    g_autofree char *number = couplet_rational_to_string (&value);
    svt_error (checker->reporter, noise->value.place,
               "the scale of noise is a multiple of 1/eps; expected lap(%s/eps), or lap(0) for no "
               "noise",
               power == 0 && strlen (number) <= 20 ? number : "NUMBER");
  } else if (sign < 0) {
    g_autofree char *number = couplet_rational_to_string (&value);
    g_autofree char *text = g_strdup_printf ("%s * 1/eps", number);
    g_autofree char *quoted = couplet_quote (text, -1);
    svt_error (checker->reporter, noise->value.place,
               "the scale of noise is %s; expected a positive one", quoted);
  } else {
    mpq_inv (value.value, value.value);
    draw->d = keep_text (checker, &value);
  }
}

/* The sum of all constants. */
static void
read_mean (Checker *checker, SvtDraw *draw)
{
  g_auto (CoupletRational) sum;
  g_auto (CoupletRational) value;
  couplet_rational_init (&sum);
  couplet_rational_init (&value);
  for (const SvtSummand *s = draw->summands; s != NULL; s = s->next) {
    if (s->is_noise || !svt_evaluate_plain (&checker->values, &s->value, "a constant", &value))
      continue;
    (s->is_negative ? mpq_sub : mpq_add) (sum.value, sum.value, value.value);
    if (mpz_sizeinbase (mpq_numref (sum.value), 2) > SVT_MAX_BITS ||
        mpz_sizeinbase (mpq_denref (sum.value), 2) > SVT_MAX_BITS) {
      svt_error (checker->reporter, s->place, "a number of more than %d bits", SVT_MAX_BITS);
      return;
    }
  }
  if (mpq_sgn (sum.value) != 0)
    draw->mu = keep_text (checker, &sum);
}

static void
check_draw (Checker *checker, SvtDraw *draw)
{
  const SvtSummand *noise = NULL;
  for (const SvtSummand *s = draw->summands; s != NULL; s = s->next)
    if (s->is_noise && noise != NULL) {
      svt_error (checker->reporter, noise->place, "noise is added twice; expected one lap(...)");
      return;
    } else if (s->is_noise)
      noise = s;
  if (noise == NULL) {
    svt_error (checker->reporter, draw->place,
               "no noise is added; expected '+ lap(NUMBER/eps)', or '+ lap(0)' for none");
    return;
  }
  read_noise (checker, draw, noise);
  read_mean (checker, draw);
}

/* ---- Statements ---------------------------------------------------------------------------------
 */

/* Reports a relation that values with noise do not have; TRUE when there is nothing to
 * report. */
static gboolean
check_relation (Checker *checker, const SvtConditionTerm *term)
{
  if (term->relation == SVT_LESS || term->relation == SVT_AT_LEAST)
    return TRUE;
  if (term->relation == SVT_AT_MOST)
    svt_error (checker->reporter, term->relation_place, "found '<=', expected '<'");
  else if (term->relation == SVT_MORE)
    svt_error (checker->reporter, term->relation_place, "found '>', expected '>='");
  else
    svt_error (checker->reporter, term->relation_place,
               "values with noise are not compared for equality; expected '<' or '>='");
  return FALSE;
}

static void
check_literal (Checker *checker, SvtConditionTerm *literal)
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
  else if (!is_read (sample))
    report_name (checker, sample, literal->left.place, FALSE);
  else if (threshold->role != SVT_THRESHOLD)
    report_name (checker, threshold, literal->right.place, TRUE);
  else if (check_relation (checker, literal) && sample == threshold)
    svt_error (checker->reporter, literal->place, "'%s' is compared with itself", sample->text);
}

static gboolean
has_value_read (const Checker *checker, const SvtExpression *expression)
{
  const SvtTerm *terms = svt_expression_terms (checker->file, expression);
  for (guint32 i = 0; i < expression->n; i++)
    if (terms[i].kind == SVT_VARIABLE && is_read (terms[i].name))
      return TRUE;
  return FALSE;
}

/* `q >= x + 5`, `q - 5 >= x`, `q >= 5`. */
static void
report_sum (Checker *checker, const SvtConditionTerm *term)
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

static gboolean
is_number (const SvtName *name)
{
  return name->role == SVT_PARAMETER || name->role == SVT_WHOLE;
}

static void
check_comparison (Checker *checker, SvtConditionTerm *term)
{
  gboolean read = has_value_read (checker, &term->left) || has_value_read (checker, &term->right);
  gboolean names = term->sample != NULL && term->threshold != NULL;
  if (names && (read || (!is_number (term->sample) && !is_number (term->threshold))))
    check_literal (checker, term);
  else if (read)
    report_sum (checker, term);
  else {
    svt_check_whole (&checker->values, &term->left);
    svt_check_whole (&checker->values, &term->right);
  }
}

static void
check_condition (Checker *checker, const SvtCondition *condition)
{
  SvtConditionTerm *terms =
      &g_array_index (checker->file->conditions, SvtConditionTerm, condition->first);
  for (guint32 i = 0; i < condition->n; i++)
    if (terms[i].kind == SVT_COMPARISON)
      check_comparison (checker, &terms[i]);
}

static void
check_output (Checker *checker, SvtStatement *s)
{
  if (s->output == SVT_OUTPUT_FRESH) {
    check_draw (checker, s->draw);
    return;
  }
  g_autofree char *quoted = couplet_quote (s->name->text, -1);
  if (s->output == SVT_OUTPUT_VALUE) {
    if (!is_read (s->name))
      report_name (checker, s->name, s->name_place, FALSE);
    if (s->source->role != SVT_THRESHOLD)
      report_name (checker, s->source, s->source_place, TRUE);
  } else if (is_read (s->name))
    s->output = SVT_OUTPUT_VALUE;
  else if (is_number (s->name))
    svt_error (checker->reporter, s->name_place,
               "%s is %s; expected a symbol, the name of the value read, or 'fresh'", quoted,
               describe_role (s->name));
  else if (g_str_equal (s->name->text, "insample"))
    svt_error (checker->reporter, s->name_place,
               "%s cannot be a symbol; the value read is output by its name", quoted);
}

static void
check_times (Checker *checker, SvtStatement *s)
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

/* `cost = cost + 2;`, which people also write where the language has other words. */
static void
check_set (Checker *checker, SvtStatement *s)
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
  else if (s->value.n == 1 && terms->kind == SVT_VARIABLE && is_read (terms->name))
    svt_error (checker->reporter, s->source_place, "a value that was read is stored with ':='");
  else
    svt_error (checker->reporter, s->value.place,
               "a number has a name as a parameter, or declared with 'int'; expected 'mechanism "
               "NAME(%s = NUMBER)', and eps where the number is used, as in 'lap(1/(%s*eps))', or "
               "'int %s = NUMBER;' for a whole number that changes",
               s->name->text, s->name->text, s->name->text);
  if (s->kind == SVT_DECLARE)
    s->name->is_in_scope = TRUE;
}

static gboolean check_block (Checker *checker, const SvtBlock *block, gboolean in_loop);

static void
check_rounds (Checker *checker, SvtStatement *s)
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
check_statement (Checker *checker, SvtStatement *s, gboolean in_loop)
{
  gboolean reads = s->kind == SVT_READ;
  switch (s->kind) {
  case SVT_READ:
    check_draw (checker, s->draw);
    break;
  case SVT_ASSIGN:
    if (!is_read (s->source))
      report_name (checker, s->source, s->source_place, FALSE);
    break;
  case SVT_IF:
    for (SvtBranch *b = s->branches; b != NULL; b = b->next) {
      if (b->has_condition)
        check_condition (checker, &b->condition);
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
check_block (Checker *checker, const SvtBlock *block, gboolean in_loop)
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
check_compared (const Checker *checker, const SvtBlock *block)
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

/* ---- All of it
 * -------------------------------------------------------------------------------------- */

static void
read_sensitivity (Checker *checker, const SvtExpression *sensitivity)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (!svt_evaluate_plain (&checker->values, sensitivity, "the sensitivity", &value))
    return;
  if (mpq_sgn (value.value) <= 0)
    svt_error (checker->reporter, sensitivity->place, "the sensitivity must be a positive number");
  checker->program->sensitivity = keep_text (checker, &value);
}

static void
read_claim (Checker *checker, const SvtExpression *claim)
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
  checker->program->claim = keep_text (checker, &value);
}

static void
read_header (Checker *checker)
{
  const SvtHeader *own = &checker->program->mechanism->header, *top = &checker->file->header;
  checker->program->sampling = own->has_sampling ? own->sampling : top->sampling;
  checker->program->says_sampling = own->has_sampling || top->has_sampling;
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
  Checker checker = {context, reporter, file, program, {reporter, file, program->parameters, NULL}};
  program->mechanism = choose_mechanism (&checker);
  if (program->mechanism == NULL)
    return NULL;
  const SvtBlock *body = &program->mechanism->body;
  read_parameters (&checker);
  read_header (&checker);
  find_roles (&checker, body);
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
