/* SPDX-License-Identifier: Apache-2.0 */
/* What is asked of delta. */
#ifndef COUPLET_DELTA_QUESTION_H
#define COUPLET_DELTA_QUESTION_H

#include <glib.h>

#include <fmpq_vec.h>

/* All numbers are exact. */
typedef struct {
  const fmpq *at; /* the numbers e >= 0 */
  guint n_at;
  const fmpq *inputs; /* ascending, that answers are taken from */
  guint n_inputs;
  gboolean all_inputs; /* delta is asked for all inputs; the given ones are where pairs are tried */
  guint answers;       /* how many are read, at most */
  const fmpq *least_d; /* a d that is proven sufficient; NULL = none is known */
  const fmpq *epsilon; /* > 0 */
} DeltaQuestion;

#endif
