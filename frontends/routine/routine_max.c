/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_max.h"

#include <couplet/rational.h>

#define ANSWERS "3" /* the least d is the same for all numbers from 2 on */

/* Where a function of this form is read. */
typedef struct {
  RoutineWalker *walker;
  const RoutineStatement *at;      /* the next statement */
  const RoutineStatement *body;    /* the first one of the round */
  const RoutineStatement *until;   /* where its variables have their values; NULL = nowhere */
  const char *answer, *index;      /* variables of the loop; NULL = none */
  const RoutineExpression *rounds; /* a given number of answers; NULL = it is open */
  gboolean is_vector;              /* the noise is an array, one for each answer */
  gboolean shows_value;            /* of a running maximum, not its index */
} Form;

/* What a name holds that gets its value in the round, above; expression itself where it is none. */
static const RoutineExpression *
value_in_round (const Form *form, const RoutineExpression *expression)
{
  const RoutineStatement *s = form->body, *until = form->until;
  while (until != NULL && s != until && expression->kind == ROUTINE_NAME)
    if (routine_is_name (s->target, expression->text)) {
      expression = s->value;
      until = s;
      s = form->body;
    } else
      s = s->next;
  return expression;
}

/* The private answer of the round: `q`, `queries[i]`. */
static gboolean
is_answer (const Form *form, const RoutineExpression *expression)
{
  expression = value_in_round (form, expression);
  if (form->answer != NULL && routine_is_name (expression, form->answer))
    return TRUE;
  return expression->kind == ROUTINE_ITEM && form->index != NULL &&
         routine_is_name (expression->first, form->walker->names->private) &&
         routine_is_name (expression->first->next, form->index);
}

static const RoutineExpression *
noise_of (const Form *form, const RoutineExpression *expression)
{
  expression = value_in_round (form, expression);
  return routine_noise_is_call (expression) ? expression : NULL;
}

/* The noise in `q + laplace(...)`, either way round; NULL = it is something else. */
static const RoutineExpression *
noise_of_answer (const Form *form, const RoutineExpression *sum)
{
  sum = value_in_round (form, sum);
  if (sum->kind != ROUTINE_ADD)
    return NULL;
  const RoutineExpression *left = sum->first, *right = left->next;
  if (is_answer (form, left))
    return noise_of (form, right);
  return is_answer (form, right) ? noise_of (form, left) : NULL;
}

/* ---- Loops -------------------------------------------------------------------------------- */

/* Whether s gives a number its only value. */
static gboolean
is_number (const RoutineWalker *walker, const RoutineStatement *s)
{
  const RoutineName *name = s->kind == ROUTINE_ASSIGN && s->target->kind == ROUTINE_NAME
                                ? routine_names_find (walker->names, s->target->text)
                                : NULL;
  return name != NULL &&
         (name->role == ROUTINE_ROLE_CONSTANT || name->role == ROUTINE_ROLE_EPSILON);
}

/* The statement behind s, past numbers. */
static const RoutineStatement *
next_of (const Form *form, const RoutineStatement *s)
{
  for (s = s->next; s != NULL && is_number (form->walker, s);)
    s = s->next;
  return s;
}

/* An open number of answers, or a given one from 2 on. */
static gboolean
is_number_of_answers (const RoutineNames *names, const RoutineExpression *expression)
{
  const RoutineName *name =
      expression->kind == ROUTINE_NAME ? routine_names_find (names, expression->text) : NULL;
  g_autoptr (GError) error = NULL;
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (routine_is_open (names, expression))
    return TRUE;
  return name != NULL && name->role == ROUTINE_ROLE_PARAMETER && name->given != NULL &&
         couplet_rational_parse (&value, name->given, strlen (name->given), &error) &&
         mpq_cmp_ui (value.value, 2, 1) >= 0;
}

/* The variables of `for target in over`; FALSE: it goes through something else. */
static gboolean
bind (Form *form, const RoutineExpression *target, const RoutineExpression *over)
{
  const RoutineExpression *inside = over->kind == ROUTINE_CALL ? over->first->next : NULL;
  form->answer = form->index = NULL;
  if (routine_is_private (form->walker->names, over) && target->kind == ROUTINE_NAME) {
    form->answer = target->text;
    return TRUE;
  }
  if (inside == NULL || inside->next != NULL)
    return FALSE;
  if (routine_is_name (over->first, "range") && target->kind == ROUTINE_NAME &&
      (routine_is_length (form->walker->names, inside) ||
       is_number_of_answers (form->walker->names, inside))) {
    form->index = target->text;
    return TRUE;
  }
  if (!routine_is_name (over->first, "enumerate") || target->kind != ROUTINE_TUPLE ||
      !routine_is_private (form->walker->names, inside) || target->first == NULL ||
      target->first->next == NULL || target->first->next->next != NULL ||
      target->first->kind != ROUTINE_NAME || target->first->next->kind != ROUTINE_NAME ||
      routine_is_name (target->first, target->first->next->text))
    return FALSE;
  form->index = target->first->text;
  form->answer = target->first->next->text;
  return TRUE;
}

typedef struct {
  const char *name;
  gboolean found;
} Use;

/* Whether name is called, or is an object with members. */
static gboolean
is_object_in (const RoutineExpression *expression, const char *name)
{
  gboolean object = expression->kind == ROUTINE_CALL || expression->kind == ROUTINE_MEMBER;
  if (object && expression->first != NULL && routine_is_name (expression->first, name))
    return TRUE;
  for (const RoutineExpression *part = expression->first; part != NULL; part = part->next)
    if (is_object_in (part, name))
      return TRUE;
  return FALSE;
}

static void
find_object (RoutineStatement *s, gpointer data)
{
  Use *use = data;
  use->found |= s->value != NULL && is_object_in (s->value, use->name);
}

/* Whether s gives a value to a name that has no other, and no other use. */
static gboolean
is_new_name (const Form *form, const RoutineStatement *s)
{
  const RoutineName *name = !s->is_update && s->target->kind == ROUTINE_NAME
                                ? routine_names_find (form->walker->names, s->target->text)
                                : NULL;
  if (name == NULL || name->n_values != 1 || name->is_target || name->is_extended ||
      name->argument != NULL)
    return FALSE;
  Use use = {name->text, FALSE};
  routine_visit (&form->walker->routine->body, find_object, &use);
  return !use.found;
}

/* Whether s gives a name of the round the answer, its noise, both, or a number that stays. */
static gboolean
is_value_of_round (const Form *form, const RoutineStatement *s)
{
  if (!is_new_name (form, s))
    return FALSE;
  return is_number (form->walker, s) || is_answer (form, s->value) ||
         noise_of (form, s->value) != NULL || noise_of_answer (form, s->value) != NULL;
}

/* Behind the variables of the round; NULL = one of them holds something else. */
static const RoutineStatement *
skip_values (Form *form, const RoutineStatement *s)
{
  form->body = form->until = s;
  for (; s != NULL && s->kind == ROUTINE_ASSIGN; s = form->until = s->next)
    if (!is_value_of_round (form, s))
      return NULL;
  return s;
}

/* ---- The largest of a list ------------------------------------------------------------------ */

/* Whether call is one of a function of that name that everyone knows, or of such a member. */
static gboolean
calls (const Form *form, const RoutineExpression *call, const char *name)
{
  const char *callee = routine_callee (call);
  return callee != NULL && g_str_equal (callee, name) &&
         (call->first->kind == ROUTINE_MEMBER || !routine_is_own (form->walker->routine, name));
}

/* What call is the index of the largest of: `argmax(list)`, `list.argmax()`,
 * `list.index(max(list))`, each perhaps in `int(...)`; NULL = it is something else. */
static const RoutineExpression *
largest_of (const Form *form, const RoutineExpression *call)
{
  if (call->kind != ROUTINE_CALL)
    return NULL;
  const RoutineExpression *inside = call->first->next;
  const RoutineExpression *object = call->first->kind == ROUTINE_MEMBER ? call->first->first : NULL;
  if (inside == NULL)
    return calls (form, call, "argmax") ? object : NULL;
  if (inside->next != NULL || inside->keyword != NULL)
    return NULL;
  if (object == NULL && calls (form, call, "int"))
    return largest_of (form, inside);
  if (calls (form, call, "argmax"))
    return inside;
  gboolean found = object != NULL && calls (form, call, "index") && object->kind == ROUTINE_NAME &&
                   inside->kind == ROUTINE_CALL && inside->first->kind == ROUTINE_NAME &&
                   calls (form, inside, "max") && inside->first->next != NULL &&
                   inside->first->next->next == NULL &&
                   routine_is_name (inside->first->next, object->text);
  return found ? object : NULL;
}

static gboolean
returns_largest (const Form *form, const RoutineStatement *s, const char *list)
{
  const RoutineExpression *largest =
      s != NULL && s->kind == ROUTINE_RETURN && s->value != NULL && s->next == NULL
          ? largest_of (form, s->value)
          : NULL;
  return largest != NULL && routine_is_name (largest, list);
}

/* `noisy = [q + laplace(...) for q in queries]`. */
static const RoutineExpression *
find_built (Form *form)
{
  const RoutineStatement *s = form->at;
  const RoutineExpression *list = s->value;
  if (s->target->kind != ROUTINE_NAME || list->kind != ROUTINE_BUILT ||
      !returns_largest (form, s->next, s->target->text) ||
      !bind (form, list->first->next, list->first->next->next))
    return NULL;
  return noise_of_answer (form, list->first);
}

/* `noisy = []`, and a loop that appends. */
static const RoutineExpression *
find_appended (Form *form)
{
  const RoutineStatement *s = form->at, *loop = next_of (form, s);
  if (s->value->kind != ROUTINE_LIST || s->value->first != NULL ||
      s->target->kind != ROUTINE_NAME || loop == NULL || loop->kind != ROUTINE_FOR ||
      !returns_largest (form, loop->next, s->target->text) ||
      !bind (form, loop->target, loop->value))
    return NULL;
  const RoutineStatement *last = skip_values (form, loop->body.first);
  if (last == NULL || last->kind != ROUTINE_DO || last->next != NULL ||
      last->value->first->kind != ROUTINE_MEMBER ||
      !g_str_equal (last->value->first->text, "append") ||
      !routine_is_name (last->value->first->first, s->target->text) ||
      last->value->first->next == NULL)
    return NULL;
  return noise_of_answer (form, last->value->first->next);
}

/* ---- Vectors ------------------------------------------------------------------------------- */

/* Whether type keeps answers as they are: `float`, `np.float64`. */
static gboolean
is_real_type (const RoutineExpression *type)
{
  static const char *const words[] = {"float", "float64", "double", "float_", NULL};
  return type->text != NULL && g_strv_contains (words, type->text);
}

/* `queries`, `np.asarray(queries)`, `np.array(queries, dtype=float)`. */
static gboolean
is_vector (const Form *form, const RoutineExpression *expression)
{
  const char *name = routine_callee (expression);
  const RoutineExpression *list = name != NULL ? expression->first->next : NULL;
  if (name == NULL)
    return routine_is_private (form->walker->names, expression);
  return (calls (form, expression, "asarray") || calls (form, expression, "array")) &&
         list != NULL && list->keyword == NULL && routine_is_private (form->walker->names, list) &&
         (list->next == NULL ||
          (list->next->next == NULL && is_real_type (list->next) &&
           (list->next->keyword == NULL || g_str_equal (list->next->keyword, "dtype"))));
}

/* The noise in `np.asarray(queries) + laplace(..., size=len(queries))`, either way round. */
static const RoutineExpression *
noise_of_vector (Form *form, const RoutineExpression *sum)
{
  if (sum->kind != ROUTINE_ADD)
    return NULL;
  const RoutineExpression *left = sum->first, *right = left->next;
  const RoutineExpression *noise = is_vector (form, left)    ? right
                                   : is_vector (form, right) ? left
                                                             : NULL;
  form->is_vector = noise != NULL && routine_noise_is_call (noise);
  return form->is_vector ? noise : NULL;
}

/* `return VECTOR.argmax()`, or by a variable. */
static const RoutineExpression *
find_vector (Form *form)
{
  const RoutineStatement *s = form->at;
  if (s->kind == ROUTINE_ASSIGN)
    return s->target->kind == ROUTINE_NAME && returns_largest (form, s->next, s->target->text)
               ? noise_of_vector (form, s->value)
               : NULL;
  const RoutineExpression *largest =
      s->kind == ROUTINE_RETURN && s->value != NULL ? largest_of (form, s->value) : NULL;
  return largest != NULL ? noise_of_vector (form, largest) : NULL;
}

/* Whether expression is an array, by itself. */
static gboolean
makes_vector (const RoutineWalker *walker, const RoutineExpression *expression)
{
  RoutineNoise noise;
  const Form form = {.walker = (RoutineWalker *)walker};
  if (!routine_noise_is_call (expression))
    return expression->kind == ROUTINE_CALL && is_vector (&form, expression);
  g_autofree char *wrong = routine_noise_read (expression, walker->routine->helpers, &noise);
  return wrong == NULL && noise.size != NULL;
}

/* The smallest part that computes with an array; NULL = there is none. */
static const RoutineExpression *
find_vectors_in (const RoutineWalker *walker, const RoutineExpression *expression)
{
  const RoutineExpression *found = NULL;
  for (const RoutineExpression *part = expression->first; part != NULL && found == NULL;
       part = part->next)
    found = makes_vector (walker, part) && expression->kind != ROUTINE_CALL
                ? expression
                : find_vectors_in (walker, part);
  return found != NULL ? found : makes_vector (walker, expression) ? expression : NULL;
}

typedef struct {
  const RoutineWalker *walker;
  const RoutineExpression *found;
} Vectors;

static void
find_vectors (RoutineStatement *s, gpointer data)
{
  Vectors *vectors = data;
  if (vectors->found == NULL && s->value != NULL)
    vectors->found = find_vectors_in (vectors->walker, s->value);
}

gboolean
routine_refuse_vectors (RoutineWalker *walker)
{
  Vectors vectors = {walker, NULL};
  routine_visit (&walker->routine->body, find_vectors, &vectors);
  if (vectors.found == NULL)
    return FALSE;
  routine_error (
      walker, vectors.found->place,
      "an array of noise is not read, nor are all answers at once (asarray, "
      "laplace(size=...)); draw one number for each answer, in a loop; only the index of "
      "the largest is read, (np.asarray(%s) + laplace(scale=..., size=len(%s))).argmax()",
      walker->names->private, walker->names->private);
  return TRUE;
}

/* ---- The running maximum -------------------------------------------------------------------- */

/* `value > best`, `best < value`; ties have no weight. */
static gboolean
is_larger (const RoutineExpression *comparison, const char *best, const RoutineExpression **value)
{
  if (comparison->kind != ROUTINE_COMPARE)
    return FALSE;
  const RoutineExpression *left = comparison->first, *right = left->next;
  gboolean more = comparison->relation == SVT_MORE || comparison->relation == SVT_AT_LEAST;
  gboolean less = comparison->relation == SVT_LESS || comparison->relation == SVT_AT_MOST;
  *value = more && routine_is_name (right, best)  ? left
           : less && routine_is_name (left, best) ? right
                                                  : NULL;
  return *value != NULL;
}

static gboolean
is_none (const RoutineExpression *value)
{
  return value->kind == ROUTINE_SYMBOL && g_str_equal (value->text, "None");
}

/* What stands before the loop: the first value of each name, once. */
typedef struct {
  const RoutineExpression *best, *winner; /* NULL = none yet */
  const char *best_name, *winner_name;
} Starts;

/* `best is None` for a name that begins with None, `i == 0`: it is the first round. */
static gboolean
is_first_round (const Form *form, const RoutineExpression *comparison, const Starts *starts)
{
  if (comparison->kind != ROUTINE_COMPARE || comparison->relation != SVT_EQUAL)
    return FALSE;
  const RoutineExpression *left = comparison->first, *right = left->next;
  if (is_none (right))
    return (routine_is_name (left, starts->best_name) && is_none (starts->best)) ||
           (routine_is_name (left, starts->winner_name) && is_none (starts->winner));
  return form->index != NULL && routine_is_name (left, form->index) &&
         right->kind == ROUTINE_NUMBER && g_str_equal (right->text, "0");
}

static gboolean
is_lowest (const RoutineExpression *value)
{
  const RoutineExpression *text = value->kind == ROUTINE_CALL ? value->first->next : NULL;
  if (value->kind == ROUTINE_NEGATE)
    return (value->first->kind == ROUTINE_MEMBER && g_str_equal (value->first->text, "inf")) ||
           (value->first->kind == ROUTINE_CALL && routine_is_name (value->first->first, "float") &&
            value->first->first->next != NULL &&
            value->first->first->next->kind == ROUTINE_SYMBOL &&
            g_ascii_strcasecmp (value->first->first->next->text, "inf") == 0);
  return text != NULL && routine_is_name (value->first, "float") && text->kind == ROUTINE_SYMBOL &&
         g_ascii_strcasecmp (text->text, "-inf") == 0;
}

/* What says nothing of answers: None, a number, the lowest one. */
static gboolean
is_start (const RoutineExpression *value)
{
  const RoutineExpression *number = value->kind == ROUTINE_NEGATE ? value->first : value;
  return value->kind == ROUTINE_SYMBOL || number->kind == ROUTINE_NUMBER || is_lowest (value);
}

/* Whether s gives name the same noisy answer as value is. */
static gboolean
stores_value (const Form *form, const RoutineStatement *s, const char *name,
              const RoutineExpression *value)
{
  const RoutineExpression *noise = noise_of_answer (form, value);
  return s->kind == ROUTINE_ASSIGN && routine_is_name (s->target, name) && noise != NULL &&
         noise == noise_of_answer (form, s->value);
}

/* The assignments of the branch, in either order: the value, and the index or the value again. */
static gboolean
stores (Form *form, const RoutineBlock *block, const char *best, const char *winner,
        const RoutineExpression *value)
{
  const RoutineStatement *first = block->first, *second = first != NULL ? first->next : NULL;
  form->shows_value = TRUE;
  if (first == NULL || g_str_equal (best, winner))
    return first != NULL && second == NULL && stores_value (form, first, best, value);
  if (second == NULL || second->next != NULL || second->kind != ROUTINE_ASSIGN)
    return FALSE;
  if (first->kind == ROUTINE_ASSIGN && routine_is_name (first->target, winner)) {
    const RoutineStatement *swap = first;
    first = second;
    second = swap;
  }
  form->shows_value = stores_value (form, second, winner, value);
  gboolean index = routine_is_name (second->target, winner) && form->index != NULL &&
                   routine_is_name (second->value, form->index);
  return stores_value (form, first, best, value) && (index || form->shows_value);
}

/* `i < n` for an open number of answers, or for one from 2 on. */
static gboolean
ends_with_list (const Form *form, const RoutineExpression *condition)
{
  const RoutineNames *names = form->walker->names;
  if (condition->kind != ROUTINE_COMPARE || condition->relation != SVT_LESS)
    return FALSE;
  /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a comparison has two sides */
  const RoutineExpression *right = condition->first->next;
  const RoutineName *index = condition->first->kind == ROUTINE_NAME
                                 ? routine_names_find (names, condition->first->text)
                                 : NULL;
  return index != NULL && index->role == ROUTINE_ROLE_INDEX &&
         (routine_is_length (names, right) || is_number_of_answers (names, right));
}

/* The variables of a loop, of either kind. */
static gboolean
bind_loop (Form *form, const RoutineStatement *loop)
{
  const RoutineExpression *first = loop->value->first;
  gboolean has_end = loop->kind == ROUTINE_WHILE || loop->value->kind == ROUTINE_CALL;
  const RoutineExpression *end = has_end && first != NULL ? first->next : NULL;
  form->rounds = end != NULL && end->kind == ROUTINE_NAME &&
                         !routine_is_private (form->walker->names, end) &&
                         !routine_is_open (form->walker->names, end)
                     ? end
                     : NULL;
  if (loop->kind == ROUTINE_FOR)
    return bind (form, loop->target, loop->value);
  if (loop->kind != ROUTINE_WHILE || !ends_with_list (form, loop->value))
    return FALSE;
  form->answer = NULL;
  form->index = loop->value->first->text;
  return TRUE;
}

/* Whether nothing follows test in its round but the index's step. */
static gboolean
ends_round (const Form *form, const RoutineStatement *loop, const RoutineStatement *test)
{
  if (loop->kind == ROUTINE_FOR)
    return test->next == NULL;
  return test->next != NULL && test->next->next == NULL &&
         test->next == routine_names_find (form->walker->names, form->index)->only;
}

/* The round of a running maximum: the noise of its answers. */
static const RoutineExpression *
find_running (Form *form, const RoutineStatement *loop, const Starts *starts)
{
  if (!bind_loop (form, loop))
    return NULL;
  const RoutineStatement *test = skip_values (form, loop->body.first);
  if (test == NULL || test->kind != ROUTINE_IF || test->otherwise.first != NULL ||
      !ends_round (form, loop, test))
    return NULL;
  const RoutineExpression *condition = test->value, *value = NULL;
  gboolean first = FALSE;
  if (condition->kind == ROUTINE_OR) {
    const RoutineExpression *left = condition->first, *right = left->next;
    first = is_first_round (form, left, starts);
    condition = first ? right : left;
    first = first || is_first_round (form, right, starts);
    if (!first)
      return NULL;
  }
  if (!is_larger (condition, starts->best_name, &value) || !(is_lowest (starts->best) || first) ||
      !stores (form, &test->body, starts->best_name, starts->winner_name, value))
    return NULL;
  return noise_of_answer (form, value);
}

/* FALSE: s is something else. */
static gboolean
add_start (const Form *form, const RoutineStatement *s, Starts *starts)
{
  const RoutineName *name = s->kind == ROUTINE_ASSIGN && s->target->kind == ROUTINE_NAME
                                ? routine_names_find (form->walker->names, s->target->text)
                                : NULL;
  if (name == NULL || s->is_update)
    return FALSE;
  if (g_str_equal (name->text, starts->winner_name)) {
    gboolean again = starts->winner != NULL;
    starts->winner = s->value;
    return !again;
  }
  if (name->role == ROUTINE_ROLE_INDEX)
    return s->value->kind == ROUTINE_NUMBER && g_str_equal (s->value->text, "0");
  if (name->role == ROUTINE_ROLE_CONSTANT || name->role == ROUTINE_ROLE_EPSILON)
    return TRUE;
  if (starts->best != NULL)
    return FALSE;
  starts->best = s->value;
  starts->best_name = name->text;
  return TRUE;
}

/* The name that is shown behind the loop, and nothing else; NULL = none. */
static const char *
find_shown (const RoutineStatement *last)
{
  gboolean shows = last != NULL && (last->kind == ROUTINE_RETURN || last->kind == ROUTINE_OUTPUT) &&
                   last->value != NULL && last->value->kind == ROUTINE_NAME;
  if (!shows)
    return NULL;
  const RoutineStatement *end = last->next;
  gboolean ends = end == NULL || (last->kind == ROUTINE_OUTPUT && end->kind == ROUTINE_RETURN &&
                                  end->value == NULL && end->next == NULL);
  return ends ? last->value->text : NULL;
}

/* `best = -inf`, `winner = None`, a loop, `return winner`. */
static const RoutineExpression *
find_maximum (Form *form)
{
  const RoutineStatement *loop = form->at;
  while (loop != NULL && loop->kind != ROUTINE_FOR && loop->kind != ROUTINE_WHILE)
    loop = loop->next;
  Starts starts = {.winner_name = loop != NULL ? find_shown (loop->next) : NULL};
  if (starts.winner_name == NULL)
    return NULL;
  for (const RoutineStatement *s = form->at; s != loop; s = s->next)
    if (!add_start (form, s, &starts))
      return NULL;
  if (starts.best == NULL) { /* the value is shown itself */
    starts.best = starts.winner;
    starts.best_name = starts.winner_name;
  }
  if (starts.best == NULL || starts.winner == NULL || !is_start (starts.best) ||
      !is_start (starts.winner))
    return NULL;
  return find_running (form, loop, &starts);
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* One noisy answer, whose noise is call; NULL = it is not read, which is told when the statements
 * are walked, or an error was reported. */
static SvtDraw *
build_draw (RoutineWalker *walker, const RoutineExpression *call, gboolean is_vector)
{
  RoutineNoise noise;
  SvtExpression scale;
  g_autofree char *wrong = routine_noise_read (call, walker->routine->helpers, &noise);
  gboolean moved = noise.location != NULL && (noise.location->kind != ROUTINE_NUMBER ||
                                              !g_str_equal (noise.location->text, "0"));
  gboolean fits =
      noise.size == NULL ? !is_vector : is_vector && routine_is_length (walker->names, noise.size);
  if (wrong != NULL || moved || !fits || !routine_draws_outside (walker->names, call))
    return NULL;
  g_hash_table_insert (walker->draw_of, (gpointer)call, NULL); /* for the notes about it */
  SvtDraw *draw = svt_build_draw (walker->file, COUPLET_PRIVATE, call->place);
  if (noise.scale == NULL)
    scale = routine_literal (walker, "1", call->place);
  else if (!routine_number (walker, noise.scale, &scale))
    return NULL;
  svt_build_add (walker->file, draw, noise.kind, scale, FALSE,
                 noise.scale != NULL ? noise.scale->place : call->place);
  return draw;
}

/* The largest noisy answer itself costs what all of them cost: it is computed from them, and far
 * below all answers the probability of a maximum v changes by the factor of each of the n answers,
 * for P(all <= v) is a product of P(answer <= v), and each of these changes by e^(d*epsilon). */
static SvtStatement *
build_answers (RoutineWalker *walker, const Form *form, SvtDraw *draw, SvtPlace place)
{
  SvtPlace start = walker->routine->place;
  SvtExpression n;
  SvtName *name = routine_new_name (walker, "noisy_answer");
  SvtStatement *level =
      svt_build_read (walker->file, TRUE, routine_new_name (walker, "no_level"), start,
                      routine_build_draw (walker, COUPLET_PUBLIC, -1, start), start);
  SvtStatement *answer = svt_build_read (walker->file, FALSE, name, place, draw, place);
  answer->next = svt_build_output (walker->file, name, place, place);
  if (form->rounds != NULL && !routine_number (walker, form->rounds, &n))
    return NULL;
  SvtBlock body = {answer, place};
  level->next = form->rounds != NULL ? svt_build_repeat (walker->file, n, body, place)
                                     : svt_build_loop (walker->file, body, place);
  walker->building = TRUE;
  routine_note (walker, place,
                "the largest noisy answer is shown itself, whose least d is that of showing all "
                "noisy answers; what is said here is said of these");
  return level;
}

static SvtStatement *
build (RoutineWalker *walker, const RoutineExpression *call, const Form *form)
{
  SvtDraw *draw = build_draw (walker, call, form->is_vector);
  if (draw == NULL)
    return NULL;
  if (form->shows_value)
    return build_answers (walker, form, draw, call->place);
  return svt_build_output_argmax (walker->file, routine_literal (walker, ANSWERS, call->place),
                                  draw, call->place);
}

/* The noise of the answers where the form begins with the statement at. */
static const RoutineExpression *
find_at (RoutineWalker *walker, const RoutineStatement *at, Form *form)
{
  static const RoutineExpression *(*const finders[]) (Form * form) = {find_vector, find_built,
                                                                      find_appended, find_maximum};
  const RoutineExpression *noise = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (finders) && noise == NULL; i++) {
    *form = (Form){.walker = walker, .at = at};
    if (at->kind == ROUTINE_ASSIGN || i == 0)
      noise = finders[i](form);
  }
  return noise;
}

SvtStatement *
routine_find_max (RoutineWalker *walker)
{
  Form form = {0};
  const RoutineExpression *noise = NULL;
  const RoutineStatement *s = walker->routine->body.first;
  if (s != NULL)
    noise = find_at (walker, s, &form);
  while (s != NULL && noise == NULL && is_number (walker, s)) {
    s = s->next;
    noise = s != NULL ? find_at (walker, s, &form) : NULL;
  }
  return noise != NULL ? build (walker, noise, &form) : NULL;
}
