/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_roles.h"

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
