/* SPDX-License-Identifier: Apache-2.0 */
/* A mechanism as a flat list of instructions, in which the places between two
 * readings are found by walking, and its states as numbers: one per reading and
 * round of the `repeat`s around it.
 */
#ifndef SVT_CODE_H
#define SVT_CODE_H

#include "svt_program.h"

typedef enum {
  SVT_DO_READ,      /* target: index into readings */
  SVT_DO_OUTPUT,    /* statement */
  SVT_DO_ASSIGN,    /* statement */
  SVT_DO_SET,       /* statement: a variable gets a value */
  SVT_DO_TEST,      /* branch; target: where to go on when its condition fails */
  SVT_DO_OTHERWISE, /* branch: the `else` */
  SVT_DO_NOTHING,   /* the `else` that an `if` does not have; its statement */
  SVT_DO_JUMP,      /* target: an instruction */
  SVT_DO_ENTER,     /* target: index into loops */
  SVT_DO_AGAIN,     /* target: index into loops; after its body */
  SVT_DO_BREAK,     /* statement; target: index into loops */
  SVT_DO_CONTINUE,  /* likewise */
  SVT_DO_HALT       /* statement, or NULL at the end of the mechanism */
} SvtOperation;

typedef struct {
  SvtOperation operation;
  guint32 target;
  SvtStatement *statement;
  SvtBranch *branch;
  gboolean reported; /* an error about it: once is enough */
} SvtInstruction;

typedef struct {
  const SvtStatement *statement;
  guint32 parent; /* the loop around it, or COUPLET_NONE */
  guint32 head;   /* instructions: the first of the body, */
  guint32 again;  /* SVT_DO_AGAIN, */
  guint32 end;    /* the one after it */
  gboolean is_repeat;
  guint32 count; /* rounds, of a `repeat` */
} SvtLoop;

/* Its states are numbered from first on; the rounds of the loops around it are
 * digits of the rest, the innermost the lowest. */
typedef struct {
  SvtStatement *statement;
  guint32 instruction;
  guint32 loop; /* the innermost around it, or COUPLET_NONE */
  guint32 first, n;
} SvtReading;

/* The instructions from which on a variable can be used, up to the end of its block. */
typedef struct {
  guint32 first, end;
} SvtScope;

typedef struct {
  GArray *instructions; /* SvtInstruction */
  GArray *loops;        /* SvtLoop */
  GArray *readings;     /* SvtReading, in the order of the text */
  GArray *scopes;       /* SvtScope, by the variable's SvtName.index */
  guint32 n_states;     /* the values of variables left out */
} SvtCode;

/* The code of program, which must outlive it; NULL with an error reported when
 * it has too many states. The caller frees it. */
SvtCode *svt_code_new (const SvtProgram *program);
void svt_code_free (SvtCode *code);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SvtCode, svt_code_free)

static inline SvtInstruction *
svt_code_instruction (const SvtCode *code, guint32 i)
{
  return &g_array_index (code->instructions, SvtInstruction, i);
}

static inline const SvtLoop *
svt_code_loop (const SvtCode *code, guint32 i)
{
  return &g_array_index (code->loops, SvtLoop, i);
}

static inline const SvtReading *
svt_code_reading (const SvtCode *code, guint32 i)
{
  return &g_array_index (code->readings, SvtReading, i);
}

/* The index of reading. */
static inline guint32
svt_code_index (const SvtCode *code, const SvtReading *reading)
{
  return (guint32)(reading - svt_code_reading (code, 0));
}

static inline gboolean
svt_code_is_in_scope (const SvtCode *code, guint variable, guint32 instruction)
{
  const SvtScope *scope = &g_array_index (code->scopes, SvtScope, variable);
  return scope->first <= instruction && instruction < scope->end;
}

/* The number of the state in which reading is met in the rounds given for each
 * loop, counted from 0. */
guint32 svt_code_state (const SvtCode *code, const SvtReading *reading, const guint32 *round);

/* Whether some outputs read what they show: argmax, and snapped answers. */
gboolean svt_code_has_answers (const SvtCode *code);

/* The index of the reading of a state. */
guint32 svt_code_find_reading (const SvtCode *code, guint32 state);

/* The reading of a state; sets round of the loops around it. */
const SvtReading *svt_code_find_state (const SvtCode *code, guint32 state, guint32 *round);

/* The states of the automaton by number. Where a program has no whole-number
 * variables they are the states of its code; else each is one of these with values
 * of the variables, numbered as it is met.
 */

/* A program with variables and more states is refused: a variable that grows for ever
 * would not end otherwise. */
#define SVT_MAX_VALUED_STATES 200000

typedef struct SvtStates SvtStates;

/* Both arguments must outlive it; the caller frees it. */
SvtStates *svt_states_new (const SvtProgram *program, const SvtCode *code);
void svt_states_free (SvtStates *states);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SvtStates, svt_states_free)

/* How many there can be. */
guint32 svt_states_limit (const SvtStates *states);

/* The number of the state in which reading is met, in the rounds given for each loop
 * and with the values of the variables, of which only those count whose block it stands
 * in. COUPLET_NONE, with an error reported, beyond the limit. */
guint32 svt_states_find (SvtStates *states, const SvtReading *reading, const guint32 *round,
                         const gint64 *values);

/* The state of the code that state belongs to. */
guint32 svt_states_place (const SvtStates *states, guint32 state);

/* The index of the reading that state belongs to. */
guint32 svt_states_reading (const SvtStates *states, guint32 state);

/* The values of the variables in state, by SvtName.index; they stay until the next
 * svt_states_find(). */
const gint64 *svt_states_values (const SvtStates *states, guint32 state);

/* What the states of the automaton are called: after the place of the reading in the text. */

/* Where all runs end. */
#define SVT_END_NAME "end"

typedef struct SvtNames SvtNames;

/* All arguments must outlive it; the caller frees it. */
SvtNames *svt_names_new (const SvtProgram *program, const SvtCode *code, const SvtStates *states);
void svt_names_free (SvtNames *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SvtNames, svt_names_free)

/* Sets name to that of state, COUPLET_NONE for the end: after the reading's name the rounds
 * of the `repeat`s around it, outermost first, from 1, and the values of the variables:
 * `line 4 #2.3 cost=6`. */
void svt_names_write (const SvtNames *names, guint32 state, GString *name);

/* Makes name, that of an argmax, the one of the state that reads its answer number answer; the
 * first needs no other. */
void svt_names_number (GString *name, guint answer);

#endif
