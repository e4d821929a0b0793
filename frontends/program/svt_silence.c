/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_silence.h"

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

void
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
