/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_choice.h"

/* The parameter that chooses among several mechanisms; no name, so never one
 * of a mechanism's own. */
#define CHOICE "mechanism"

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
