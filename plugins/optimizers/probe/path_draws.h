/* SPDX-License-Identifier: Apache-2.0 */
/* A path of an automaton as draws: from what each is drawn, which earlier draws it
 * must be below or not below, what is output of it. The probability of the path is
 * the integral of the product of the densities over the draws that obey this, or the sum where
 * draws are whole numbers.
 */
#ifndef COUPLET_PATH_DRAWS_H
#define COUPLET_PATH_DRAWS_H

#include <couplet/internal/shift.h>

#include <arb.h>
#include <fmpq.h>

/* An earlier draw that a draw is compared with. */
typedef struct {
  guint draw;
  gboolean above; /* the draw is >= it; else it is < */
} DrawBound;

/* What is output of a draw. */
typedef enum {
  PATH_DRAW_HIDDEN,
  PATH_DRAW_SHOWN,  /* the draw itself */
  PATH_DRAW_GAP,    /* the draw less an earlier one */
  PATH_DRAW_SNAPPED /* the draw rounded to the grid and clamped */
} PathDrawOutput;

typedef struct {
  guint step; /* of the path */
  CoupletNoiseKind noise;
  fmpq_t d;      /* noise parameter; 0 without noise */
  fmpq_t mean;   /* what is added to the input */
  fmpq_t centre; /* input + mean */
  PathDrawOutput output;
  fmpq_t shown;            /* the number that is output */
  guint less_than;         /* of a gap: the draw that is subtracted */
  const CoupletSnap *snap; /* of a snapped output */
  gboolean pinned;         /* its value is known: output, or without noise */
  fmpq_t value;            /* if pinned */
  GArray *bounds;          /* DrawBound */
} PathDraw;

typedef struct {
  const CoupletAutomaton *automaton;
  guint n_steps;
  GPtrArray *draws; /* PathDraw *, in the order in which they are drawn */
} PathDraws;

/* The draws of the path of n transitions. NULL with *obstacle set to a constant sentence
 * when a guard on it has several alternatives. The caller frees it. */
PathDraws *path_draws_new (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
                           const char **obstacle);

/* The same, where a guard with several alternatives holds by its first one. */
PathDraws *path_draws_new_first (const CoupletAutomaton *automaton, const guint32 *transitions,
                                 guint n);
void path_draws_free (PathDraws *draws);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PathDraws, path_draws_free)

/* Lets the path read inputs, one for each step. */
void path_draws_read (PathDraws *draws, const fmpq *inputs);

/* Lets it output values, one for each step; those of steps with a symbol do not count. */
void path_draws_show (PathDraws *draws, const fmpq *values);

/* The end on a side (-1 or 1) of the draws that are snapped to what is shown of draw, which is a
 * number that it may be snapped to. FALSE: infinite. */
gboolean path_draws_cell_end (const PathDraws *draws, const PathDraw *draw, int side, fmpq_t end);

/* Moves values to where the path outputs what it does when all inputs are moved by as much: gaps
 * stay as they are, and what is snapped stays on its grid. */
void path_draws_move_values (const PathDraws *draws, const fmpq_t by, fmpq *values);

/* Whether what is output has a density: some number of it may be any real number. */
gboolean path_draws_have_density (const PathDraws *draws);

/* Sets bits in marks[shows[i]] for each step i whose output has a density. FALSE: an output may
 * have none where others are known, as some gaps do. */
gboolean path_draws_mark_densities (const PathDraws *draws, const guint *shows, guint8 *marks,
                                    guint8 bits);

/* Whether some noise is of whole numbers: then so are all inputs. */
gboolean inputs_are_whole (const CoupletAutomaton *automaton);

/* Sets inputs, and the values that are output then, n each, to what couplet_path_inputs() finds
 * for the path of n transitions. FALSE when it finds none. */
gboolean path_place (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
                     fmpq *inputs, fmpq *values);

#endif
