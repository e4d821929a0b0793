/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_unreached.h"

static gboolean
compares_numbers (const SvtProgram *program, const SvtBranch *branch)
{
  const SvtConditionTerm *terms = svt_condition_terms (program->file, &branch->condition);
  for (guint32 i = 0; branch->has_condition && i < branch->condition.n; i++)
    if (terms[i].kind == SVT_COMPARISON)
      return TRUE;
  return FALSE;
}

/* Warns of the first statement of each block that no run reaches, unless none
 * reaches the block. What a comparison of numbers rules out may be reached with other
 * parameters; TRUE when the block has such a comparison. */
static gboolean
warn_unreached (const SvtProgram *program, const SvtBlock *block)
{
  gboolean by_numbers = FALSE;
  for (const SvtStatement *s = block->first; s != NULL; s = s->next) {
    if (!s->reached) {
      if (!by_numbers)
        svt_warning (program->reporter, s->place, "no run reaches this statement");
      return by_numbers;
    }
    for (const SvtBranch *b = s->branches; b != NULL; b = b->next) {
      by_numbers |= compares_numbers (program, b);
      if (b->reached)
        by_numbers |= warn_unreached (program, &b->body);
      else if (!by_numbers)
        svt_warning (program->reporter, b->place, "no run takes this branch");
    }
    if (s->kind == SVT_LOOP || s->count > 0)
      by_numbers |= warn_unreached (program, &s->body);
  }
  return by_numbers;
}

void
svt_warn_unreached (const SvtProgram *program)
{
  warn_unreached (program, &program->mechanism->body);
}
