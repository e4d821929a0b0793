/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_step.h"
#include "svt_truth.h"

/* Decimal digits of a variable's value. */
#define MAX_DIGITS 18

/* Gives a variable its next value. A round of a `repeat` that changes one is not as
 * the round before. */
static gboolean
set_variable (SvtWalker *walker, SvtInstruction *instruction)
{
  const SvtStatement *s = instruction->statement;
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (instruction->reported || !svt_calculate (walker, &s->value, &value)) {
    instruction->reported = TRUE;
    return FALSE;
  }
  g_autofree char *name = couplet_quote (s->name->text, -1);
  if (mpz_cmp_ui (mpq_denref (value.value), 1) != 0) {
    g_autofree char *text = couplet_rational_to_string (&value);
    g_autofree char *quoted = couplet_quote (text, -1);
    svt_walk_error (walker, instruction, s->value.place,
                    "%s gets the value %s; expected a whole number", name, quoted);
    return FALSE;
  }
  if (mpz_sizeinbase (mpq_numref (value.value), 10) > MAX_DIGITS) {
    svt_walk_error (walker, instruction, s->value.place,
                    "%s gets a value of more than %d digits; expected an 'if' that ends its growth",
                    name, MAX_DIGITS);
    return FALSE;
  }
  g_autofree char *digits = couplet_rational_to_string (&value);
  gint64 next = g_ascii_strtoll (digits, NULL, 10); /* a long need not hold it */
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
    svt_walk_error (walker, instruction, s->source_place, "%s is not the value read last%s%s%s",
                    quoted, read != NULL ? ", which is '" : "; nothing has been read yet",
                    read != NULL ? svt_reading_name (read) : "", read != NULL ? "'" : "");
    return FALSE;
  }
  walker->outcome[s->name->index] = COUPLET_GREATER_EQUAL; /* the threshold is the value now */
  for (guint i = 0; i < walker->stored->len; i++)
    if (g_array_index (walker->stored, guint32, i) == s->name->index)
      return TRUE;
  g_array_append_val (walker->stored, s->name->index);
  if (!svt_has_copies (walker) || walker->stored->len == 1) {
    svt_meet (walker, s->name, s->place);
    return TRUE;
  }
  svt_walk_error (
      walker, instruction, s->place,
      "a reading is stored in two thresholds; this takes 'sampling shared;' at the top, for "
      "otherwise each has a noisy copy of its own");
  return FALSE;
}

/* A gap is taken from the threshold as it was when the value was read. */
static gboolean
check_gap (SvtWalker *walker, SvtInstruction *instruction)
{
  const SvtStatement *s = instruction->statement;
  guint i = 0;
  while (i < walker->stored->len && g_array_index (walker->stored, guint32, i) != s->source->index)
    i++;
  if (i == walker->stored->len)
    return TRUE;
  g_autofree char *quoted = couplet_quote (s->source->text, -1);
  svt_walk_error (walker, instruction, s->source_place,
                  "%s is the value read itself here, so that nothing is left; expected the output "
                  "before it is stored, or another threshold",
                  quoted);
  return FALSE;
}

static gboolean
check_value (SvtWalker *walker, SvtInstruction *instruction)
{
  const SvtStatement *s = instruction->statement, *read = walker->reading->statement;
  g_autofree char *quoted = couplet_quote (s->name->text, -1);
  if (s->name != read->name) {
    svt_walk_error (
        walker, instruction, s->name_place,
        "%s is not the value read last, which is '%s' (line %u); only that one can be output",
        quoted, svt_reading_name (read), read->place.line);
    return FALSE;
  }
  if (s->output == SVT_OUTPUT_GAP && !check_gap (walker, instruction))
    return FALSE;
  if (s->source != NULL)
    svt_meet (walker, s->source, s->source_place);
  if (!svt_has_copies (walker) || s->source != NULL || read->is_threshold)
    return TRUE;
  const SvtName *first = g_ptr_array_index (walker->program->thresholds, 0);
  svt_walk_error (walker, instruction, s->name_place,
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
    svt_walk_error (walker, instruction, s->place, "an output before anything is read");
    return FALSE;
  }
  if ((s->output == SVT_OUTPUT_VALUE || s->output == SVT_OUTPUT_GAP) &&
      !check_value (walker, instruction))
    return FALSE;
  if (walker->output != NULL) {
    svt_walk_error (walker, instruction, s->place,
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
  svt_walk_error (walker, instruction, loop->statement->place,
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

/* ---- All of them ------------------------------------------------------------------------ */

gboolean
svt_walk_step (SvtWalker *walker, SvtInstruction *instruction, guint32 at, guint32 *next)
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
    if (!svt_walk_test (walker, instruction, &holds))
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
