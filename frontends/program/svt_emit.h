/* SPDX-License-Identifier: Apache-2.0 */
/* The states and transitions of the automaton, one reading of the program after another. */
#ifndef SVT_EMIT_H
#define SVT_EMIT_H

#include "svt_held.h"
#include "svt_names.h"
#include "svt_walk.h"

/* Where runs end, and what is output where the program has no output of its own. */
#define SVT_THRESHOLD_SYMBOL "threshold"
#define SVT_HALT_SYMBOL "halt"

typedef struct {
  const SvtProgram *program;
  CoupletBuilder *builder;
  SvtCode *code;
  SvtStates *states;
  SvtWalker *walker;
  SvtNames *names;
  SvtHeld *held;
  const char *winner;    /* the threshold for the largest answer of an argmax; NULL = no argmax */
  gboolean has_answers;  /* some outputs read what they show */
  gboolean is_ambiguous; /* so far, where has_answers: the outputs do not tell the path */

  GString *from, *to; /* names */
  GString *guard, *output;
  GArray *assign;    /* CoupletText */
  guint8 *joined;    /* per way: it belongs to an earlier one's transition */
  GHashTable *kinds; /* what is seen of the transitions from a state */
} SvtEmitter;

/* Clears what an emitter needs of its own; the caller sets the first part. */
void svt_emitter_init (SvtEmitter *emitter);
void svt_emitter_clear (SvtEmitter *emitter);

/* Adds state, at which the walker is, with its transitions; FALSE with an error reported. */
gboolean svt_emit (SvtEmitter *emitter, guint32 state);

/* The statement that reads in state, not the end. */
const SvtStatement *svt_statement_at (const SvtEmitter *emitter, guint32 state);

#endif
