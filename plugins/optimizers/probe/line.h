/* SPDX-License-Identifier: Apache-2.0 */
/* A straight line of draws: what noise is drawn, which forms of the draws are not negative, and
 * which are shown. It is made of a walk of an automaton or of a path of a linear tree. Its
 * probability is the integral of the product of the densities over the draws that obey the rows, or
 * the sum where draws are whole numbers; with outputs it is a density.
 */
#ifndef COUPLET_LINE_H
#define COUPLET_LINE_H

#include "probability.h"

#include <couplet/internal/automaton.h>
#include <couplet/internal/context.h>

#include <fmpq_vec.h>

/* The factor exp(-rate*epsilon*|form|) of the densities. Forms are vectors of n + 1 rationals: the
 * multiples of the draws, and a constant after them. */
typedef struct {
  fmpq *form; /* the draw itself, or what stands for it when an output tells it */
  fmpq_t rate;
  gboolean one_sided; /* 0 where form is below 0; else that of both sides */
  gboolean whole;     /* the draw is a whole number */
} LineDensity;

/* form >= 0, or > 0 if strict: that counts where form has no draw that is a real number. */
typedef struct {
  fmpq *form;
  gboolean strict;
} LineRow;

typedef struct {
  guint n; /* of draws */
  LineDensity *densities;
  GArray *rows;      /* LineRow */
  GArray *outputs;   /* LineRow whose forms are 0 */
  gboolean is_ready; /* outputs are replaced */
  gboolean is_possible;
  fmpq_t factor; /* of the change of variables */
} Line;

/* Draws of no noise yet, without rows. The caller frees it. */
Line *line_new (guint n);
void line_free (Line *line);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Line, line_free)

/* Lets a draw have noise of rate > 0, in multiples of epsilon, centred at 0. */
void line_draw (Line *line, guint draw, const fmpq_t rate, CoupletNoiseKind noise);

/* Adds a row, or an output. Returns the form, which is 0, for the caller to fill. Where some draws
 * are whole numbers, forms are differences of two draws, or a draw or its negative, and a constant;
 * others are not computed. */
fmpq *line_add_row (Line *line, gboolean strict);
fmpq *line_add_output (Line *line);

/* Sets value, at precision bits, for noise at epsilon > 0. An exact 0 means that the line is
 * impossible. context may be NULL. */
ProbabilityStatus line_probability (arb_t value, Line *line, const fmpq_t epsilon, slong precision,
                                    CoupletContext *context);

#endif
