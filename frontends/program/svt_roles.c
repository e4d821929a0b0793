/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_roles.h"

#include <couplet/internal/text.h>

const char *
svt_describe_role (const SvtName *name)
{
  return name->role == SVT_PARAMETER ? "a parameter"
         : name->role == SVT_WHOLE   ? "a whole number"
         : name->role == SVT_READING ? "a value read without 'threshold'"
                                     : "a threshold";
}

/* Gives name the role; reports when it has another. */
static void
set_role (SvtChecker *checker, SvtName *name, SvtRole role, SvtPlace place)
{
  if (name->role == role)
    return;
  if (name->role != SVT_UNUSED) {
    g_autofree char *quoted = couplet_quote (name->text, -1);
    const char *hint = name->role == SVT_THRESHOLD && role == SVT_READING
                           ? "; 'threshold' before it reads it anew"
                           : "; expected another name here";
    svt_error (checker->reporter, place, "%s is %s since line %u%s", quoted,
               svt_describe_role (name), name->first.line, hint);
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
check_threshold_name (SvtChecker *checker, const SvtName *name, SvtPlace place)
{
  if (g_str_equal (name->text, "insample") || g_str_equal (name->text, "true"))
    svt_error (checker->reporter, place, "a threshold cannot be called '%s'", name->text);
}

static void
declare_variable (SvtChecker *checker, SvtName *name, SvtPlace place)
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
void
svt_find_roles (SvtChecker *checker, const SvtBlock *block)
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
      svt_find_roles (checker, &b->body);
    svt_find_roles (checker, &s->body);
  }
}

void
svt_report_name (const SvtChecker *checker, const SvtName *name, SvtPlace place, gboolean threshold)
{
  g_autofree char *quoted = couplet_quote (name->text, -1);
  const char *nearest =
      svt_file_nearest (checker->file, name->text, 1 << (threshold ? SVT_THRESHOLD : SVT_READING));
  g_autofree char *hint = couplet_suggest (nearest);
  const char *what = threshold ? "a threshold" : "a value that is read";
  if (name->role != SVT_UNUSED)
    svt_error (checker->reporter, place, "%s is %s; expected %s", quoted, svt_describe_role (name),
               what);
  else
    svt_error (checker->reporter, place, "%s is not %s%s", quoted, what, hint);
}

gboolean
svt_is_read (const SvtName *name)
{
  return name->role == SVT_READING || name->role == SVT_THRESHOLD;
}

gboolean
svt_is_number (const SvtName *name)
{
  return name->role == SVT_PARAMETER || name->role == SVT_WHOLE;
}

/* ---- The mechanism that is meant ---- */

/* The parameter that chooses among several mechanisms; no name, so never one
 * of a mechanism's own. */
#define CHOICE "mechanism"

/* The value given with -D, or NULL. */
static const char *
given_value (CoupletContext *context, const char *wanted)
{
  const char *name, *value;
  couplet_context_use_parameter (context, wanted);
  for (guint i = 0; couplet_context_parameter (context, i, &name, &value); i++)
    if (g_str_equal (name, wanted))
      return value;
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
check_distinct (const SvtChecker *checker)
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

const SvtMechanism *
svt_choose_mechanism (const SvtChecker *checker)
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
read_parameter (SvtChecker *checker, const SvtParameter *parameter, CoupletRational *value)
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
declare_parameters (SvtChecker *checker)
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

void
svt_read_parameters (SvtChecker *checker)
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
