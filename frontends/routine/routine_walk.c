/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_post.h"

#include <couplet/text.h>

#define MOST_ROUNDS 50 /* of a dry walk, until what is known at the head of a loop stays */

/* ---- Assignments --------------------------------------------------------------------------- */

/* Whether s stands in no other statement. */
static gboolean
is_top (const RoutineWalker *walker, const RoutineStatement *s)
{
  const RoutineStatement *top = walker->routine->body.first;
  while (top != NULL && top != s)
    top = top->next;
  return top != NULL;
}

/* A number is the same wherever it is read, as soon as it has a value. */
static void
note_assigned (RoutineWalker *walker, const RoutineName *name)
{
  routine_state_set (walker->state, name->text, routine_value_new (walker->file, ROUTINE_WHOLE));
}

/* A number that changes: kept where it decides something. */
static void
walk_whole (RoutineWalker *walker, const RoutineStatement *s, RoutineName *name)
{
  SvtExpression value;
  if (!name->decides)
    return;
  walker->in_multiples = name->is_budget;
  gboolean good = routine_number (walker, s->value, &value);
  walker->in_multiples = FALSE;
  if (!good || !walker->building)
    return;
  SvtName *own = svt_file_intern (walker->file, name->text, strlen (name->text));
  gboolean first = is_top (walker, s) && g_hash_table_add (walker->declared, name);
  svt_build_append (walker->out, svt_build_set (walker->file, first ? SVT_DECLARE : SVT_SET, own,
                                                s->target->place, s->place, value, s->place));
}

static void
walk_step (RoutineWalker *walker, const RoutineStatement *s, RoutineName *name)
{
  if (s == name->only)
    walker->state->stepped = ROUTINE_ON_ALL;
  walk_whole (walker, s, name);
}

static void
give_hint (RoutineWalker *walker, const char *name, const RoutineValue *value)
{
  if (value->kind == ROUTINE_SUM && value->sum.n_draws == 1)
    routine_draw (walker, routine_class_of (walker->draws, value->sum.draws[0].draw))->hint = name;
}

/* Whether expression has an answer in it. */
static gboolean
has_answer (const RoutineWalker *walker, const RoutineExpression *expression)
{
  if (expression->kind == ROUTINE_ITEM &&
      routine_is_name (expression->first, walker->names->private))
    return TRUE;
  const RoutineValue *value =
      expression->kind == ROUTINE_NAME ? routine_state_get (walker->state, expression->text) : NULL;
  gboolean found =
      value != NULL && value->kind == ROUTINE_SUM && value->sum.answer != ROUTINE_NO_ANSWER;
  for (const RoutineExpression *part = expression->first; part != NULL && !found; part = part->next)
    found = has_answer (walker, part);
  return found;
}

/* `sum = sum + q`, with what sum held in the round before. */
static gboolean
adds_up (const RoutineWalker *walker, const RoutineStatement *s)
{
  const RoutineValue *held = routine_state_get (walker->state, s->target->text);
  return held != NULL && held->kind == ROUTINE_LOST &&
         routine_mentions (s->value, s->target->text) && has_answer (walker, s->value);
}

static void
walk_value (RoutineWalker *walker, const RoutineStatement *s)
{
  const char *name = s->target->text, *extended;
  const RoutineExpression *item = routine_appended (s, &extended);
  if (adds_up (walker, s)) {
    routine_error (walker, s->place,
                   "private answers are added up in '%s', which is not read; a sum that is asked "
                   "for as one query is one answer",
                   name);
    routine_state_set (walker->state, name, routine_value_new (walker->file, ROUTINE_FAULTY));
    return;
  }
  if (item != NULL) {
    routine_append_item (walker, s, name, item);
    return;
  }
  const RoutineValue *value = routine_new_list (walker, s->value);
  gboolean list = value != NULL;
  if (!list)
    value = routine_evaluate (walker, s->value);
  g_autofree char *quoted = couplet_quote (name, -1);
  if (!list && (value->kind == ROUTINE_OUTPUTS || value->kind == ROUTINE_ANSWERS)) {
    routine_error (walker, s->place, "%s becomes another name of a list; use the list's own name",
                   quoted);
    value = routine_value_new (walker->file, ROUTINE_FAULTY);
  } else if (list && walker->loop != 0) {
    routine_error (walker, s->place,
                   "a list of outputs begins anew in each round; begin it before the loop");
    value = routine_value_new (walker->file, ROUTINE_FAULTY);
  } else if (list && routine_names_find (walker->names, name)->is_counted &&
             routine_state_get (walker->state, name) != NULL) {
    routine_error (walker, s->place,
                   "a list whose length is asked for begins anew; use a list of another name");
    value = routine_value_new (walker->file, ROUTINE_FAULTY);
  }
  give_hint (walker, name, value);
  routine_state_set (walker->state, name, value);
}

static void
walk_assignment (RoutineWalker *walker, const RoutineStatement *s)
{
  if (s->target->kind == ROUTINE_ITEM) {
    routine_put_item (walker, s);
    return;
  }
  RoutineName *name = routine_names_find (walker->names, s->target->text);
  switch (name->role) {
  case ROUTINE_ROLE_WHOLE:
    walk_whole (walker, s, name);
    note_assigned (walker, name);
    return;
  case ROUTINE_ROLE_INDEX:
    walk_step (walker, s, name);
    note_assigned (walker, name);
    return;
  case ROUTINE_ROLE_CONSTANT:
  case ROUTINE_ROLE_EPSILON:
    note_assigned (walker, name);
    if (name->role == ROUTINE_ROLE_EPSILON)
      routine_note (walker, s->place,
                    "'%s' is read as epsilon itself: verdict and d are in multiples of it",
                    name->text);
    return;
  default:
    walk_value (walker, s);
  }
}

/* ---- Calls ---------------------------------------------------------------------------------- */

static void
walk_call (RoutineWalker *walker, const RoutineStatement *s)
{
  const char *name = routine_callee (s->value), *list;
  const RoutineExpression *item = routine_appended (s, &list);
  g_autofree char *quoted = couplet_quote (name != NULL ? name : "this", -1);
  if (item != NULL)
    routine_append_item (walker, s, list, item);
  else if (name != NULL && g_str_equal (name, "seed"))
    routine_error (walker, s->place,
                   "a seed makes all noise known to those who know the seed; remove it");
  else
    routine_error (walker, s->place,
                   "a call of %s for what it does is not read; values are output by append, yield "
                   "or return",
                   quoted);
}

/* ---- Branches ------------------------------------------------------------------------------- */

/* Walks block from state on; what is known behind it is returned, what is built goes to *built.
 * Takes state. */
static RoutineState *
walk_branch (RoutineWalker *walker, const RoutineBlock *block, RoutineState *state,
             SvtStatements *built)
{
  SvtStatements *out = walker->out;
  walker->state = state;
  walker->out = built;
  routine_walk (walker, block);
  walker->out = out;
  return g_steal_pointer (&walker->state);
}

static void
walk_if (RoutineWalker *walker, const RoutineStatement *s)
{
  SvtCondition condition = {0};
  SvtStatements yes = {NULL, NULL}, no = {NULL, NULL};
  if (routine_condition (walker, s->value, &condition) == ROUTINE_ALWAYS)
    routine_error (walker, s->place,
                   "whether the list has ended is asked in an 'if'; ask in the 'while'");
  RoutineState *then = g_steal_pointer (&walker->state);
  g_autoptr (RoutineState) other = routine_state_copy (then);
  then = walk_branch (walker, &s->body, then, &yes);
  other = walk_branch (walker, &s->otherwise, other, &no);
  walker->state = then;
  routine_state_join (walker, walker->state, other);
  if (!walker->building || walker->failed)
    return;
  SvtBranch *branch =
      svt_build_branch (walker->file, s->place, &condition, (SvtBlock){yes.first, s->place});
  if (no.first != NULL) {
    SvtPlace place = s->otherwise.first->place;
    branch->next = svt_build_branch (walker->file, place, NULL, (SvtBlock){no.first, place});
  }
  svt_build_append (walker->out, svt_build_if (walker->file, branch));
}

/* ---- Loops ---------------------------------------------------------------------------------- */

static void
leave_round (RoutineWalker *walker, RoutineState **target, SvtPlace place, gboolean goes_on)
{
  const RoutineName *index = NULL;
  for (guint i = 0; i < walker->names->all->len && index == NULL; i++) {
    const RoutineName *name = walker->names->all->pdata[i];
    if (name->role == ROUTINE_ROLE_INDEX && name->loop->loop == walker->loop)
      index = name;
  }
  gboolean nested = routine_loop (walker, walker->loop)->parent != 0;
  if (index != NULL && walker->state->stepped != ROUTINE_ON_ALL && (goes_on || nested))
    routine_error (walker, place,
                   "'%s' may not have been counted up here, so that the same answer is read again; "
                   "count it up at the beginning of the round, behind 'q = %s[%s]'",
                   index->text, walker->names->private, index->text);
  if (*target == NULL)
    *target = routine_state_copy (walker->state);
  else
    routine_state_join (walker, *target, walker->state);
}

static void
walk_jump (RoutineWalker *walker, const RoutineStatement *s)
{
  RoutineLoop *loop = routine_loop (walker, walker->loop);
  gboolean goes_on = s->kind == ROUTINE_CONTINUE;
  leave_round (walker, goes_on ? &loop->continues : &loop->breaks, s->place, goes_on);
  walker->state->dead = TRUE;
  if (walker->building)
    svt_build_append (walker->out,
                      svt_build_jump (walker->file, goes_on ? SVT_CONTINUE : SVT_BREAK, s->place));
}

/* How a loop goes round. */
typedef struct {
  const RoutineStatement *statement;
  const RoutineExpression *times;  /* NULL = to the end of the list, or by its condition */
  const RoutineExpression *index;  /* the variable that counts; NULL = none */
  const RoutineExpression *answer; /* the variable that holds the answer; NULL = none */
  const RoutineExpression *others; /* further variables of zip, public; NULL = none */
  gboolean is_list;
} Rounds;

/* `not (condition): break` at the beginning of a round. FALSE with an error reported. */
static gboolean
walk_loop_condition (RoutineWalker *walker, const RoutineStatement *s)
{
  SvtCondition condition = {0};
  if (s->value->kind == ROUTINE_SYMBOL && g_str_equal (s->value->text, "True"))
    return FALSE;
  RoutineDecision decision = routine_condition (walker, s->value, &condition);
  if (decision == ROUTINE_DECIDED && walker->building) {
    SvtStatements leave = {NULL, NULL};
    svt_build_append (&leave, svt_build_jump (walker->file, SVT_BREAK, s->place));
    condition = svt_build_connective (walker->file, SVT_NOT, condition, s->place);
    SvtBranch *branch =
        svt_build_branch (walker->file, s->place, &condition, (SvtBlock){leave.first, s->place});
    svt_build_append (walker->out, svt_build_if (walker->file, branch));
  }
  return TRUE;
}

static const RoutineValue *
round_value (RoutineWalker *walker, guint32 loop)
{
  RoutineValue *value = routine_value_new (walker->file, ROUTINE_INDEX_OF);
  value->loop = loop;
  return value;
}

/* The variables of a `for` at the beginning of a round. */
static void
bind_variables (RoutineWalker *walker, const Rounds *rounds)
{
  RoutineState *state = walker->state;
  if (rounds->index != NULL)
    routine_state_set (state, rounds->index->text, round_value (walker, walker->loop));
  if (rounds->answer != NULL)
    routine_state_set (state, rounds->answer->text,
                       routine_answer_of_round (walker, rounds->answer->place));
  for (const RoutineExpression *o = rounds->others; o != NULL; o = o->next) {
    if (o == rounds->answer)
      continue;
    RoutineValue *value = routine_value_new (walker->file, ROUTINE_SUM);
    value->sum.publics[0].text = o->text;
    value->sum.publics[0].sign = 1;
    value->sum.n_publics = 1;
    value->sum.varies = TRUE;
    routine_state_set (state, o->text, value);
  }
}

/* What the round begins with besides: the count, where comparisons depend on it. */
static const RoutineName *
counting_name (const RoutineWalker *walker, const Rounds *rounds)
{
  const RoutineName *name =
      rounds->index != NULL ? routine_names_find (walker->names, rounds->index->text) : NULL;
  return name != NULL && name->decides ? name : NULL;
}

static void
build_count (RoutineWalker *walker, const Rounds *rounds, gboolean first)
{
  const RoutineName *name = counting_name (walker, rounds);
  SvtPlace place = rounds->statement->place;
  if (name == NULL || !walker->building)
    return;
  SvtName *own = svt_file_intern (walker->file, name->text, strlen (name->text));
  SvtExpression one, value;
  if (first)
    value = routine_literal (walker, "-1", place);
  else {
    value = svt_build_name (walker->file, own, place);
    one = routine_literal (walker, "1", place);
    value = svt_build_operation (walker->file, SVT_ADD, value, one.place);
  }
  svt_build_append (walker->out, svt_build_set (walker->file, first ? SVT_DECLARE : SVT_SET, own,
                                                place, place, value, place));
}

/* One round, from the state at its head. What is known at its end goes to the walker's state;
 * the statements to *built. TRUE when the loop may end by its condition. */
static gboolean
walk_round (RoutineWalker *walker, const Rounds *rounds, SvtStatements *built)
{
  const RoutineStatement *s = rounds->statement;
  SvtStatements *out = walker->out;
  gboolean ends = TRUE;
  walker->out = built;
  build_count (walker, rounds, FALSE);
  bind_variables (walker, rounds);
  if (s->kind == ROUTINE_WHILE)
    ends = walk_loop_condition (walker, s);
  routine_walk (walker, &s->body);
  if (!walker->state->dead)
    leave_round (walker, &routine_loop (walker, walker->loop)->continues, s->place, TRUE);
  walker->out = out;
  return ends;
}

/* Walks a round until what is known at its head stays. */
static void
find_head (RoutineWalker *walker, const Rounds *rounds, RoutineState *head)
{
  guint32 loop = rounds->statement->loop;
  for (guint i = 0; i < MOST_ROUNDS; i++) {
    SvtStatements nothing = {NULL, NULL};
    g_autoptr (RoutineState) next = routine_state_copy (head);
    g_autoptr (RoutineState) outer = walker->state;
    g_clear_pointer (&routine_loop (walker, loop)->breaks, routine_state_free);
    g_clear_pointer (&routine_loop (walker, loop)->continues, routine_state_free);
    routine_state_begin_round (walker, next, loop);
    g_autoptr (RoutineState) before = routine_state_copy (next);
    next->stepped = before->stepped = ROUTINE_ON_NONE;
    walker->state = g_steal_pointer (&next);
    walker->guessing++;
    walk_round (walker, rounds, &nothing);
    walker->guessing--;
    routine_state_free (walker->state);
    walker->state = g_steal_pointer (&outer);
    RoutineState *back = routine_loop (walker, loop)->continues;
    if (back != NULL)
      routine_state_join (walker, before, back);
    routine_state_begin_round (walker, before, loop);
    before->stepped = ROUTINE_ON_NONE;
    gboolean stays = routine_state_equal (before, head);
    RoutineState swap = *head;
    *head = *before;
    *before = swap;
    if (stays)
      return;
  }
  routine_error (walker, rounds->statement->place,
                 "what the variables hold in this loop cannot be found out; write it simpler");
}

/* The body and what follows it, as a loop or repeat of the mechanism. */
static void
build_loop (RoutineWalker *walker, const Rounds *rounds, SvtStatements *built)
{
  const RoutineStatement *s = rounds->statement;
  SvtBlock body = {built->first, s->place};
  SvtExpression times;
  if (routine_loop (walker, s->loop)->tells_round)
    routine_fill_silence (walker, s->loop, &body, s->place);
  else
    routine_check_silence (walker, &body);
  if (rounds->times != NULL && !routine_number (walker, rounds->times, &times))
    return;
  svt_build_append (walker->out, rounds->times != NULL
                                     ? svt_build_repeat (walker->file, times, body, s->place)
                                     : svt_build_loop (walker->file, body, s->place));
}

/* Whether a `while` ends by a comparison of numbers, at the beginning of a round. */
static gboolean
ends_early (const SvtStatement *s)
{
  for (; s != NULL && (s->kind == SVT_SET || s->kind == SVT_READ || s->kind == SVT_IF); s = s->next)
    if (s->kind == SVT_IF && s->branches->body.first != NULL &&
        s->branches->body.first->kind == SVT_BREAK)
      return TRUE;
  return FALSE;
}

static void
walk_rounds (RoutineWalker *walker, const Rounds *rounds)
{
  const RoutineStatement *s = rounds->statement;
  guint32 outer = walker->loop;
  SvtStatements built = {NULL, NULL};
  RoutineLoop *loop = routine_loop (walker, s->loop);
  loop->parent = outer;
  loop->is_list = rounds->is_list;
  build_count (walker, rounds, TRUE);
  walker->loop = s->loop;
  if (!walker->building) {
    RoutineState *head = routine_state_copy (walker->state);
    head->stepped = ROUTINE_ON_NONE;
    routine_state_begin_round (walker, head, s->loop);
    find_head (walker, rounds, head);
    g_clear_pointer (&loop->head, routine_state_free);
    loop->head = head;
  }
  g_clear_pointer (&loop->breaks, routine_state_free);
  g_clear_pointer (&loop->continues, routine_state_free);
  routine_state_free (walker->state);
  walker->state = routine_state_copy (loop->head);
  gboolean ends = walk_round (walker, rounds, &built);
  routine_state_free (walker->state);
  walker->state = routine_state_copy (loop->head);
  walker->state->dead = !ends;
  walker->loop = outer;
  if (loop->breaks != NULL)
    routine_state_join (walker, walker->state, loop->breaks);
  if (rounds->index != NULL && !walker->state->dead)
    routine_state_set (walker->state, rounds->index->text, round_value (walker, s->loop));
  if (!walker->building || walker->failed)
    return;
  build_loop (walker, rounds, &built);
  if (rounds->times == NULL && loop->breaks == NULL && !ends_early (built.first))
    walker->out = &walker->nowhere;
}

/* ---- What a loop goes through --------------------------------------------------------------- */

static void
refuse_loop (RoutineWalker *walker, const RoutineStatement *s)
{
  routine_error (walker, s->value->place,
                 "what this loop goes through is not read; write 'for q in %s', "
                 "'for i in range(len(%s))' or 'for i in range(NUMBER)'",
                 walker->names->private, walker->names->private);
  walker->state->dead = TRUE;
}

/* `range(n)`, `range(0, n)`; NULL = something else. */
static const RoutineExpression *
end_of_range (const RoutineExpression *call)
{
  const RoutineExpression *first = call->first->next;
  const RoutineExpression *second = first != NULL ? first->next : NULL;
  gboolean from_zero = second != NULL && second->next == NULL && first->kind == ROUTINE_NUMBER &&
                       g_str_equal (first->text, "0");
  return from_zero ? second : second == NULL ? first : NULL;
}

/* A list that the function gets, or that stands outside: it changes no more. */
static gboolean
is_given_list (const RoutineWalker *walker, const RoutineExpression *list)
{
  const RoutineName *name =
      list->kind == ROUTINE_NAME ? routine_names_find (walker->names, list->text) : NULL;
  return list->kind == ROUTINE_NAME && (name == NULL || name->argument != NULL);
}

/* Whether a name follows that name is, too. */
static gboolean
is_repeated (const RoutineExpression *name)
{
  for (const RoutineExpression *other = name->next; other != NULL; other = other->next)
    if (routine_is_name (other, name->text))
      return TRUE;
  return FALSE;
}

/* `zip(...)` with variables: the one over the private argument, which stands there once. */
static gboolean
find_zipped (const RoutineWalker *walker, const RoutineExpression *target,
             const RoutineExpression *call, Rounds *rounds)
{
  const RoutineExpression *list = call->first->next, *name = target->first;
  if (target->kind != ROUTINE_TUPLE)
    return FALSE;
  rounds->others = name;
  for (; list != NULL && name != NULL; list = list->next, name = name->next) {
    gboolean answers = routine_is_private (walker->names, list);
    if (name->kind != ROUTINE_NAME || is_repeated (name) || !is_given_list (walker, list) ||
        (answers && rounds->answer != NULL))
      return FALSE;
    if (answers)
      rounds->answer = name;
  }
  return list == NULL && name == NULL && rounds->answer != NULL;
}

/* FALSE: it is not read. */
static gboolean
find_rounds (const RoutineWalker *walker, const RoutineStatement *s, Rounds *rounds)
{
  const RoutineExpression *target = s->target, *over = s->value;
  *rounds = (Rounds){.statement = s};
  if (s->kind == ROUTINE_WHILE)
    return TRUE;
  const char *name =
      over->kind == ROUTINE_CALL && over->first->kind == ROUTINE_NAME ? over->first->text : "";
  rounds->is_list = TRUE;
  if (routine_is_private (walker->names, over) && target->kind == ROUTINE_NAME) {
    rounds->answer = target;
    return TRUE;
  }
  if (g_str_equal (name, "enumerate") && target->kind == ROUTINE_TUPLE &&
      routine_is_private (walker->names, over->first->next) && over->first->next->next == NULL &&
      target->first != NULL && target->first->kind == ROUTINE_NAME && target->first->next != NULL &&
      target->first->next->kind == ROUTINE_NAME && target->first->next->next == NULL &&
      !is_repeated (target->first)) {
    rounds->index = target->first;
    rounds->answer = target->first->next;
    return TRUE;
  }
  if (g_str_equal (name, "zip"))
    return find_zipped (walker, target, over, rounds);
  const RoutineExpression *end = g_str_equal (name, "range") ? end_of_range (over) : NULL;
  if (end == NULL || target->kind != ROUTINE_NAME)
    return FALSE;
  rounds->index = target;
  rounds->is_list = routine_is_length (walker->names, end) || routine_is_open (walker->names, end);
  rounds->times = rounds->is_list ? NULL : end;
  return TRUE;
}

static void
walk_loop (RoutineWalker *walker, const RoutineStatement *s)
{
  Rounds rounds;
  if (!find_rounds (walker, s, &rounds))
    refuse_loop (walker, s);
  else if (rounds.answer != NULL && walker->loop != 0)
    routine_refuse_again (walker, s->place);
  else
    walk_rounds (walker, &rounds);
}

/* ---- Statements ----------------------------------------------------------------------------- */

static void
walk_statement (RoutineWalker *walker, const RoutineStatement *s)
{
  switch (s->kind) {
  case ROUTINE_ASSIGN:
    walk_assignment (walker, s);
    break;
  case ROUTINE_DO:
    walk_call (walker, s);
    break;
  case ROUTINE_IF:
    walk_if (walker, s);
    break;
  case ROUTINE_WHILE:
  case ROUTINE_FOR:
    walk_loop (walker, s);
    break;
  case ROUTINE_OUTPUT:
    routine_yield (walker, s);
    break;
  case ROUTINE_RETURN:
    routine_return (walker, s);
    break;
  case ROUTINE_BREAK:
  case ROUTINE_CONTINUE:
    if (walker->loop == 0)
      routine_error (walker, s->place, "this stands in no loop; remove it");
    else
      walk_jump (walker, s);
    break;
  }
}

/* What follows is computed from the outputs: it is not looked at. */
static void
leave_rest (RoutineWalker *walker, const RoutinePost *post, SvtPlace place)
{
  routine_post_note (walker, post->list, place);
  if (walker->building)
    svt_build_append (walker->out, svt_build_jump (walker->file, SVT_HALT, place));
  walker->state->dead = TRUE;
}

void
routine_walk (RoutineWalker *walker, const RoutineBlock *block)
{
  RoutinePost post;
  for (const RoutineStatement *s = block->first; s != NULL && !walker->state->dead; s = s->next) {
    gboolean good = routine_enter (walker, s->place);
    routine_leave (walker);
    if (!good)
      return;
    if (block == &walker->routine->body && routine_post_begins (walker, s, &post)) {
      leave_rest (walker, &post, s->place);
      return;
    }
    walk_statement (walker, s);
  }
}
