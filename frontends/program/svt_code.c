/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_code.h"
#include "svt_compile.h"

static guint32
emit (SvtCode *code, SvtOperation operation, guint32 target, SvtStatement *statement,
      SvtBranch *branch)
{
  SvtInstruction instruction = {operation, target, statement, branch, FALSE};
  g_array_append_val (code->instructions, instruction);
  return code->instructions->len - 1;
}

static void
aim (SvtCode *code, guint32 instruction)
{
  svt_code_instruction (code, instruction)->target = code->instructions->len;
}

static void emit_block (SvtCode *code, const SvtBlock *block, guint32 loop);

/* Each branch ends with a jump behind all of them; the jumps are chained by
 * their targets until that place is known. */
static void
emit_if (SvtCode *code, SvtStatement *s, guint32 loop)
{
  guint32 jumps = COUPLET_NONE;
  gboolean has_else = FALSE;
  for (SvtBranch *b = s->branches; b != NULL; b = b->next) {
    SvtOperation operation = b->has_condition ? SVT_DO_TEST : SVT_DO_OTHERWISE;
    guint32 test = emit (code, operation, 0, s, b);
    has_else |= !b->has_condition;
    emit_block (code, &b->body, loop);
    jumps = emit (code, SVT_DO_JUMP, jumps, NULL, NULL);
    aim (code, test);
  }
  if (!has_else)
    emit (code, SVT_DO_NOTHING, 0, s, NULL);
  while (jumps != COUPLET_NONE) {
    guint32 next = svt_code_instruction (code, jumps)->target;
    aim (code, jumps);
    jumps = next;
  }
}

static void
emit_loop (SvtCode *code, SvtStatement *s, guint32 parent)
{
  guint32 number = code->loops->len;
  SvtLoop loop = {
      .statement = s, .parent = parent, .is_repeat = s->kind == SVT_REPEAT, .count = s->count};
  g_array_append_val (code->loops, loop);
  emit (code, SVT_DO_ENTER, number, s, NULL);
  guint32 head = code->instructions->len;
  emit_block (code, &s->body, number);
  guint32 again = emit (code, SVT_DO_AGAIN, number, NULL, NULL);
  SvtLoop *kept = &g_array_index (code->loops, SvtLoop, number);
  kept->head = head;
  kept->again = again;
  kept->end = again + 1;
}

static void
emit_statement (SvtCode *code, SvtStatement *s, guint32 loop)
{
  SvtReading reading = {s, code->instructions->len, loop, 0, 0};
  switch (s->kind) {
  case SVT_READ:
    emit (code, SVT_DO_READ, code->readings->len, s, NULL);
    g_array_append_val (code->readings, reading);
    break;
  case SVT_ASSIGN:
    emit (code, SVT_DO_ASSIGN, 0, s, NULL);
    break;
  case SVT_DECLARE:
  case SVT_SET:
    emit (code, SVT_DO_SET, 0, s, NULL);
    break;
  case SVT_OUTPUT:
    if (!svt_reads (s)) {
      emit (code, SVT_DO_OUTPUT, 0, s, NULL);
      break;
    }
    emit (code, SVT_DO_READ, code->readings->len, s, NULL);
    g_array_append_val (code->readings, reading);
    break;
  case SVT_IF:
    emit_if (code, s, loop);
    break;
  case SVT_LOOP:
  case SVT_REPEAT:
    emit_loop (code, s, loop);
    break;
  case SVT_BREAK:
    emit (code, SVT_DO_BREAK, loop, s, NULL);
    break;
  case SVT_CONTINUE:
    emit (code, SVT_DO_CONTINUE, loop, s, NULL);
    break;
  case SVT_HALT:
    emit (code, SVT_DO_HALT, 0, s, NULL);
    break;
  }
}

/* Blocks nest at most SVT_MAX_NESTING deep. */
static void
emit_block (SvtCode *code, const SvtBlock *block, guint32 loop)
{
  for (SvtStatement *s = block->first; s != NULL; s = s->next) {
    if (s->kind == SVT_DECLARE)
      g_array_index (code->scopes, SvtScope, s->name->index).first = code->instructions->len;
    emit_statement (code, s, loop);
  }
  for (const SvtStatement *s = block->first; s != NULL; s = s->next)
    if (s->kind == SVT_DECLARE)
      g_array_index (code->scopes, SvtScope, s->name->index).end = code->instructions->len;
}

/* How often a reading inside loop stands in the unrolled program. */
static guint64
count_rounds (const SvtCode *code, guint32 loop)
{
  guint64 n = 1;
  for (; loop != COUPLET_NONE; loop = svt_code_loop (code, loop)->parent) {
    const SvtLoop *l = svt_code_loop (code, loop);
    if (l->is_repeat && l->count == 0)
      return 0;
    if (l->is_repeat)
      n = MIN (n, (guint64)SVT_MAX_STATES + 1) * l->count;
  }
  return n;
}

/* The innermost `repeat` around reading, or the reading itself. */
static SvtPlace
place_of_rounds (const SvtCode *code, const SvtReading *reading)
{
  for (guint32 l = reading->loop; l != COUPLET_NONE; l = svt_code_loop (code, l)->parent)
    if (svt_code_loop (code, l)->is_repeat)
      return svt_code_loop (code, l)->statement->place;
  return reading->statement->place;
}

static gboolean
number_states (const SvtProgram *program, SvtCode *code)
{
  guint64 total = 0;
  for (guint i = 0; i < code->readings->len; i++) {
    SvtReading *reading = &g_array_index (code->readings, SvtReading, i);
    guint64 n = count_rounds (code, reading->loop);
    reading->first = (guint32)total;
    reading->n = (guint32)MIN (n, SVT_MAX_STATES);
    total += n;
    if (total > SVT_MAX_STATES) {
      svt_error (program->reporter, place_of_rounds (code, reading),
                 "the program has more than %d states when unrolled", SVT_MAX_STATES);
      return FALSE;
    }
  }
  code->n_states = (guint32)total;
  return TRUE;
}

SvtCode *
svt_code_new (const SvtProgram *program)
{
  g_autoptr (SvtCode) code = g_new0 (SvtCode, 1);
  code->instructions = g_array_new (FALSE, FALSE, sizeof (SvtInstruction));
  code->loops = g_array_new (FALSE, FALSE, sizeof (SvtLoop));
  code->readings = g_array_new (FALSE, FALSE, sizeof (SvtReading));
  code->scopes = g_array_new (FALSE, TRUE, sizeof (SvtScope));
  g_array_set_size (code->scopes, program->variables->len);
  emit_block (code, &program->mechanism->body, COUPLET_NONE);
  emit (code, SVT_DO_HALT, 0, NULL, NULL);
  return number_states (program, code) ? g_steal_pointer (&code) : NULL;
}

void
svt_code_free (SvtCode *code)
{
  if (code == NULL)
    return;
  g_array_unref (code->instructions);
  g_array_unref (code->loops);
  g_array_unref (code->readings);
  g_array_unref (code->scopes);
  g_free (code);
}

guint32
svt_code_state (const SvtCode *code, const SvtReading *reading, const guint32 *round)
{
  guint32 offset = 0, weight = 1;
  for (guint32 l = reading->loop; l != COUPLET_NONE; l = svt_code_loop (code, l)->parent)
    if (svt_code_loop (code, l)->is_repeat) {
      offset += round[l] * weight;
      weight *= svt_code_loop (code, l)->count;
    }
  return reading->first + offset;
}

gboolean
svt_code_has_answers (const SvtCode *code)
{
  for (guint i = 0; i < code->readings->len; i++)
    if (svt_code_reading (code, i)->statement->kind == SVT_OUTPUT)
      return TRUE;
  return FALSE;
}

guint32
svt_code_find_reading (const SvtCode *code, guint32 state)
{
  guint32 low = 0, high = code->readings->len;
  while (high - low > 1) {
    guint32 middle = low + (high - low) / 2;
    if (svt_code_reading (code, middle)->first <= state)
      low = middle;
    else
      high = middle;
  }
  /* among readings without states the last begins where the state is */
  return low;
}

const SvtReading *
svt_code_find_state (const SvtCode *code, guint32 state, guint32 *round)
{
  const SvtReading *reading = svt_code_reading (code, svt_code_find_reading (code, state));
  guint32 rest = state - reading->first;
  for (guint32 l = reading->loop; l != COUPLET_NONE; l = svt_code_loop (code, l)->parent)
    if (svt_code_loop (code, l)->is_repeat) {
      round[l] = rest % svt_code_loop (code, l)->count;
      rest /= svt_code_loop (code, l)->count;
    }
  return reading;
}
