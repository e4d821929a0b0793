/* SPDX-License-Identifier: Apache-2.0 */
/* A way being walked, and what the instructions between two readings do to it. */
#ifndef SVT_STEP_H
#define SVT_STEP_H

#include "svt_code.h"
#include "svt_number.h"

/* The outcome of a threshold that is the value read: neither is more than the other. */
#define SVT_IS_VALUE 255

/* What a condition comes to when some comparisons are not known; witness is the first
 * that matters. */
typedef struct {
  enum { SVT_FAILS, SVT_HOLDS, SVT_OPEN } value;
  guint32 witness;
} SvtTruth;

/* How one comparison turned out. */
typedef struct {
  guint32 threshold;
  CoupletComparison comparison;
  gboolean is_second; /* the other outcome has been walked */
  SvtPlace place;
} SvtDecision;

/* A way: what an observer sees of it and where it leads. */
typedef struct {
  guint32 target; /* a state; COUPLET_NONE = the end */
  guint32 first_decision, n_decisions;
  guint32 first_assigned, n_assigned;
  /* a `halt` outputs its symbol; NULL = the symbol of a threshold, or nothing (is_silent,
   * is_entry) */
  const SvtStatement *output;
  const SvtBranch *branch; /* the one it stands in, or the last one taken, or NULL */
  gboolean is_silent;      /* nothing is seen of it: the same answer is read again */
  gboolean is_entry;       /* likewise: what is read next is output at once */
} SvtWay;

typedef struct {
  const SvtProgram *program;
  SvtCode *code;
  SvtStates *states;
  SvtValues numbers; /* with the variables' values on the way being walked */
  guint64 work;      /* so far */
  gboolean is_full;  /* no further states: reported */

  /* the ways from the state last asked for */
  const SvtReading *reading;
  GArray *ways;      /* SvtWay */
  GArray *decisions; /* SvtDecision, of all ways */
  GArray *assigned;  /* guint32, of all ways: thresholds */

  /* the way being walked */
  GArray *path;    /* SvtDecision */
  guint n_decided; /* of these, made again on this way */
  guint8 *outcome; /* per threshold: a CoupletComparison, SVT_IS_VALUE; 0 = not known */
  gint64 *values;  /* per variable */
  guint32 *round;  /* per loop */
  guint8 *passes;  /* per loop: how often its head was passed since the reading; of a
                    * `repeat`, since a variable changed */
  GArray *stored;  /* guint32: thresholds assigned on this way */
  const SvtStatement *output;
  SvtBranch *branch, *output_branch;
  SvtInstruction *skipped; /* the `else` missing where no branch was taken last, or NULL */
  const SvtName *met;      /* the first threshold that the value read met, or NULL */
  GArray *stack;           /* SvtTruth: for conditions */

  gboolean asked_for_sampling; /* an error about it: once is enough */
} SvtWalker;

/* Reports an error about an instruction, once. */
#define svt_walk_error(walker, instruction, ...)                                                   \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (!(instruction)->reported)                                                                  \
      svt_error ((walker)->program->reporter, __VA_ARGS__);                                        \
    (instruction)->reported = TRUE;                                                                \
  }                                                                                                \
  G_STMT_END

/* Whether each threshold meets a noisy copy of its own of what is read. */
static inline gboolean
svt_has_copies (const SvtWalker *walker)
{
  return walker->program->sampling == COUPLET_INDEPENDENT && walker->program->thresholds->len > 1;
}

/* What a reading is called in messages. */
static inline const char *
svt_reading_name (const SvtStatement *read)
{
  return read->name != NULL                  ? read->name->text
         : read->output == SVT_OUTPUT_ARGMAX ? "argmax"
                                             : "snap";
}

/* What an expression comes to now; FALSE with an error reported. */
gboolean svt_calculate (SvtWalker *walker, const SvtExpression *expression, CoupletRational *value);

/* Notes that the value read meets a threshold. One that meets several has noise for all or
 * for each: reports it when the text does not say which. */
void svt_meet (SvtWalker *walker, const SvtName *threshold, SvtPlace place);

/* Does one instruction that is neither a reading nor a halt, at the place at, and sets *next
 * to where the way goes on. FALSE when an error was reported. */
gboolean svt_walk_step (SvtWalker *walker, SvtInstruction *instruction, guint32 at, guint32 *next);

#endif
