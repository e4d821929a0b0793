/* SPDX-License-Identifier: Apache-2.0 */
/* Following the statements of a function, as its private part is followed on paper: what each
 * variable holds, which noise belongs to which answer, what is shown. First dry, until what
 * variables hold where ways meet is known, then once more to build the mechanism. */
#ifndef ROUTINE_WALKER_H
#define ROUTINE_WALKER_H

#include "routine_names.h"
#include "routine_noise.h"
#include "routine_value.h"

#include "svt_build.h"

/* Three answers about all ways to a point. */
typedef enum { ROUTINE_ON_NONE, ROUTINE_ON_ALL, ROUTINE_ON_SOME } RoutineWays;

/* What is known at a point. */
typedef struct {
  GHashTable *values;  /* name to RoutineValue */
  GByteArray *told;    /* by reading: RoutineWays on which it has been made */
  GByteArray *read;    /* by answer: likewise */
  gint32 current;      /* the reading made last; negative = none, or not the same on all ways */
  guint32 last;        /* the answer read last; ROUTINE_SEVERAL = not the same on all ways */
  RoutineWays stepped; /* the index through the private argument, in this round */
  gboolean dead;       /* no run comes here */
} RoutineState;

#define ROUTINE_SEVERAL G_MAXUINT32

RoutineState *routine_state_new (void);
RoutineState *routine_state_copy (const RoutineState *state);
void routine_state_free (RoutineState *state);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RoutineState, routine_state_free)

/* A private answer: the item of one round, or at a place of the list. From 1. */
typedef struct {
  guint32 loop;
  const char *index; /* the text of the place; NULL = that of the round */
  SvtPlace place;
} RoutineAnswer;

/* Whether what is equal counts as above; for noise of whole numbers, or none. */
typedef enum { ROUTINE_TIES_UNKNOWN, ROUTINE_TIES_ABOVE, ROUTINE_TIES_BELOW } RoutineTies;

/* An answer with its noise, compared or output. */
typedef struct {
  guint32 answer;
  gint32 draw; /* negative = without noise */
  gint8 sign;  /* of the noise */
  SvtName *name;
  gboolean is_placed; /* a reading stands where its noise is drawn */
  guint n_met;        /* thresholds that it is compared with */
  gint32 met;         /* the first of them */
  RoutineTies ties;   /* where it may be equal to what it is compared with */
  gboolean has_offset;
  RoutineSum offset; /* from the first */
} RoutineReading;

/* What readings are compared with: a class of noise, or a level without any. */
typedef struct {
  gint32 draw; /* negative = a level */
  RoutineSum offset;
  RoutineTies ties;   /* as of readings */
  gboolean is_pinned; /* the offset is that of all readings that meet several thresholds */
  SvtName *name;
  SvtPlace place;
} RoutineThreshold;

typedef struct {
  guint32 parent;
  gboolean is_list;      /* goes through the private argument to its end */
  gboolean tells_round;  /* outputs tell in which round they were made */
  gboolean tells_behind; /* ... one behind the loop does */
  const char *silent;    /* the symbol of a round without output; NULL = a word of ours */
  RoutineState *head;    /* at the beginning of a round, by the last dry walk */
  /* while it is walked */
  RoutineState *breaks, *continues; /* NULL = none yet */
} RoutineLoop;

typedef struct {
  CoupletContext *context;
  const SvtReporter *reporter;
  SvtFile *file;
  const Routine *routine;
  const RoutineOptions *options;
  RoutineNames *names;
  gboolean building, failed, changed;
  gboolean walks;         /* the statements: state says which names have values */
  guint guessing;         /* loops whose head is not known yet */
  GHashTable *reported;   /* offsets with an error */
  GHashTable *draw_of;    /* RoutineExpression (a call) to its number */
  GArray *draws;          /* RoutineDraw */
  GArray *answers;        /* RoutineAnswer, from 1 */
  GArray *readings;       /* RoutineReading */
  GArray *thresholds;     /* RoutineThreshold */
  GArray *loops;          /* RoutineLoop, by RoutineStatement.loop */
  GHashTable *taken;      /* names of the mechanism */
  GHashTable *places;     /* offsets of readings */
  GHashTable *declared;   /* RoutineName: numbers that change */
  GHashTable *parameters; /* names of parameters that the mechanism needs */
  guint32 loop;           /* around the statement that is walked */
  gboolean in_multiples;  /* numbers are built as multiples of epsilon */
  guint conditional;      /* what is evaluated may not be, on some runs */
  RoutineState *state;
  SvtStatements *out;    /* where the mechanism goes on */
  SvtStatements nowhere; /* what follows a loop that ends with the list only */
  guint64 steps;         /* statements and terms looked at */
  guint depth;           /* of names that stand for others */
  const char *outputs;   /* the list that values are appended to; "" = they are shown at once */
  gboolean read_before, read_behind; /* the index's step */
} RoutineWalker;

/* Reports, once for each place, and goes on. */
void routine_error (RoutineWalker *walker, SvtPlace place, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* Counts a step, and a level of names that stand for others. FALSE with an error reported when
 * there are too many; in either case to be followed by routine_leave(). */
gboolean routine_enter (RoutineWalker *walker, SvtPlace place);
void routine_leave (RoutineWalker *walker);
/* A warning, when the mechanism is built. */
void routine_note (RoutineWalker *walker, SvtPlace place, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Whether the number that name is has got its value here, on every way; a Python function ends
 * where it has not. FALSE with an error reported. */
gboolean routine_check_assigned (RoutineWalker *walker, const RoutineName *name, SvtPlace place);

/* A name of the mechanism that nothing else has, like hint. */
SvtName *routine_new_name (RoutineWalker *walker, const char *hint);
/* place, or one beside it where another reading stands. */
SvtPlace routine_new_place (RoutineWalker *walker, SvtPlace place);

static inline RoutineDraw *
routine_draw (const RoutineWalker *walker, guint32 draw)
{
  return &g_array_index (walker->draws, RoutineDraw, draw);
}

static inline RoutineLoop *
routine_loop (const RoutineWalker *walker, guint32 loop)
{
  return &g_array_index (walker->loops, RoutineLoop, loop);
}

/* ---- States (routine_state.c) ------------------------------------------------------------ */

const RoutineValue *routine_state_get (const RoutineState *state, const char *name);
void routine_state_set (RoutineState *state, const char *name, const RoutineValue *value);
/* What is known where ways with a and with b meet: goes into a. Dead ones count for nothing. */
void routine_state_join (RoutineWalker *walker, RoutineState *a, const RoutineState *b);
gboolean routine_state_equal (const RoutineState *a, const RoutineState *b);
/* A round of loop begins: its answers and what was made of them are no longer there. */
void routine_state_begin_round (RoutineWalker *walker, RoutineState *state, guint32 loop);
/* Noise of draw's class is drawn anew: what had the old one is lost. */
void routine_state_redraw (RoutineWalker *walker, RoutineState *state, guint32 draw);
RoutineWays routine_ways_at (const GByteArray *ways, guint32 i);
void routine_ways_set (GByteArray *ways, guint32 i, RoutineWays value);

/* ---- Numbers (routine_number.c) ----------------------------------------------------------- */

/* expression as one of the mechanism, made of numbers, parameters and numbers that change. FALSE
 * with an error reported. */
gboolean routine_number (RoutineWalker *walker, const RoutineExpression *expression,
                         SvtExpression *number);
SvtExpression routine_literal (RoutineWalker *walker, const char *text, SvtPlace place);
/* The list of outputs, empty at first, whose length expression is, `len(out)`; NULL = none. */
RoutineName *routine_counted_list (const RoutineWalker *walker,
                                   const RoutineExpression *expression);
/* The parameters that were needed, for the mechanism. */
SvtParameter *routine_parameters (RoutineWalker *walker);
/* ---- Values (routine_evaluate.c) ---------------------------------------------------------- */

/* What expression comes to; noise in it is drawn. Never NULL. */
const RoutineValue *routine_evaluate (RoutineWalker *walker, const RoutineExpression *expression);

/* Reports that the answers are read from the beginning in each round of another loop. */
void routine_refuse_again (RoutineWalker *walker, SvtPlace place);

/* The private answer of the round that is walked. */
const RoutineValue *routine_answer_of_round (RoutineWalker *walker, SvtPlace place);

/* ---- Comparisons and outputs of answers (routine_meet.c) ------------------------------------ */

typedef struct {
  gint32 reading, threshold; /* threshold: negative = none */
  gboolean is_turned;        /* the answer has the sign - */
} RoutineMeeting;

/* What a sum with an answer is: a reading, and what it is compared with. FALSE with an error
 * reported. */
gboolean routine_meet (RoutineWalker *walker, const RoutineSum *sum, SvtPlace place,
                       gboolean compared, RoutineMeeting *meeting);
/* Notes where ties of a comparison go: relation is that of the answer with the threshold. Reports,
 * and is FALSE, where they go elsewhere in another one, and the noise makes ties. */
gboolean routine_note_ties (RoutineWalker *walker, const RoutineSum *sum,
                            const RoutineMeeting *meeting, SvtRelation relation, SvtPlace place);
/* Makes the reading here, unless it has been made. FALSE with an error reported. */
gboolean routine_make_reading (RoutineWalker *walker, gint32 reading, SvtPlace place);
/* The name of a threshold in the mechanism. */
SvtName *routine_threshold_name (RoutineWalker *walker, gint32 threshold);
/* The draw as one of the mechanism, of an input. */
SvtDraw *routine_build_draw (RoutineWalker *walker, CoupletInput input, gint32 draw,
                             SvtPlace place);

/* ---- Conditions (routine_condition.c) ------------------------------------------------------- */

typedef enum {
  ROUTINE_DECIDED,  /* condition is set, when the mechanism is built */
  ROUTINE_ALWAYS,   /* it holds as long as there are answers */
  ROUTINE_UNDECIDED /* an error has been reported */
} RoutineDecision;

/* Evaluates condition; readings in it are made before. */
RoutineDecision routine_condition (RoutineWalker *walker, const RoutineExpression *condition,
                                   SvtCondition *built);

/* What a variable holds that gets a comparison of an answer; NULL = it compares numbers. */
const RoutineValue *routine_kept_comparison (RoutineWalker *walker,
                                             const RoutineExpression *comparison);

/* ---- Outputs (routine_output.c) ------------------------------------------------------------- */

/* Shows value; round: the outputs are items of a list, at the round's place. */
void routine_output (RoutineWalker *walker, const RoutineExpression *value);
void routine_return (RoutineWalker *walker, const RoutineStatement *statement);
/* `yield value`. */
void routine_yield (RoutineWalker *walker, const RoutineStatement *statement);
/* `out[i] = value`, `out.append(value)`. */
void routine_put_item (RoutineWalker *walker, const RoutineStatement *statement);
void routine_append_item (RoutineWalker *walker, const RoutineStatement *statement,
                          const char *list, const RoutineExpression *item);
/* The list that expression makes: NULL = it makes none. */
const RoutineValue *routine_new_list (RoutineWalker *walker, const RoutineExpression *expression);
/* Puts the symbol of silent rounds on the ways of a loop's body that output nothing. */
void routine_fill_silence (RoutineWalker *walker, guint32 loop, SvtBlock *body, SvtPlace place);

/* Reports a comparison of which only one side is seen, at the end of a loop's body. */
void routine_check_silence (RoutineWalker *walker, const SvtBlock *body);

/* ---- Statements (routine_walk.c) ------------------------------------------------------------ */

void routine_walk (RoutineWalker *walker, const RoutineBlock *block);

#endif
