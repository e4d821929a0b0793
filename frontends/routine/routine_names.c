/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_names.h"

#include "routine_budget.h"
#include "routine_noise.h"

#include <couplet/text.h>

typedef struct {
  CoupletContext *context;
  const SvtReporter *reporter;
  const Routine *routine;
  const RoutineOptions *options;
  RoutineNames *names;
  const RoutineStatement *loop; /* where a walk is */
  gboolean changed, failed;
} Finder;

RoutineName *
routine_names_find (const RoutineNames *names, const char *text)
{
  return g_hash_table_lookup (names->names, text);
}

static RoutineName *
need_name (RoutineNames *names, const char *text)
{
  RoutineName *name = routine_names_find (names, text);
  if (name != NULL)
    return name;
  name = g_new0 (RoutineName, 1);
  name->text = text;
  name->is_number = TRUE;
  g_hash_table_insert (names->names, (gpointer)text, name);
  g_ptr_array_add (names->all, name);
  return name;
}

gboolean
routine_is_epsilon (const char *name)
{
  g_autofree char *lower = g_utf8_strdown (name, -1);
  return g_str_has_prefix (lower, "eps") || g_str_has_prefix (lower, "ε");
}

gboolean
routine_is_private (const RoutineNames *names, const RoutineExpression *expression)
{
  return expression != NULL && names->private != NULL &&
         routine_is_name (expression, names->private);
}

gboolean
routine_is_length (const RoutineNames *names, const RoutineExpression *expression)
{
  const RoutineExpression *list = expression->kind == ROUTINE_CALL ? expression->first->next : NULL;
  return list != NULL && routine_is_name (expression->first, "len") && list->next == NULL &&
         routine_is_private (names, list);
}

gboolean
routine_is_open (const RoutineNames *names, const RoutineExpression *expression)
{
  const RoutineName *name =
      expression->kind == ROUTINE_NAME ? routine_names_find (names, expression->text) : NULL;
  return name != NULL && name->role == ROUTINE_ROLE_PARAMETER && name->given == NULL &&
         name->argument->value == NULL;
}

gboolean
routine_is_end (const RoutineNames *names, const RoutineExpression *comparison)
{
  const RoutineExpression *left = comparison->first, *right = left->next;
  const RoutineName *index =
      left->kind == ROUTINE_NAME ? routine_names_find (names, left->text) : NULL;
  return index != NULL && index->role == ROUTINE_ROLE_INDEX &&
         (comparison->relation == SVT_LESS || comparison->relation == SVT_UNEQUAL) &&
         (routine_is_length (names, right) || routine_is_open (names, right));
}

gboolean
routine_draws_outside (const RoutineNames *names, const RoutineExpression *call)
{
  const RoutineExpression *object = call->first;
  while (object != NULL && object->kind == ROUTINE_MEMBER)
    object = object->first;
  if (object == NULL || object->kind != ROUTINE_NAME)
    return FALSE;
  const RoutineName *name = routine_names_find (names, object->text);
  return name == NULL || (name->argument != NULL && name->role != ROUTINE_ROLE_PRIVATE);
}

/* ---- Arguments ---------------------------------------------------------------------------- */

const char *
routine_given_value (CoupletContext *context, const char *wanted)
{
  const char *name, *value;
  for (guint i = 0; couplet_context_parameter (context, i, &name, &value); i++)
    if (g_str_equal (name, wanted)) {
      couplet_context_use_parameter (context, wanted);
      return value;
    }
  return NULL;
}

static void
add_arguments (Finder *finder, const RoutineArgument *arguments)
{
  for (; arguments != NULL; arguments = arguments->next) {
    if (routine_names_find (finder->names, arguments->name) != NULL)
      continue; /* an argument hides a constant of the file */
    RoutineName *name = need_name (finder->names, arguments->name);
    name->argument = arguments;
    name->role = ROUTINE_ROLE_PARAMETER;
    name->given = routine_given_value (finder->context, name->text);
  }
}

/* ---- The private argument ------------------------------------------------------------------- */

static gboolean
is_iteration (const RoutineExpression *call)
{
  const char *name = routine_callee (call);
  return name != NULL && call->first->kind == ROUTINE_NAME &&
         (g_str_equal (name, "enumerate") || g_str_equal (name, "zip") ||
          g_str_equal (name, "len"));
}

/* Adds the arguments that expression goes through. */
static void
find_lists (const Finder *finder, const RoutineExpression *expression, GPtrArray *found)
{
  const RoutineExpression *list = expression->kind == ROUTINE_ITEM ? expression->first : NULL;
  if (expression->kind == ROUTINE_BUILT)
    list = expression->first->next->next;
  for (const RoutineExpression *part = expression->first; part != NULL; part = part->next) {
    const RoutineName *name =
        part->kind == ROUTINE_NAME ? routine_names_find (finder->names, part->text) : NULL;
    if (name != NULL && name->argument != NULL && (part == list || is_iteration (expression)) &&
        !g_ptr_array_find (found, name, NULL))
      g_ptr_array_add (found, (gpointer)name);
    find_lists (finder, part, found);
  }
}

typedef struct {
  const Finder *finder;
  GPtrArray *found;
} ListSearch;

static void
find_lists_of (RoutineStatement *s, gpointer data)
{
  ListSearch *search = data;
  if (s->value == NULL)
    return;
  find_lists (search->finder, s->value, search->found);
  const RoutineName *over = s->kind == ROUTINE_FOR && s->value->kind == ROUTINE_NAME
                                ? routine_names_find (search->finder->names, s->value->text)
                                : NULL;
  if (over != NULL && over->argument != NULL && !g_ptr_array_find (search->found, over, NULL))
    g_ptr_array_add (search->found, (gpointer)over);
}

/* `'queries', 'T'`; the caller frees it. */
static char *
list_names (const GPtrArray *names)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *quoted = couplet_quote (((RoutineName *)names->pdata[i])->text, -1);
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", quoted);
  }
  return g_string_free (text, FALSE);
}

static void
find_private (Finder *finder)
{
  const char *wanted = finder->options->private;
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  ListSearch search = {finder, found};
  RoutineName *name = *wanted != '\0' ? routine_names_find (finder->names, wanted) : NULL;
  routine_visit (&finder->routine->body, find_lists_of, &search);
  g_autofree char *list = list_names (*wanted != '\0' ? finder->names->all : found);
  if (*wanted != '\0' && name == NULL && wanted == finder->routine->private)
    svt_error (finder->reporter, finder->routine->private_place,
               "no such argument; this function has %s", *list != '\0' ? list : "none");
  else if (*wanted != '\0' && name == NULL)
    svt_error (finder->reporter, finder->routine->place,
               "-o %s.private=%s: no such argument; this function has %s",
               finder->options->frontend, wanted, *list != '\0' ? list : "none");
  else if (*wanted == '\0' && found->len == 0)
    svt_error (finder->reporter, finder->routine->place,
               "it goes through no argument, so that it is not known which one holds the private "
               "answers; say so with -o %s.private=NAME",
               finder->options->frontend);
  else if (*wanted == '\0' && found->len > 1)
    svt_error (finder->reporter, finder->routine->place,
               "it goes through several arguments, %s; say which one holds the private answers "
               "with -o %s.private=NAME",
               list, finder->options->frontend);
  else
    name = name != NULL ? name : found->pdata[0];
  if (name == NULL) {
    finder->failed = TRUE;
    return;
  }
  name->role = ROUTINE_ROLE_PRIVATE;
  name->is_number = FALSE;
  finder->names->private = name->text;
}

/* ---- Numbers -------------------------------------------------------------------------------- */

/* Whether expression is the name of a number, as far as is known, or `float` of one. */
static gboolean
names_number (const RoutineExpression *expression, gconstpointer data)
{
  const Finder *finder = data;
  if (expression->kind == ROUTINE_CALL)
    return routine_is_name (expression->first, "float") && expression->first->next != NULL &&
           routine_is_arithmetic (expression->first->next, names_number, finder);
  if (expression->kind != ROUTINE_NAME)
    return FALSE;
  const RoutineName *name = routine_names_find (finder->names, expression->text);
  return name != NULL && name->is_number;
}

/* Whether expression is made of numbers and names that are numbers as far as is known. */
static gboolean
is_number (const Finder *finder, const RoutineExpression *expression)
{
  return routine_is_arithmetic (expression, names_number, finder);
}

static void
note_target (Finder *finder, const RoutineExpression *target)
{
  if (target->kind == ROUTINE_NAME) {
    RoutineName *name = need_name (finder->names, target->text);
    name->is_target = TRUE;
    name->is_number = FALSE;
  }
  for (const RoutineExpression *part = target->first; part != NULL; part = part->next)
    note_target (finder, part);
}

/* Counts what the names get. */
static void
count_values (RoutineStatement *s, gpointer data)
{
  Finder *finder = data;
  if (s->kind == ROUTINE_FOR)
    note_target (finder, s->target);
  if (s->kind == ROUTINE_ASSIGN && s->target->kind == ROUTINE_NAME) {
    RoutineName *name = need_name (finder->names, s->target->text);
    name->n_values++;
    name->only = s;
  }
}

/* Takes names out of the numbers whose values are none. */
static void
weigh_values (RoutineStatement *s, gpointer data)
{
  Finder *finder = data;
  if (s->kind != ROUTINE_ASSIGN || s->target->kind != ROUTINE_NAME)
    return;
  RoutineName *name = need_name (finder->names, s->target->text);
  if (name->is_number && !is_number (finder, s->value)) {
    name->is_number = FALSE;
    finder->changed = TRUE;
  }
}

static gboolean
mentions_whole (const Finder *finder, const RoutineExpression *expression)
{
  const RoutineName *name = expression->kind == ROUTINE_NAME
                                ? routine_names_find (finder->names, expression->text)
                                : NULL;
  gboolean found = name != NULL && name->role == ROUTINE_ROLE_WHOLE;
  for (const RoutineExpression *part = expression->first; part != NULL && !found; part = part->next)
    found = mentions_whole (finder, part);
  return found;
}

static gboolean
is_flag (const RoutineExpression *value)
{
  return value->kind == ROUTINE_SYMBOL;
}

static void
find_numbers (Finder *finder)
{
  routine_visit (&finder->routine->body, count_values, finder);
  do {
    finder->changed = FALSE;
    routine_visit (&finder->routine->body, weigh_values, finder);
  } while (finder->changed);
  do {
    finder->changed = FALSE;
    for (guint i = 0; i < finder->names->all->len; i++) {
      RoutineName *name = finder->names->all->pdata[i];
      if (name->argument != NULL || !name->is_number || name->n_values == 0 ||
          name->role == ROUTINE_ROLE_WHOLE)
        continue;
      gboolean changes = name->n_values > 1 || name->only->is_update ||
                         is_flag (name->only->value) || mentions_whole (finder, name->only->value);
      RoutineRole role = changes ? ROUTINE_ROLE_WHOLE : ROUTINE_ROLE_CONSTANT;
      finder->changed |= role != name->role;
      name->role = role;
    }
  } while (finder->changed);
}

/* ---- Epsilon -------------------------------------------------------------------------------- */

/* An argument, or a variable with a number as its only value. */
static gboolean
may_be_epsilon (const RoutineName *name)
{
  return routine_is_epsilon (name->text) &&
         (name->role == ROUTINE_ROLE_PARAMETER ||
          (name->role == ROUTINE_ROLE_CONSTANT && name->only->value->kind == ROUTINE_NUMBER));
}

static void
find_epsilon (Finder *finder)
{
  RoutineName *exact = NULL, *any = NULL;
  guint n = 0;
  for (guint i = 0; i < finder->names->all->len; i++) {
    RoutineName *name = finder->names->all->pdata[i];
    if (!may_be_epsilon (name))
      continue;
    name->role = ROUTINE_ROLE_EPSILON;
    any = name;
    n++;
    if (exact == NULL && (g_str_equal (name->text, "epsilon") || g_str_equal (name->text, "eps") ||
                          g_str_equal (name->text, "ε")))
      exact = name;
  }
  finder->names->epsilon = exact != NULL ? exact : n == 1 ? any : NULL;
}

/* ---- Indices -------------------------------------------------------------------------------- */

static gboolean
is_step (const RoutineStatement *s, const char *name)
{
  const RoutineExpression *sum = s->value;
  return s->kind == ROUTINE_ASSIGN && routine_is_name (s->target, name) &&
         sum->kind == ROUTINE_ADD && routine_is_name (sum->first, name) &&
         sum->first->next->kind == ROUTINE_NUMBER && g_str_equal (sum->first->next->text, "1");
}

/* Names at which the private argument is read. */
static void
find_indices (const Finder *finder, const RoutineExpression *expression)
{
  const RoutineExpression *list = expression->first;
  if (expression->kind == ROUTINE_ITEM && routine_is_name (list, finder->names->private) &&
      list->next->kind == ROUTINE_NAME) {
    RoutineName *name = routine_names_find (finder->names, list->next->text);
    if (name != NULL && name->role == ROUTINE_ROLE_WHOLE)
      name->role = ROUTINE_ROLE_INDEX;
  }
  for (; list != NULL; list = list->next)
    find_indices (finder, list);
}

static void
find_indices_of (RoutineStatement *s, gpointer data)
{
  if (s->value != NULL)
    find_indices (data, s->value);
}

static const RoutineStatement *
find_step (const RoutineBlock *block, const char *name)
{
  for (const RoutineStatement *s = block->first; s != NULL; s = s->next)
    if (is_step (s, name))
      return s;
  return NULL;
}

static void
find_loops_of_indices (RoutineStatement *s, gpointer data)
{
  Finder *finder = data;
  for (guint i = 0; i < finder->names->all->len; i++) {
    RoutineName *name = finder->names->all->pdata[i];
    const RoutineStatement *step = name->role == ROUTINE_ROLE_INDEX && s->kind == ROUTINE_WHILE
                                       ? find_step (&s->body, name->text)
                                       : NULL;
    if (step != NULL) {
      name->only = step;
      name->loop = s;
    }
  }
}

/* A place of a list that no other number is, too. */
static gboolean
is_place (const RoutineExpression *value)
{
  return value->kind == ROUTINE_NUMBER &&
         strspn (value->text, "0123456789") == strlen (value->text);
}

/* An index begins at a number outside all loops, and has one step, which each round takes. */
static void
check_index (Finder *finder, const RoutineName *name)
{
  const RoutineStatement *start = NULL;
  for (const RoutineStatement *s = finder->routine->body.first; s != NULL; s = s->next)
    if (s->kind == ROUTINE_ASSIGN && routine_is_name (s->target, name->text))
      start = s;
  if (name->n_values == 2 && name->loop != NULL && start != NULL && is_place (start->value))
    return;
  g_autofree char *quoted = couplet_quote (name->text, -1);
  svt_error (finder->reporter, name->only->place,
             "%s counts through the private answers; write '%s = 0' once before the loop, and "
             "'%s += 1' once among the statements of a 'while', so that each answer is read once",
             quoted, name->text, name->text);
  finder->failed = TRUE;
}

/* ---- What decides, what is returned --------------------------------------------------------- */

static void
mark_names (Finder *finder, const RoutineExpression *expression)
{
  if (expression->kind == ROUTINE_ITEM || expression->kind == ROUTINE_CALL)
    return; /* which answer it is, or how much noise, is no comparison of numbers */
  if (expression->kind == ROUTINE_NAME) {
    RoutineName *name = routine_names_find (finder->names, expression->text);
    if (name != NULL && !name->decides)
      name->decides = finder->changed = TRUE;
  }
  for (const RoutineExpression *part = expression->first; part != NULL; part = part->next)
    mark_names (finder, part);
}

/* All conditions but whether there are further answers. */
static void
mark_condition (Finder *finder, const RoutineExpression *condition)
{
  if (condition->kind == ROUTINE_COMPARE && routine_is_end (finder->names, condition))
    return;
  if (condition->kind == ROUTINE_AND || condition->kind == ROUTINE_OR ||
      condition->kind == ROUTINE_NOT)
    for (const RoutineExpression *part = condition->first; part != NULL; part = part->next)
      mark_condition (finder, part);
  else
    mark_names (finder, condition);
}

static void
mark_deciding (RoutineStatement *s, gpointer data)
{
  Finder *finder = data;
  const RoutineName *target = s->kind == ROUTINE_ASSIGN && s->target->kind == ROUTINE_NAME
                                  ? routine_names_find (finder->names, s->target->text)
                                  : NULL;
  if (s->kind == ROUTINE_IF || s->kind == ROUTINE_WHILE)
    mark_condition (finder, s->value);
  else if (target != NULL && target->decides && target->role != ROUTINE_ROLE_VALUE)
    mark_names (finder, s->value);
}

static void
mark_returned (Finder *finder, const RoutineExpression *expression)
{
  RoutineName *name = expression->kind == ROUTINE_NAME
                          ? routine_names_find (finder->names, expression->text)
                          : NULL;
  if (name != NULL && !name->is_returned)
    name->is_returned = finder->changed = TRUE;
  for (const RoutineExpression *part = expression->first; part != NULL; part = part->next)
    mark_returned (finder, part);
}

/* What a name is made of that is returned. */
static void
mark_used (RoutineStatement *s, gpointer data)
{
  Finder *finder = data;
  const RoutineName *target = s->target != NULL && s->target->kind == ROUTINE_NAME
                                  ? routine_names_find (finder->names, s->target->text)
                                  : NULL;
  if ((s->kind == ROUTINE_RETURN && s->value != NULL) || (target != NULL && target->is_returned))
    mark_returned (finder, s->value);
}

/* What is seen of lists behind loops: `if any(out): return 1`, `for x in out`, `print(out)`. */
static void
mark_seen (Finder *finder)
{
  for (const RoutineStatement *s = finder->routine->body.first; s != NULL; s = s->next) {
    if (s->kind == ROUTINE_IF || (s->kind == ROUTINE_FOR && s->value->kind == ROUTINE_NAME))
      mark_returned (finder, s->value);
    const RoutineExpression *argument = s->kind == ROUTINE_DO ? s->value->first->next : NULL;
    if (argument != NULL && s->value->first->kind == ROUTINE_NAME)
      mark_returned (finder, argument);
  }
}

static void
mark_lists (RoutineStatement *s, gpointer data)
{
  Finder *finder = data;
  RoutineExpression *list = NULL;
  if (s->kind == ROUTINE_DO && s->value->first->kind == ROUTINE_MEMBER &&
      g_str_equal (s->value->first->text, "append"))
    list = s->value->first->first;
  else if (s->kind == ROUTINE_ASSIGN && s->target->kind == ROUTINE_ITEM)
    list = s->target->first;
  RoutineName *name = list != NULL && list->kind == ROUTINE_NAME
                          ? routine_names_find (finder->names, list->text)
                          : NULL;
  if (name != NULL)
    name->is_extended = TRUE;
}

static void
find_uses (Finder *finder)
{
  do {
    finder->changed = FALSE;
    routine_visit (&finder->routine->body, mark_deciding, finder);
  } while (finder->changed);
  mark_seen (finder);
  do {
    finder->changed = FALSE;
    routine_visit (&finder->routine->body, mark_used, finder);
  } while (finder->changed);
  routine_visit (&finder->routine->body, mark_lists, finder);
}

/* An argument keeps its value, or nobody knows which is meant. */
static void
check_arguments (Finder *finder)
{
  for (guint i = 0; i < finder->names->all->len; i++) {
    const RoutineName *name = finder->names->all->pdata[i];
    if (name->argument == NULL || (name->n_values == 0 && !name->is_target))
      continue;
    g_autofree char *quoted = couplet_quote (name->text, -1);
    svt_error (finder->reporter, name->only != NULL ? name->only->place : name->argument->place,
               "the argument %s gets another value; use a variable of another name", quoted);
    finder->failed = TRUE;
  }
}

/* What these words mean must not depend on the function. */
static void
check_words (Finder *finder)
{
  static const char *const words[] = {"len", "range", "enumerate", "zip", "float", "list"};
  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    const RoutineName *name = routine_names_find (finder->names, words[i]);
    if (name == NULL)
      continue;
    svt_error (finder->reporter,
               name->argument != NULL ? name->argument->place : finder->routine->place,
               "'%s' gets a meaning of its own here; use another name", words[i]);
    finder->failed = TRUE;
  }
}

/* ---- All of it ------------------------------------------------------------------------------ */

RoutineNames *
routine_names_new (CoupletContext *context, const SvtReporter *reporter, const Routine *routine,
                   const RoutineOptions *options)
{
  g_autoptr (RoutineNames) names = g_new0 (RoutineNames, 1);
  names->names = g_hash_table_new (g_str_hash, g_str_equal);
  names->all = g_ptr_array_new_with_free_func (g_free);
  Finder finder = {.context = context,
                   .reporter = reporter,
                   .routine = routine,
                   .options = options,
                   .names = names};
  add_arguments (&finder, routine->arguments);
  find_private (&finder);
  if (finder.failed)
    return NULL;
  add_arguments (&finder, routine->constants);
  find_numbers (&finder);
  check_arguments (&finder);
  check_words (&finder);
  find_epsilon (&finder);
  routine_visit (&routine->body, find_indices_of, &finder);
  routine_visit (&routine->body, find_loops_of_indices, &finder);
  for (guint i = 0; i < names->all->len; i++)
    if (((RoutineName *)names->all->pdata[i])->role == ROUTINE_ROLE_INDEX)
      check_index (&finder, names->all->pdata[i]);
  find_uses (&finder);
  finder.failed |= !routine_find_budgets (names, reporter, routine);
  return finder.failed ? NULL : g_steal_pointer (&names);
}

void
routine_names_free (RoutineNames *names)
{
  if (names == NULL)
    return;
  g_hash_table_unref (names->names);
  g_ptr_array_unref (names->all);
  g_free (names);
}
