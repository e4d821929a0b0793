/* SPDX-License-Identifier: Apache-2.0 */
/* What an observer sees of a step, for automata whose outputs do not tell the path: a letter is
 * an output with the input read there and its difference, and stands for all transitions with that
 * output, and for those that come to one by silent steps. Real outputs are one letter, whatever
 * they show. (docs/theory.md section 5.) */
#ifndef COUPLET_OUTPUT_LETTERS_H
#define COUPLET_OUTPUT_LETTERS_H

#include <couplet/internal/live.h>

G_BEGIN_DECLS

/* A letter's ways lead between places: a state with shifts of its live thresholds. */
typedef struct {
  guint32 output;     /* the number of what is seen */
  CoupletInput input; /* what is read first; steps after silent ones read it again */
  int difference;
  GArray *ways; /* CoupletArc */
} OutputLetter;

/* An output can be seen between two states, of inputs that differ by one of differences. */
typedef struct {
  guint32 from, to;
  CoupletShifts differences;
} OutputMove;

typedef struct {
  const CoupletAutomaton *automaton;
  guint32 n_places;
  guint32 *first;     /* per state, and one more: its first place */
  guint32 n_outputs;  /* what can be seen */
  guint32 *seen;      /* per transition: which of these it shows, or OUTPUT_SILENT */
  GPtrArray *moves;   /* per output a GArray of OutputMove */
  GPtrArray *letters; /* OutputLetter */
} OutputLetters;

#define OUTPUT_SILENT G_MAXUINT32

/* The letters of automaton, or NULL when it has more than most places, or silent steps other
 * than of a private input that is then read again, a bounded number of times. unit and automaton
 * must outlive the result, which the caller frees. */
OutputLetters *output_letters_new (const CoupletAutomaton *automaton, const CoupletLive *live,
                                   CoupletUnit *unit, guint32 most);
void output_letters_free (OutputLetters *letters);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OutputLetters, output_letters_free)

/* ---- Matrices ---- */

/* Min-plus matrices of ways between places: entry (i, j) is the least cost of a way from i to j,
 * infinite where there is none. The product of two is that of ways one after the other. */
typedef struct {
  guint32 n;
  CoupletCost at[]; /* n times n, by rows */
} ShiftMatrix;

/* The matrix of no step at all. The caller frees it with g_free(), as all of them. */
ShiftMatrix *shift_matrix_unit (guint32 n);

/* Its entries that are finite: CoupletArc. The caller frees them. */
GArray *shift_matrix_ways (const ShiftMatrix *a);

/* a, then one of the ways (CoupletArc). */
ShiftMatrix *shift_matrix_step (CoupletUnit *unit, const ShiftMatrix *a, const GArray *ways);

/* The limit of a taken more and more often: ways that pass a place to which a, or a number of
 * a's that is the same for all places, leads back free of charge keep their cost, all others
 * become infinite. NULL when that number is above most. */
ShiftMatrix *shift_matrix_limit (CoupletUnit *unit, const ShiftMatrix *a, guint32 most);

/* Sets after to vector, of n entries, taken through one of the ways. */
void shift_vector_step (CoupletUnit *unit, const CoupletCost *vector, guint32 n, const GArray *ways,
                        CoupletCost *after);

G_END_DECLS

#endif
