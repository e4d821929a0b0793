/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_post.h"

#include "routine_told.h"

#include <couplet/text.h>

/* A walk over post-processing. */
typedef struct {
  const RoutineWalker *walker;
  RoutinePost *post;
  const RoutineStatement *start; /* of the post-processing; NULL = an expression */
  GHashTable *own; /* names that got their value in the post-processing, on every way */
  const RoutineExpression *bound[SVT_MAX_NESTING]; /* of comprehensions and lambdas: names */
  guint n_bound;
} Walk;

static gboolean
refuse (Walk *walk, const RoutineExpression *expression, const char *why)
{
  if (walk->post->wrong == NULL) {
    walk->post->wrong = expression;
    walk->post->why = why;
  }
  return FALSE;
}

/* ---- Names -------------------------------------------------------------------------------- */

/* Whether target is a name, or a tuple of such. */
static gboolean
has_names_only (const RoutineExpression *target)
{
  gboolean names = target->kind == ROUTINE_NAME || target->kind == ROUTINE_TUPLE;
  for (const RoutineExpression *part = target->first; part != NULL && names; part = part->next)
    names = has_names_only (part);
  return names;
}

static gboolean
is_bound (const Walk *walk, const char *text)
{
  for (guint i = 0; i < walk->n_bound; i++)
    if (routine_mentions (walk->bound[i], text))
      return TRUE;
  return FALSE;
}

/* Names of Python that see the variables of functions, the state of generators, or names by their
 * letters; and those that are kept for such things. */
static gboolean
sees_variables (const char *text)
{
  static const char *const words[] = {
      "locals",        "globals",       "vars",           "eval",           "exec",
      "compile",       "dir",           "getattr",        "attrgetter",     "methodcaller",
      "currentframe",  "stack",         "getinnerframes", "getouterframes", "getframeinfo",
      "walk_stack",    "extract_stack", "format_stack",   "get_objects",    "get_referrers",
      "get_referents", "breakpoint",    "set_trace",      "exc_info",       "get_state",
      "getstate",      "bit_generator", "modules",        "import_module",  NULL};
  return *text == '_' || g_str_has_prefix (text, "f_") || g_str_has_prefix (text, "gi_") ||
         g_str_has_prefix (text, "tb_") || g_strv_contains (words, text);
}

/* Modules of Python through which such names are had. */
static gboolean
is_open_module (const char *text)
{
  static const char *const words[] = {
      "sys",          "inspect",     "gc",    "traceback", "types", "ctypes", "builtins",
      "importlib",    "threading",   "pdb",   "bdb",       "code",  "dis",    "pickle",
      "faulthandler", "tracemalloc", "runpy", "cffi",      NULL};
  return g_strv_contains (words, text);
}

#define MOST_NAMES 20 /* that stand for each other */

static const RoutineGlobal *
find_global (const RoutineWalker *walker, const char *name, gsize length)
{
  const RoutineGlobal *global = walker->routine->globals;
  while (global != NULL &&
         (strlen (global->name) != length || strncmp (global->name, name, length) != 0))
    global = global->next;
  return global;
}

/* `numpy.random` for `np.random`, or for another name of it; NULL = it is no name or member of one.
 * The caller frees it. */
static char *
path_of (const RoutineWalker *walker, const RoutineExpression *expression)
{
  g_autoptr (GString) path = g_string_new (NULL);
  for (; expression != NULL && expression->kind == ROUTINE_MEMBER; expression = expression->first) {
    g_string_prepend (path, expression->text);
    g_string_prepend_c (path, '.');
  }
  if (expression == NULL || expression->kind != ROUTINE_NAME)
    return NULL;
  g_string_prepend (path, expression->text);
  for (guint i = 0; i < MOST_NAMES; i++) {
    gsize length = strcspn (path->str, ".");
    const RoutineGlobal *global = find_global (walker, path->str, length);
    if (global == NULL || global->path == NULL || strncmp (global->path, path->str, length) == 0)
      break;
    g_string_erase (path, 0, (gssize)length);
    g_string_prepend (path, global->path);
  }
  return g_strdup (path->str);
}

/* Whether a name is, or stands for, one of these. */
static gboolean
opens_variables (const RoutineWalker *walker, const RoutineExpression *name)
{
  g_autofree char *path = path_of (walker, name);
  g_auto (GStrv) parts = g_strsplit (path, ".", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (sees_variables (parts[i]) || is_open_module (parts[i]))
      return TRUE;
  return FALSE;
}

/* Whether path is that of owner's member, of any depth. */
static gboolean
is_below (const char *path, const char *owner)
{
  return g_str_has_prefix (path, owner) && path[strlen (owner)] == '.';
}

/* Whether expression is what draws some noise, a function or an object; with_owner: or what that is
 * a member of. */
static gboolean
is_generator (const RoutineWalker *walker, const RoutineExpression *expression, gboolean with_owner)
{
  GHashTableIter iter;
  gpointer key;
  gboolean found = FALSE;
  g_autofree char *path = path_of (walker, expression);
  g_hash_table_iter_init (&iter, walker->draw_of);
  while (path != NULL && !found && g_hash_table_iter_next (&iter, &key, NULL)) {
    const RoutineExpression *object = ((const RoutineExpression *)key)->first;
    g_autofree char *own =
        path_of (walker, object->kind == ROUTINE_MEMBER ? object->first : object);
    found = own != NULL && (g_str_equal (own, path) || (with_owner && is_below (own, path)));
  }
  return found;
}

static gboolean
look_at_value (Walk *walk, const RoutineExpression *name, const RoutineValue *value)
{
  switch (value->kind) {
  case ROUTINE_OUTPUTS:
    if (walk->post->list == NULL)
      walk->post->list = name->text;
    return TRUE;
  case ROUTINE_CONSTANT:
  case ROUTINE_INFINITE:
    return TRUE;
  case ROUTINE_SUM:
    return (routine_sum_is_public (&value->sum) && !value->sum.varies) ||
           refuse (walk, name, "may tell more than the list");
  case ROUTINE_FAULTY:
    return refuse (walk, name, NULL);
  default:
    return refuse (walk, name, "may tell more than the list");
  }
}

/* is_object: a member of it is asked for. */
static gboolean
look_at_name (Walk *walk, const RoutineExpression *expression, gboolean is_object)
{
  const RoutineName *name = routine_names_find (walk->walker->names, expression->text);
  const RoutineValue *value = routine_state_get (walk->walker->state, expression->text);
  if (is_bound (walk, expression->text) || g_hash_table_contains (walk->own, expression->text))
    return TRUE;
  if (name == NULL && value == NULL && opens_variables (walk->walker, expression))
    return refuse (walk, expression, "may see the private variables");
  if (is_generator (walk->walker, expression, !is_object))
    return refuse (walk, expression, "draws the noise and may tell it");
  switch (name != NULL ? name->role : ROUTINE_ROLE_VALUE) {
  case ROUTINE_ROLE_PRIVATE:
    return refuse (walk, expression, "holds the private answers");
  case ROUTINE_ROLE_INDEX:
    return refuse (walk, expression, "may tell more than the list");
  case ROUTINE_ROLE_WHOLE:
    return routine_is_told (walk->walker, name, walk->start) ||
           refuse (walk, expression, "may tell more than the list");
  case ROUTINE_ROLE_EPSILON:
  case ROUTINE_ROLE_PARAMETER:
  case ROUTINE_ROLE_CONSTANT:
    return name->argument != NULL || (value != NULL && value->kind != ROUTINE_LOST) ||
           refuse (walk, expression, "has no value on some way, which is seen");
  case ROUTINE_ROLE_VALUE:
    break;
  }
  return value == NULL || look_at_value (walk, expression, value);
}

/* ---- Expressions ---------------------------------------------------------------------------- */

static gboolean look_at (Walk *walk, const RoutineExpression *expression);

static gboolean
look_at_parts (Walk *walk, const RoutineExpression *part)
{
  gboolean good = TRUE;
  for (; part != NULL; part = part->next)
    good &= look_at (walk, part);
  return good;
}

/* Begins a part where the names in target have a meaning of their own. FALSE: it gives values to
 * something else. */
static gboolean
bind (Walk *walk, const RoutineExpression *target)
{
  if (walk->n_bound == G_N_ELEMENTS (walk->bound) || !has_names_only (target))
    return refuse (walk, target, "gets values");
  walk->bound[walk->n_bound++] = target;
  return TRUE;
}

static gboolean
look_inside (Walk *walk, const RoutineExpression *scope)
{
  if (scope->bound == NULL)
    return look_at_parts (walk, scope->first);
  if (!bind (walk, scope->bound))
    return FALSE;
  gboolean good = look_at_parts (walk, scope->first);
  walk->n_bound--;
  return good;
}

/* `item for target in list`: the list is looked up outside. */
static gboolean
look_at_built (Walk *walk, const RoutineExpression *item)
{
  const RoutineExpression *target = item->next;
  if (!look_at (walk, target->next) || !bind (walk, target))
    return FALSE;
  gboolean good = look_at (walk, item);
  walk->n_bound--;
  return good;
}

/* `object.member`; is_object: a member of it is asked for. */
static gboolean
look_at_member (Walk *walk, const RoutineExpression *member, gboolean is_object)
{
  const RoutineExpression *object = member->first;
  if (sees_variables (member->text))
    return refuse (walk, member, "may see the private variables");
  if (is_generator (walk->walker, member, !is_object))
    return refuse (walk, member, "draws the noise and may tell it");
  return object == NULL                   ? TRUE
         : object->kind == ROUTINE_MEMBER ? look_at_member (walk, object, TRUE)
         : object->kind == ROUTINE_NAME   ? look_at_name (walk, object, TRUE)
                                          : look_at (walk, object);
}

static gboolean
look_at (Walk *walk, const RoutineExpression *expression)
{
  const RoutineExpression *part = expression->first;
  if (routine_is_length (walk->walker->names, expression))
    return TRUE; /* neighbours have equally many answers */
  if (routine_noise_is_call (expression))
    return refuse (walk, expression, "draws noise");
  switch (expression->kind) {
  case ROUTINE_NAME:
    return look_at_name (walk, expression, FALSE);
  case ROUTINE_MEMBER:
    return look_at_member (walk, expression, FALSE);
  case ROUTINE_BUILT:
    return look_at_built (walk, part);
  case ROUTINE_OTHER:
    return look_inside (walk, expression);
  default:
    return look_at_parts (walk, part);
  }
}

gboolean
routine_post_expression (const RoutineWalker *walker, const RoutineExpression *expression,
                         RoutinePost *post)
{
  g_autoptr (GHashTable) own = g_hash_table_new (g_str_hash, g_str_equal);
  Walk walk = {.walker = walker, .post = post, .own = own};
  *post = (RoutinePost){NULL, NULL, NULL};
  return look_at (&walk, expression);
}

/* ---- Statements ----------------------------------------------------------------------------- */

static gboolean
is_outputs (const RoutineWalker *walker, const RoutineExpression *list)
{
  const RoutineValue *value =
      list->kind == ROUTINE_NAME ? routine_state_get (walker->state, list->text) : NULL;
  return value != NULL && value->kind == ROUTINE_OUTPUTS;
}

/* Whether s gives a list of outputs a value. */
static gboolean
extends (const RoutineWalker *walker, const RoutineStatement *s)
{
  const char *list;
  if (s->kind == ROUTINE_DO)
    return routine_appended (s, &list) != NULL && is_outputs (walker, s->value->first->first);
  return s->kind == ROUTINE_ASSIGN &&
         is_outputs (walker, s->target->kind == ROUTINE_ITEM ? s->target->first : s->target);
}

static gboolean look_at_block (Walk *walk, const RoutineBlock *block);

/* The variable of a `for` keeps what it had where there is nothing to go through. */
static gboolean
look_at_body (Walk *walk, const RoutineStatement *s)
{
  if (s->kind != ROUTINE_FOR)
    return look_at_block (walk, &s->body) && look_at_block (walk, &s->otherwise);
  if (!bind (walk, s->target))
    return FALSE;
  gboolean good = look_at_block (walk, &s->body);
  walk->n_bound--;
  return good;
}

static gboolean
look_at_statement (Walk *walk, const RoutineStatement *s)
{
  if (s->kind == ROUTINE_OUTPUT || extends (walk->walker, s))
    return refuse (walk, s->value, "is output");
  if (s->value != NULL && !look_at (walk, s->value))
    return FALSE;
  if (s->target != NULL && s->target->kind == ROUTINE_ITEM && !look_at (walk, s->target))
    return FALSE;
  return look_at_body (walk, s);
}

static gboolean
look_at_block (Walk *walk, const RoutineBlock *block)
{
  for (const RoutineStatement *s = block->first; s != NULL; s = s->next)
    if (!look_at_statement (walk, s))
      return FALSE;
  return TRUE;
}

/* From s to the end: a name that gets its value here, on every way, is as public as the list. */
static gboolean
look_at_rest (Walk *walk, const RoutineStatement *s)
{
  for (; s != NULL; s = s->next) {
    if (!look_at_statement (walk, s))
      return FALSE;
    if (s->kind == ROUTINE_ASSIGN && s->target->kind == ROUTINE_NAME)
      g_hash_table_add (walk->own, (gpointer)s->target->text);
  }
  return TRUE;
}

static gboolean
mentions_outputs (const RoutineWalker *walker, const RoutineExpression *expression)
{
  if (is_outputs (walker, expression))
    return TRUE;
  for (const RoutineExpression *part = expression->first; part != NULL; part = part->next)
    if (mentions_outputs (walker, part))
      return TRUE;
  return FALSE;
}

static void
note_work (RoutineStatement *s, gpointer works)
{
  *(gboolean *)works |= s->kind != ROUTINE_RETURN && s->kind != ROUTINE_IF;
}

/* Whether s is more than what is read at any place: numbers, returns, values of lists. */
static gboolean
computes (const RoutineWalker *walker, const RoutineStatement *s)
{
  gboolean works = FALSE;
  const RoutineName *name = s->kind == ROUTINE_ASSIGN && s->target->kind == ROUTINE_NAME
                                ? routine_names_find (walker->names, s->target->text)
                                : NULL;
  switch (s->kind) {
  case ROUTINE_ASSIGN:
    return name == NULL || name->role == ROUTINE_ROLE_VALUE;
  case ROUTINE_IF:
    routine_visit (&s->body, note_work, &works);
    routine_visit (&s->otherwise, note_work, &works);
    return works || mentions_outputs (walker, s->value);
  case ROUTINE_DO:
  case ROUTINE_FOR:
  case ROUTINE_WHILE:
    return TRUE;
  default:
    return FALSE;
  }
}

gboolean
routine_post_begins (const RoutineWalker *walker, const RoutineStatement *s, RoutinePost *post)
{
  *post = (RoutinePost){NULL, NULL, NULL};
  if (walker->loop != 0 || !computes (walker, s))
    return FALSE;
  g_autoptr (GHashTable) own = g_hash_table_new (g_str_hash, g_str_equal);
  Walk walk = {.walker = walker, .post = post, .start = s, .own = own};
  return look_at_rest (&walk, s) && post->list != NULL;
}

void
routine_post_note (RoutineWalker *walker, const char *list, SvtPlace place)
{
  g_autofree char *quoted = couplet_quote (list, -1);
  routine_note (
      walker, place,
      "what is computed from %s is not looked at: the verdict is about the list; "
      "'private' holds for what is returned as well, 'not private' and the least d need not",
      quoted);
}
