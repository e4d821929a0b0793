/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_post.h"

#include <couplet/text.h>

/* ---- Symbols -------------------------------------------------------------------------------- */

/* Words that the mechanism has another meaning for. */
static gboolean
is_reserved (const char *text)
{
  static const char *const words[] = {"insample", "fresh", "gap", "threshold", "halt", NULL};
  return g_strv_contains (words, text);
}

static gboolean
is_symbol (const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && *at != '_' && *at != '-' && *at != '.' && (guchar)*at < 0x80)
      return FALSE;
  return *text != '\0' && strlen (text) <= 100 && !is_reserved (text);
}

static void
output_symbol (RoutineWalker *walker, const char *text, SvtPlace place)
{
  if (!is_symbol (text)) {
    routine_error (
        walker, place,
        "this text cannot be output; write a word of letters, digits and '_' that is no number, "
        "other than True, False, None, none, round, halt, threshold, insample, fresh and gap");
    return;
  }
  if (!walker->building)
    return;
  svt_build_append (walker->out,
                    svt_build_output (walker->file,
                                      svt_file_intern (walker->file, text, strlen (text)), place,
                                      place));
}

/* ---- Values with noise ---------------------------------------------------------------------- */

/* The input of the reading made last, with noise that nothing is compared with: a fresh copy. */
static gboolean
is_fresh (const RoutineWalker *walker, const RoutineReading *reading)
{
  gint32 current = walker->state->current;
  return reading->draw >= 0 && !routine_draw (walker, (guint32)reading->draw)->is_reading &&
         current >= 0 &&
         g_array_index (walker->readings, RoutineReading, current).answer == reading->answer &&
         g_array_index (walker->readings, RoutineReading, current).draw != reading->draw;
}

static void
output_reading (RoutineWalker *walker, const RoutineMeeting *meeting, SvtPlace place)
{
  const RoutineReading *reading =
      &g_array_index (walker->readings, RoutineReading, meeting->reading);
  if (meeting->threshold < 0 && is_fresh (walker, reading)) {
    if (walker->building)
      svt_build_append (walker->out,
                        svt_build_output_fresh (
                            walker->file,
                            routine_build_draw (walker, COUPLET_PRIVATE, reading->draw, place),
                            place));
    return;
  }
  if (!routine_make_reading (walker, meeting->reading, place) || !walker->building)
    return;
  reading = &g_array_index (walker->readings, RoutineReading, meeting->reading);
  svt_build_append (walker->out,
                    meeting->threshold < 0
                        ? svt_build_output (walker->file, reading->name, place, place)
                        : svt_build_output_of (walker->file, SVT_OUTPUT_GAP, reading->name, place,
                                               routine_threshold_name (walker, meeting->threshold),
                                               place, place));
}

static void
output_sum (RoutineWalker *walker, const RoutineSum *sum, SvtPlace place)
{
  RoutineMeeting meeting;
  if (sum->answer != ROUTINE_NO_ANSWER) {
    if (routine_meet (walker, sum, place, FALSE, &meeting))
      output_reading (walker, &meeting, place);
  } else
    routine_error (walker, place, "%s; output %s, or an answer and its noise",
                   sum->n_draws > 0 ? "noise is output that belongs to no answer"
                                    : "a number that is computed is output",
                   walker->options->words->constants);
}

/* ---- The number of the round ----------------------------------------------------------------- */

static void
output_round (RoutineWalker *walker, const RoutineValue *value, SvtPlace place)
{
  RoutineLoop *loop = routine_loop (walker, value->loop);
  if (value->loop == walker->loop)
    loop->tells_round = TRUE;
  else if (walker->loop == loop->parent)
    loop->tells_round = loop->tells_behind = TRUE;
  else {
    routine_error (walker, place,
                   "the number of a round is output inside another loop; output it "
                   "in its loop, or behind it");
    return;
  }
  output_symbol (walker, "round", place);
}

/* ---- Any value ------------------------------------------------------------------------------ */

/* `True if C else False`, or a condition as a value. */
static void
output_choice (RoutineWalker *walker, const RoutineExpression *condition,
               const RoutineExpression *yes, const RoutineExpression *no, SvtPlace place)
{
  SvtCondition built = {0};
  SvtStatements *out = walker->out, first = {NULL, NULL}, second = {NULL, NULL};
  RoutineDecision decision = routine_condition (walker, condition, &built);
  if (decision == ROUTINE_ALWAYS)
    routine_error (walker, place,
                   "whether the list has ended is output; ask for it in the 'while'");
  if (decision != ROUTINE_DECIDED)
    return;
  g_autoptr (RoutineState) before = routine_state_copy (walker->state);
  walker->out = &first;
  if (yes != NULL)
    routine_output (walker, yes);
  else
    output_symbol (walker, "True", place);
  RoutineState *then = walker->state;
  walker->state = routine_state_copy (before);
  walker->out = &second;
  if (no != NULL)
    routine_output (walker, no);
  else
    output_symbol (walker, "False", place);
  walker->out = out;
  routine_state_join (walker, walker->state, then);
  routine_state_free (then);
  if (!walker->building)
    return;
  SvtBranch *branch =
      svt_build_branch (walker->file, place, &built, (SvtBlock){first.first, place});
  branch->next = svt_build_branch (walker->file, place, NULL, (SvtBlock){second.first, place});
  svt_build_append (out, svt_build_if (walker->file, branch));
}

static const char *
literal_of (RoutineWalker *walker, const RoutineExpression *value)
{
  if (value->kind == ROUTINE_NUMBER || value->kind == ROUTINE_SYMBOL)
    return value->text;
  if (value->kind != ROUTINE_NEGATE || value->first->kind != ROUTINE_NUMBER)
    return NULL;
  g_autofree char *text = g_strconcat ("-", value->first->text, NULL);
  return couplet_arena_strndup (walker->file->arena, text, strlen (text));
}

/* `(i, value)`: the number of the round tells in which round the value was output. */
static void
output_pair (RoutineWalker *walker, const RoutineExpression *pair)
{
  const RoutineExpression *first = pair->first, *second = first != NULL ? first->next : NULL;
  const RoutineValue *round =
      first != NULL && first->kind == ROUTINE_NAME ? routine_evaluate (walker, first) : NULL;
  if (round == NULL || round->kind != ROUTINE_INDEX_OF || round->loop != walker->loop ||
      second == NULL || second->next != NULL) {
    routine_error (walker, pair->place,
                   "several values are output at once; output one, or a pair of the number of the "
                   "round and a value");
    return;
  }
  routine_loop (walker, round->loop)->tells_round = TRUE;
  routine_output (walker, second);
}

void
routine_output (RoutineWalker *walker, const RoutineExpression *value)
{
  const char *literal = literal_of (walker, value);
  if (literal != NULL) {
    output_symbol (walker, literal, value->place);
    return;
  }
  switch (value->kind) {
  case ROUTINE_COMPARE:
  case ROUTINE_AND:
  case ROUTINE_OR:
  case ROUTINE_NOT:
    output_choice (walker, value, NULL, NULL, value->place);
    return;
  case ROUTINE_CHOICE:
    output_choice (walker, value->first, value->first->next, value->first->next->next,
                   value->place);
    return;
  case ROUTINE_TUPLE:
    output_pair (walker, value);
    return;
  default:
    break;
  }
  const RoutineValue *held = routine_evaluate (walker, value);
  if (held->kind == ROUTINE_SUM)
    output_sum (walker, &held->sum, value->place);
  else if (held->kind == ROUTINE_COMPARISON)
    output_choice (walker, value, NULL, NULL, value->place);
  else if (held->kind == ROUTINE_INDEX_OF)
    output_round (walker, held, value->place);
  else if (held->kind == ROUTINE_CONSTANT)
    output_symbol (walker, held->text, value->place);
  else if (held->kind == ROUTINE_ANSWERS)
    routine_error (walker, value->place,
                   "all private answers are output; go through them with a loop, and add noise");
  else if (held->kind != ROUTINE_FAULTY)
    routine_error (walker, value->place,
                   "this value cannot be output; output %s, or an answer and its noise",
                   walker->options->words->constants);
}

/* ---- Lists ---------------------------------------------------------------------------------- */

static const RoutineValue *
list_of (RoutineWalker *walker, const char *text)
{
  RoutineValue *list = routine_value_new (walker->file, ROUTINE_OUTPUTS);
  list->text = text;
  return list;
}

/* `zeros(n)`, `full(n, x)`: NULL for other calls. */
static const RoutineValue *
list_of_call (RoutineWalker *walker, const RoutineExpression *call)
{
  const char *name = routine_callee (call);
  const RoutineExpression *item = call->first->next != NULL ? call->first->next->next : NULL;
  if (name == NULL || (call->first->kind == ROUTINE_NAME && routine_is_own (walker->routine, name)))
    return NULL;
  if (g_str_equal (name, "list") && call->first->next == NULL)
    return list_of (walker, NULL);
  if (g_str_equal (name, "zeros") && call->first->next != NULL)
    return list_of (walker, "0");
  if (g_str_equal (name, "full") && item != NULL && literal_of (walker, item) != NULL)
    return list_of (walker, literal_of (walker, item));
  return NULL;
}

const RoutineValue *
routine_new_list (RoutineWalker *walker, const RoutineExpression *expression)
{
  const RoutineExpression *list = expression;
  if (expression->kind == ROUTINE_CALL)
    return list_of_call (walker, expression);
  if (expression->kind == ROUTINE_MULTIPLY)
    list = expression->first->kind == ROUTINE_LIST ? expression->first : expression->first->next;
  if (list->kind != ROUTINE_LIST || (list == expression) != (list->first == NULL))
    return NULL;
  const char *item = list->first != NULL ? literal_of (walker, list->first) : NULL;
  if (list->first == NULL || (item != NULL && list->first->next == NULL))
    return list_of (walker, item);
  return NULL;
}

/* FALSE with an error reported. */
static gboolean
check_list (RoutineWalker *walker, const char *text, SvtPlace place)
{
  const RoutineValue *held = routine_state_get (walker->state, text);
  const RoutineName *name = routine_names_find (walker->names, text);
  g_autofree char *quoted = couplet_quote (text, -1);
  if (held != NULL && held->kind == ROUTINE_FAULTY)
    return FALSE;
  if (name == NULL || held == NULL || held->kind != ROUTINE_OUTPUTS) {
    routine_error (walker, place, "%s is no list of outputs here; write '%s = []' before", quoted,
                   text);
    return FALSE;
  }
  if (name->is_returned)
    return TRUE;
  routine_error (
      walker, place,
      "%s gets values and is not returned, so that nobody sees them; return it, or remove "
      "it",
      quoted);
  return FALSE;
}

/* Values that go to several places are seen without their order. FALSE with an error reported. */
static gboolean
note_place (RoutineWalker *walker, const char *list, SvtPlace place)
{
  if (walker->outputs == NULL)
    walker->outputs = list;
  if (g_str_equal (walker->outputs, list))
    return TRUE;
  routine_error (
      walker, place,
      "values are output in several ways, so that their order is not seen; use one list, "
      "or 'yield' alone");
  return FALSE;
}

void
routine_yield (RoutineWalker *walker, const RoutineStatement *statement)
{
  if (note_place (walker, "", statement->place))
    routine_output (walker, statement->value);
}

/* Counts a value of list, where its length is asked for. */
static void
build_length (RoutineWalker *walker, const char *list, SvtPlace place)
{
  SvtName *length = routine_names_find (walker->names, list)->length;
  if (!walker->building || length == NULL)
    return;
  SvtExpression sum = svt_build_name (walker->file, length, place);
  routine_literal (walker, "1", place);
  sum = svt_build_operation (walker->file, SVT_ADD, sum, place);
  svt_build_append (walker->out,
                    svt_build_set (walker->file, SVT_SET, length, place, place, sum, place));
}

void
routine_append_item (RoutineWalker *walker, const RoutineStatement *statement, const char *list,
                     const RoutineExpression *item)
{
  const RoutineValue *held = routine_state_get (walker->state, list);
  if (!check_list (walker, list, statement->place) || !note_place (walker, list, statement->place))
    return;
  if (held->text != NULL)
    routine_error (
        walker, statement->place,
        "a value is appended to a list that has items from the beginning; begin with []");
  else {
    routine_output (walker, item);
    build_length (walker, list, statement->place);
  }
}

void
routine_put_item (RoutineWalker *walker, const RoutineStatement *statement)
{
  const RoutineExpression *list = statement->target->first, *index = list->next;
  if (list->kind != ROUTINE_NAME || !check_list (walker, list->text, statement->place)) {
    if (list->kind != ROUTINE_NAME)
      routine_error (walker, statement->place, "this list is not read; write 'NAME[i] = VALUE'");
    return;
  }
  if (!note_place (walker, list->text, statement->place))
    return;
  const RoutineValue *round = index->kind == ROUTINE_NAME ? routine_evaluate (walker, index) : NULL;
  const RoutineValue *held = routine_state_get (walker->state, list->text);
  if (round == NULL || round->kind != ROUTINE_INDEX_OF || round->loop != walker->loop ||
      held->text == NULL) {
    routine_error (walker, statement->place,
                   "an item of the list gets a value at a place that is not the number of the "
                   "round; append values instead");
    return;
  }
  RoutineLoop *loop = routine_loop (walker, round->loop);
  loop->tells_round = TRUE;
  loop->silent = held->text;
  routine_output (walker, statement->value);
}

/* ---- Returns -------------------------------------------------------------------------------- */

static void
build_halt (RoutineWalker *walker, SvtPlace place)
{
  if (walker->building)
    svt_build_append (walker->out, svt_build_jump (walker->file, SVT_HALT, place));
  walker->state->dead = TRUE;
}

static gboolean
returns_nothing (const RoutineStatement *statement)
{
  return statement->value == NULL ||
         (statement->value->kind == ROUTINE_SYMBOL && g_str_equal (statement->value->text, "None"));
}

/* Whether some list of outputs is known here. */
static gboolean
has_list (const RoutineWalker *walker)
{
  for (guint i = 0; i < walker->names->all->len; i++) {
    const RoutineName *name = walker->names->all->pdata[i];
    if (name->is_returned && name->is_extended)
      return TRUE;
  }
  return FALSE;
}

static void
refuse_more (RoutineWalker *walker, const RoutineStatement *statement, const RoutinePost *post)
{
  const RoutineExpression *wrong = post->wrong;
  gboolean named = wrong->kind == ROUTINE_NAME || wrong->kind == ROUTINE_MEMBER;
  g_autofree char *quoted = couplet_quote (named ? wrong->text : "this call", -1);
  if (post->why == NULL)
    walker->failed = TRUE; /* reported where it got its value */
  else
    routine_error (walker, statement->place,
                   "more than the list of outputs is returned: %s %s; return the list alone",
                   named ? quoted : "this call", post->why);
}

void
routine_return (RoutineWalker *walker, const RoutineStatement *statement)
{
  const RoutineExpression *value = statement->value;
  RoutinePost post;
  if (value == NULL) {
    build_halt (walker, statement->place);
    return;
  }
  gboolean told = routine_post_expression (walker, value, &post);
  if (post.list != NULL && !told)
    refuse_more (walker, statement, &post);
  else if (post.list != NULL && value->kind != ROUTINE_NAME)
    routine_post_note (walker, post.list, statement->place);
  else if (post.list == NULL && has_list (walker) && !returns_nothing (statement))
    routine_error (walker, statement->place,
                   "a list of outputs is returned elsewhere, and something else here; return the "
                   "list on every way");
  else if (post.list == NULL)
    routine_output (walker, value);
  build_halt (walker, statement->place);
}

/* ---- Rounds without output ------------------------------------------------------------------ */

static gboolean contains (const SvtBlock *block, SvtStatementKind kind);

/* Whether statement is of that kind, or has one of it inside. */
static gboolean
is_or_has (const SvtStatement *statement, SvtStatementKind kind)
{
  if (statement->kind == kind || contains (&statement->body, kind))
    return TRUE;
  for (const SvtBranch *b = statement->branches; b != NULL; b = b->next)
    if (contains (&b->body, kind))
      return TRUE;
  return FALSE;
}

/* Whether block has a statement of that kind, wherever. */
static gboolean
contains (const SvtBlock *block, SvtStatementKind kind)
{
  for (const SvtStatement *s = block->first; s != NULL; s = s->next)
    if (is_or_has (s, kind))
      return TRUE;
  return FALSE;
}

static SvtStatement *
silent_output (RoutineWalker *walker, guint32 loop, SvtPlace place)
{
  const char *symbol = routine_loop (walker, loop)->silent;
  symbol = symbol != NULL ? symbol : "none";
  SvtName *name = svt_file_intern (walker->file, symbol, strlen (symbol));
  return svt_build_output (walker->file, name, place, place);
}

/* Whether the function, or the loop, ends in block. */
static const SvtStatement *
find_end (const SvtBlock *block, gboolean in_loop)
{
  const SvtStatement *found = NULL;
  for (const SvtStatement *s = block->first; s != NULL && found == NULL; s = s->next) {
    if (s->kind == SVT_HALT || (s->kind == SVT_BREAK && in_loop))
      return s;
    for (const SvtBranch *b = s->branches; b != NULL && found == NULL; b = b->next)
      found = find_end (&b->body, in_loop);
    if (found == NULL)
      found = find_end (&s->body, FALSE);
  }
  return found;
}

static void
refuse_silent_end (RoutineWalker *walker, const SvtStatement *end)
{
  routine_error (
      walker, end->place,
      "the loop or the function ends here without output, which nobody sees who is shown "
      "the numbers of rounds; output something before");
}

static void fill_branches (RoutineWalker *walker, guint32 loop, SvtStatement *s, SvtPlace place);

/* The last statement that outputs on some way decides; where none does, the end of the block.
 * has_read: an answer has been read in the round. */
static void
fill (RoutineWalker *walker, guint32 loop, SvtBlock *body, SvtPlace place, gboolean has_read)
{
  SvtStatement *before = NULL;
  gboolean behind = routine_loop (walker, loop)->tells_behind;
  for (SvtStatement *s = body->first; s != NULL; before = s, s = s->next) {
    SvtBlock alone = {s, s->place}, rest = {s->next, s->place};
    gboolean shows = is_or_has (s, SVT_OUTPUT), last = shows && !contains (&rest, SVT_OUTPUT);
    SvtStatement *next = s->next;
    has_read |= s->kind == SVT_READ;
    if (s->kind == SVT_OUTPUT)
      return;
    if (last && s->kind == SVT_IF) {
      fill_branches (walker, loop, s, s->place);
      return;
    }
    s->next = NULL;
    const SvtStatement *end = shows || !has_read ? NULL : find_end (&alone, !behind);
    s->next = next;
    if (end != NULL)
      refuse_silent_end (walker, end);
    if (s->kind == SVT_BREAK || s->kind == SVT_HALT)
      return;
    if (s->kind == SVT_CONTINUE)
      break;
  }
  SvtStatement *output = silent_output (walker, loop, place);
  output->next = before != NULL ? before->next : body->first;
  if (before != NULL)
    before->next = output;
  else
    body->first = output;
}

static void
fill_branches (RoutineWalker *walker, guint32 loop, SvtStatement *s, SvtPlace place)
{
  SvtBranch *last = NULL;
  for (SvtBranch *b = s->branches; b != NULL; b = b->next) {
    fill (walker, loop, &b->body, b->place, TRUE);
    last = b;
  }
  if (last == NULL || !last->has_condition)
    return;
  SvtStatements list = {NULL, NULL};
  svt_build_append (&list, silent_output (walker, loop, place));
  last->next = svt_build_branch (walker->file, place, NULL, (SvtBlock){list.first, place});
}

void
routine_fill_silence (RoutineWalker *walker, guint32 loop, SvtBlock *body, SvtPlace place)
{
  fill (walker, loop, body, place, FALSE);
}

/* ---- Rounds that nobody sees ---------------------------------------------------------------- */

/* Whether a comparison of a reading decides. */
static gboolean
compares_reading (const RoutineWalker *walker, const SvtBranch *branch)
{
  const SvtConditionTerm *terms = svt_condition_terms (walker->file, &branch->condition);
  for (guint32 i = 0; i < branch->condition.n; i++)
    for (guint r = 0; r < walker->readings->len && terms[i].sample != NULL; r++)
      if (g_array_index (walker->readings, RoutineReading, r).name == terms[i].sample)
        return TRUE;
  return FALSE;
}

void
routine_check_silence (RoutineWalker *walker, const SvtBlock *body)
{
  for (const SvtStatement *s = body->first; s != NULL; s = s->next) {
    SvtBlock rest = {s->next, s->place};
    const SvtBranch *last = s->branches;
    if (s->kind != SVT_IF || !compares_reading (walker, last) || contains (&rest, SVT_OUTPUT) ||
        contains (&rest, SVT_READ))
      continue;
    gboolean shows = contains (&last->body, SVT_OUTPUT);
    while (last->next != NULL) {
      last = last->next;
      shows |= contains (&last->body, SVT_OUTPUT);
    }
    if (last->has_condition && shows)
      routine_error (walker, s->place,
                     "where no condition of this 'if' holds nothing is output before the next "
                     "answer, though somewhere else something is; output something there, too, "
                     "as in '%s'",
                     walker->options->words->silence);
  }
}
