/* SPDX-License-Identifier: Apache-2.0 */
/* The states and transitions of the automaton, one reading of the program after another. */
#ifndef SVT_EMIT_H
#define SVT_EMIT_H

#include "svt_code.h"
#include "svt_walk.h"

#include <couplet/host/model.h>

/* Where runs end, and what is output where the program has no output of its own. */
#define SVT_THRESHOLD_SYMBOL "threshold"
#define SVT_HALT_SYMBOL "halt"

/* Steps that come before an output of the program and belong to it: the way to an answer that is
 * output at once, and the draws of an argmax. Where the outputs of the program tell its path they
 * show nothing more, and may be shown under a name of their own; elsewhere they are silent. Which
 * it is is known when all others have been made.
 */

typedef struct SvtHeld SvtHeld;

SvtHeld *svt_held_new (void);
void svt_held_free (SvtHeld *held);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SvtHeld, svt_held_free)

/* Keeps a copy of a transition, whose output is a name for the step. */
void svt_held_add (SvtHeld *held, const CoupletTransitionSpec *transition);

/* Adds all transitions to builder, as silent ones where the outputs do not tell the path. */
void svt_held_give (SvtHeld *held, CoupletBuilder *builder, gboolean silent);

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
