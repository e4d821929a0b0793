/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_walk.h"
#include "svt_compile.h"

/* Of an operation on numbers, as steps of the walk. */
#define WORK_PER_TERM 16
/* Decimal digits of a variable's value. */
#define MAX_DIGITS 18

/* What a condition comes to when some comparisons are not known; witness is the
 * first that matters. */
typedef struct {
  enum { FAILS, HOLDS, OPEN } value;
  guint32 witness;
} Truth;

SvtWalker *
svt_walker_new (const SvtProgram *program, SvtCode *code, SvtStates *states)
{
  SvtWalker *walker = g_new0 (SvtWalker, 1);
  walker->program = program;
  walker->code = code;
  walker->states = states;
  walker->values = g_new0 (gint64, program->variables->len + 1);
  walker->numbers =
      (SvtValues){program->reporter, program->file, program->parameters, walker->values};
  walker->ways = g_array_new (FALSE, FALSE, sizeof (SvtWay));
  walker->decisions = g_array_new (FALSE, FALSE, sizeof (SvtDecision));
  walker->assigned = g_array_new (FALSE, FALSE, sizeof (guint32));
  walker->path = g_array_new (FALSE, FALSE, sizeof (SvtDecision));
  walker->stored = g_array_new (FALSE, FALSE, sizeof (guint32));
  walker->stack = g_array_new (FALSE, FALSE, sizeof (Truth));
  walker->outcome = g_new0 (guint8, program->thresholds->len + 1);
  walker->round = g_new0 (guint32, code->loops->len + 1);
  walker->passes = g_new0 (guint8, code->loops->len + 1);
  return walker;
}

void
svt_walker_free (SvtWalker *walker)
{
  if (walker == NULL)
    return;
  g_array_unref (walker->ways);
  g_array_unref (walker->decisions);
  g_array_unref (walker->assigned);
  g_array_unref (walker->path);
  g_array_unref (walker->stored);
  g_array_unref (walker->stack);
  g_free (walker->outcome);
  g_free (walker->values);
  g_free (walker->round);
  g_free (walker->passes);
  g_free (walker);
}

/* Reports once per instruction. */
#define report(walker, instruction, ...)                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (!(instruction)->reported)                                                                  \
      svt_error ((walker)->program->reporter, __VA_ARGS__);                                        \
    (instruction)->reported = TRUE;                                                                \
  }                                                                                                \
  G_STMT_END

static gboolean
has_copies (const SvtWalker *walker)
{
  return walker->program->sampling == COUPLET_INDEPENDENT && walker->program->thresholds->len > 1;
}

/* ---- Conditions --------------------------------------------------------------------- */

static Truth
combine (SvtConditionKind kind, Truth a, Truth b)
{
  int decisive = kind == SVT_AND ? FAILS : HOLDS;
  if ((int)a.value == decisive || (int)b.value == decisive)
    return (int)a.value == decisive ? a : b;
  return a.value == OPEN ? a : b;
}

/* What an expression comes to now; FALSE with an error reported. */
static gboolean
calculate (SvtWalker *walker, const SvtExpression *expression, CoupletRational *value)
{
  walker->work += WORK_PER_TERM * (guint64)expression->n;
  return svt_evaluate_plain (&walker->numbers, expression, "a whole number", value);
}

static gboolean
compare_numbers (SvtWalker *walker, const SvtConditionTerm *term, Truth *truth)
{
  g_auto (CoupletRational) left;
  g_auto (CoupletRational) right;
  couplet_rational_init (&left);
  couplet_rational_init (&right);
  if (!calculate (walker, &term->left, &left) || !calculate (walker, &term->right, &right))
    return FALSE;
  int order = mpq_cmp (left.value, right.value);
  gboolean holds = term->relation == SVT_LESS       ? order < 0
                   : term->relation == SVT_AT_MOST  ? order <= 0
                   : term->relation == SVT_MORE     ? order > 0
                   : term->relation == SVT_AT_LEAST ? order >= 0
                   : term->relation == SVT_EQUAL    ? order == 0
                                                    : order != 0;
  truth->value = holds ? HOLDS : FAILS;
  return TRUE;
}

/* Sets *truth; FALSE when a number in it has no value, which is reported. */
static gboolean
evaluate (SvtWalker *walker, const SvtCondition *condition, Truth *truth)
{
  const SvtConditionTerm *terms = svt_condition_terms (walker->program->file, condition);
  GArray *stack = walker->stack;
  g_array_set_size (stack, 0);
  walker->work += condition->n;
  for (guint32 i = 0; i < condition->n; i++) {
    if (terms[i].kind == SVT_LITERAL) {
      guint8 known = walker->outcome[terms[i].threshold->index];
      Truth literal = {known == 0 ? OPEN : known == terms[i].comparison ? HOLDS : FAILS, i};
      g_array_append_val (stack, literal);
      continue;
    }
    if (terms[i].kind == SVT_COMPARISON) {
      Truth comparison = {FAILS, i};
      if (!compare_numbers (walker, &terms[i], &comparison))
        return FALSE;
      g_array_append_val (stack, comparison);
      continue;
    }
    Truth *top = &g_array_index (stack, Truth, stack->len - 1);
    if (terms[i].kind == SVT_NOT) {
      if (top->value != OPEN)
        top->value = top->value == HOLDS ? FAILS : HOLDS;
      continue;
    }
    top[-1] = combine (terms[i].kind, top[-1], *top);
    g_array_set_size (stack, stack->len - 1);
  }
  *truth = g_array_index (stack, Truth, 0);
  return TRUE;
}

/* Notes that the value read meets a threshold. One that meets several has noise for
 * all or for each: the text has to say which. */
static void
meet (SvtWalker *walker, const SvtName *threshold, SvtPlace place)
{
  if (walker->met == NULL)
    walker->met = threshold;
  if (walker->met == threshold || walker->program->says_sampling || walker->asked_for_sampling)
    return;
  walker->asked_for_sampling = TRUE;
  g_autofree char *first = couplet_quote (walker->met->text, -1);
  g_autofree char *second = couplet_quote (threshold->text, -1);
  svt_error (
      walker->program->reporter, place,
      "the value read on line %u meets two thresholds, %s and %s; expected 'sampling shared;' "
      "at the top, for one noisy value that meets both, or 'sampling independent;', for a "
      "noisy copy of its own for each",
      walker->reading->statement->place.line, first, second);
}

/* Settles a comparison: as the path already has it, or anew, in the direction
 * in which the text has it first. */
static void
decide (SvtWalker *walker, const SvtConditionTerm *literal)
{
  if (walker->n_decided == walker->path->len) {
    SvtDecision decision = {literal->threshold->index, literal->comparison, FALSE, literal->place};
    g_array_append_val (walker->path, decision);
  }
  const SvtDecision *made = &g_array_index (walker->path, SvtDecision, walker->n_decided++);
  walker->outcome[made->threshold] = (guint8)made->comparison;
  meet (walker, literal->threshold, literal->place);
}

/* FALSE when it compares what is not the value read last. */
static gboolean
check_samples (SvtWalker *walker, SvtInstruction *test)
{
  const SvtCondition *condition = &test->branch->condition;
  const SvtConditionTerm *terms = svt_condition_terms (walker->program->file, condition);
  const SvtStatement *read = walker->reading != NULL ? walker->reading->statement : NULL;
  for (guint32 i = 0; i < condition->n; i++) {
    if (terms[i].kind != SVT_LITERAL || (read != NULL && terms[i].sample == read->name))
      continue;
    g_autofree char *quoted = couplet_quote (terms[i].sample->text, -1);
    if (read == NULL)
      report (walker, test, terms[i].place, "%s is compared before anything is read", quoted);
    else
      report (walker, test, terms[i].place,
              "%s is not the value read last, which is '%s' (line %u); only that one can be "
              "compared",
              quoted, read->name->text, read->place.line);
    return FALSE;
  }
  return TRUE;
}

/* Sets *holds. */
static gboolean
test (SvtWalker *walker, SvtInstruction *instruction, gboolean *holds)
{
  const SvtCondition *condition = &instruction->branch->condition;
  if (!check_samples (walker, instruction))
    return FALSE;
  for (;;) {
    Truth truth;
    if (instruction->reported || !evaluate (walker, condition, &truth)) {
      instruction->reported = TRUE;
      return FALSE;
    }
    *holds = truth.value == HOLDS;
    if (truth.value != OPEN)
      return TRUE;
    decide (walker, svt_condition_terms (walker->program->file, condition) + truth.witness);
  }
}

/* ---- Statements ---------------------------------------------------------------------- */

/* Gives a variable its next value. A round of a `repeat` that changes one is not as
 * the round before. */
static gboolean
set_variable (SvtWalker *walker, SvtInstruction *instruction)
{
  const SvtStatement *s = instruction->statement;
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (instruction->reported || !calculate (walker, &s->value, &value)) {
    instruction->reported = TRUE;
    return FALSE;
  }
  g_autofree char *name = couplet_quote (s->name->text, -1);
  if (mpz_cmp_ui (mpq_denref (value.value), 1) != 0) {
    g_autofree char *text = couplet_rational_to_string (&value);
    g_autofree char *quoted = couplet_quote (text, -1);
    report (walker, instruction, s->value.place, "%s gets the value %s; expected a whole number",
            name, quoted);
    return FALSE;
  }
  if (mpz_sizeinbase (mpq_numref (value.value), 10) > MAX_DIGITS) {
    report (walker, instruction, s->value.place,
            "%s gets a value of more than %d digits; expected an 'if' that ends its growth", name,
            MAX_DIGITS);
    return FALSE;
  }
  gint64 next = mpz_get_si (mpq_numref (value.value));
  walker->work += walker->code->loops->len;
  if (next != walker->values[s->name->index])
    for (guint i = 0; i < walker->code->loops->len; i++)
      if (svt_code_loop (walker->code, i)->is_repeat)
        walker->passes[i] = 0;
  walker->values[s->name->index] = next;
  return TRUE;
}

static gboolean
store (SvtWalker *walker, SvtInstruction *instruction)
{
  const SvtStatement *s = instruction->statement;
  const SvtStatement *read = walker->reading != NULL ? walker->reading->statement : NULL;
  g_autofree char *quoted = couplet_quote (s->source->text, -1);
  if (read == NULL || s->source != read->name) {
    report (walker, instruction, s->source_place, "%s is not the value read last%s%s%s", quoted,
            read != NULL ? ", which is '" : "; nothing has been read yet",
            read != NULL ? read->name->text : "", read != NULL ? "'" : "");
    return FALSE;
  }
  walker->outcome[s->name->index] = COUPLET_GREATER_EQUAL; /* the threshold is the value now */
  for (guint i = 0; i < walker->stored->len; i++)
    if (g_array_index (walker->stored, guint32, i) == s->name->index)
      return TRUE;
  g_array_append_val (walker->stored, s->name->index);
  if (!has_copies (walker) || walker->stored->len == 1) {
    meet (walker, s->name, s->place);
    return TRUE;
  }
  report (walker, instruction, s->place,
          "a reading is stored in two thresholds; this takes 'sampling shared;' at the top, for "
          "otherwise each has a noisy copy of its own");
  return FALSE;
}

static gboolean
check_value (SvtWalker *walker, SvtInstruction *instruction)
{
  const SvtStatement *s = instruction->statement, *read = walker->reading->statement;
  g_autofree char *quoted = couplet_quote (s->name->text, -1);
  if (s->name != read->name) {
    report (walker, instruction, s->name_place,
            "%s is not the value read last, which is '%s' (line %u); only that one can be output",
            quoted, read->name->text, read->place.line);
    return FALSE;
  }
  if (s->source != NULL)
    meet (walker, s->source, s->source_place);
  if (!has_copies (walker) || s->source != NULL || read->is_threshold)
    return TRUE;
  const SvtName *first = g_ptr_array_index (walker->program->thresholds, 0);
  report (walker, instruction, s->name_place,
          "each threshold has a noisy copy of %s of its own: expected the one meant, as in "
          "'output %s(%s)'",
          quoted, s->name->text, first->text);
  return FALSE;
}

static gboolean
output (SvtWalker *walker, SvtInstruction *instruction)
{
  const SvtStatement *s = instruction->statement;
  if (walker->reading == NULL) {
    report (walker, instruction, s->place, "an output before anything is read");
    return FALSE;
  }
  if (s->output == SVT_OUTPUT_VALUE && !check_value (walker, instruction))
    return FALSE;
  if (walker->output != NULL) {
    report (walker, instruction, s->place,
            "a second output after one reading (line %u); the first is on line %u",
            walker->reading->statement->place.line, walker->output->place.line);
    return FALSE;
  }
  walker->output = s;
  walker->output_branch = walker->branch;
  return TRUE;
}

/* Behind the body of a loop: sets *next to where it goes on. A round in which
 * nothing is read would be repeated unchanged. */
static gboolean
go_round (SvtWalker *walker, SvtInstruction *instruction, guint32 *next)
{
  const SvtLoop *loop = svt_code_loop (walker->code, instruction->target);
  guint8 *passes = &walker->passes[instruction->target];
  if (loop->is_repeat) {
    guint32 *round = &walker->round[instruction->target];
    *next = *round + 1 < loop->count && *passes < 3 ? loop->head : loop->end;
    if (*next == loop->head) {
      (*round)++;
      (*passes)++;
    }
    return TRUE;
  }
  *next = loop->head;
  if (++*passes < 2)
    return TRUE;
  report (walker, instruction, loop->statement->place,
          "this loop can go round without reading anything%s",
          walker->branch != NULL ? "; see the branches inside that read nothing" : "");
  return FALSE;
}

static void
enter (SvtWalker *walker, guint32 number, guint32 *next)
{
  const SvtLoop *loop = svt_code_loop (walker->code, number);
  walker->round[number] = 0;
  walker->passes[number] = 1;
  *next = loop->is_repeat && loop->count == 0 ? loop->end : loop->head;
}

/* ---- Ways ---------------------------------------------------------------------------- */

/* Does one instruction that is neither a reading nor a halt. False when an error
 * was reported. */
static gboolean
step (SvtWalker *walker, SvtInstruction *instruction, guint32 at, guint32 *next)
{
  gboolean holds;
  *next = at + 1;
  switch (instruction->operation) {
  case SVT_DO_OUTPUT:
    return output (walker, instruction);
  case SVT_DO_ASSIGN:
    return store (walker, instruction);
  case SVT_DO_SET:
    return set_variable (walker, instruction);
  case SVT_DO_TEST:
    if (!test (walker, instruction, &holds))
      return FALSE;
    if (!holds) {
      *next = instruction->target;
      return TRUE;
    }
    /* fall through */
  case SVT_DO_OTHERWISE:
    walker->branch = instruction->branch;
    walker->skipped = NULL;
    instruction->branch->reached = TRUE;
    return TRUE;
  case SVT_DO_NOTHING:
    walker->skipped = instruction;
    return TRUE;
  case SVT_DO_JUMP:
    *next = instruction->target;
    return TRUE;
  case SVT_DO_ENTER:
    enter (walker, instruction->target, next);
    return TRUE;
  case SVT_DO_AGAIN:
    return go_round (walker, instruction, next);
  case SVT_DO_BREAK:
    *next = svt_code_loop (walker->code, instruction->target)->end;
    return TRUE;
  case SVT_DO_CONTINUE:
    *next = svt_code_loop (walker->code, instruction->target)->again;
    return TRUE;
  default:
    g_return_val_if_reached (FALSE);
  }
}

/* Walks from instruction at to the next reading or the end, whose instruction
 * it returns; NULL when an error was reported. */
static SvtInstruction *
walk (SvtWalker *walker, guint32 at)
{
  for (;;) {
    SvtInstruction *instruction = svt_code_instruction (walker->code, at);
    walker->work++;
    if (instruction->statement != NULL)
      instruction->statement->reached = TRUE;
    if (instruction->operation == SVT_DO_READ || instruction->operation == SVT_DO_HALT)
      return instruction;
    if (!step (walker, instruction, at, &at))
      return NULL;
    if (walker->work > SVT_MAX_WORK)
      return NULL;
  }
}

/* Where a way is silent: the branch taken last, the `else` that is missing there, or
 * the reading; and what may be written there. */
typedef struct {
  SvtPlace place;
  gboolean *reported;
  const char *where, *expected;
} Silence;

static Silence
find_silence (SvtWalker *walker)
{
  SvtInstruction *read = svt_code_instruction (walker->code, walker->reading->instruction);
  if (walker->skipped != NULL)
    return (Silence){walker->skipped->statement->place, &walker->skipped->reported,
                     "when no condition of this 'if' holds",
                     "'else { output SYMBOL; }', or 'else { halt; }', which outputs the symbol "
                     "'halt'"};
  if (walker->branch != NULL)
    return (Silence){walker->branch->place, &walker->branch->reported, "in this branch",
                     "one 'output', or 'halt;', which outputs the symbol 'halt'"};
  return (Silence){read->statement->place, &read->reported, "after this reading", "one 'output'"};
}

/* What a comparison told would be lost with the run: an observer has to see it. */
static void
report_silence (SvtWalker *walker, const SvtInstruction *end)
{
  Silence silence = find_silence (walker);
  if (*silence.reported)
    return;
  *silence.reported = TRUE;
  if (end->operation == SVT_DO_READ)
    svt_error (walker->program->reporter, silence.place,
               "nothing is output %s before line %u reads again; expected %s", silence.where,
               end->statement->place.line, silence.expected);
  else
    svt_error (walker->program->reporter, silence.place,
               "nothing is output %s before the end; expected %s", silence.where, silence.expected);
}

/* The state of the reading that a way has come to. */
static guint32
find_state (SvtWalker *walker, const SvtInstruction *end)
{
  guint32 state = svt_states_find (walker->states, svt_code_reading (walker->code, end->target),
                                   walker->round, walker->values);
  walker->is_full |= state == COUPLET_NONE;
  return state;
}

static void
keep_way (SvtWalker *walker, SvtInstruction *end)
{
  gboolean own_symbol = walker->reading->statement->is_threshold;
  const SvtStatement *output = walker->output;
  if (output == NULL && end->operation == SVT_DO_HALT)
    output = end->statement;
  if (output == NULL && !own_symbol) {
    report_silence (walker, end);
    return;
  }
  SvtWay way = {COUPLET_NONE,
                walker->decisions->len,
                walker->n_decided,
                walker->assigned->len,
                walker->stored->len,
                output,
                walker->output != NULL ? walker->output_branch : walker->branch};
  if (end->operation == SVT_DO_READ)
    way.target = find_state (walker, end);
  g_array_append_vals (walker->decisions, walker->path->data, walker->n_decided);
  g_array_append_vals (walker->assigned, walker->stored->data, walker->stored->len);
  g_array_append_val (walker->ways, way);
}

/* Forgets the way walked before. */
static void
begin_way (SvtWalker *walker, guint32 state)
{
  for (guint i = 0; i < walker->path->len; i++)
    walker->outcome[g_array_index (walker->path, SvtDecision, i).threshold] = 0;
  for (guint i = 0; i < walker->stored->len; i++)
    walker->outcome[g_array_index (walker->stored, guint32, i)] = 0;
  g_array_set_size (walker->stored, 0);
  walker->n_decided = 0;
  walker->output = NULL;
  walker->branch = NULL;
  walker->skipped = NULL;
  walker->met = NULL;
  if (state == COUPLET_NONE)
    return;
  memcpy (walker->values, svt_states_values (walker->states, state),
          walker->program->variables->len * sizeof (gint64));
  walker->reading =
      svt_code_find_state (walker->code, svt_states_place (walker->states, state), walker->round);
  for (guint32 l = walker->reading->loop; l != COUPLET_NONE;
       l = svt_code_loop (walker->code, l)->parent)
    walker->passes[l] = 0;
  const SvtStatement *read = walker->reading->statement;
  if (read->is_threshold) {
    g_array_append_val (walker->stored, read->name->index);
    walker->outcome[read->name->index] = COUPLET_GREATER_EQUAL;
    walker->met = read->name;
  }
}

/* Turns the last decision that was not turned yet; FALSE when none is left. */
static gboolean
turn (SvtWalker *walker)
{
  GArray *path = walker->path;
  while (path->len > 0) {
    SvtDecision *last = &g_array_index (path, SvtDecision, path->len - 1);
    if (!last->is_second) {
      last->comparison ^= COUPLET_LESS | COUPLET_GREATER_EQUAL;
      last->is_second = TRUE;
      return TRUE;
    }
    walker->outcome[last->threshold] = 0;
    g_array_set_size (path, path->len - 1);
  }
  return FALSE;
}

static gboolean
check_limits (SvtWalker *walker)
{
  const SvtReporter *reporter = walker->program->reporter;
  if (walker->work > SVT_MAX_WORK)
    svt_error (reporter, walker->program->mechanism->place,
               "unrolling the program takes more than %" G_GUINT64_FORMAT " steps", SVT_MAX_WORK);
  else if (walker->ways->len > SVT_MAX_WAYS)
    svt_error (reporter, walker->reading->statement->place,
               "more than %d ways lead on from this reading, by its comparisons", SVT_MAX_WAYS);
  else
    return !walker->is_full;
  return FALSE;
}

guint32
svt_walker_start (SvtWalker *walker)
{
  walker->reading = NULL;
  begin_way (walker, COUPLET_NONE);
  const SvtInstruction *end = walk (walker, 0);
  if (!check_limits (walker) || end == NULL)
    return COUPLET_NONE;
  if (end->operation == SVT_DO_READ)
    return find_state (walker, end);
  svt_error (walker->program->reporter, walker->program->mechanism->place,
             "the mechanism reads nothing; expected 'threshold NAME = public + lap(NUMBER/eps);' "
             "first");
  return COUPLET_NONE;
}

gboolean
svt_walker_find_ways (SvtWalker *walker, guint32 state)
{
  g_array_set_size (walker->ways, 0);
  g_array_set_size (walker->decisions, 0);
  g_array_set_size (walker->assigned, 0);
  do {
    begin_way (walker, state);
    SvtInstruction *end = walk (walker, walker->reading->instruction + 1);
    if (end != NULL)
      keep_way (walker, end);
    if (!check_limits (walker))
      return FALSE;
  } while (turn (walker));
  return TRUE;
}
