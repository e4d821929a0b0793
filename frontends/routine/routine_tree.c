/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_tree.h"

static gboolean
is_argument (const Routine *routine, const char *name)
{
  for (const RoutineArgument *a = routine->arguments; a != NULL; a = a->next)
    if (g_str_equal (a->name, name))
      return TRUE;
  return FALSE;
}

typedef struct {
  const char *name;
  gboolean found;
} Variable;

static void
find_variable (RoutineStatement *s, gpointer data)
{
  Variable *variable = data;
  variable->found |= s->target != NULL && routine_mentions (s->target, variable->name);
}

gboolean
routine_is_own (const Routine *routine, const char *name)
{
  Variable variable = {name, is_argument (routine, name)};
  routine_visit (&routine->body, find_variable, &variable);
  const RoutineGlobal *global = routine->globals;
  while (global != NULL && !g_str_equal (global->name, name))
    global = global->next;
  if (variable.found || global == NULL)
    return variable.found;
  const char *last = global->path != NULL ? strrchr (global->path, '.') : NULL;
  return last == NULL || !g_str_has_prefix (global->path, "numpy.") ||
         !g_str_equal (last + 1, name);
}

RoutineExpression *
routine_expression_new (SvtFile *file, RoutineKind kind, SvtPlace place)
{
  RoutineExpression *expression = svt_file_new_node (file, RoutineExpression);
  expression->kind = kind;
  expression->place = place;
  return expression;
}

RoutineStatement *
routine_statement_new (SvtFile *file, RoutineStatementKind kind, SvtPlace place)
{
  RoutineStatement *statement = svt_file_new_node (file, RoutineStatement);
  statement->kind = kind;
  statement->place = place;
  return statement;
}

RoutineExpression *
routine_operation (SvtFile *file, RoutineKind kind, SvtPlace place, RoutineExpression *a,
                   RoutineExpression *b)
{
  RoutineExpression *expression = routine_expression_new (file, kind, place);
  expression->first = a;
  a->next = b;
  return expression;
}

gboolean
routine_is_name (const RoutineExpression *expression, const char *text)
{
  return expression->kind == ROUTINE_NAME && g_str_equal (expression->text, text);
}

const char *
routine_callee (const RoutineExpression *call)
{
  if (call->kind != ROUTINE_CALL)
    return NULL;
  RoutineKind kind = call->first->kind;
  return kind == ROUTINE_NAME || kind == ROUTINE_MEMBER ? call->first->text : NULL;
}

const RoutineExpression *
routine_argument (const RoutineExpression *call, const char *keyword, int position)
{
  const RoutineExpression *found = NULL;
  int i = 0;
  for (const RoutineExpression *a = call->first->next; a != NULL; a = a->next) {
    if (a->keyword != NULL && keyword != NULL && g_str_equal (a->keyword, keyword))
      return a;
    if (a->keyword == NULL && i++ == position)
      found = a;
  }
  return found;
}

gboolean
routine_mentions (const RoutineExpression *expression, const char *name)
{
  if (routine_is_name (expression, name))
    return TRUE;
  for (const RoutineExpression *part = expression->first; part != NULL; part = part->next)
    if (routine_mentions (part, name))
      return TRUE;
  return FALSE;
}

static const RoutineExpression *
only_item (const RoutineExpression *item)
{
  return item != NULL && item->next == NULL && item->keyword == NULL ? item : NULL;
}

const RoutineExpression *
routine_appended (const RoutineStatement *s, const char **list)
{
  const RoutineExpression *value = s->value, *left = value != NULL ? value->first : NULL;
  if (s->kind == ROUTINE_DO && left != NULL && left->kind == ROUTINE_MEMBER &&
      g_str_equal (left->text, "append") && left->first->kind == ROUTINE_NAME) {
    *list = left->first->text;
    return only_item (left->next);
  }
  if (s->kind != ROUTINE_ASSIGN || left == NULL || s->target->kind != ROUTINE_NAME ||
      value->kind != ROUTINE_ADD || !routine_is_name (left, s->target->text) ||
      left->next->kind != ROUTINE_LIST)
    return NULL;
  *list = s->target->text;
  return only_item (left->next->first);
}

gboolean
routine_is_arithmetic (const RoutineExpression *expression, RoutineTest is_operand,
                       gconstpointer data)
{
  switch (expression->kind) {
  case ROUTINE_NUMBER:
    return TRUE;
  case ROUTINE_SYMBOL:
    return g_str_equal (expression->text, "True") || g_str_equal (expression->text, "False");
  case ROUTINE_ADD:
  case ROUTINE_SUBTRACT:
  case ROUTINE_MULTIPLY:
  case ROUTINE_DIVIDE:
  case ROUTINE_NEGATE:
    break;
  default:
    return is_operand (expression, data);
  }
  for (const RoutineExpression *part = expression->first; part != NULL; part = part->next)
    if (!routine_is_arithmetic (part, is_operand, data))
      return FALSE;
  return TRUE;
}

void
routine_visit (const RoutineBlock *block, RoutineVisit visit, gpointer data)
{
  for (RoutineStatement *s = block->first; s != NULL; s = s->next) {
    visit (s, data);
    routine_visit (&s->body, visit, data);
    routine_visit (&s->otherwise, visit, data);
  }
}

void
routine_append_text (GString *text, const RoutineExpression *expression)
{
  g_string_append_printf (text, "%d", (int)expression->kind);
  if (expression->kind == ROUTINE_COMPARE)
    g_string_append_printf (text, ":%d", (int)expression->relation);
  if (expression->text != NULL)
    g_string_append_printf (text, "'%s'", expression->text);
  if (expression->first == NULL)
    return;
  g_string_append_c (text, '(');
  for (const RoutineExpression *part = expression->first; part != NULL; part = part->next) {
    routine_append_text (text, part);
    g_string_append_c (text, ' ');
  }
  g_string_append_c (text, ')');
}
