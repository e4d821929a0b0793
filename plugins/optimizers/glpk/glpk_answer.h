/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what a method found to the outcome. */
#ifndef COUPLET_GLPK_ANSWER_H
#define COUPLET_GLPK_ANSWER_H

#include "glpk_run.h"

/* What the whole automaton costs at most, in exact numbers. */
CoupletCost glpk_upper_bound (const GlpkWork *work);

/* Sets the proven cost, or, when upper is above lower, both as a bracket, with
 * what stands in the way of more. */
void glpk_answer_bracket (const GlpkWork *work, CoupletCost lower, CoupletCost upper,
                          const char *reason);

/* Keeps the bracket, should GLPK not return in time (couplet_outcome_save()). */
void glpk_save_bracket (const GlpkWork *work, CoupletCost lower, CoupletCost upper);

/* Sets the cost as exact by the word of GLPK: a walk costs it. */
void glpk_answer_uncertified (const GlpkWork *work, CoupletCost cost, CoupletCost upper);

/* Adds the n edges as evidence that the cost is attained, with GLPK's strategy
 * where shifts is not NULL (see walk_evidence_new()). */
void glpk_answer_attained (const GlpkWork *work, CoupletCost cost, const guint32 *edges, guint n,
                           const gint8 *shifts);

#endif
