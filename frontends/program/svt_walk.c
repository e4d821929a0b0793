/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_walk.h"

/* Ways on which nothing is output. */

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

/* Reports that nothing is output on the way to end, a reading or a halt: what a comparison
 * told would be lost with the run, and an observer has to see it. */
static void
svt_report_silence (SvtWalker *walker, const SvtInstruction *end)
{
  Silence silence = find_silence (walker);
  if (*silence.reported)
    return;
  *silence.reported = TRUE;
  if (end->operation == SVT_DO_READ)
    svt_error (walker->program->reporter, silence.place,
               "nothing is output %s before line %u reads another answer; expected %s",
               silence.where, end->statement->place.line, silence.expected);
  else
    svt_error (walker->program->reporter, silence.place,
               "nothing is output %s before the end; expected %s", silence.where, silence.expected);
}

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
  walker->stack = g_array_new (FALSE, FALSE, sizeof (SvtTruth));
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

/* ---- Ways ---------------------------------------------------------------------------- */

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
    if (!svt_walk_step (walker, instruction, at, &at))
      return NULL;
    if (walker->work > SVT_MAX_WORK)
      return NULL;
  }
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

/* Whether end reads the answer again that the way comes from. */
static gboolean
reads_the_same (const SvtWalker *walker, const SvtInstruction *end)
{
  return end->operation == SVT_DO_READ && end->statement->draw->input == COUPLET_AGAIN &&
         walker->reading->statement->draw->input != COUPLET_PUBLIC;
}

static void
keep_way (SvtWalker *walker, SvtInstruction *end)
{
  gboolean own_symbol = walker->reading->statement->is_threshold;
  const SvtStatement *output = walker->output;
  if (output == NULL && end->operation == SVT_DO_HALT)
    output = end->statement;
  gboolean shown = output != NULL || own_symbol;
  gboolean is_entry = !shown && end->operation == SVT_DO_READ && end->statement->kind == SVT_OUTPUT;
  if (!shown && !is_entry && !reads_the_same (walker, end)) {
    svt_report_silence (walker, end);
    return;
  }
  SvtWay way = {COUPLET_NONE,
                walker->decisions->len,
                walker->n_decided,
                walker->assigned->len,
                walker->stored->len,
                output,
                walker->output != NULL ? walker->output_branch : walker->branch,
                !shown && !is_entry,
                is_entry};
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
  if (read->kind == SVT_OUTPUT) {
    walker->output = read;
    walker->output_branch = NULL;
  }
  if (read->is_threshold) {
    g_array_append_val (walker->stored, read->name->index);
    walker->outcome[read->name->index] = SVT_IS_VALUE;
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
