/* SPDX-License-Identifier: Apache-2.0 */
/* A path of an automaton as draws: from what each is drawn, which earlier draws it
 * must be below or not below, what is output of it. The probability of the path is
 * the integral of the product of the densities over the draws that obey this.
 */
#ifndef COUPLET_PATH_DRAWS_H
#define COUPLET_PATH_DRAWS_H

#include <couplet/shift.h>

#include <arb.h>
#include <fmpq.h>

/* An earlier draw that a draw is compared with. */
typedef struct {
  guint draw;
  gboolean above; /* the draw is >= it; else it is < */
} DrawBound;

typedef struct {
  guint step; /* of the path */
  CoupletNoiseKind noise;
  fmpq_t d;        /* noise parameter; 0 without noise */
  fmpq_t mean;     /* what is added to the input */
  fmpq_t centre;   /* input + mean */
  gboolean pinned; /* its value is known: output, or without noise */
  fmpq_t value;    /* if pinned */
  GArray *bounds;  /* DrawBound */
} PathDraw;

typedef struct {
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

#endif
